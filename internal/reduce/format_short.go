package reduce

import (
	"elide/internal/block"
	"elide/internal/shape"
)

// A short list was asked for as a whole: each of its lines may be what is
// looked for, and hiding some saves little.
const (
	shortBytes = 4_000 // of a search, a table or a list
	shortRows  = 60    // lines of one
	shortLine  = 300   // bytes of a line that is shown for that alone
)

// isShortList tells whether the section, all of its block, is a short list of
// any kind.
func isShortList(s block.Section) bool {
	if s.First > 0 || s.End < s.Block.Len() {
		return false
	}
	switch s.Shape {
	case shape.JSONArray, shape.JSONObject:
		return len(s.Bytes()) <= shortBytes
	case shape.Table, shape.Grep, shape.Listing:
		return s.Len() <= shortRows && len(s.Bytes()) <= shortBytes
	}
	return false
}

// shortList ranks the lines of a short list, and shows those too that tell
// nothing by themselves.
func shortList(s block.Section, marks []Mark) {
	For(s.Shape)(s, marks)
	for i := range marks {
		whole := !s.Segment(i) || s.Shape == shape.JSONArray || s.Shape == shape.JSONObject
		if text := s.Text(i); whole && len(text) <= shortLine && !blankLine(text) {
			marks[i].Raise(Sample, 5, WhyShort)
		}
	}
}
