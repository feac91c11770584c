package tables

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// noted keeps the rows that end in a word in parentheses where hardly any other does: lsof's
// (deleted), (default). Where there are few such words, it keeps the first row of each.
func (a *tableStats) noted() {
	words := Column{}
	rows := 0
	for row := a.rows.from(a.first); row.next(a.last); {
		if note := tableNote(row.text()); note != nil {
			words.Add(note, FewValues)
			rows++
		}
	}
	rare, seen := rows <= max(3, a.data/100), map[string]bool{}
	if rows == 0 || !rare && words.Many {
		return
	}
	for row := a.rows.from(a.first); row.next(a.last); {
		switch note := string(tableNote(row.text())); {
		case note == "":
		case rare:
			a.keep(row.first, row.end, mark.Outlier, 150, mark.WhyRare)
		case !seen[note]:
			seen[note] = true
			a.keep(row.first, row.end, mark.Sample, 110, mark.WhyFirst)
		}
	}
}

// tableNote returns the word in parentheses that the row ends in, nil if it ends in none.
func tableNote(text []byte) []byte {
	text = scan.Trim(text)
	if !scan.HasSuffix(text, ")") {
		return nil
	}
	open := bytes.LastIndexByte(text, '(')
	if open < 1 || text[open-1] != ' ' || len(text)-open <= 4 {
		return nil
	}
	for _, c := range text[open+1 : len(text)-1] {
		if !scan.IsLetter(c) && c != '-' && c != '_' {
			return nil
		}
	}
	return text[open:]
}

// kinds keeps the first row of each status, and of each value of a column that sorts the rows.
func (a *tableStats) kinds() {
	kinds := a.statusKinds()
	seen := map[int]map[string]bool{} // the values met, of each column that is looked at
	for k := range a.columns {
		c := &a.columns[k]
		if !c.Many && len(c.values) <= FewValues && (kinds != nil && kinds[k] == rules.ColumnStatus || a.sorting(c)) {
			seen[k] = map[string]bool{}
		}
	}
	if len(seen) == 0 {
		return
	}
	for row := a.rows.from(a.first); row.next(a.last); {
		for k, met := range seen {
			if k < len(row.cells) && !met[string(row.cells[k])] {
				met[string(row.cells[k])] = true
				a.keep(row.first, row.end, mark.Sample, 110, mark.WhyFirst)
			}
		}
	}
}

// fewSorts is how many values a column has at most of which the first row of each is shown. Of 1,262 outputs
// five are longer than with 4, by 500 bytes, and with 12 one more, in which one label more is seen.
const fewSorts = 8

// sorting tells whether a column has words of which each stands in many rows.
func (a *tableStats) sorting(c *Column) bool {
	return len(c.values) > 1 && len(c.values) <= fewSorts && !c.Numeric && len(c.values)*tableRepeats <= a.data
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
