package jsondoc

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/plain"
)

// Reduce ranks the parts of a JSON document, whole or cut at either
// end, on many lines or on one, or records that stand on a line each. What is shown: the outline, one record of
// each kind in a list, the records that deviate from their like. Streams
// of events whose meaning is in their order have readers of their own. One
// of which too much would have to be held is ranked as any text.
func Reduce(s block.Section, marks []mark.Mark) {
	if s.Len() == 0 {
		return
	}
	runs := certainRuns(s.Bytes())
	defer Certain(s, marks, runs)
	d := readJSON(s.Bytes(), runs)
	if d == nil {
		plain.Reduce(s, marks)
		return
	}
	if !goTest(d, s, marks) && !rgSearch(d, s, marks) {
		showJSON(d, s, marks)
	}
}
