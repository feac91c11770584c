package heads

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestGoesOn: what a line that matters goes on in below is shown: behind a comma, and behind the
// blank at which a sentence was parted; not what is no deeper, or stands in a column.
func TestGoesOn(t *testing.T) {
	for text, want := range map[string]string{
		"error: the types differ in what they take,\n  and in what they give\n  more\n":                                  "and in what they give",
		"store.erl:16:9: The pattern \n          'not_found' can never match the type \n          'error' | {'ok', _}\n": "'not_found' can never match the type",
		"store.erl:16:9: The pattern \n'not_found' can never match the type\n":                                           "",
		"store.erl:16:9: The pattern\n          'not_found' can never match the type\n":                                  "",
		"store.erl  16:9  pattern   \n          'not_found' can never match the type\n":                                  "",
		"the pattern \n     'not_found' can never match\n":                                                               "",
	} {
		b := block.New([]byte(text))
		marks := make([]mark.Mark, b.Len())
		marks[0].Raise(mark.Critical, 100, mark.WhyFailure)
		goesOn(block.Section{Block: b, End: b.Len(), Shape: shape.BuildLog}, marks)
		shown := ""
		if marks[1].Rank > mark.Bulk {
			shown = strings.TrimSpace(string(b.Text(1)))
		}
		if shown != want {
			t.Errorf("%q: below it is shown %q, want %q", text, shown, want)
		}
	}
}

// TestGoesOnIsBounded: of a flood that goes on, and of lines each deeper than the one above, a bound is shown.
func TestGoesOnIsBounded(t *testing.T) {
	var deeper strings.Builder
	for i := range 100 {
		deeper.WriteString(strings.Repeat(" ", i) + "error: the types differ in what they take, \n")
	}
	for name, c := range map[string]struct {
		text string
		most int
	}{
		"a flood": {strings.Repeat("error: the types differ in what they take,\n   and in what they give\n", 2*goesOnMost), goesOnMost},
		"deeper":  {deeper.String(), goesOnLines},
	} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			if name == "a flood" && i%2 == 0 || i == 0 {
				marks[i].Raise(mark.Critical, 100, mark.WhyFailure)
			}
		}
		goesOn(block.Section{Block: b, End: b.Len(), Shape: shape.BuildLog}, marks)
		raised := 0
		for _, m := range marks {
			if m.Why == mark.WhyNear {
				raised++
			}
		}
		if raised != c.most {
			t.Errorf("%s: %d lines are shown for it, want %d", name, raised, c.most)
		}
	}
}
