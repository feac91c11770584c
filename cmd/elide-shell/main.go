// Command elide-shell runs the shell lines of Claude Code's Bash tool:
//
//	elide-shell LINE
//
// The shell that was to run a line becomes elide-shell, by a script that the
// hook of SessionStart has the host put ahead of it (shellline.Session). It may
// also stand before all lines of the host, in CLAUDE_CODE_SHELL_PREFIX, where
// older versions had themselves put; but then none of them runs without it.
//
// What a line of the Bash tool prints is reduced (job.go). All other lines,
// hooks and MCP servers, and commands in the background, are run as if
// elide-shell were not there: it becomes their shell.
//
// Whatever goes wrong in elide-shell itself costs the reduction, and nothing
// else: the line runs, and its exit status and its output are its own.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/shellline"
)

// program names elide-shell in its messages.
const program = "elide-shell"

// As in elide: the process is gone soon.
const (
	gcPercent   = 400
	memoryLimit = 160 << 20
)

const help = `elide-shell runs a line of Claude Code's Bash tool and reduces what it prints.
elide install claude sets it up, so that nobody needs to call it: a hook has it run
the lines of each session in which it is there.

  CLAUDE_CODE_SHELL_PREFIX=/path/to/elide-shell  how older versions had it run
  ELIDE_SHELL_PREFIX=COMMAND    a prefix that was set before, run in front as ever

Usage:
  elide-shell LINE
  elide-shell version --json

Exit status: the line's own, or 128+N after signal N; 2 for a mistake in the call.
`

func main() {
	if child.IsRelay(os.Args[1:]) {
		child.Relay()
		return
	}
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs elide-shell and returns its exit status. It takes files: the line
// gets them as they are.
func run(args []string, stdout, stderr *os.File) int {
	asJSON, asked := cli.AsksVersion(args)
	switch {
	case asked && (asJSON || args[0] == "--version"): // version alone is a line
		return cli.Status(cli.PrintVersion(stdout, program, asJSON))
	case len(args) == 1 && slices.Contains([]string{"--help", "-help", "-h"}, args[0]):
		return printed(io.WriteString(stdout, help))
	case len(args) != 1:
		cli.Error(stderr, program, cli.Hint(fmt.Errorf("takes one line, not %d arguments", len(args)), program+" --help"))
		return cli.Usage
	}
	room.FullIsAnError()
	l := readLine(ownLine(args[0]), os.Getenv)
	os.Unsetenv(formerPrefix) // one that calls elide-shell in its turn would go on for ever
	if room.Lack() == nil {
		if j := l.job(); j != nil {
			return j.run(stdout, stderr)
		}
	}
	return become(l.args, stderr)
}

// ownLine returns a line as it would be without elide. A shell that has handed
// it over has said so in the environment, which nobody else is to see; what was
// not found in the line has to go on knowing it, or it would hand it over again.
func ownLine(text string) string {
	own := shellline.WithoutSession(text)
	if own != text {
		os.Unsetenv(shellline.Handed)
	}
	return own
}

// become becomes the command, or says why it can't.
func become(args []string, stderr *os.File) int {
	status, err := child.Become(args)
	cli.Error(stderr, program, err)
	return status
}

func printed(_ int, err error) int { return cli.Status(err) }
