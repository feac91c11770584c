// Command elide-proxy stands between agents and the models that they ask, and
// reduces the tool results in their requests. elide proxy starts it: it stays a
// program of its own because a network stack costs at every start of elide.
//
// It either runs a command, for whose life it stands on a port of this machine
// (launch.go), or serves agents that are started elsewhere (serve.go). Both
// make the same proxy, of the flags (options.go), the configuration and what
// the command would have asked (gateway.go).
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/room"
)

// program names elide-proxy in its messages, as its users call it.
const program = "elide proxy"

// Each request leaves some megabytes of garbage behind, next to which little is
// kept: collecting it less often takes a quarter off the time of a request.
// Near the limit it is collected as often as need be.
const (
	gcPercent   = 400
	memoryLimit = 256 << 20 // bytes
)

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs elide-proxy and returns its exit status. It takes files, not
// readers: the command that it runs gets them as they are.
func run(args []string, stdin, stdout, stderr *os.File) int {
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE) // so that a closed pipe doesn't end us before the command
	log.SetOutput(io.Discard)            // net/http quotes in it what a server sent unasked
	a := &app{in: stdin, out: stdout, err: stderr}
	err := a.execute(args)
	cli.Error(stderr, program, err)
	if err != nil {
		return cli.Status(err)
	}
	return a.status
}

// app is elide-proxy as it was started.
type app struct {
	in, out, err *os.File
	status       int // with which it ends, if no error says otherwise
}

func (a *app) execute(args []string) error {
	if asJSON, asked := cli.AsksVersion(args); asked {
		return cli.PrintVersion(a.out, "elide-proxy", asJSON)
	}
	o, command, err := parse(args)
	switch {
	case err != nil:
		return cli.Hint(cli.WithStatus(err, cli.Usage), program+" --help")
	case o.help:
		_, err := fmt.Fprint(a.out, o.usage())
		return err
	case o.version:
		return cli.PrintVersion(a.out, "elide-proxy", false)
	}
	room.FullIsAnError()
	if err := room.Lack(); err != nil {
		return a.without(err, o, command)
	}
	s, err := a.configure(o)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	if o.listen != "" {
		return s.serve()
	}
	return s.launch(command)
}

// without does without a proxy what can be: a command runs as if it were not
// there.
func (a *app) without(lack error, o *options, command []string) error {
	if o.listen != "" {
		return lack
	}
	cli.Warn(a.err, program, fmt.Errorf("runs without a proxy: %w", lack))
	status, err := child.Become(command)
	a.status = status
	return cli.WithStatus(err, status)
}
