package reduce

import (
	"bytes"
	"strings"

	"elide/internal/block"
)

// table keeps a table's header, its first row, its totals, the rows whose
// status says that something is wrong, and the rows that hold a value which
// few other rows hold, in the columns that have few values at all.
func table(s block.Section, marks []Mark) {
	if len(marks) == 0 {
		return
	}
	if headedRecords(s) {
		(&listingLines{s: s, marks: marks}).records()
		return
	}
	tableAbove(s, marks)
	tableBelow(s, marks)
	parts := tableParts(s)
	if len(parts) == 0 {
		oneTable(s, marks)
	}
	for _, p := range parts {
		oneTable(p, marks[p.First-s.First:p.End-s.First])
	}
}

func oneTable(s block.Section, marks []Mark) {
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
	a.noted()
	a.kinds()
	a.extremes()
	a.pads()
}

// tableMostParts is how many tables one section is cut into.
const tableMostParts = 100

// tableParts cuts a section in which tables follow each other (kubectl get
// all, docker system df -v) at the headers in capitals behind blank lines.
func tableParts(s block.Section) []block.Section {
	var parts []block.Section
	first, blank := 0, false
	for i := 0; i < s.Len(); i++ {
		text := s.Text(i)
		if blankLine(text) {
			blank = true
			continue
		}
		if blank && i > first+1 && capitals(text) && len(bytes.Fields(text)) > 1 && len(parts) < tableMostParts {
			parts = append(parts, block.Section{Block: s.Block, First: s.First + first, End: s.First + i, Shape: s.Shape, Command: s.Command})
			first = i
		}
		blank = false
	}
	if len(parts) == 0 {
		return nil
	}
	return append(parts, block.Section{Block: s.Block, First: s.First + first, End: s.End, Shape: s.Shape, Command: s.Command})
}

// tableUnknown keeps the ends of a table whose columns can't be told apart,
// and the lines that speak of failures.
func tableUnknown(s block.Section, marks []Mark) {
	heads := 0
	for i := range marks {
		text := s.Text(i)
		if blankLine(text) || !s.StartsLine(s.First+i) {
			continue
		}
		if heads++; heads <= 2 {
			keepLine(s, marks, i, Sample, 100, WhyFirst)
		}
		if tableBadWord(unindented(text)) {
			keepLine(s, marks, i, Outlier, 150, WhyStatus)
		}
	}
	for i := len(marks) - 1; i > 0; i-- {
		if !blankLine(s.Text(i)) && s.StartsLine(s.First+i) {
			keepLine(s, marks, i, Sample, 80, WhyEdge)
			return
		}
	}
}

// tableWidest is how many columns of a table are looked at.
const tableWidest = 64

// tableValues is how many different values a column may have for one of them
// to be called rare; above tableFewValues there must be tableRepeats rows for
// each of them, so that it is plain that most repeat.
const (
	tableValues    = 24
	tableFewValues = 12
	tableRepeats   = 8
)

// tableColumn is what is known of a column.
type tableColumn struct {
	values  []string // the different values, up to tableValues
	counts  []int
	many    bool // more than tableValues
	numeric bool // all of them numbers
}

func (c *tableColumn) add(cell []byte, limit int) {
	if len(cell) > 0 {
		c.numeric = c.numeric && tableNumber(cell)
	}
	if c.many {
		return
	}
	for k, v := range c.values {
		if v == string(cell) {
			c.counts[k]++
			return
		}
	}
	if len(c.values) == limit || len(cell) > 64 {
		c.many, c.values, c.counts = true, nil, nil
		return
	}
	c.values, c.counts = append(c.values, string(cell)), append(c.counts, 1)
}

// times returns how often the column holds the value.
func (c *tableColumn) times(cell []byte) int {
	for k, v := range c.values {
		if v == string(cell) {
			return c.counts[k]
		}
	}
	return 0
}

// clocks tells whether the column holds times of day, or how long something
// took: 14:02, 00:00:31. Those sort no rows.
func (c *tableColumn) clocks() bool {
	for _, v := range c.values {
		if v == "" || strings.IndexByte(v, ':') < 1 {
			return false
		}
	}
	return true
}

