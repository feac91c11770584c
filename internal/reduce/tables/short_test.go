package tables

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestShortParts: of a report of several drawn tables the short ones are shown whole; a
// list of many paragraphs isn't, nor one table.
func TestShortParts(t *testing.T) {
	frame := func(title string, rows int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n┌──────┬─────┐\n│ city ┆ len │\n╞══════╪═════╡\n", title)
		for i := range rows {
			fmt.Fprintf(&b, "│ Wien ┆ %3d │\n", i)
		}
		return b.String() + "└──────┴─────┘\n"
	}
	report := frame("shape: (300, 2)", 300) + frame("shape: (4, 2)", 4) + frame("shape: (3, 2)", 3) + frame("shape: (1, 2)", 1)
	var list strings.Builder
	for i := range 60 {
		fmt.Fprintf(&list, "part%d  12  14\npart%d  13  15\n\n", i, i)
	}
	for _, c := range []struct {
		text  string
		whole int
	}{{report, 4 + 3 + 1 + 3*5}, {list.String(), 0}, {frame("shape: (300, 2)", 300), 0}} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		showParts(block.Section{Block: b, End: b.Len(), Shape: shape.Table}, marks)
		n := 0
		for i := range marks {
			if marks[i].Rank > mark.Bulk {
				n++
			}
		}
		if n != c.whole {
			t.Errorf("%d shown, want %d", n, c.whole)
		}
	}
}
