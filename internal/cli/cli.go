// Package cli is what the commands have in common towards the person or program
// that started them: exit statuses, one voice on standard error, how flags are
// listed, and what a closed pipe means.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
)

// The exit statuses. elide and elision-bench use the first three only;
// elide run ends with the status of its command.
const (
	OK        = 0
	Failure   = 1 // elide: output not written, or --strict; elision-get: store failure; elision-bench: a bar was missed
	Usage     = 2
	NotFound  = 3
	Expired   = 4
	Corrupt   = 5
	Ambiguous = 6
)

// Error prints an error as all the commands do, and its hints below it:
//
//	elide: error: lower case, no period
//	elide: hint: the next step
//
// A closed pipe is not an error, and nil is none; neither prints anything.
func Error(stderr io.Writer, program string, err error) {
	report(stderr, program, "error", err)
}

// Warn prints an error in the same voice as a warning: the command goes on.
func Warn(stderr io.Writer, program string, err error) {
	report(stderr, program, "warning", err)
}

func report(stderr io.Writer, program, kind string, err error) {
	if err == nil || closedPipe(err) {
		return
	}
	var lines strings.Builder
	fmt.Fprintf(&lines, "%s: %s: %s\n", program, kind, printable(err.Error()))
	for _, hint := range hints(err) {
		fmt.Fprintf(&lines, "%s: hint: %s\n", program, printable(hint))
	}
	io.WriteString(stderr, lines.String()) // nowhere to report that this failed
}

// hinted is an error that knows the next step.
type hinted struct {
	error
	hint string
}

func (h *hinted) Unwrap() error { return h.error }

// Hint returns err with a next step for whoever reads it, which Error prints
// on a line of its own. Hint(nil, …) is nil.
func Hint(err error, hint string) error {
	if err == nil {
		return nil
	}
	return &hinted{err, hint}
}

// hints returns the hints of an error, the innermost first.
func hints(err error) []string {
	var h *hinted
	if !errors.As(err, &h) {
		return nil
	}
	return append(hints(h.error), h.hint)
}

// withStatus is an error that decides the exit status.
type withStatus struct {
	error
	status int
}

func (e *withStatus) Unwrap() error { return e.error }

// WithStatus returns err as one that ends the command with that status.
// WithStatus(nil, …) is nil.
func WithStatus(err error, status int) error {
	if err == nil {
		return nil
	}
	return &withStatus{err, status}
}

// Usagef returns an error about how the command was called.
func Usagef(format string, args ...any) error {
	return WithStatus(fmt.Errorf(format, args...), Usage)
}

// Status returns the exit status for err: OK for nil and for a closed pipe,
// what WithStatus said, the outermost first, or else Failure.
func Status(err error) int {
	if err == nil || closedPipe(err) {
		return OK
	}
	var e *withStatus
	if errors.As(err, &e) {
		return e.status
	}
	return Failure
}

// closedPipe tells whether err came from writing to a pipe that nobody reads
// any more. That ends a command quietly.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// printable replaces what a terminal would act on. Messages quote files and
// references that others wrote.
func printable(s string) string {
	clean := func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if r < 0x20 || r >= 0x7f && r <= 0x9f {
			return '\uFFFD'
		}
		return r
	}
	return strings.Map(clean, s)
}

// Plural writes a count of things.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