// usual returns how often the column's most frequent value stands in it.
func (c *tableColumn) usual() int {
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
		case isDigit(c):
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
	marks   []Mark
	columns []tableColumn
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
		for len(a.columns) < len(cells) && len(a.columns) < tableWidest {
			a.columns = append(a.columns, tableColumn{numeric: true})
		}
		for k, cell := range cells[:min(len(cells), tableWidest)] {
			a.columns[k].add(cell, a.mostValues())
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

// mostValues is how many values a column may have: authors are few even
// where they are many.
func (a *tableStats) mostValues() int {
	if a.rows.kind == tableBlame {
		return 16 * tableFewValues
	}
	return tableValues
}

// keep marks the row that starts at unit first and ends before end.
func (a *tableStats) keep(first, end int, r Rank, score uint8, why Why) {
	if end-first > longestKept {
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
				a.marks[i].Raise(Outlier, 220, WhyHeading)
			}
		}
		if a.rows.boxed {
			a.titles()
		}
	}
	if row := a.rows.from(a.first); row.next(a.last) {
		a.keep(row.first, row.end, Sample, 120, WhyFirst)
	}
}

// tableHeadMost bounds the segments of a header: most of a wide one is blanks.
const tableHeadMost = 96

// titlesMost is how many lines over a table may say what it is of.
const titlesMost = 4

// titles keeps the paragraph over the header, which says what the table is of.
func (a *tableStats) titles() {
	i := a.header - 1
	for i >= 0 && (blankLine(a.s.Text(i)) || tableRule(unindented(a.s.Text(i)))) {
		i--
	}
	for end := i - titlesMost; i >= 0 && i > end && !blankLine(a.s.Text(i)); i-- {
		if !tableRule(unindented(a.s.Text(i))) {
			keepLine(a.s, a.marks, i, Outlier, 210, WhyHeading)
		}
	}
}

// totals keeps what stands below the last row of data.
func (a *tableStats) totals() {
	kept := 0
	for i := a.last; i < len(a.marks) && kept < 6; i++ {
		if t := unindented(a.s.Text(i)); len(t) > 0 && !tableRule(t) {
			keepLine(a.s, a.marks, i, Outlier, 210, WhySummary)
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
		a.rareStatus(kinds)
		limit = 10
	}
	for row := a.rows.from(a.first); row.next(a.last) && limit > 0; {
		if a.flags(row.cells, kinds) {
			limit--
			a.keep(row.first, row.end, Critical, 150, WhyStatus)
		}
	}
}

// rareStatus keeps the rows that have a bad status which few others have.
func (a *tableStats) rareStatus(kinds []statusKind) {
	for row := a.rows.from(a.first); row.next(a.last); {
		for k, cell := range row.cells[:min(len(row.cells), len(kinds))] {
			if kinds[k] == statusWords && tableBadWord(cell) && !a.columns[k].many && a.columns[k].times(cell)*10 <= a.data {
				a.keep(row.first, row.end, Critical, 150, WhyStatus)
			}
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
			if n := a.columns[k].times(cell); n > 0 && n <= limits[k] {
				a.keep(row.first, row.end, Outlier, uint8(160-min(n, 60)), WhyRare)
			}
		}
	}
}

// rareLimits returns for each column how often a value may stand in it to be
// rare, 0 where none is; nil if that goes for all of them.
func (a *tableStats) rareLimits() []int {
	var limits []int
	left := max(30, a.data*6/100)
	if a.rows.kind == tableBlame {
		left = max(30, a.data/3)
	}
	for values := 2; values <= a.mostValues(); values++ {
		for k := range a.columns {
			c := &a.columns[k]
			if c.many || c.numeric && !a.codes(c) || len(c.values) != values {
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
func (a *tableStats) codes(c *tableColumn) bool {
	if c.clocks() {
		return false
	}
	return c.usual()*10 >= a.data*9 || len(c.values) <= tableFewValues && c.usual()*2 >= a.data
}

// rareIn returns the highest count at which values of the column are rare,
// and how many rows hold them, which are no more than left.
func (a *tableStats) rareIn(c *tableColumn, left int) (limit, rows int) {
	most := max(2, a.data*2/100)
	if len(c.values) > tableFewValues && a.rows.kind != tableBlame {
		most = 2
		if a.data < len(c.values)*tableRepeats {
			return 0, 0
		}
	}
	if a.data < 50 { // one of a few rows is rare where all others agree
		if a.data < 6 || len(c.values) > 4 || c.usual()*10 < a.data*8 {
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
