package pipeline

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// Where of a long output hardly anything is shown, what it ended with is shown too: of 13
// outputs of 32 KB and more of which less than 11 % were shown and a label lost, 4 had all
// that was missing in their last 27 lines, and of 289 outputs 242 are whole with it, not 238,
// for 0.1 points more; of 63 met later none is won. The lines beside what is shown win less and
// the first ones nothing; 8 % or 60 lines win nothing more, 5 % or 20 lines one less. Of
// outlines and of rows that were asked for nothing was won, and a run of tests ends with its
// totals. What goes on as it did has no end: a log of 1,000 requests that are alike took five
// times as many tokens, and none of the four is lost by leaving such ones.
const (
	endBytes = 32 << 10
	endShare = 6 // percent, with all that is shown
	endLines = 30
	endLook  = 60 // last lines of which
	endAlike = 50 // more are of one template if it goes on
)

// showEnd raises the last lines of a long block of which hardly anything is shown, up to
// those of which something is known.
func showEnd(b *block.Block, secs []block.Section, marks []mark.Mark) {
	size := len(b.Bytes())
	if b.Continues || size < endBytes {
		return
	}
	left := size * endShare / 100
	for i := 0; i < len(marks) && left > 0; i++ {
		if marks[i].Rank > mark.Bulk {
			left -= len(b.Raw(i))
		}
	}
	if left < 0 || goesOn(secs) {
		return
	}
	for lines, i := 0, len(marks)-1; i >= 0 && lines < endLines; i-- {
		for secs[len(secs)-1].First > i {
			secs = secs[:len(secs)-1]
		}
		switch secs[len(secs)-1].Shape {
		case shape.Plain, shape.Log, shape.BuildLog:
		default:
			return
		}
		if marks[i].Rank > mark.Bulk {
			continue
		}
		if left -= len(b.Raw(i)); left < 0 || marks[i].Why != mark.WhyNone {
			return
		}
		marks[i].Raise(mark.Sample, 0, mark.WhyEdge)
		lines++
	}
}

// goesOn tells whether nearly all of the last lines are alike.
func goesOn(secs []block.Section) bool {
	alike := map[uint64]int{}
	left := endLook
	for k := len(secs) - 1; k >= 0; k-- {
		for i := secs[k].Len() - 1; i >= 0 && left > 0; i, left = i-1, left-1 {
			t := secs[k].Template(i)
			if alike[t]++; alike[t] > endAlike {
				return true
			}
		}
	}
	return false
}
