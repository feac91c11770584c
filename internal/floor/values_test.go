package floor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestValues: of rows that say the same few values those of the rare ones are shown, all of
// three and two of more; not where values are names, nor where rows are few.
func TestValues(t *testing.T) {
	rows := func(n int, row string, values ...string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, row+"\n", i, "Apache")
			if i%(n/(len(values)+1)) == 0 && i > 0 && len(values) > 0 {
				fmt.Fprintf(&b, row+"\n", 1000+i, values[0])
				values = values[1:]
			}
		}
		return b.String()
	}
	const path, nested = "./src/part%d.c: %s", "coin%d\n  licence: %s"
	for name, c := range map[string]struct {
		text  string
		shape shape.Shape
		rare  string
		want  int
	}{
		"one":             {rows(200, path, "GPL"), shape.Listing, "GPL", 1},
		"of plain text":   {rows(200, path, "GPL"), shape.Plain, "GPL", 1},
		"three":           {rows(200, path, "GPL", "GPL", "GPL"), shape.Listing, "GPL", 3},
		"four":            {rows(200, path, "GPL", "GPL", "GPL", "GPL"), shape.Listing, "GPL", 2},
		"two values":      {rows(200, path, "GPL", "ISC"), shape.Listing, ": ", 2},
		"of one key":      {rows(200, nested, "GPL"), shape.Listing, "GPL", 1},
		"not rare":        {rows(100, path, "GPL", "GPL", "GPL", "GPL", "GPL", "GPL"), shape.Listing, "GPL", 0},
		"few rows":        {rows(20, path, "GPL"), shape.Listing, "GPL", 0},
		"values as names": {strings.Repeat("owner: one\nowner: two\nowner: three\nowner: four\nowner: five\nowner: six\n", 5), shape.Listing, ": ", 0},
		"of a log":        {rows(200, path, "GPL"), shape.Log, "GPL", 0},
		"keys alone":      {rows(200, "./src/part%d.c: ", "GPL"), shape.Listing, "GPL", 0},
	} {
		b := block.New([]byte(c.text))
		f := floor{marks: make([]mark.Mark, b.Len())}
		f.values(block.Section{Block: b, Shape: c.shape, End: b.Len()})
		var shown []string
		for i, m := range f.marks {
			if m.Rank > mark.Bulk {
				shown = append(shown, string(b.Text(i)))
			}
		}
		if len(shown) != c.want || slices.ContainsFunc(shown, func(s string) bool { return !strings.Contains(s, c.rare) || strings.Contains(s, "Apache") }) {
			t.Errorf("%s: shown are %q", name, shown)
		}
	}
}
