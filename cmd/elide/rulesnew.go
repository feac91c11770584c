package main

import (
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/rulecheck"
	"elide.example/elide/internal/ruledraft"
	"elide.example/elide/internal/spool"
)

func newRulesNew(a *app) *command {
	name := ""
	return &command{
		name:  "new",
		args:  "[FLAG]... (-- COMMAND [ARG]... | -)",
		short: "draft a rule file from what a command prints",
		long: `elide rules new runs a command, or with - reads an output that was saved from standard
input, and writes a rule file for it to standard output: lines that look alike are one
group; frequent ones are proposed to be hidden, rare ones and those that say how bad
they are to be shown, where elide doesn't do that already. The example is a part of
the output, marked as it comes out with these rules: read it, and mark what must be
shown or hidden. The file is for the command alone, unless the name is taken out.

Exit status: 0, whatever the command's; 1 if standard output could not be written; 2
for a mistake in the call; 127 if the command was not found, 126 if it could not be run.`,
		example: "  elide rules new -- ls -l\n  elide rules new --command 'acme build' - < server.log",
		flags: func(set *flag.FlagSet) {
			set.StringVar(&name, "command", "", "the `command` that the file is for: its program, and what of its words tells it")
		},
		wantsArgs: true,
		argsEnd:   true,
		run:       func(args []string) error { return a.draftRules(args, name) },
	}
}

// draftRules writes a file for what the command prints, or what is read.
func (a *app) draftRules(args []string, name string) error {
	var held spool.Spool
	defer held.Close()
	switch {
	case a.lack != nil:
		return a.lack
	case len(args) == 0 || args[0] == "":
		return &callError{errors.New("no output to draft from: elide rules new -- COMMAND [ARG]…, or - for standard input")}
	case args[0] == "-" && len(args) > 1:
		return &callError{errors.New("- reads standard input; nothing may follow it")}
	case args[0] == "-":
		if _, err := held.ReadFrom(a.in); err != nil {
			return err
		}
	default:
		if name == "" {
			name = commandName(args)
		}
		if err := a.printed(&held, args); err != nil {
			return err
		}
	}
	return a.writeDraft(&held, name)
}

// printed runs a command and holds what it prints.
func (a *app) printed(held *spool.Spool, args []string) error {
	p, err := child.Start(child.Command{Args: args, Stdin: a.in})
	if err != nil {
		return notStarted(err)
	}
	defer p.Release()
	defer p.HandOver(a.err)
	waiting := a.progress()
	_, err = held.ReadFrom(waiting.Watch(p))
	waiting.End()
	p.Wait()
	return err
}

func (a *app) writeDraft(held *spool.Spool, name string) error {
	output, err := io.ReadAll(io.NewSectionReader(held, 0, min(held.Size(), ruledraft.MostBytes+1)))
	if err != nil {
		return err
	}
	return withChecker(func(c *rulecheck.Checker) error {
		draft, err := ruledraft.New(c, output, name)
		if err != nil {
			return err
		}
		_, err = a.out.WriteString(draft.Text())
		return unwritten(err)
	})
}

// commandName returns what a file would be bound to that is drafted from what the
// arguments run: the program, and what is asked of it if a plain word says so. ""
// if that is a shell's script, whose name says nothing.
func commandName(args []string) string {
	name := filepath.Base(args[0])
	plain := len(args) > 1 && args[1] != "" && strings.Trim(args[1], "abcdefghijklmnopqrstuvwxyz-") == "" && args[1][0] != '-'
	switch {
	case plain:
		return name + " " + args[1]
	case strings.HasSuffix(name, "sh"):
		return ""
	}
	return name
}
