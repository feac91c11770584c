package plain

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
)

// Reduce ranks text of which nothing is known. A
// failure in it is treated as in a build's output; what is left is shown but
// for lines that repeat others. Of a text that is too long for that, the starts
// of its paragraphs are shown and lines that are unlike the others.
func Reduce(s block.Section, marks []mark.Mark) {
	b := build.Read(s)
	b.MarkFindings(marks)
	if !b.Failed() {
		b.MarkParagraphs(marks)
	}
	b.MarkSteps(marks)
	b.MarkEnd(marks)
	trace.RankCrashes(s, marks)
	switch {
	case plainRows(s):
		mark.Edges(s, marks, plainRowsShown, 2)
		telling.Mark(s, marks, telling.Words(s))
	case len(s.Bytes()) <= mark.PlainMost:
		mark.FoldRepeats(s, marks)
	}
	mark.Spread(s, marks)
}

const (
	plainRowsFrom  = 60 // lines from which rows of like cells are a list
	plainRowsShown = 8
)

// plainRows tells whether the section is a long list of rows that have the same
// number of cells, of which nothing is known: checksums, edges of a graph, names
// with their counts. The first of them say what it lists.
func plainRows(s block.Section) bool {
	var rows [plainCellsMost + 1]int
	lines := 0
	for i := range s.Len() {
		text := s.Text(i)
		if scan.Blank(text) {
			continue
		}
		lines++
		if n := plainCells(text); n > 1 && n <= plainCellsMost && !s.Segment(i) {
			rows[n]++
		}
		if lines == plainRowsFrom && slices.Max(rows[:])*2 < lines {
			return false
		}
	}
	return lines >= plainRowsFrom && slices.Max(rows[:])*20 >= lines*19
}

// plainCellsMost bounds the cells of a row.
const plainCellsMost = 8

// plainCells returns how many cells the line has: parted by tabs, if there are
// any between them, by bars or by blanks.
func plainCells(text []byte) int {
	text = bytes.TrimSpace(text)
	if tabs := bytes.Count(text, []byte{'\t'}); tabs > 0 {
		return tabs + 1
	}
	if bars := bytes.Count(text, []byte{'|'}); bars > 1 && bytes.IndexByte(text, ' ') < 0 {
		return bars + 1
	}
	n := 1
	for i := 1; i < len(text); i++ {
		if text[i] == ' ' && text[i-1] != ' ' {
			n++
		}
	}
	return n
}

// PlainShort tells whether the section costs little enough to be shown whole.
func PlainShort(s block.Section) bool { return s.Len() <= 16 && len(s.Bytes()) <= 1200 }

// ShowWhole marks all units.
func ShowWhole(_ block.Section, marks []mark.Mark) {
	for i := range marks {
		marks[i].Raise(mark.Context, 50, mark.WhyShort)
	}
}

// IsQueryPlan tells whether the section is the plan of a database's query, each
// step of which has a cost: the tree is the answer.
func IsQueryPlan(s block.Section) bool {
	const most = 24 << 10
	if len(s.Bytes()) > most {
		return false
	}
	steps := 0
	for i := range s.Len() {
		if t := s.Text(i); bytes.Contains(t, []byte("(cost=")) || bytes.Contains(t, []byte("(actual time=")) {
			steps++
		}
	}
	return steps >= 2 && steps*6 >= s.Len()
}

// QueryPlan shows all of a plan but, of a long one, what it says of its steps
// that nobody asks for: the columns that each hands on, and how a step that fit
// into memory was divided.
func QueryPlan(s block.Section, marks []mark.Mark) {
	ShowWhole(s, marks)
	for i := range marks {
		t := scan.Trim(s.Text(i))
		if len(s.Bytes()) > ShortBytes && (scan.HasAnyPrefix(t, "Output: ", "Inner Unique: ", "Heap Blocks: exact") || scan.HasAnyPrefix(t, "Buckets: ", "Batches: 1 ") && bytes.Contains(t, []byte("Batches: 1 "))) {
			marks[i] = mark.Mark{}
		}
	}
}

// StampedMostly tells whether most lines of an even sample are records with
// a time.
func StampedMostly(s block.Section) bool {
	stamped, lines := 0, 0
	for i := 0; i < s.Len(); i += max(1, s.Len()/200) {
		text := s.Text(i)
		if scan.Blank(text) || s.Segment(i) {
			continue
		}
		lines++
		if scan.Stamped(text) {
			stamped++
		}
	}
	return lines > 4 && stamped*3 > lines*2
}

// A short list was asked for as a whole: each of its lines may be what is
// looked for, and hiding some saves little.
const (
	ShortBytes = 4_000 // of a search, a table or a list
	ShortRows  = 60    // lines of one
	ShortLine  = 300   // bytes of a line that is shown for that alone
)
