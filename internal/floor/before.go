package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A linker says where it is in up to two lines ahead of what went wrong: with one line alone
// one of 120 outputs that nobody had seen is whole no more. Without ranBytes make-j-01 costs
// three times as much.
const (
	beforeLines = 3   // lines of a log that are shown ahead of what went wrong
	beforeMost  = 8   // places at which they are
	ranMost     = 2   // commands of a build that are shown ahead of what went wrong
	ranLines    = 3   // lines ahead of it that may be one
	ranBytes    = 240 // longer ones are lists of files and options
)

// before shows what stands right ahead of what went wrong: what a log says was done then,
// and the command of a build that ran. Both are said as they are every time, and look
// predictable.
func (f *floor) before(s block.Section) {
	var from func(s block.Section, i int) int
	left := beforeMost
	switch s.Shape {
	case shape.Log:
		from = func(_ block.Section, i int) int { return max(0, i-beforeLines) }
	case shape.BuildLog:
		from, left = ran, ranMost
	default:
		return
	}
	for i := 1; i < s.Len() && left > 0; i++ {
		if m := f.marks[s.First+i]; m.Rank != mark.Critical || f.marks[s.First+i-1].Rank > mark.Bulk {
			continue
		}
		first := from(s, i)
		if first < i {
			left--
		}
		for k := i - 1; k >= first && f.marks[s.First+k].Rank == mark.Bulk; k-- {
			f.marks[s.First+k].Raise(mark.Sample, unknownScore, mark.WhyNear)
		}
	}
}

// ran returns the line of the command right ahead of line i of a build, i if there is none.
func ran(s block.Section, i int) int {
	for k := i - 1; k >= max(0, i-ranLines); k-- {
		if command(s.Text(k)) {
			return k
		}
	}
	return i
}

// command tells whether a line is a command with an option, as a build prints what it runs:
// "g++ -o server main.o -lz".
func command(t []byte) bool {
	if len(t) == 0 || len(t) > ranBytes || t[0] != '/' && !scan.IsLower(t[0]) {
		return false
	}
	name, rest, _ := bytes.Cut(t, []byte{' '})
	if bytes.ContainsAny(name, ":()[]{}\"'=,;") {
		return false
	}
	for _, word := range bytes.Fields(rest) {
		if len(word) > 1 && word[0] == '-' && (scan.IsLetter(word[1]) || word[1] == '-') {
			return true
		}
	}
	return false
}
