package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestCaption(t *testing.T) {
	for text, want := range map[string]bool{
		"; caught WARNING:":         true,
		"; caught STYLE-WARNING:":   true,
		"Error:":                    true,
		"  Warning:":                true,
		"Uncaught exception:":       true,
		"12	    except Exception:":  false,
		"errors:":                   false,
		"12 errors, 3 warnings:":    false,
		"Error: no such file":       false,
		"the error that we want is": false,
		"Could not resolve it:":     false,
		":":                         false,
	} {
		if got := caption([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestCaptioned: the message below each caption is shown, each once, and no more than a bound of a flood.
func TestCaptioned(t *testing.T) {
	for name, c := range map[string]struct {
		form  string
		what  []string
		shown int
	}{
		"a compiler of Lisp": {"; in: DEFUN F\n;     (CAR X)\n; \n; caught WARNING:\n;   %s\n", []string{"The list is too short for it.", "The name is that of a constant.", "It is called with one argument."}, 3},
		"a prover":           {"File \"./Add.v\", line 3, characters 2-8:\nError:\n%s\n", []string{"The term x has type nat.", "The goal is still open."}, 2},
		"the same":           {"Warning:\n  %s\n\n", []string{"it is slow today", "it is slow today", "it is slow today"}, 1},
		"no sentence":        {"Error:\n%s\n", []string{"none", "here"}, 0},
	} {
		var text strings.Builder
		for _, w := range c.what {
			fmt.Fprintf(&text, c.form, w)
		}
		b := block.New([]byte(text.String()))
		f := floor{marks: make([]mark.Mark, b.Len()), seen: map[uint64]struct{}{}}
		f.captioned(block.Section{Block: b, End: b.Len(), Shape: shape.BuildLog})
		shown := 0
		for i, m := range f.marks {
			if m.Rank > mark.Bulk {
				if shown++; !strings.Contains(text.String(), string(b.Text(i))) || caption(b.Text(i)) {
					t.Errorf("%s: %q is shown", name, b.Text(i))
				}
			}
		}
		if shown != c.shown {
			t.Errorf("%s: %d messages are shown, want %d", name, shown, c.shown)
		}
	}
}
