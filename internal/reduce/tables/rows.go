package tables

import (
	"bytes"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// tableKind is how a table parts its cells.
type tableKind uint8

const (
	tableNone    tableKind = iota
	tableQuoted            // CSV, TSV: a separator, cells perhaps in quotes
	tableBarred            // | cell | cell |
	tableAligned           // columns of blanks
	tableBlame             // git blame
)

// tableRows reads a section as a table, row by row.
type tableRows struct {
	s       block.Section
	kind    tableKind
	sep     byte
	columns []int // aligned: offsets at which columns start, in characters
	ruled   int   // the unit of a rule below the header, -1: there is none
	head    int   // the unit above that
	foot    int   // the unit behind the last row of data
	boxed   bool  // the header stands between two rules of a box
}

// newTableRows finds out how the section's table is written.
func newTableRows(s block.Section) *tableRows {
	t := &tableRows{s: s, ruled: -1}
	t.findRule()
	if t.foot = t.footer(); t.ruled >= 0 && scan.Index(s.Text(t.head), " | ") >= 0 && scan.CountBars(s.Text(t.ruled)) == 0 {
		t.foot = min(t.foot, t.barless()) // the rule has a plus below each bar
	}
	sample := t.sample()
	switch {
	case len(sample) < 2:
	case blamed(sample):
		t.kind = tableBlame
	case barred(sample):
		t.kind = tableBarred
	case t.separated():
		t.kind = tableQuoted
	case t.aligned(sample):
		t.kind = tableAligned
	}
	return t
}

// tableSample is about how many lines are looked at to find the columns.
const tableSample = 300

// sample returns the text of the first lines and of lines spread over the
// rest of the section; of long lines only the head.
func (t *tableRows) sample() [][]byte {
	var lines [][]byte
	step := max(1, t.s.Len()/tableSample)
	for i := t.head; i < t.foot; i++ {
		if i >= t.head+20 && i%step != 0 || !t.s.StartsLine(t.s.First+i) {
			continue
		}
		if text := t.s.Text(i); !scan.Blank(text) && !RuleRow(scan.Trim(text)) {
			lines = append(lines, text)
		}
	}
	return lines
}

// RuleRow tells whether t is a rule of a table: ----, +---+---+, |:--|,
// ===== =====, ─────┼────.
func RuleRow(t []byte) bool {
	n := 0
	for i := 0; i < len(t); {
		switch c := t[i]; {
		case c == '-' || c == '=':
			n++
		case c == '+' || c == '|' || c == ':' || c == ' ':
		case c == 0xe2 && i+2 < len(t) && (t[i+1] == 0x94 || t[i+1] == 0x95):
			n++
			i += 2
		default:
			return false
		}
		i++
	}
	return n >= 3
}

// blamed tells whether the lines are git blame's: a hash, an author and a
// date in parentheses.
func blamed(lines [][]byte) bool {
	n := 0
	for _, line := range lines {
		if blameAuthor(line) != nil {
			n++
		}
	}
	return n*10 >= len(lines)*9
}

// blameAuthor returns the author of a line of git blame, nil if it is none.
func blameAuthor(line []byte) []byte {
	author, _ := blamedOn(line)
	return author
}

// blameCells appends the author and the date of a line of git blame to dst.
func blameCells(dst [][]byte, line []byte) [][]byte {
	author, date := blamedOn(line)
	if author == nil {
		return dst
	}
	return append(dst, author, date)
}

// blamedOn returns the author of a line of git blame and the date with the time, nil if
// it is none.
func blamedOn(line []byte) (author, date []byte) {
	hash := scan.Run(line, '^') // before a commit at the boundary
	hash += scan.Hex(line[hash:])
	if hash < 7 || hash == len(line) || line[hash] != ' ' && line[hash] != '\t' {
		return nil, nil
	}
	open := bytes.IndexByte(line[:min(len(line), 300)], '(')
	if open < 0 {
		return nil, nil
	}
	head := line[open+1 : min(len(line), open+200)]
	for i := 0; i+10 < len(head); i++ { // the date ends the author
		if head[i] == ' ' && scan.Digits(head[i+1:]) == 4 && head[i+5] == '-' && scan.Digits(head[i+6:]) == 2 && head[i+8] == '-' {
			return scan.Trim(head[:i]), head[i+1 : min(len(head), i+len(" 2006-01-02 15:04:05"))]
		}
	}
	return nil, nil
}

// barred tells whether most lines part their cells with bars.
func barred(lines [][]byte) bool {
	n, bars := 0, 0
	for _, line := range lines {
		count := scan.CountBars(line)
		if count == 0 {
			continue
		}
		if bars == 0 {
			bars = count
		}
		if count == bars || line[0] == '|' {
			n++
		}
	}
	return n > 1 && n*10 >= len(lines)*8
}

// barless returns the first unit below the header's rule in which no bar stands.
func (t *tableRows) barless() int {
	for i := t.ruled + 1; i < t.s.Len(); i++ {
		if text := t.s.Text(i); scan.CountBars(text) == 0 && !t.s.Segment(i) && !RuleRow(scan.Trim(text)) {
			return i
		}
	}
	return t.s.Len()
}

// tableRecords is how many records are read to find the separator.
const tableRecords = 100

// separated tells whether the lines are records with separators, and notes
// which.
func (t *tableRows) separated() bool {
	for _, sep := range [...]byte{'\t', ',', ';'} {
		least := 2
		if sep == ',' {
			least = 3
		}
		t.kind, t.sep = tableQuoted, sep
		fields, same, rows := 0, 0, 0
		for row := t.from(t.head); rows < tableRecords && row.next(t.foot); rows++ {
			if rows == 0 {
				fields = len(row.cells)
			}
			if len(row.cells) == fields {
				same++
			}
		}
		if fields >= least && same*10 >= rows*8 && same > 1 {
			return true
		}
	}
	t.kind = tableNone
	return false
}

// mostCells is how many cells a row is cut into; the last of them is the rest
// of the line. Of so many columns no more than Widest are looked at.
const mostCells = 1 << 12

// cutQuoted appends the cells of a record to dst. open tells that a quote is
// not closed: the record goes on on the next line.
func cutQuoted(dst [][]byte, line []byte, sep byte) (cells [][]byte, open bool) {
	for i := 0; ; {
		start := i
		if i < len(line) && line[i] == '"' {
			for i++; i < len(line); i++ {
				if line[i] != '"' {
					continue
				}
				if i+1 == len(line) || line[i+1] != '"' {
					break
				}
				i++
			}
			if i >= len(line) {
				return append(dst, line[start+1:]), true
			}
		}
		n := bytes.IndexByte(line[i:], sep)
		if n < 0 || len(dst) == mostCells-1 {
			return append(dst, cellText(line[start:])), false
		}
		dst = append(dst, cellText(line[start:i+n]))
		i += n + 1
	}
}

// cellText returns the cell without blanks and quotes around it.
func cellText(cell []byte) []byte {
	cell = scan.Trim(cell)
	if n := len(cell); n > 1 && cell[0] == '"' && cell[n-1] == '"' {
		return cell[1 : n-1]
	}
	return cell
}

// tableRow walks over the rows of a table.
type tableRow struct {
	t          *tableRows
	first, end int // units of the row
	cells      [][]byte
}

// from returns a walk that starts at a unit.
func (t *tableRows) from(unit int) tableRow { return tableRow{t: t, end: unit} }

// tableRowLines is how many lines one record may span.
const tableRowLines = 40

// next goes to the next row before the unit limit; blank lines and rules are
// none.
func (r *tableRow) next(limit int) bool {
	s := r.t.s
	for i := r.end; i < limit; i = r.lineEnd(i, limit) {
		text := s.Text(i)
		if scan.Blank(text) || RuleRow(scan.Trim(text)) {
			continue
		}
		r.first, r.end = i, r.lineEnd(i, limit)
		r.cut(limit)
		return true
	}
	return false
}

// lineEnd returns the unit behind the line that starts at unit i.
func (r *tableRow) lineEnd(i, limit int) int {
	for i < limit && !r.t.s.EndsLine(r.t.s.First+i) {
		i++
	}
	return min(i+1, limit)
}

// text returns the text of the row's units.
func (r *tableRow) text() []byte {
	if r.end-r.first == 1 {
		return r.t.s.Text(r.first)
	}
	s := r.t.s
	return bytes.TrimRight(s.Range(s.First+r.first, s.First+r.end), "\r\n")
}

// cut finds the row's cells.
func (r *tableRow) cut(limit int) {
	r.cells = r.cells[:0]
	switch r.t.kind {
	case tableBlame:
		if author := blameAuthor(r.text()); author != nil {
			r.cells = append(r.cells, author)
		}
	case tableBarred:
		r.cells = cutBars(r.cells, r.text())
	case tableAligned:
		r.cells = cutAligned(r.cells, r.text(), r.t.columns)
	case tableQuoted:
		cells, open := cutQuoted(r.cells, r.text(), r.t.sep)
		for lines := 1; open && r.end < limit && lines < tableRowLines; lines++ {
			r.end = r.lineEnd(r.end, limit)
			cells, open = cutQuoted(r.cells[:0], r.text(), r.t.sep)
		}
		r.cells = cells
	}
}

func cutBars(dst [][]byte, line []byte) [][]byte {
	line = scan.Trim(line)
	line = line[scan.Bar(line):]
	line = line[:len(line)-scan.LastBar(line)]
	for start, i := 0, 0; ; i++ {
		if i == len(line) || len(dst) == mostCells-1 {
			return append(dst, scan.Trim(line[start:]))
		}
		if n := scan.Bar(line[i:]); n > 0 {
			dst = append(dst, scan.Trim(line[start:i]))
			start = i + n
			i = start - 1
		}
	}
}

// cutAligned cuts a line at columns, which are counted in characters.
func cutAligned(dst [][]byte, line []byte, columns []int) [][]byte {
	at, char := 0, 0
	start := -1
	for _, c := range columns {
		for char < c && at < len(line) {
			_, n := utf8.DecodeRune(line[at:])
			at += n
			char++
		}
		cell := wideNumber(line, start, at)
		if start >= 0 {
			dst = append(dst, scan.Trim(line[start:cell]))
		}
		start = cell
	}
	if start >= 0 {
		dst = append(dst, scan.Trim(line[start:]))
	}
	return dst
}

// wideNumber returns where the cell starts for whose column at is the start: a
// number that is larger than nearly all others in it stands out to the left.
func wideNumber(line []byte, start, at int) int {
	first := at
	for first > max(start, 0) && line[first-1] != ' ' {
		first--
	}
	if first == at || first <= start || at == len(line) || !scan.IsDigit(line[at]) {
		return at
	}
	for _, c := range line[first:at] {
		if !scan.IsDigit(c) && c != ',' && c != '.' {
			return at
		}
	}
	return first
}
