package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Command returns the filter that a shell line is: the case's input on its
// standard input, its output what it prints there. The exit status doesn't
// matter, since grep's is 1 where it finds nothing; a command that isn't
// there is an error. It takes no budget.
func Command(line string) Filter {
	return Filter{Name: line, Run: func(ctx context.Context, c *Case, _ int) (Output, error) {
		return runShell(ctx, line, c.Input)
	}}
}

func runShell(ctx context.Context, line string, input []byte) (Output, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &stderr
	start := time.Now()
	text, err := cmd.Output()
	out := Output{Text: text, Elapsed: time.Since(start)}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && (exit.ExitCode() < 0 || exit.ExitCode() > 125):
		return out, fmt.Errorf("%s: %s", exit, firstLine(stderr.String()))
	case err != nil && !errors.As(err, &exit):
		return out, err
	}
	return out, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
