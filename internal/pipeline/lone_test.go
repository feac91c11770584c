package pipeline

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestLoneAreShown: a line between shown ones is, and so are two and blank ones, unless one is
// long, progress is told below it, or many are hidden so.
func TestLoneAreShown(t *testing.T) {
	const few = "says what is wrong in a few words"
	for _, c := range []struct {
		middle string
		why    mark.Why
		times  int
		shown  bool
		beside mark.Rank
	}{
		{few, mark.WhyNone, 1, true, mark.Outlier},
		{few, mark.WhyNone, mostLone, true, mark.Outlier},
		{few, mark.WhyNone, mostLone + 1, false, mark.Outlier},
		{few, mark.WhyGoesOn, 1, false, mark.Outlier},
		{strings.Repeat(few+" ", 3), mark.WhyNone, 1, true, mark.Outlier},
		{strings.Repeat(few+" ", 4), mark.WhyNone, 1, false, mark.Outlier},
		{few + "\n", mark.WhyNone, mostLone, true, mark.Outlier},
		{few + "\n" + few, mark.WhyNone, mostTwos, true, mark.Outlier},
		{few + "\n" + few, mark.WhyNone, mostTwos + 1, false, mark.Outlier},
		{few + "\n" + few, mark.WhyGoesOn, 1, false, mark.Outlier},
		{few + "\n" + strings.Repeat(few+" ", 3), mark.WhyNone, 1, true, mark.Outlier},
		{few + "\n" + strings.Repeat(few+" ", 4), mark.WhyNone, 1, false, mark.Outlier},
		{few + "\n" + few + "\n" + few, mark.WhyNone, 1, false, mark.Outlier},
		{few + "\n\n\n", mark.WhyNone, 1, false, mark.Outlier},
		{strings.Repeat(few+" ", 4), mark.WhyNone, 1, true, mark.Critical},
		{strings.Repeat(few+" ", 6), mark.WhyNone, 1, false, mark.Critical},
		{strings.Repeat(few+" ", 4), mark.WhyGoesOn, 1, false, mark.Critical},
		{few + "\n" + strings.Repeat(few+" ", 4), mark.WhyNone, 1, false, mark.Critical},
	} {
		b := block.New([]byte(strings.Repeat("beside\n"+c.middle+"\n", c.times) + "beside\n"))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			if string(b.Text(i)) == "beside" {
				marks[i].Rank = c.beside
			} else {
				marks[i].Why = c.why
			}
		}
		showLone(b, marks)
		for i, m := range marks {
			if shown := m.Rank > mark.Bulk; shown != c.shown && m.Rank != c.beside {
				t.Errorf("%q %d times, %v: line %d is shown: %v", c.middle, c.times, c.why, i+1, shown)
			}
		}
	}
	between := block.New([]byte("beside\n" + strings.Repeat(few+" ", 4) + "\nbeside\n"))
	for _, ends := range [][2]mark.Rank{{mark.Critical, mark.Outlier}, {mark.Outlier, mark.Critical}} {
		marks := make([]mark.Mark, 3)
		marks[0].Rank, marks[2].Rank = ends[0], ends[1]
		if showLone(between, marks); marks[1].Rank > mark.Bulk {
			t.Errorf("a long line between lines that are %s and %s is shown", ends[0], ends[1])
		}
	}
}

// TestLoneUnderItsHead: a line that is shown for standing alone has its heads shown, also where
// its neighbours have none.
func TestLoneUnderItsHead(t *testing.T) {
	b := block.New([]byte("\n4.1. Executing PARTS pass (turn them into others).\nCreating parts for `x'.\n     1/1: sel[1:0]\nCreating parts for `y'.\n     1/2: a\n     2/2: b\n     3/2: c\n     4/2: d\n"))
	marks := make([]mark.Mark, b.Len())
	marks[2].Rank, marks[4].Rank = mark.Sample, mark.Sample
	raiseHeads(b, []block.Section{{Block: b, End: b.Len(), Shape: shape.Plain}}, marks)
	if marks[3].Rank == mark.Bulk || marks[1].Rank == mark.Bulk || marks[5].Rank > mark.Bulk {
		t.Errorf("the line: %v, its head: %v, others: %v", marks[3], marks[1], marks[5])
	}
}
