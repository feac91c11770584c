package main

import (
	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
)

// proxyProgram is what elide proxy starts. It has the network stack that elide
// does without.
const proxyProgram = "elide-proxy"

func newProxy(a *app) *command {
	return &command{
		name:  "proxy",
		args:  "[FLAG]... -- COMMAND [ARG]...",
		short: "run an agent and reduce what its tools printed on the way to the model",
		long: `elide proxy runs an agent and reduces what its tools printed in each request that
it makes to a model. It starts the program elide-proxy, which stands beside elide
or in PATH, with all that follows: elide proxy --help has the flags.

Exit status: the agent's own, or 128+N if signal N ended it; 127 if elide-proxy or
the agent was not found, 126 if it could not be run; 1 if the proxy could not be
started; 2 for a mistake in the call or the configuration.`,
		example: "  elide proxy -- claude -p 'fix the failing test'",
		raw:     true,
		run:     a.becomes(proxyProgram),
	}
}

// becomes returns what runs a command that is a program of its own.
func (a *app) becomes(name string) func(args []string) error {
	return func(args []string) error {
		path, err := child.Beside(name)
		if err != nil {
			return cli.Hint(notStarted(err), buildHint)
		}
		return a.become(path, append([]string{name}, args...))
	}
}

// buildHint says how a program comes to stand beside elide.
const buildHint = "build it as elide was: go build -o DIR ./cmd/... puts all programs in one folder"
