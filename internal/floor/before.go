package floor

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

const (
	beforeLines = 3 // lines of a log that are shown ahead of what went wrong
	beforeMost  = 8 // places at which they are
)

// before shows what a log says right ahead of what went wrong in it: what was done then is
// said as it is every time, and looks predictable.
func (f *floor) before(s block.Section) {
	if s.Shape != shape.Log {
		return
	}
	for i, left := 1, beforeMost; i < s.Len() && left > 0; i++ {
		if m := f.marks[s.First+i]; m.Rank != mark.Critical || f.marks[s.First+i-1].Rank > mark.Bulk {
			continue
		}
		left--
		for k := i - 1; k >= max(0, i-beforeLines) && f.marks[s.First+k].Rank == mark.Bulk; k-- {
			f.marks[s.First+k].Raise(mark.Sample, unknownScore, mark.WhyNear)
		}
	}
}
