package tables

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/scan"
)

// Between and below the rows of a table with bars other things may stand: what the
// table is of, its indexes and constraints, what another command printed. No row
// predicts them.

const (
	looseLines = 24   // lines up to which such a text is shown whole,
	looseBytes = 1600 // about 400 tokens
)

// loose keeps the lines that are no rows.
func (a *tableStats) loose() {
	if a.rows.kind != tableBarred {
		return
	}
	for i := a.first; i < len(a.marks); {
		end := i
		for end < len(a.marks) && !a.rowAt(end) {
			end++
		}
		if end > i {
			looseText(block.Section{Block: a.s.Block, First: a.s.First + i, End: a.s.First + end, Shape: a.s.Shape}, a.marks[i:end])
		}
		i = end + 1
	}
}

// rowAt tells whether unit i is of a row or a rule.
func (a *tableStats) rowAt(i int) bool {
	text := a.s.Text(i)
	return scan.CountBars(text) > 0 || a.s.Segment(i) || RuleRow(scan.Trim(text))
}

func looseText(s block.Section, marks []mark.Mark) {
	if s.Len() > looseLines || len(s.Bytes()) > looseBytes {
		telling.Lines(s, marks)
		return
	}
	for i := range marks {
		if !scan.Blank(s.Text(i)) {
			marks[i].Raise(mark.Context, 100, mark.WhyShort)
		}
	}
}
