package digest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Limits bound a summarizer.
type Limits struct {
	Timeout  time.Duration // 0: DefaultTimeout
	MaxBytes int           // of what it may print; 0: DefaultBytes
}

// The limits where nothing else is said.
const (
	DefaultTimeout = 60 * time.Second
	DefaultBytes   = 64 << 10
)

// The errors of summarizers, beside *TooLongError and *FailedError.
var (
	ErrEmpty   = errors.New("the summarizer wrote nothing")
	ErrTimeout = errors.New("the summarizer took too long")
)

// TooLongError says that a summary is longer than it may be. Size is how long it
// was when it was given up.
type TooLongError struct {
	Size, Most int
	Unit       string
}

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the summarizer wrote more than %d %s", e.Most, e.Unit)
}

// FailedError says that the command could not be run, or how it ended.
type FailedError struct {
	Err  error
	Said string // the first line of its standard error, quoted; "" if there is none
}

func (e *FailedError) Error() string {
	text := "the summarizer failed: " + e.Err.Error()
	if e.Said != "" {
		text += ": " + e.Said
	}
	return text
}

func (e *FailedError) Unwrap() error { return e.Err }

// ending is how long the output of a command that is done, or was killed, is
// waited for.
const ending = 2 * time.Second

// Run lets the user's command, a line for the shell, write a summary: it gets the
// prompt on standard input, and what it prints is returned. It runs in a process
// group of its own, and what is left of that when it ends, or has to, is killed. A
// context that ends does the same, so it should end when a signal comes: the
// terminal's don't reach the group. On an error there is no text.
//
// The command must come from where the user may name commands, never from a
// request.
func Run(ctx context.Context, command string, prompt []byte, limits Limits) (text []byte, err error) {
	if limits.Timeout <= 0 {
		limits.Timeout = DefaultTimeout
	}
	if limits.MaxBytes <= 0 {
		limits.MaxBytes = DefaultBytes
	}
	outer := ctx
	ctx, cancel := context.WithTimeout(ctx, limits.Timeout)
	defer cancel()
	out, said := &capped{most: limits.MaxBytes, full: cancel}, &head{most: 1 << 10}
	cmd := shell(ctx, command)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(prompt), out, said
	cmd.Cancel = func() error { return kill(cmd) }
	cmd.WaitDelay = ending
	err = cmd.Run()
	if cmd.Process != nil {
		kill(cmd)
	}
	switch {
	case out.over:
		return nil, &TooLongError{len(out.held), limits.MaxBytes, "bytes"}
	case err == nil || ended(cmd, err):
		if len(bytes.TrimSpace(out.held)) == 0 {
			return nil, ErrEmpty
		}
		return out.held, nil
	case outer.Err() != nil:
		return nil, outer.Err()
	case ctx.Err() != nil:
		return nil, ErrTimeout
	}
	return nil, &FailedError{err, said.line()}
}

// ended tells whether the command came to a good end all the same: what it left
// behind held its output open, or it did not read all of the prompt.
func ended(cmd *exec.Cmd, err error) bool {
	var exit *exec.ExitError
	return !errors.As(err, &exit) && cmd.ProcessState != nil && cmd.ProcessState.Success()
}

// capped holds what is written up to a length. More calls full.
type capped struct {
	held []byte
	most int
	full func()
	over bool
}

func (c *capped) Write(p []byte) (int, error) {
	if len(c.held)+len(p) > c.most {
		c.over = true
		c.full()
		return 0, errors.New("too long")
	}
	c.held = append(c.held, p...)
	return len(p), nil
}

// head holds the first bytes of what is written.
type head struct {
	held []byte
	most int
}

func (h *head) Write(p []byte) (int, error) {
	h.held = append(h.held, p[:min(len(p), h.most-len(h.held))]...)
	return len(p), nil
}

// line returns the first line, quoted where a terminal could be led astray.
func (h *head) line() string {
	const longest = 160
	line, _, _ := strings.Cut(strings.TrimSpace(string(h.held)), "\n")
	if line = clip(strings.TrimSpace(line), longest); line == "" {
		return ""
	}
	return strconv.Quote(line)
}
