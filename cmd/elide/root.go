package main

import (
	"flag"

	"elide.example/elide/internal/cli"
)

// newRoot returns elide's commands.
func newRoot(a *app) *command {
	f := &flags{}
	version := false
	return &command{
		args:  "[FLAG]... [FILE]...",
		short: "reduce the output of tools for the agents that read it",
		long: `elide reduces the output of tools for the agents that read it.

It reads standard input, or each file as an input of its own, and writes what an
engineer would need of it: failures, errors and what is unusual. A gap such as
⟦12-80⟧ stands for the lines that are left out. The last line is a marker; the
original is stored under its hash, and elision-get gives it back, whole or in part.
What would not become smaller passes through as it is. ELIDE=off makes elide cat;
an agent that puts it before a command gets what that prints.

Exit status: 0, also when the input passes through as it is; 1 if standard
output could not be written or an input not be read to its end, or with --strict
if something failed; 2 for a mistake in the call or the configuration. Of Ctrl-C
elide ends when the program in front of it has: what that printed is shown first.`,
		example: `  go test -v ./... 2>&1 | elide
  elide --query 'connection timeout' server.log
  elide --budget 800 --keep panic --keep '/^E[0-9]{4}/' server.log
  elide run -- go test -v ./...`,
		flags: func(set *flag.FlagSet) {
			f.register(set)
			set.BoolVar(&version, "version", false, "print the version")
		},
		wantsArgs: true,
		run: func(names []string) error {
			if version {
				return a.printVersion(false)
			}
			return a.filter(f, names)
		},
		below: []*command{newRun(a), newMessages(a), newPrompt(a), newInstructions(a), newProxy(a), newMCP(a), newServe(a), newHook(a), newStore(a), newCost(a), newStats(a), newReplay(a), newConfig(a), newRules(a), newVersion(a), newShow(a), newDiff(a), newCompletion(a), newMan(a), newInit(a), newInstall(a), newUninstall(a), newDoctor(a)},
	}
}

func newRun(a *app) *command {
	f := &flags{}
	return &command{
		name:  "run",
		args:  "[FLAG]... -- COMMAND [ARG]...",
		short: "run a command and reduce what it prints",
		long: `elide run runs a command and reduces what it prints: standard output and standard
error together, in the order in which they came. Standard input and signals are
the command's. When it is killed, what it had printed is reduced all the same.
What it leaves in the background goes on, and what that prints later is shown as
it comes, on standard output. A question is shown when it is asked: at the
terminal, or to a program that writes to our input, on standard error. What takes
the whole screen is to be run without elide.

Exit status: the command's own, or 128+N if signal N ended it; 127 if it was not
found, 126 if it could not be run; 1 if it succeeded but standard output could not
be written or, with --strict, something failed; 2 for a mistake in the call.`,
		example: `  elide run -- go test -v ./...
  elide run --since last -- go test -v ./...
  elide run --keep deprecated -- make -j4
  elide run -c 'cd sub && ls -lR | sort'`,
		flags: func(set *flag.FlagSet) {
			set.StringVar(&f.line, "c", "", "run this `line` with sh")
			set.StringVar(&f.shell, "shell", "", "run the line with this `shell`: bash, zsh, sh or dash, or the path of one")
			f.register(set)
		},
		wantsArgs: true,
		argsEnd:   true,
		run:       func(args []string) error { return a.runCommand(f, args) },
	}
}

func newVersion(a *app) *command {
	asJSON := false
	return &command{
		name:    "version",
		short:   "print the version",
		long:    "elide version prints the version, and what elide was built with.",
		example: "  elide version\n  elide version --json",
		flags:   func(set *flag.FlagSet) { set.BoolVar(&asJSON, "json", false, "as JSON, with the commit and its time") },
		run:     func([]string) error { return a.printVersion(asJSON) },
	}
}

func (a *app) printVersion(asJSON bool) error {
	return unwritten(cli.PrintVersion(a.out, program, asJSON))
}
