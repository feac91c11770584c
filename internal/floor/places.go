package floor

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// placesBytes is how long the lines may be together that name a place and belong to no
// diagnostic that is understood: of 2,000 to 8,000 the outputs measured cost the same.
const placesBytes = 4000

// places shows what is hidden of a build's output that names a place in a file: in a
// report of a form that isn't known such lines are its findings' heads. All or none.
func (f *floor) places(s block.Section) {
	if s.Shape != shape.BuildLog {
		return
	}
	var at []int
	left := placesBytes
	for i := range s.Len() {
		if f.marks[s.First+i].Rank > mark.Bulk || s.Segment(i) || !build.NamesPlace(s.Text(i)) {
			continue
		}
		if left -= len(s.Text(i)); left < 0 {
			return
		}
		at = append(at, s.First+i)
	}
	for _, i := range at {
		f.marks[i].Raise(mark.Sample, unknownScore, mark.WhyLocation)
	}
}

// placesBelow shows the places that stand alone below lines that are shown: what a message is of.
func (f *floor) placesBelow(s block.Section) {
	if s.Shape != shape.BuildLog && s.Shape != shape.Plain {
		return
	}
	for i := 1; i < s.Len(); i++ {
		above, m := f.marks[s.First+i-1], &f.marks[s.First+i]
		if above.Rank > mark.Bulk && m.Rank == mark.Bulk && !s.Segment(i) && placeAlone(s.Text(i)) && !placeAlone(s.Text(i-1)) {
			m.Raise(above.Rank, above.Score, mark.WhyLocation)
		}
	}
}

// placeAlone tells whether a line is a place in a file and nothing more.
func placeAlone(t []byte) bool {
	t = scan.Trim(t)
	if len(t) == 0 || len(t) > scan.MaxPath || !scan.IsDigit(t[len(t)-1]) {
		return false
	}
	p, ok := scan.LocationAt(t)
	return ok && p.End == len(t)
}
