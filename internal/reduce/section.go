package reduce

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/reduce/plain"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Section marks the units of s. Of a build that counts more mistakes than the
// reducer found, all but repeats is kept. A command at a shell's prompt, which
// begins a section of a session, is kept whatever the shape.
func Section(s block.Section) []mark.Mark {
	marks := make([]mark.Mark, s.Len())
	Rank(s, marks)
	return marks
}

// Rank is Section with the marks of the section's units, which are zero.
func Rank(s block.Section, marks []mark.Mark) {
	rank, own := reducerOf(s)
	rank(s, marks)
	if !own {
		jsondoc.Certain(s, marks, nil)
	} else if shortList(s) {
		showShort(s, marks)
	}
	strayErrors(s, marks)
	showAnswers(s, marks)
	if len(marks) > 0 && scan.HasPrefix(s.Text(0), "$ ") {
		marks[0].Raise(mark.Context, 200, mark.WhyHeading)
	}
	if s.Shape == shape.BuildLog && len(s.Bytes()) <= mark.PlainMost && !accounted(s, marks) {
		mark.FoldRepeats(s, marks)
	}
	if s.Shape == shape.Table && plain.PlainShort(s) {
		for i := range marks {
			marks[i].Raise(mark.Sample, 60, mark.WhyShort)
		}
	}
	if !mark.AnyKept(marks) {
		mark.Edges(s, marks, 1, 1)
	}
}

// showAnswers shows what looks like the answers of commands of their own: nobody asked
// for a part of them, and they are short.
func showAnswers(s block.Section, marks []mark.Mark) {
	for _, run := range s.Answers {
		for i := max(run.First, s.First); i < min(run.End, s.End); i++ {
			marks[i-s.First].Raise(mark.Context, 100, mark.WhyAnswer)
		}
	}
}

// strayMost is how many errors of other programs are kept of a section.
const strayMost = 20

// strayErrors keeps what programs said of their failures at the left edge of what
// is no log: a session may print a file, a table or what was found, and go on.
func strayErrors(s block.Section, marks []mark.Mark) {
	switch s.Shape {
	case shape.SourceBrace, shape.SourceIndent, shape.Table, shape.Grep:
	default:
		return
	}
	kept := 0
	for i := range marks {
		if kept < strayMost && s.StartsLine(s.First+i) && strayError(s, i) {
			kept++
			mark.KeepLine(s, marks, i, mark.Critical, 140, mark.WhyFailure)
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
		if scan.HasAnyPrefix(t, "Error: ", "ERROR: ", "error: ", "fatal: ", "Fatal: ", "FATAL: ") {
			return true
		}
	}
	return i+1 < s.Len() && scan.HasPrefix(s.Text(i+1), "\tat ") && exceptionHead(t)
}

// exceptionHead tells whether the line names an exception of Java's, with a
// message or without one.
func exceptionHead(t []byte) bool {
	name, _, _ := bytes.Cut(t, []byte{':'})
	dot := bytes.LastIndexByte(name, '.')
	return dot > 0 && bytes.IndexByte(name, ' ') < 0 && scan.ExceptionName(name[dot+1:])
}

// shortList tells whether the section, all of its block, is a short list of
// any kind.
func shortList(s block.Section) bool {
	if s.First > 0 || s.End < s.Block.Len() {
		return false
	}
	switch s.Shape {
	case shape.JSONArray, shape.JSONObject:
		return len(s.Bytes()) <= plain.ShortBytes
	case shape.Table, shape.Grep, shape.Listing:
		return s.Len() <= plain.ShortRows && len(s.Bytes()) <= plain.ShortBytes
	}
	return false
}

// showShort shows the lines of a short list that tell nothing by themselves.
func showShort(s block.Section, marks []mark.Mark) {
	for i := range marks {
		whole := !s.Segment(i) || s.Shape == shape.JSONArray || s.Shape == shape.JSONObject
		if text := s.Text(i); whole && len(text) <= plain.ShortLine && !scan.Blank(text) {
			marks[i].Raise(mark.Sample, 5, mark.WhyShort)
		}
	}
}
