package reduce

import "elide/internal/block"

// Section marks the units of s by its format, if it has one of its own, or else
// by its shape's reducer. A command at a shell's
// prompt, which begins a section of a session, is kept whatever the shape.
func Section(s block.Section) []Mark {
	marks := make([]Mark, s.Len())
	rank := formatOf(s)
	if rank == nil {
		rank = For(s.Shape)
	}
	rank(s, marks)
	if len(marks) > 0 && hasPrefix(s.Text(0), "$ ") {
		marks[0].Raise(Context, 200, WhyHeading)
	}
	if !anyKept(marks) {
		markEdges(s, marks, 1, 1)
	}
	return marks
}

// anyKept tells whether a reducer kept anything at all. Of a section without
// a trace a reader can't even tell what it is.
func anyKept(marks []Mark) bool {
	for _, m := range marks {
		if m.Rank > Bulk {
			return true
		}
	}
	return false
}
