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

// TestExtremes: of lines that are alike the one is shown of which a number is far above all
// others in its place, or alone below nought.
func TestExtremes(t *testing.T) {
	many := func(n int, form string, odd ...string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, form+"\n", 100+i*7%90, i%9)
			if i == n/2 {
				b.WriteString(strings.Join(odd, "\n") + "\n")
			}
		}
		return b.String()
	}
	const row = "blob of %d bytes in pack %d"
	for name, c := range map[string]struct {
		text  string
		shape shape.Shape
		shown []string
	}{
		"far above":            {many(40, row, "blob of 3000000 bytes in pack 3"), shape.Plain, []string{"blob of 3000000 bytes in pack 3"}},
		"of rows":              {many(40, "%d  blob  %d", "3000000  blob  3"), shape.Table, []string{"3000000  blob  3"}},
		"of a log":             {many(40, "2026-01-02 03:04:05 took %d ms of %d", "2026-01-02 03:04:05 took 90000 ms of 3"), shape.Log, []string{"2026-01-02 03:04:05 took 90000 ms of 3"}},
		"below nought":         {many(40, `{"id": %d, "coins": %d}`, `{"id": 120, "coins": -4}`), shape.JSONLines, []string{`{"id": 120, "coins": -4}`}},
		"two below nought":     {many(40, `{"id": %d, "coins": %d}`, `{"id": 120, "coins": -4}`, `{"id": 121, "coins": -5}`), shape.JSONLines, nil},
		"two far above":        {many(40, row, "blob of 3000000 bytes in pack 3", "blob of 2900000 bytes in pack 3"), shape.Plain, nil},
		"not so far above":     {many(40, row, "blob of 600 bytes in pack 3"), shape.Plain, nil},
		"small":                {strings.Repeat("tried 2 times of 1\n", 39) + "tried 9 times of 1\n", shape.Plain, nil},
		"parts of one":         {strings.Repeat("took 1.25 s of 1\n", 39) + "took 40.0 s of 1\n", shape.Plain, []string{"took 40.0 s of 1"}},
		"few":                  {many(10, row, "blob of 3000000 bytes in pack 3"), shape.Plain, nil},
		"part of a name":       {many(40, "blob%d of pack %d", "blob3000000 of pack 3"), shape.Plain, nil},
		"a part of an address": {many(40, "listens to 10.0.0.1:%d on %d", "listens to 10.0.0.1:65000 on 3"), shape.Plain, nil},
		"decimals":             {many(40, "took %d.5 s of %d", "took 90000.5 s of 3"), shape.Plain, []string{"took 90000.5 s of 3"}},
		"source":               {many(40, row, "blob of 3000000 bytes in pack 3"), shape.SourceIndent, nil},
		"prose":                {many(40, row, "blob of 3000000 bytes in pack 3"), shape.Prose, nil},
	} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		f := floor{marks: marks}
		f.extremes(block.Section{Block: b, Shape: c.shape, First: 0, End: b.Len()})
		var shown []string
		for i, m := range marks {
			if m.Rank > mark.Bulk {
				shown = append(shown, string(b.Text(i)))
			}
		}
		if !slices.Equal(shown, c.shown) {
			t.Errorf("%s: shown are %q", name, shown)
		}
	}
}

// TestExtremesAreBounded: where much stands out a few lines are shown.
func TestExtremesAreBounded(t *testing.T) {
	var text strings.Builder
	for k := range 20 {
		for i := range 20 {
			fmt.Fprintf(&text, "%s took %d ms\n", strings.Repeat("a", k+3), 5+i+i/19*900)
		}
	}
	b := block.New([]byte(text.String()))
	marks := make([]mark.Mark, b.Len())
	f := floor{marks: marks}
	f.extremes(block.Section{Block: b, Shape: shape.Plain, First: 0, End: b.Len()})
	shown := 0
	for _, m := range marks {
		if m.Rank > mark.Bulk {
			shown++
		}
	}
	if shown != extremeMost {
		t.Errorf("%d lines are shown", shown)
	}
}
