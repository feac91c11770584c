package pipeline

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestLoneAreShown: a line between shown ones is, unless it is long, progress told below it, or
// many are hidden so.
func TestLoneAreShown(t *testing.T) {
	const few = "says what is wrong in a few words"
	for _, c := range []struct {
		middle string
		why    mark.Why
		times  int
		shown  bool
	}{
		{few, mark.WhyNone, 1, true},
		{few, mark.WhyNone, mostLone, true},
		{few, mark.WhyNone, mostLone + 1, false},
		{few, mark.WhyGoesOn, 1, false},
		{strings.Repeat(few+" ", 4), mark.WhyNone, 1, false},
		{few + "\n" + few, mark.WhyNone, 1, false},
	} {
		b := block.New([]byte(strings.Repeat("critical\n"+c.middle+"\n", c.times) + "critical\n"))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			if string(b.Text(i)) == "critical" {
				marks[i].Rank = mark.Critical
			} else {
				marks[i].Why = c.why
			}
		}
		showLone(b, marks)
		for i, m := range marks {
			if shown := m.Rank > mark.Bulk; shown != c.shown && m.Rank != mark.Critical {
				t.Errorf("%q %d times, %v: line %d is shown: %v", c.middle, c.times, c.why, i+1, shown)
			}
		}
	}
}
