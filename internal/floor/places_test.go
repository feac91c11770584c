package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestPlacesOfTheUnknown: a report's findings are shown by their heads, whatever form
// these have, and a flood of them isn't.
func TestPlacesOfTheUnknown(t *testing.T) {
	for findings, shown := range map[int]int{20: 20, 500: 0} {
		var text strings.Builder
		text.WriteString("a.yaml:1:1: error: no version is given\nb.yaml:1:1: error: no version is given\n")
		for i := range findings {
			fmt.Fprintf(&text, "\n[%d] shop.yaml:%d:5 at #/paths/order%d/get\n\nThe value is not of the type that is said.\n\n%d | get: {id: x}\n  |          ^\n", i+1, i+10, i, i+10)
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		Raise([]block.Section{{Block: b, End: b.Len(), Shape: shape.BuildLog}}, marks)
		n := 0
		for i := range marks {
			if marks[i].Rank > mark.Bulk && strings.Contains(string(b.Text(i)), " at #/") {
				n++
			}
		}
		if n != shown {
			t.Errorf("of %d findings %d are shown", findings, n)
		}
	}
}

// TestPlacesBelow: a place that stands alone below a line that is shown is shown with it, below
// another place or a hidden line it isn't.
func TestPlacesBelow(t *testing.T) {
	text := []string{"name[play]: plays have names", "plays/main.yml:2:3", "plays/main.yml:9:3", "name[play]: plays have names", "plays/till.yml:4:1", "fqcn: use names", "plays/till.yml:4:1 says more"}
	b := block.New([]byte(strings.Join(text, "\n") + "\n"))
	for of, want := range map[shape.Shape]int{shape.BuildLog: 1, shape.Plain: 1, shape.Log: 0} {
		f := floor{marks: make([]mark.Mark, b.Len())}
		f.marks[0].Rank, f.marks[5].Rank = mark.Outlier, mark.Outlier
		f.placesBelow(block.Section{Block: b, End: b.Len(), Shape: of})
		for i, m := range f.marks {
			if shown := m.Rank > mark.Bulk; shown != (i == 0 || i == 5 || i == want && want > 0) {
				t.Errorf("%v: %q is shown: %v", of, text[i], shown)
			}
		}
	}
}
