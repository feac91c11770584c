// Command elide-shell stands before the shell lines of Claude Code, which runs
// every one of them through the program that CLAUDE_CODE_SHELL_PREFIX names:
//
//	elide-shell LINE
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
	"runtime"
	"runtime/debug"

	"elide/internal/cli"
)

// program names elide-shell in its messages.
const program = "elide-shell"

// As in elide: the process is gone soon.
const (
	gcPercent   = 400
	memoryLimit = 160 << 20
)

const help = `elide-shell runs a line of Claude Code's Bash tool and reduces what it prints.
elide install claude sets it up, so that nobody needs to call it:

  CLAUDE_CODE_SHELL_PREFIX=/path/to/elide-shell
  ELIDE_SHELL_PREFIX=COMMAND    a prefix that was set before, run in front as ever

Usage:
  elide-shell LINE

Exit status: the line's own, or 128+N after signal N; 2 for a mistake in the call.
`

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs elide-shell and returns its exit status. It takes files: the line
// gets them as they are.
func run(args []string, stdout, stderr *os.File) int {
	switch {
	case len(args) == 1 && args[0] == "--version":
		return printed(fmt.Fprintf(stdout, "%s %s %s %s/%s\n", program, cli.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH))
	case len(args) == 1 && args[0] == "--help":
		return printed(io.WriteString(stdout, help))
	case len(args) != 1:
		cli.Error(stderr, program, cli.Hint(fmt.Errorf("takes one line, not %d arguments", len(args)), program+" --help"))
		return cli.Usage
	}
	l := readLine(args[0], os.Getenv)
	os.Unsetenv(formerPrefix) // one that calls elide-shell in its turn would go on for ever
	if j := l.job(); j != nil {
		return j.run(stdout, stderr)
	}
	return become(l.args, stderr)
}

func printed(_ int, err error) int { return cli.Status(err) }
