// Command elision-bench measures elide, and any other filter, on a corpus of
// labelled tool outputs.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"

	"elide/internal/cli"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cmd := newCommand(stdout, stderr)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	cli.Error(stderr, "elision-bench", err)
	return cli.Status(err)
}
