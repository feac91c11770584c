// Command elision-bench measures elide, and any other filter, on a corpus of
// labelled tool outputs.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/posix"
)

// program names elision-bench in its messages.
const program = "elision-bench"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // so that a closed pipe doesn't end us before the bars are judged
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := execute(ctx, args, perhapsUnread{stdout}, stderr)
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

// perhapsUnread is standard output. A report that nobody reads to its end, as before
// `| head`, is no error, and no reason to be silent about a bar that is missed.
type perhapsUnread struct{ io.Writer }

func (w perhapsUnread) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if cli.Status(err) == cli.OK { // all is written, or the pipe is closed
		return len(p), nil
	}
	return n, err
}
