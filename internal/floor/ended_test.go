package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestEndState(t *testing.T) {
	for text, want := range map[string]string{
		"* checking S3 methods ... WARNING":         "WARNING",
		"  - Vulnerable packages          [ NONE ]": "NONE",
		"Starting sshd ... not running":             "not running",
		"cpu: [arm]":                                "",
		"jdbcUrl......................none":         "",
		"Waiting for the server to answer ...":      "",
		"checking for gcc... /usr/bin/gcc":          "",
		"see the note [about this and that]":        "",
		"items[i]":                                  "",
		"- took 3 s [ 12 ]":                         "",
	} {
		if got := string(endState([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestEnded: of steps that end well those are shown that don't; where most end so, nothing is odd.
func TestEnded(t *testing.T) {
	steps := func(odd string, every int) string {
		var b strings.Builder
		for i := range 40 {
			state := "OK"
			if i%every == every-1 {
				state = odd + "\n  because of this and that in part " + fmt.Sprint(i)
			}
			fmt.Fprintf(&b, "* checking part %d of it ... %s\n", i, state)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text  string
		shown int // steps that ended in another state
	}{
		"warnings": {steps("WARNING", 20), 2}, "notes": {steps("NOTE", 20), 2}, "skipped": {steps("skipped", 20), 0}, "most": {steps("FAILED", 2), 0},
	} {
		b := block.New([]byte(c.text))
		s := block.Section{Block: b, End: b.Len(), Shape: shape.Plain}
		f := floor{marks: make([]mark.Mark, b.Len())}
		f.ended(s)
		shown := 0
		for i, m := range f.marks {
			if m.Rank > mark.Bulk {
				if shown++; strings.HasSuffix(string(b.Text(i)), "OK") {
					t.Errorf("%s: %q is shown", name, b.Text(i))
				}
			}
		}
		if shown != c.shown {
			t.Errorf("%s: %d lines are shown, want %d", name, shown, c.shown)
		}
	}
}
