package tables

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestFirstOfEachRule: of a report in a table the first row of each rule is shown, where rows say
// how bad it is or what at length; also between the heads of several files.
func TestFirstOfEachRule(t *testing.T) {
	for name, c := range map[string]struct {
		grade, says string
		shown       bool
	}{
		"graded":     {"Error  ", "Remove it", true},
		"at length":  {"Till   ", "The till has no use for what is here", true},
		"of neither": {"Till   ", "Remove it", false},
	} {
		var text strings.Builder
		var firsts []int
		lines := 0
		for rule := range 9 {
			if rule%3 == 0 {
				fmt.Fprintf(&text, "=======================================\nFile:  src/till%d.vhd\n=======================================\n-----------+----------+------+---------\n  Rule     | severity | line | Solution\n-----------+----------+------+---------\n", rule)
				lines += 6
			}
			firsts = append(firsts, lines)
			for i := range 20 {
				fmt.Fprintf(&text, "  port_%03d | %s  | %4d | %s\n", 12+rule, c.grade, 100+7*i, c.says)
				lines++
			}
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		shown := 0
		for _, i := range firsts {
			if marks[i].Rank > mark.Bulk {
				shown++
			}
		}
		if shown == len(firsts) != c.shown {
			t.Errorf("%s: of %d rules the first row is shown of %d", name, len(firsts), shown)
		}
	}
}
