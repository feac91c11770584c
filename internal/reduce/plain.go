package reduce

import (
	"bytes"
	"slices"

	"elide/internal/block"
)

// plain ranks text of which nothing is known. Short text is shown whole. A
// failure in it is treated as in a build's output; what is left is shown but
// for lines that repeat others. Of a text that is too long for that, the starts
// of its paragraphs are shown and lines that are unlike the others.
func plain(s block.Section, marks []Mark) {
	if plainShort(s) || queryPlan(s) {
		showWhole(marks)
		if len(s.Bytes()) > shortBytes {
			dullSteps(s, marks)
		}
		return
	}
	if isGitHistory(s) || isOnelineHistory(s) || isSyscallTrace(s) || isMemcheck(s) || stampedMostly(s) {
		serviceLog(s, marks)
		return
	}
	if changePlan(s, marks) {
		rankCrashes(s, marks)
		spreadMarks(s, marks)
		return
	}
	b := readBuild(s)
	b.markFindings(marks)
	if !b.failed() {
		b.markParagraphs(marks)
	}
	b.markSteps(marks)
	b.markEnd(marks)
	rankCrashes(s, marks)
	switch {
	case plainRows(s):
		markEdges(s, marks, plainRowsShown, 2)
	case len(s.Bytes()) <= plainMost:
		foldRepeats(s, marks)
	}
	spreadMarks(s, marks)
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
		if blankLine(text) {
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
// any between them, or by blanks.
func plainCells(text []byte) int {
	text = bytes.TrimSpace(text)
	if tabs := bytes.Count(text, []byte{'\t'}); tabs > 0 {
		return tabs + 1
	}
	n := 1
	for i := 1; i < len(text); i++ {
		if text[i] == ' ' && text[i-1] != ' ' {
			n++
		}
	}
	return n
}

// plainMost is the length in bytes up to which text that isn't understood is
// shown but for its repeats.
const plainMost = 64 << 10

// plainShort tells whether the section costs little enough to be shown whole.
func plainShort(s block.Section) bool { return s.Len() <= 16 && len(s.Bytes()) <= 1200 }

// showWhole marks all units.
func showWhole(marks []Mark) {
	for i := range marks {
		marks[i].Raise(Context, 50, WhyShort)
	}
}

// repeatsShown is how many lines of one template are shown, if there are more
// than repeatsMost: fewer may each say something of their own.
const (
	repeatsShown = 3
	repeatsMost  = 6
)

// foldRepeats shows all lines but those whose template was shown before. Lines
// without a word in them, as of a dump or of encoded bytes, are of one template.
func foldRepeats(s block.Section, marks []Mark) {
	miner := newTemplateMiner(s.Len())
	for i := range marks {
		if t := unindented(s.Text(i)); len(t) > 0 {
			miner.add(i, repeatHash(t))
		}
	}
	miner.merge(s.Text)
	shown := make(map[int32]int32)
	for i := range marks {
		g := miner.groupOf(i)
		if g == nil {
			continue
		}
		if g.count > repeatsMost {
			if shown[g.first]++; shown[g.first] > repeatsShown && g.last != int32(i) {
				continue
			}
		}
		marks[i].Raise(Sample, 60, WhyFirst)
	}
}

// repeatHash returns the hash of the line's template.
func repeatHash(t []byte) uint64 {
	if len(t) >= 40 && bytes.IndexByte(t, ' ') < 0 && bytes.IndexByte(t, '.') < 0 {
		return maskSeed // encoded bytes
	}
	if hexDump(t) {
		return maskPrime
	}
	return templateHash(t)
}

// hexDump tells whether the line is one of a dump: eight bytes or more as two
// hexadecimal digits or four.
func hexDump(t []byte) bool {
	n, start := 0, 0
	for i := 0; i <= len(t) && n < 8; i++ {
		if i < len(t) && t[i] != ' ' && t[i] != '-' {
			continue
		}
		if w := i - start; (w == 2 || w == 4) && maskClass[t[start]] >= maskHexLetter && maskClass[t[i-1]] >= maskHexLetter {
			n += w / 2
		}
		start = i + 1
	}
	return n >= 8
}

// queryPlan tells whether the section is the plan of a database's query, each
// step of which has a cost: the tree is the answer.
func queryPlan(s block.Section) bool {
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

// dullSteps hides what a long plan says of its steps that nobody asks for: the
// columns that each hands on, and how a step that fit into memory was divided.
func dullSteps(s block.Section, marks []Mark) {
	for i := range marks {
		t := unindented(s.Text(i))
		if hasAnyPrefix(t, "Output: ", "Inner Unique: ", "Heap Blocks: exact") || hasAnyPrefix(t, "Buckets: ", "Batches: 1 ") && bytes.Contains(t, []byte("Batches: 1 ")) {
			marks[i] = Mark{}
		}
	}
}

// stampedMostly tells whether most lines of an even sample are records with
// a time.
func stampedMostly(s block.Section) bool {
	stamped, lines := 0, 0
	for i := 0; i < s.Len(); i += max(1, s.Len()/200) {
		text := s.Text(i)
		if blankLine(text) || s.Segment(i) {
			continue
		}
		lines++
		if stampedLine(text) {
			stamped++
		}
	}
	return lines > 4 && stamped*3 > lines*2
}

// markParagraphs marks the first line of each paragraph, up to a bound, and
// the second where the first is underlined.
func (b *buildReader) markParagraphs(marks []Mark) {
	const shown = 30
	n := 0
	for i := range b.lines {
		if b.lines[i].kind == buildBlank || i > 0 && b.lines[i-1].kind != buildBlank {
			continue
		}
		if n++; n > shown {
			return
		}
		marks[i].Raise(Sample, 40, WhyHeading)
	}
}
