package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestFigures: tables of numbers are shown that stand among what a run printed, with the
// names of their columns, and of a long one its top and the rows that its columns tell;
// nothing of lines that only hold numbers, nor of what has no names above it.
func TestFigures(t *testing.T) {
	rows := func(n int) string {
		var text strings.Builder
		for i := range n {
			state := "usual"
			if i == n-7 {
				state = "rare"
			}
			fmt.Fprintf(&text, "%9.2f  %8d  %7d%%  part%d.step  %s\n", 0.3+float64(i)/8, 4000-i, i%90, i, state)
		}
		return text.String()
	}
	const names = "     self     calls     share  name        kind\n"
	for name, c := range map[string]struct {
		text       string
		shown, all int
		rare       bool
	}{
		"short":        {names + rows(20), 21, 21, true},
		"with a rule":  {names + "=====  =====  ====\n" + rows(20), 22, 22, true},
		"parted":       {"  name   | scans | rows | dead \n---------+-------+------+------\n a       |     3 |    7 |    0 \n b       |     0 |    9 |    1 \n c       |    12 |    1 |    0 \n\n(3 rows)\n", 5, 5, false},
		"long":         {names + rows(200), 1 + figureTop, 60, true},
		"no names":     {"done in 3 s\n" + rows(20), 0, 0, false},
		"two rows":     {names + rows(2), 0, 0, false},
		"no table":     {names + strings.Repeat("served 3 of 9 parts\n", 20), 0, 0, false},
		"one name":     {"  the parts:\n" + rows(20), 0, 0, false},
		"numbers, too": {"  self  calls  2026\n" + rows(20), 0, 0, false},
	} {
		for _, sh := range []shape.Shape{shape.TestLog, shape.BuildLog, shape.Log, shape.Plain} {
			b := block.New([]byte("started\n" + c.text + "\nended\n"))
			f := floor{marks: make([]mark.Mark, b.Len())}
			f.figures(block.Section{Block: b, End: b.Len(), Shape: sh})
			shown, rare := 0, false
			for i, m := range f.marks {
				if m.Rank > mark.Bulk {
					shown++
					rare = rare || strings.Contains(string(b.Text(i)), "rare")
				}
			}
			if shown < c.shown || shown > c.all || rare != c.rare {
				t.Errorf("%s, %v: %d lines are shown, not %d to %d; the rare one: %v", name, sh, shown, c.shown, c.all, rare)
			}
		}
	}
}
