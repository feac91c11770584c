package tables

import (
	"bytes"

	"elide/internal/mark"
	"elide/internal/rules"
	"elide/internal/scan"
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

// tableMeasures is how many columns of numbers are looked at for the row with
// the largest.
const tableMeasures = 8

// extremes keeps the last row, and the row with the largest number in each of
// the columns whose numbers measure something: they go neither up nor down
// from row to row, as what only counts the rows does.
func (a *tableStats) extremes() {
	if a.header < 0 || a.rows.kind == tableBlame || a.data < tableSorted {
		return
	}
	var most [tableMeasures]tableExtreme
	var measured [tableMeasures]int
	n := 0
	for k := range a.columns {
		if a.columns[k].Numeric && a.columns[k].Many && n < tableMeasures {
			measured[n] = k
			n++
		}
	}
	last, end := -1, -1
	for row := a.rows.from(a.first); row.next(a.last); {
		last, end = row.first, row.end
		for j, k := range measured[:n] {
			if k < len(row.cells) {
				most[j].add(&row, row.cells[k])
			}
		}
	}
	if last >= 0 {
		a.keep(last, end, mark.Sample, 70, mark.WhyEdge)
	}
	for j := range most[:n] {
		if e := &most[j]; e.ups > 0 && e.downs > 0 && e.end > 0 {
			a.keep(e.first, e.end, mark.Sample, 80, mark.WhyRare)
		}
	}
}

// tableSorted is how many rows a table must have for its extremes to be
// looked for.
const tableSorted = 8

// tableExtreme is the row with the largest number of a column.
type tableExtreme struct {
	first, end   int // its units
	value, prior float64
	ups, downs   int // steps from row to row
	rows         int
}

func (e *tableExtreme) add(row *tableRow, cell []byte) {
	v, ok := tableMeasure(cell)
	if !ok {
		return
	}
	if e.rows > 0 {
		switch {
		case v > e.prior:
			e.ups++
		case v < e.prior:
			e.downs++
		}
	}
	if e.rows == 0 || v > e.value {
		e.value, e.first, e.end = v, row.first, row.end
	}
	e.prior = v
	e.rows++
}

// tableMeasure reads a number with a unit of size or a sign of percent:
// 12,345.6  4.5Gi  93%. Dates, times and versions are none.
func tableMeasure(cell []byte) (float64, bool) {
	v, scale, n, dots := 0.0, 1.0, 0, 0
	for n < len(cell) && (scan.IsDigit(cell[n]) || cell[n] == '.' || cell[n] == ',') {
		switch c := cell[n]; {
		case c == '.':
			dots++
		case scan.IsDigit(c):
			v = v*10 + float64(c-'0')
			if dots > 0 {
				scale *= 10
			}
		}
		n++
	}
	if n == 0 || n > 18 || dots > 1 {
		return 0, false
	}
	rest := scan.Trim(cell[n:])
	v /= scale
	if len(rest) == 0 || rest[0] == '%' || rest[0] == '(' {
		return v, true
	}
	switch rest[0] {
	case 'k', 'K':
		v *= 1 << 10
	case 'M':
		v *= 1 << 20
	case 'G':
		v *= 1 << 30
	case 'T':
		v *= 1 << 40
	case 'B':
	default:
		return 0, false
	}
	return v, len(rest) <= 3
}
