package tables

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// noted keeps the rows that end in a word in parentheses where hardly any
// other does: lsof's (deleted), (default).
func (a *tableStats) noted() {
	rows := 0
	for row := a.rows.from(a.first); row.next(a.last); {
		if tableNote(row.text()) {
			rows++
		}
	}
	if rows > max(3, a.data/100) {
		return
	}
	for row := a.rows.from(a.first); row.next(a.last); {
		if tableNote(row.text()) {
			a.keep(row.first, row.end, mark.Outlier, 150, mark.WhyRare)
		}
	}
}

// tableNote tells whether the row ends in a word in parentheses.
func tableNote(text []byte) bool {
	text = scan.Trim(text)
	if !scan.HasSuffix(text, ")") {
		return false
	}
	open := bytes.LastIndexByte(text, '(')
	if open < 1 || text[open-1] != ' ' {
		return false
	}
	for _, c := range text[open+1 : len(text)-1] {
		if !scan.IsLetter(c) && c != '-' {
			return false
		}
	}
	return len(text)-open > 4
}

// kinds keeps the first row of each status.
func (a *tableStats) kinds() {
	kinds := a.statusKinds()
	for k, kind := range kinds {
		c := &a.columns[k]
		if kind != rules.ColumnStatus || c.Many || len(c.values) > FewValues {
			continue
		}
		seen := map[string]bool{}
		for row := a.rows.from(a.first); row.next(a.last); {
			if len(row.cells) <= k || seen[string(row.cells[k])] {
				continue
			}
			seen[string(row.cells[k])] = true
			a.keep(row.first, row.end, mark.Sample, 110, mark.WhyFirst)
		}
	}
}

// tell keeps the rows that tell something by a number, by a value that the table
// has no status for, by the folder that they are in.
func (a *tableStats) tell() {
	telling.Mark(a.s, a.marks, func(do func(first, end int, cells [][]byte)) {
		for row := a.rows.from(a.first); row.next(a.last); {
			if a.rows.kind == tableBlame {
				row.cells = blameCells(row.cells[:0], row.text())
			}
			if len(row.cells) > 0 {
				do(row.first, row.end, row.cells)
			}
		}
	})
}
