// Command elide reduces the output of tools for the agents that read it, and
// stores each original, so that what it hides can be given back.
package main

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/help"
	"elide.example/elide/internal/room"
)

// program names elide in its messages.
const program = "elide"

// A block is held whole and the process is gone soon after: collecting garbage
// in between costs more than it frees. Large blocks are held to the limit.
const (
	gcPercent   = 400
	memoryLimit = 160 << 20 // bytes; above it garbage is collected at once
)

func main() {
	if child.IsRelay(os.Args[1:]) {
		child.Relay()
		return
	}
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs elide and returns its exit status. It takes files, not readers: a
// command that elide runs gets them as they are.
func run(args []string, stdin, stdout, stderr *os.File) int {
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE) // so that a closed pipe is an error of Write
	room.FullIsAnError()
	a := &app{in: stdin, out: stdout, err: stderr, lack: room.Lack()}
	err := a.execute(newRoot(a), args)
	cli.Error(stderr, program, err)
	if a.signal != nil {
		child.DieOf(a.signal.(syscall.Signal))
	}
	if err != nil && a.status == cli.OK {
		return cli.Status(err)
	}
	return a.status
}

// execute runs the command that the arguments name, or answers a shell that
// wants them completed.
func (a *app) execute(root *command, args []string) error {
	if len(args) > 0 && args[0] == help.CompletionRequest {
		return a.complete(root, args[1:])
	}
	return root.execute(a.out, program, args)
}

// app is elide as it was started.
type app struct {
	in, out, err *os.File
	status       int       // with which it ends, if no error says otherwise
	signal       os.Signal // of which it ends; nil: of none
	lack         error     // what it takes to do more than pass everything through; nil: nothing lacks
}

// endWith sets the exit status, if nothing before has set one.
func (a *app) endWith(status int) {
	if a.status == cli.OK {
		a.status = status
	}
}
