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
