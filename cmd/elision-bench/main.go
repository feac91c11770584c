// Command elision-bench measures elide, and any other filter, on a corpus of
// labelled tool outputs.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/posix"
)

// program names elision-bench in its messages.
const program = "elision-bench"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := execute(ctx, args, stdout, stderr)
	cli.Error(stderr, program, err)
	return cli.Status(err)
}

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if asJSON, asked := cli.AsksVersion(args); asked {
		return cli.PrintVersion(stdout, program, asJSON)
	}
	cmd := newCommand(stdout, stderr)
	cmd.SetArgs(args)
	return posix.Execute(ctx, cmd)
}
