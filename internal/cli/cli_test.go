package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestOneVoice(t *testing.T) {
	err := Hint(fmt.Errorf("open: %w", Hint(errors.New("no such store"), "set ELIDE_STORE")), "see --help")
	var out strings.Builder
	Error(&out, "elide", err)
	Warn(&out, "elide", errors.New("a\x1b[1mb"))
	want := "elide: error: open: no such store\nelide: hint: set ELIDE_STORE\nelide: hint: see --help\nelide: warning: a\uFFFD[1mb\n"
	if out.String() != want {
		t.Errorf("got %q", out.String())
	}
	if Hint(nil, "x") != nil || WithStatus(nil, 3) != nil {
		t.Error("no error became one")
	}
}

func TestStatus(t *testing.T) {
	for want, errs := range map[int][]error{
		OK:       {nil, &os.PathError{Err: syscall.EPIPE}, Hint(io.ErrClosedPipe, "x"), WithStatus(syscall.EPIPE, NotFound)},
		Failure:  {io.EOF, syscall.ENOSPC},
		Usage:    {Usagef("unknown flag %s", "-x"), fmt.Errorf("a: %w", Usagef("b"))},
		NotFound: {WithStatus(Usagef("b"), NotFound), Hint(WithStatus(io.EOF, NotFound), "x")},
	} {
		for _, err := range errs {
			if got := Status(err); got != want {
				t.Errorf("%v: %d, want %d", err, got, want)
			}
		}
	}
}

func TestAClosedPipeIsQuiet(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	_, err = w.Write([]byte("x"))
	var out strings.Builder
	Error(&out, "elide", err)
	if !closedPipe(err) || out.String() != "" {
		t.Errorf("%v: %q", err, out.String())
	}
}
