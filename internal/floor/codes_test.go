package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestCodes: of a report in whatever form the first finding of each rule is shown, and
// none of a text in which names stand in brackets.
func TestCodes(t *testing.T) {
	var report, text strings.Builder
	for i := range 30 {
		fmt.Fprintf(&report, "   L%d | <p>\n      ^ The tag of this must be closed. (%s)\n", i, []string{"tag-pair", "attr-quotes", "idUnique"}[i%3])
		fmt.Fprintf(&text, "the part that is called so (see part-%c)\nand one of those that are (named-%c-%c)\n", 'a'+i%26, 'a'+i%26, 'a'+i/26)
	}
	for _, c := range []struct {
		text  string
		shown int
	}{{report.String(), 3}, {text.String(), 0}} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		f := floor{marks: marks}
		f.codes(block.Section{Block: b, End: b.Len(), Shape: shape.Prose})
		n := 0
		for i := range marks {
			if marks[i].Rank > mark.Bulk {
				n++
			}
		}
		if n != c.shown {
			t.Errorf("%d shown, want %d: %s", n, c.shown, c.text[:60])
		}
	}
}
