package tables

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestRareKinds: where a column sorts the rows into kinds, of which a few have nearly all, the
// rows of rare ones are shown, though there are many kinds; where most values are rare none is.
func TestRareKinds(t *testing.T) {
	for name, c := range map[string]struct {
		rare  int // every so many rows has a kind of its own
		shown bool
	}{"nearly all of a few kinds": {8, true}, "as many of their own": {6, false}} {
		var text strings.Builder
		text.WriteString("| Name | Version | License |\n|------|---------|---------|\n")
		var odd []int
		for i := range 100 {
			license := []string{"MIT", "Apache-2.0", "BSD-3-Clause", "MIT License", "ISC"}[i%5]
			if i%c.rare == 5 {
				license = fmt.Sprintf("Own-%c", 'A'+i/c.rare)
				odd = append(odd, i+2)
			}
			fmt.Fprintf(&text, "| part-%c%d | %d.%d | %s |\n", 'a'+i%26, i, i%7, i*i%31, license)
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		shown := 0
		for _, i := range odd {
			if marks[i].Rank > mark.Bulk && marks[i].Why == mark.WhyRare {
				shown++
			}
		}
		if c.shown && shown != len(odd) || !c.shown && shown > 0 {
			t.Errorf("%s: of %d rows %d are shown", name, len(odd), shown)
		}
	}
}
