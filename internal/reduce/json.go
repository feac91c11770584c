package reduce

import "elide/internal/block"

// jsonDocument ranks the parts of a JSON document, whole or cut at either
// end, on many lines or on one. What is shown: the outline, one record of
// each kind in a list, the records that deviate from their like. Streams
// of events whose meaning is in their order have readers of their own.
func jsonDocument(s block.Section, marks []Mark) {
	if s.Len() == 0 {
		return
	}
	d := readJSON(s.Bytes())
	if !goTest(d, s, marks) && !rgSearch(d, s, marks) {
		showJSON(d, s, marks)
	}
}

// jsonLines ranks records that stand on a line each, or a few lines.
func jsonLines(s block.Section, marks []Mark) {
	jsonDocument(s, marks)
}
