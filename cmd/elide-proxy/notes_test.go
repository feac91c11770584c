package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestNotes: while a command has the terminal nothing is printed; then comes
// what was held back, but never without end.
func TestNotes(t *testing.T) {
	var out strings.Builder
	n := notes{out: &out}
	n.warn(errors.New("before"))
	n.hold()
	for i := range mostHeld + 5 {
		n.warn(fmt.Errorf("held %d", i))
	}
	if got := out.String(); got != "elide proxy: warning: before\n" {
		t.Errorf("while it holds back: %q", got)
	}
	n.release()
	n.warn(errors.New("after"))
	n.summarize("all is well")
	got := strings.Split(out.String(), "\n")
	if len(got) != mostHeld+5 || got[1] != "elide proxy: warning: held 0" || !strings.Contains(got[mostHeld+1], "more") ||
		got[mostHeld+2] != "elide proxy: warning: after" || got[mostHeld+3] != "elide proxy: all is well" {
		t.Errorf("%q", got)
	}
}

func TestNotesQuiet(t *testing.T) {
	var out strings.Builder
	n := notes{out: &out, quiet: true}
	n.warn(errors.New("a"))
	n.hold()
	n.warn(errors.New("b"))
	n.release()
	n.summarize("c")
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}
