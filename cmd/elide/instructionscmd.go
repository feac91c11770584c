package main

import (
	"flag"
	"fmt"

	"elide.example/elide/internal/steer"
)

func newInstructions(a *app) *command {
	tool := false
	return &command{
		name:  "instructions",
		args:  "[FLAG]...",
		short: "print what a model needs to know of shortened outputs",
		long: `elide instructions prints the text that tells a model what the marks in shortened
outputs mean and how to see what they hide: for AGENTS.md, CLAUDE.md or a system
prompt. It never changes between calls, and has less than 120 tokens. elide proxy
adds it to requests by itself, and elide mcp gives it to its host.

Exit status: 0; 1 if standard output could not be written; 2 for a mistake in the
call.`,
		example: "  elide instructions >>AGENTS.md",
		flags: func(set *flag.FlagSet) {
			set.BoolVar(&tool, "tool", false, "for agents that have the tool context_expand of elide mcp")
		},
		run: func([]string) error {
			_, err := fmt.Fprintln(a.out, steer.Directive(tool))
			return unwritten(err)
		},
	}
}
