// Command elide-mcp gives models the originals of shortened outputs, by the Model
// Context Protocol. elide mcp starts it: it stays a program of its own because the
// protocol's library, with its network stack, costs at every start of elide.
//
// A host starts it and speaks to it over standard input and output; with --http
// it serves hosts that are started elsewhere (serve.go). What it serves is in
// package mcpserver, where the originals are in originals.go.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/mcpserver"
	"elide.example/elide/internal/room"
)

// program names elide-mcp in its messages, as its users call it.
const program = "elide mcp"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs elide-mcp and returns its exit status.
func run(args []string, stdin io.ReadCloser, stdout io.WriteCloser, stderr io.Writer) int {
	log.SetOutput(io.Discard) // libraries quote in it what a client sent
	a := &app{in: stdin, out: stdout, err: stderr}
	err := a.execute(args)
	cli.Error(stderr, program, err)
	return cli.Status(err)
}

// app is elide-mcp as it was started.
type app struct {
	in  io.ReadCloser
	out io.WriteCloser
	err io.Writer
}

func (a *app) execute(args []string) error {
	if asJSON, asked := cli.AsksVersion(args); asked {
		return cli.PrintVersion(a.out, "elide-mcp", asJSON)
	}
	o, err := parse(args)
	switch {
	case err != nil:
		return cli.Hint(cli.WithStatus(err, cli.Usage), program+" --help")
	case o.help:
		_, err := fmt.Fprint(a.out, o.usage())
		return err
	case o.version:
		return cli.PrintVersion(a.out, "elide-mcp", false)
	}
	room.FullIsAnError()
	if err := room.Lack(); err != nil {
		return err
	}
	originals, err := a.originals(o)
	if err != nil {
		return err
	}
	server := mcpserver.New(originals.options())
	if o.http != "" {
		return a.serve(o, server)
	}
	return server.Run(context.Background(), mcpserver.Stdio(a.in, a.out))
}
