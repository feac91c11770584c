package reduce

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/shape"
)

// Section marks the units of s by its format, if it has one of its own, or else
// by its shape's reducer. Of a build that counts more mistakes than the reducer
// found, all but repeats is kept. A command at a shell's prompt, which begins a
// section of a session, is kept whatever the shape.
func Section(s block.Section) []Mark {
	marks := make([]Mark, s.Len())
	rank := formatOf(s)
	if rank == nil {
		rank = For(s.Shape)
	}
	rank(s, marks)
	strayErrors(s, marks)
	if len(marks) > 0 && hasPrefix(s.Text(0), "$ ") {
		marks[0].Raise(Context, 200, WhyHeading)
	}
	if s.Shape == shape.BuildLog && len(s.Bytes()) <= plainMost && !accounted(s, marks) {
		foldRepeats(s, marks)
	}
	if s.Shape == shape.Listing && foundPaths(s) || s.Shape == shape.Table && plainShort(s) {
		for i := range marks {
			marks[i].Raise(Sample, 60, WhyShort)
		}
	}
	if !anyKept(marks) {
		markEdges(s, marks, 1, 1)
	}
	return marks
}

// strayMost is how many errors of other programs are kept of a section.
const strayMost = 20

// strayErrors keeps what programs said of their failures at the left edge of what
// is no log: a session may print a file, a table or what was found, and go on.
func strayErrors(s block.Section, marks []Mark) {
	switch s.Shape {
	case shape.SourceBrace, shape.SourceIndent, shape.Table, shape.Grep:
	default:
		return
	}
	kept := 0
	for i := range marks {
		if kept < strayMost && s.StartsLine(s.First+i) && strayError(s, i) {
			kept++
			keepLine(s, marks, i, Critical, 140, WhyFailure)
		}
	}
}

// strayError tells whether unit i is such a line: "Error: text", "fatal: text",
// an exception with its trace below.
func strayError(s block.Section, i int) bool {
	t := s.Text(i)
	if len(t) < 12 || t[len(t)-1] == ';' || t[len(t)-1] == ',' || t[len(t)-1] == '{' {
		return false
	}
	switch t[0] {
	case 'E', 'e', 'f', 'F':
		if hasAnyPrefix(t, "Error: ", "ERROR: ", "error: ", "fatal: ", "Fatal: ", "FATAL: ") {
			return true
		}
	}
	return i+1 < s.Len() && hasPrefix(s.Text(i+1), "\tat ") && exceptionHead(t)
}

// exceptionHead tells whether the line names an exception of Java's, with a
// message or without one.
func exceptionHead(t []byte) bool {
	name, _, _ := bytes.Cut(t, []byte{':'})
	dot := bytes.LastIndexByte(name, '.')
	return dot > 0 && bytes.IndexByte(name, ' ') < 0 && exceptionName(name[dot+1:])
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

// foundMost is the length in bytes up to which the paths that a search found
// are shown whole: they are the answer itself.
const foundMost = 8 << 10

// foundPaths tells whether the section is what a search of files prints with
// -l: paths of files alone. What lists a tree gives its folders too.
func foundPaths(s block.Section) bool {
	if len(s.Bytes()) > foundMost {
		return false
	}
	var before []byte
	for i := range s.Len() {
		t := unindented(s.Text(i))
		if len(t) == 0 {
			continue
		}
		if bytes.IndexByte(t, '/') <= 0 || bytes.IndexByte(t, ' ') >= 0 || t[len(t)-1] == '/' || t[len(t)-1] == ':' {
			return false
		}
		if n := len(before); n > 0 && len(t) > n && t[n] == '/' && bytes.HasPrefix(t, before) {
			return false
		}
		before = t
	}
	return true
}
