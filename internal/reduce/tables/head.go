package tables

import (
	"bytes"
	"unicode/utf8"

	"elide.example/elide/internal/scan"
)

// tableHeadLines is how far down a table's header may stand.
const tableHeadLines = 12

// header returns the unit of the header (-1: there is none), the first unit
// of the rows below it, and the first unit behind the last of them.
func (t *tableRows) header() (head, first, last int) {
	if t.ruled >= 0 {
		return t.head, t.ruled + 1, t.foot
	}
	row := t.from(0)
	if !row.next(t.foot) || !titles(row.cells) {
		return -1, 0, t.foot
	}
	return row.first, row.end, t.foot
}

// findRule looks for a rule right below a line: the header's.
func (t *tableRows) findRule() {
	if t.findBox() {
		return
	}
	before := -1
	for i := 0; i < min(t.s.Len(), tableHeadLines); i++ {
		text := scan.Trim(t.s.Text(i))
		switch {
		case len(text) == 0:
			before = -1
		case !RuleRow(text):
			before = i
		case before >= 0:
			t.head, t.ruled = before, i
			return
		}
	}
}

// findBox looks for a header between two rules of a box, below whatever stands
// over the box.
func (t *tableRows) findBox() bool {
	for i := 0; i+2 < min(t.s.Len(), tableHeadLines); i++ {
		top, below := scan.Trim(t.s.Text(i)), scan.Trim(t.s.Text(i+2))
		if scan.HasAnyPrefix(top, "┌", "╭", "┏", "╔", "+-") && RuleRow(top) && RuleRow(below) && !RuleRow(scan.Trim(t.s.Text(i+1))) {
			t.head, t.ruled, t.boxed = i+1, i+2, true
			return true
		}
	}
	return false
}

// titles tells whether the cells are names of columns: none of them is empty, a
// number or a flag, no two alike.
func titles(cells [][]byte) bool {
	seen := map[string]bool{}
	for _, cell := range cells {
		if len(cell) == 0 || len(cell) > 60 || scan.Digits(cell) == len(cell) || seen[string(cell)] || cell[0] == '-' || bytes.Count(cell, []byte{' '}) > 6 {
			return false
		}
		seen[string(cell)] = true
	}
	return len(cells) > 1
}

// tableFootLines is how many lines may stand below a table.
const tableFootLines = 8

// footer returns the unit behind the last row of data: there the totals
// start, or the table ends.
func (t *tableRows) footer() int {
	n := t.s.Len()
	end := n
	for i := n - 1; i > 2 && i >= n-tableFootLines; i-- {
		text := scan.Trim(t.s.Text(i))
		switch {
		case len(text) == 0:
		case RuleRow(text) && i > t.ruled+1:
			return i
		case tableTotal(text):
			end = i
		}
	}
	if legend := t.legend(); legend > t.ruled+1 {
		return min(end, legend)
	}
	return end
}

// legend returns the blank line behind which the text stands that explains a
// table's columns, 0 if there is none: its last line is no row with columns.
func (t *tableRows) legend() int {
	n := t.s.Len()
	for i := n - 2; i > 8 && i >= n-tableFootLines; i-- {
		if scan.Blank(t.s.Text(i)) && !scan.Blank(t.s.Text(i-1)) && !scan.Blank(t.s.Text(i+1)) && !blankRun(scan.Trim(t.s.Text(n-1))) {
			return i
		}
	}
	return 0
}

// tableTotal tells whether a line sums a table up: "TOTAL 1012 0 100%",
// "(715 rows)", "12 rows in set", " 431 total".
func tableTotal(t []byte) bool {
	t = bytes.TrimLeft(t, scan.Bars+" ")
	if scan.FoldPrefix(t, "total") || scan.FoldPrefix(t, "all files") || scan.FoldPrefix(t, "sum ") || scan.FoldPrefix(t, "overall") {
		return true
	}
	if scan.HasSuffix(t, " total") || scan.HasSuffix(t, "rows)") || scan.HasSuffix(t, "(1 row)") {
		return true
	}
	n := scan.Digits(t)
	return n > 0 && scan.HasPrefix(t[n:], " row")
}

// alignedWidest is how many characters of a line may hold the starts of
// columns.
const alignedWidest = 400

// aligned finds the columns of a table that parts them with blanks: where a
// rule below the header shows them, there; else where nearly all lines have
// blanks.
func (t *tableRows) aligned(lines [][]byte) bool {
	if columns := t.ruledColumns(); len(columns) > 1 {
		t.columns = columns
		return true
	}
	head := lines[0]
	filled := make([]int, alignedWidest)
	for _, line := range lines {
		countFilled(filled, line)
	}
	title := make([]int, alignedWidest)
	countFilled(title, head)
	few := (len(lines) + 40) / 50
	start := -1
	for at := 0; at < alignedWidest; at++ {
		blank := filled[at] <= few && title[at] == 0
		switch {
		case blank:
			start = -1
		case start < 0:
			start = at
			t.columns = append(t.columns, at)
		}
	}
	t.columns = titledColumns(t.columns, title)
	return len(t.columns) > 1 && len(t.columns) <= Widest
}

// countFilled counts, for each character of the line, that it isn't blank.
func countFilled(filled []int, line []byte) {
	for i, at := 0, 0; i < len(line) && at < len(filled); at++ {
		if line[i] != ' ' && line[i] != '\t' {
			filled[at]++
		}
		_, n := utf8.DecodeRune(line[i:])
		i += n
	}
}

// titledColumns drops the starts of columns that have no title of their own:
// they are gaps in the text of the column before.
func titledColumns(columns, title []int) []int {
	kept := columns[:0]
	for k, at := range columns {
		end := len(title)
		if k+1 < len(columns) {
			end = columns[k+1]
		}
		for i := at; i < end; i++ {
			if title[i] > 0 {
				kept = append(kept, at)
				break
			}
		}
	}
	return kept
}

// ruledColumns returns where the runs of the rule below the header start.
func (t *tableRows) ruledColumns() []int {
	if t.ruled < 0 {
		return nil
	}
	rule := t.s.Text(t.ruled)
	var starts []int
	for k := 0; k < len(rule) && k < alignedWidest; k++ {
		if c := rule[k]; c != ' ' && (k == 0 || rule[k-1] != c && !(c == '-' && rule[k-1] != ' ')) {
			starts = append(starts, k)
		}
	}
	return starts
}
