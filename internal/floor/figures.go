package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/tables"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
)

// With 2 cells the tuned corpus costs 0.6 points more, with 4 nothing changes; with 2 rows
// nothing does, with 5 one output of a set of 39 is whole no more. Long tables are shown as
// sections of rows are (rowsTokens and topRows of the pipeline).
const (
	figureCells  = 3    // numbers of a row, and names of columns
	figureRows   = 3    // rows that make a table
	figureTop    = 14   // rows that are shown of a table that is too long to be shown whole
	figureTokens = 2000 // up to which one is
)

// figures shows the tables of numbers that stand among other lines of a run: a benchmark's,
// a profile's. Somebody asked for them, and no row says which of them. Under a budget they
// go first.
func (f *floor) figures(s block.Section) {
	if !runs(s.Shape) && s.Shape != shape.Plain {
		return
	}
	looks := s.Looks()
	for i := 0; i+figureRows < len(looks); i++ {
		if !looks[i].MayHaveColumns() || looks[i].Kind == line.Record {
			continue
		}
		first, end := tableAt(s, i)
		if first == 0 {
			continue
		}
		sub := s
		sub.First, sub.End = s.First+i, s.First+end
		f.showTable(sub, s.First+first)
		i = end - 1
	}
}

// showTable shows a table whose first row is given: all of it, or if it is long its top and
// what its columns say.
func (f *floor) showTable(s block.Section, first int) {
	shown := s.End
	if text := s.Bytes(); len(text) > figureTokens*16 || tokens.Estimate(text) > figureTokens {
		shown = min(s.End, first+figureTop)
		tables.Reduce(s, f.marks[s.First:s.End])
	}
	for i := s.First; i < shown; i++ {
		f.marks[i].Raise(mark.Sample, unknownScore, mark.WhyShort)
	}
}

// tableAt returns the rows below the names of columns in line i, and a rule perhaps; none if
// it isn't such a line.
func tableAt(s block.Section, i int) (first, end int) {
	t := s.Text(i)
	if len(t) > scanned || names(t) < figureCells || numbers(t) > 0 {
		return 0, 0
	}
	first = i + 1
	if first < s.Len() && isRule(s.Text(first)) {
		first++
	}
	full := 0
	for end = first; end < s.Len(); end++ {
		n := numbers(s.Text(end))
		if n == 0 {
			break
		}
		if n >= figureCells {
			full++
		}
	}
	if full < figureRows {
		return 0, 0
	}
	return first, end
}

// isRule tells whether a line is drawn, or blank: "===  ====", "----+-----".
func isRule(t []byte) bool { return len(bytes.Trim(t, "-=+| ")) == 0 || scan.BoxRule(t) != 0 }

// names returns how many cells of a line begin with a letter, that are parted by two blanks
// or more, or by lines.
func names(t []byte) (n int) {
	for i, c := range t {
		if scan.IsLetter(c) && (i == 0 || t[i-1] == ' ' && (i == 1 || t[i-2] == ' ' || t[i-2] == '|')) {
			n++
		}
	}
	return n
}

// numbers returns how many words of a line are numbers, with their unit and in brackets perhaps.
func numbers(t []byte) (n int) {
	t = t[:min(len(t), scanned)]
	for at := 0; at < len(t); {
		for at < len(t) && scan.IsBlank(t[at]) {
			at++
		}
		from := at
		for at < len(t) && !scan.IsBlank(t[at]) {
			at++
		}
		if _, ok := telling.Measure(bytes.Trim(t[from:at], "()")); ok {
			n++
		}
	}
	return n
}
