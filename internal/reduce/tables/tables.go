package tables

import (
	"bytes"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Reduce keeps a table's header, its first row, its totals, the rows whose
// status says that something is wrong, and the rows that hold a value which
// few other rows hold, in the columns that have few values at all.
func Reduce(s block.Section, marks []mark.Mark) {
	if len(marks) == 0 {
		return
	}
	tableAbove(s, marks)
	parts := tableParts(s)
	if len(parts) == 0 {
		oneTable(s, marks)
	}
	for _, p := range parts {
		oneTable(p, marks[p.First-s.First:p.End-s.First])
	}
	showParts(s, marks)
	if n := len(parts); n > 1 && isShort(parts[n-1].Bytes()) && len(parts[n-2].Bytes()) > sumsUp*len(parts[n-1].Bytes()) {
		for i := parts[n-1].First - s.First; i < len(marks); i++ {
			marks[i].Raise(mark.Sample, 0, mark.WhyShort)
		}
	}
}

func oneTable(s block.Section, marks []mark.Mark) {
	orderedTop(s, marks)
	t := newTableRows(s)
	if t.kind == tableNone {
		tableUnknown(s, marks)
		return
	}
	a := tableStats{rows: t, marks: marks, s: s}
	a.count()
	a.heads()
	a.totals()
	a.status()
	a.rare()
	a.odd()
	a.noted()
	a.kinds()
	a.findings()
	a.tell()
	a.loose()
	a.pads()
}

// tableUnknown keeps of a table whose columns can't be told apart the lines that
// tell something, and those that speak of failures.
func tableUnknown(s block.Section, marks []mark.Mark) {
	telling.Lines(s, marks)
	for i := range marks {
		text := s.Text(i)
		if scan.Blank(text) || !s.StartsLine(s.First+i) {
			continue
		}
		if rules.Troubled(scan.Trim(text)) {
			mark.KeepLine(s, marks, i, mark.Outlier, 150, mark.WhyStatus)
		}
	}
}

// Widest is how many columns of a table are looked at.
const Widest = 64

// tableValues is how many different values a column may have for one of them
// to be called rare; above FewValues there must be tableRepeats rows for
// each of them, so that it is plain that most repeat.
const (
	tableValues  = 24
	FewValues    = 12
	tableRepeats = 8
	// oftenLeast times a value stands in a column often; such make up oftenMost percent of
	// one that sorts the rows into kinds. With 3 times or 70 percent none of 1,516 outputs is
	// another, with 10 or 95 a report of licenses hides its rare ones.
	oftenLeast = 5
	oftenMost  = 85
)

// Column is what is known of a column.
type Column struct {
	values  []string // the different values, up to tableValues
	counts  []int
	Many    bool // more than tableValues
	Numeric bool // all of them numbers
}

func (c *Column) Add(cell []byte, limit int) {
	if len(cell) > 0 {
		c.Numeric = c.Numeric && tableNumber(cell)
	}
	if c.Many {
		return
	}
	for k, v := range c.values {
		if v == string(cell) {
			c.counts[k]++
			return
		}
	}
	if len(c.values) == limit || len(cell) > 64 {
		c.Many, c.values, c.counts = true, nil, nil
		return
	}
	c.values, c.counts = append(c.values, string(cell)), append(c.counts, 1)
}

// Times returns how often the column holds the value.
func (c *Column) Times(cell []byte) int {
	for k, v := range c.values {
		if v == string(cell) {
			return c.counts[k]
		}
	}
	return 0
}

// clocks tells whether the column holds times of day, or how long something
// took: 14:02, 00:00:31. Those sort no rows.
func (c *Column) clocks() bool {
	for _, v := range c.values {
		if v == "" || strings.IndexByte(v, ':') < 1 {
			return false
		}
	}
	return true
}

// Usual returns how often the column's most frequent value stands in it.
func (c *Column) Usual() int {
	most := 0
	for _, n := range c.counts {
		most = max(most, n)
	}
	return most
}

// tableNumber tells whether a cell is a number, with a unit or without.
func tableNumber(cell []byte) bool {
	n, units := 0, 0
	for _, c := range cell {
		switch {
		case scan.IsDigit(c):
			n++
		case c == '.' || c == ',' || c == '-' || c == '+' || c == '%' || c == ':' || c == '/' || c == '$':
		default:
			units++
		}
	}
	return n > 0 && units <= 3 || string(cell) == "-"
}

// tableStats is a table with what its columns hold.
type tableStats struct {
	rows    *tableRows
	s       block.Section
	marks   []mark.Mark
	columns []Column
	names   []string // of the columns, in lower case
	data    int      // rows of data
	header  int      // unit at which the header starts, -1: there is none
	first   int      // unit at which the data starts
	last    int      // unit behind the last row of data
}

// count reads all rows once.
func (a *tableStats) count() {
	a.header, a.first, a.last = a.rows.header()
	for row := a.rows.from(a.first); row.next(a.last); {
		cells := row.cells
		for len(a.columns) < len(cells) && len(a.columns) < Widest {
			a.columns = append(a.columns, Column{Numeric: true})
		}
		for k, cell := range cells[:min(len(cells), Widest)] {
			a.columns[k].Add(cell, tableValues)
		}
		a.data++
	}
	a.names = make([]string, len(a.columns))
	if a.header >= 0 {
		row := a.rows.from(a.header)
		row.next(a.first)
		for k := range min(len(row.cells), len(a.names)) {
			a.names[k] = string(bytes.ToLower(row.cells[k]))
		}
	}
}

// keep marks the row that starts at unit first and ends before end.
func (a *tableStats) keep(first, end int, r mark.Rank, score uint8, why mark.Why) {
	if end-first > mark.LongestKept {
		end = first + 1
	}
	for i := first; i < end; i++ {
		a.marks[i].Raise(r, score, why)
	}
}

// heads keeps the header and the first row below it.
func (a *tableStats) heads() {
	if a.header >= 0 {
		row := a.rows.from(a.header)
		if row.next(a.first) {
			for i := row.first; i < min(row.end, row.first+tableHeadMost); i++ {
				a.marks[i].Raise(mark.Outlier, 220, mark.WhyHeading)
			}
		}
		above := a.header - 1
		switch {
		case a.rows.boxed:
			a.titles()
		case a.rows.ruled >= 0 && above >= 0 && !scan.Blank(a.s.Text(above)) && scan.CountBars(a.s.Text(above)) == 0:
			mark.KeepLine(a.s, a.marks, above, mark.Outlier, 210, mark.WhyHeading)
		}
	}
	if row := a.rows.from(a.first); row.next(a.last) {
		a.keep(row.first, row.end, mark.Sample, 120, mark.WhyFirst)
	}
}

// tableHeadMost bounds the segments of a header: most of a wide one is blanks.
const tableHeadMost = 96

// titlesMost is how many lines over a table may say what it is of.
const titlesMost = 4

// titles keeps the paragraph over the header, which says what the table is of.
func (a *tableStats) titles() {
	i := a.header - 1
	for i >= 0 && (scan.Blank(a.s.Text(i)) || RuleRow(scan.Trim(a.s.Text(i)))) {
		i--
	}
	for end := i - titlesMost; i >= 0 && i > end && !scan.Blank(a.s.Text(i)); i-- {
		if !RuleRow(scan.Trim(a.s.Text(i))) {
			mark.KeepLine(a.s, a.marks, i, mark.Outlier, 210, mark.WhyHeading)
		}
	}
}

// totals keeps what stands below the last row of data.
func (a *tableStats) totals() {
	kept := 0
	for i := a.last; i < len(a.marks) && kept < 6; i++ {
		if t := scan.Trim(a.s.Text(i)); len(t) > 0 && !RuleRow(t) {
			mark.KeepLine(a.s, a.marks, i, mark.Outlier, 210, mark.WhySummary)
			kept++
		}
	}
}

// tableFlagged bounds the rows that are kept for their status.
const tableFlagged = 200

// status keeps the rows whose status says that something is wrong. Where
// more than a third of them say so, it is how things are here: the first few
// show it.
func (a *tableStats) status() {
	kinds := a.statusKinds()
	if kinds == nil {
		return
	}
	flagged := 0
	for row := a.rows.from(a.first); row.next(a.last); {
		if a.flags(row.cells, kinds) {
			flagged++
		}
	}
	limit := tableFlagged
	if flagged*3 > a.data && a.data > 12 {
		limit = 10
	}
	for row := a.rows.from(a.first); row.next(a.last) && limit > 0; {
		if a.flags(row.cells, kinds) {
			limit--
			a.keep(row.first, row.end, mark.Critical, 150, mark.WhyStatus)
		}
	}
}

// rare keeps the rows that hold a rare value, in the columns with the fewest
// values first.
func (a *tableStats) rare() {
	limits := a.rareLimits()
	if limits == nil {
		return
	}
	for row := a.rows.from(a.first); row.next(a.last); {
		for k, cell := range row.cells[:min(len(row.cells), len(limits))] {
			if limits[k] == 0 || len(cell) == 0 && a.rows.kind != tableQuoted {
				continue
			}
			if n := a.columns[k].Times(cell); n > 0 && n <= limits[k] {
				a.keep(row.first, row.end, mark.Outlier, uint8(160-min(n, 60)), mark.WhyRare)
			}
		}
	}
}

// rareLimits returns for each column how often a value may stand in it to be
// rare, 0 where none is; nil if that goes for all of them.
func (a *tableStats) rareLimits() []int {
	var limits []int
	left := max(30, a.data*6/100)
	for values := 2; values <= tableValues; values++ {
		for k := range a.columns {
			c := &a.columns[k]
			if c.Many || c.Numeric && !a.codes(c) || len(c.values) != values {
				continue
			}
			limit, rows := a.rareIn(c, left)
			if rows == 0 {
				continue
			}
			if limits == nil {
				limits = make([]int, len(a.columns))
			}
			limits[k], left = limit, left-rows
		}
	}
	return limits
}

// codes tells whether the numbers of the column sort the rows into kinds: there
// are few of them, and most rows have the same.
func (a *tableStats) codes(c *Column) bool {
	if c.clocks() {
		return false
	}
	return c.Usual()*10 >= a.data*9 || len(c.values) <= FewValues && c.Usual()*2 >= a.data
}

// sorts tells whether the column sorts the rows into kinds: nearly all have one of those that
// often stand there.
func (c *Column) sorts(rows int) bool {
	often := 0
	for _, n := range c.counts {
		if n >= oftenLeast {
			often += n
		}
	}
	return often*100 >= rows*oftenMost
}

// rareIn returns the highest count at which values of the column are rare,
// and how many rows hold them, which are no more than left.
func (a *tableStats) rareIn(c *Column, left int) (limit, rows int) {
	most := max(2, a.data*2/100)
	if len(c.values) > FewValues && a.rows.kind != tableBlame {
		most = 2
		if a.data < len(c.values)*tableRepeats && !c.sorts(a.data) {
			return 0, 0
		}
	}
	if a.data < 50 { // one of a few rows is rare where all others agree
		if a.data < 6 || len(c.values) > 4 || c.Usual()*10 < a.data*8 {
			return 0, 0
		}
		most = 1
	}
	if a.rows.kind != tableBlame {
		left = min(left, max(25, a.data*4/100))
	}
	for n := 1; n <= most; n++ {
		sum := 0
		for k, count := range c.counts {
			if count == n && (c.values[k] != "" || a.rows.kind == tableQuoted) {
				sum += count
			}
		}
		if sum == 0 {
			continue
		}
		if rows+sum > left {
			break
		}
		limit, rows = n, rows+sum
	}
	return limit, rows
}
