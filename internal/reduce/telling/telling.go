package telling

import (
	"bytes"
	"cmp"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// Rows walks over the rows of a list, in order: the units of each, and its cells. The
// cells hold until the next row.
type Rows func(do func(first, end int, cells [][]byte))

// Words walks over the lines of a section, whose cells are words between blanks.
func Words(s block.Section) Rows {
	return func(do func(first, end int, cells [][]byte)) {
		var cells [][]byte
		sep := separator(s)
		for i := 0; i < s.Len(); {
			end := i + 1
			for end < s.Len() && !s.StartsLine(s.First+end) {
				end++
			}
			if cells = cut(cells[:0], s.Text(i), sep); len(cells) > 0 {
				do(i, end, cells)
			}
			i = end
		}
	}
}

// Where walks over those of the rows that begin on a line which the function tells.
func (rows Rows) Where(s block.Section, is func(text []byte) bool) Rows {
	return func(do func(first, end int, cells [][]byte)) {
		rows(func(first, end int, cells [][]byte) {
			if is(s.Text(first)) {
				do(first, end, cells)
			}
		})
	}
}

// unlikeMost is how many bytes of lines are shown whose like was not shown before: what
// is known of them is not enough to hide one.
const unlikeMost = 3000

// Lines marks the lines of a section that tell something: as rows of words, and of a
// short one all that none before it predicts.
func Lines(s block.Section, marks []mark.Mark) {
	Mark(s, marks, Words(s))
	mark.FoldWithin(s, marks, unlikeMost)
}

// separatorLook is how many lines are looked at for what parts their cells.
const separatorLook = 40

// separator returns the bar, semicolon, tab or colon that stands as often in nearly
// each of the first lines, at least twice; 0: there is none, blanks part words.
func separator(s block.Section) byte {
	for _, sep := range []byte("|;\t:") {
		want, same, lines := 0, 0, 0
		for i := 0; i < s.Len() && lines < separatorLook; i++ {
			text := s.Text(i)
			if scan.Blank(text) {
				continue
			}
			n := bytes.Count(text, []byte{sep})
			if lines++; lines == 1 {
				want = n
			}
			same += mark.OneIf(n == want && (sep != ':' || bytes.IndexByte(text, '/') != 0 && scan.Clock(text) < 0))
		}
		if want > 1 && same*10 >= lines*9 {
			return sep
		}
	}
	return 0
}

// cut appends the cells of a line to dst.
func cut(dst [][]byte, text []byte, sep byte) [][]byte {
	if sep == 0 {
		return words(dst, text)
	}
	for rest, more := text, true; more && len(dst) < mostWords; {
		var cell []byte
		cell, rest, more = bytes.Cut(rest, []byte{sep})
		dst = append(dst, scan.Trim(cell))
	}
	return dst
}

// mostWords is how many words of a line are read.
const mostWords = 64

func words(dst [][]byte, text []byte) [][]byte {
	for len(dst) < mostWords {
		for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
			text = text[1:]
		}
		n := 0
		for n < len(text) && text[n] != ' ' && text[n] != '\t' {
			n++
		}
		if n == len(text) {
			break
		}
		dst, text = append(dst, text[:n]), text[n:]
	}
	if text = scan.Trim(text); len(text) > 0 {
		dst = append(dst, text)
	}
	return dst
}

const (
	fromLeft  = 8 // columns that are looked at, counted from the left
	fromRight = 3 // and from the right, where rows differ in length
	columns   = fromLeft + fromRight
	features  = columns + 2 // and how many cells there are, and the last one's ending

	// fewRows is from how many rows there is something to be alike with.
	fewRows = 6
	// leastBytes are shown of any list, if there is as much to tell, and of a long
	// one a part in shareOf; and as much, or a part in oddShare, of rows that deviate:
	// with one in 25, the cause is hidden in three more of 100 logs of CI.
	leastBytes = 2400
	shareOf    = 60
	oddShare   = 10
)

// Mark marks the rows that tell something, the best first, as many as a list of this
// length deserves.
func Mark(s block.Section, marks []mark.Mark, rows Rows) {
	l := list{s: s, rows: rows}
	l.count()
	if l.n < fewRows {
		return
	}
	l.edges()
	l.odd()
	l.extremes()
	l.latest()
	l.folders()
	slices.SortStableFunc(l.found, func(a, b find) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.score, a.score))
	})
	left := max(mark.OfBlock(s, leastBytes), len(s.Bytes())/shareOf)
	odd := max(left, len(s.Bytes())/oddShare)
	for _, f := range l.found {
		if marks[f.first].Rank == mark.Bulk && f.score < alwaysShown {
			budget := &left
			if f.rank > mark.Sample {
				budget = &odd
			}
			if *budget -= len(s.Range(s.First+f.first, s.First+f.end)); *budget < 0 {
				continue
			}
		}
		mark.KeepLine(s, marks, f.first, f.rank, f.score, f.why)
	}
}

// alwaysShown is the score of what is shown of a list however long its rows are.
const alwaysShown = 115

// find is a row that tells something.
type find struct {
	first, end int
	rank       mark.Rank
	score      uint8
	why        mark.Why
}

type list struct {
	s     block.Section
	rows  Rows
	n     int
	even  bool // all rows have as many cells
	width int
	exact [columns]counts   // the values of each column
	forms [features]counts  // their forms
	nums  [columns][]number // and what they count
	paths [2][2]int         // rows whose first cell, or last, has a slash or a dot in it
	dates [fromLeft]newest
	found []find
}

func (l *list) add(first, end int, r mark.Rank, score uint8, why mark.Why) {
	l.found = append(l.found, find{first, end, r, score, why})
}

// count reads all rows twice: for the values of each column, then for their forms.
func (l *list) count() {
	l.even = true
	l.rows(func(_, _ int, cells [][]byte) {
		if l.n++; l.n == 1 {
			l.width = len(cells)
		}
		l.even = l.even && len(cells) == l.width
		each(cells, func(k int, cell []byte) { l.exact[k].add(scan.Hash(cell)) })
		l.countPaths(cells)
	})
	for k := range l.exact {
		l.exact[k].close(l.often())
	}
	l.rows(func(first, end int, cells [][]byte) {
		l.features(cells, func(k int, form uint64) { l.forms[k].add(form) })
		for k := range l.dates {
			l.dated(k, first, end, cells)
		}
		each(cells, func(k int, cell []byte) {
			if v, ok := behindWords(cell); ok && (k < fromLeft || !l.even) {
				l.nums[k] = append(l.nums[k], number{v, first, end})
			}
		})
	})
}

// each calls do for the cells of the columns that are looked at.
func each(cells [][]byte, do func(k int, cell []byte)) {
	for k, cell := range cells[:min(len(cells), fromLeft)] {
		do(k, cell)
	}
	for k := range min(len(cells), fromRight) {
		do(fromLeft+k, cells[len(cells)-1-k])
	}
}

// features calls do with what a row is told by: for each column the value, if many
// rows have it, else its form; how many cells there are; how the last one ends.
func (l *list) features(cells [][]byte, do func(k int, form uint64)) {
	each(cells, func(k int, cell []byte) {
		form := scan.Hash(cell)
		if timed(cell) {
			form = 't'
		} else if l.exact[k].of[form] < l.often() {
			form = formOf(cell, l.exact[k].closed)
		}
		do(k, form)
	})
	do(columns, uint64(len(cells)))
	last := cells[len(cells)-1]
	if dot := bytes.LastIndexByte(last, '.'); dot > bytes.LastIndexByte(last, '/') {
		do(columns+1, scan.Hash(last[dot:]))
	}
}

// often returns how many rows must have a value for it to be one of a few.
func (l *list) often() int32 { return int32(max(3, l.n/25)) }

// close notes whether most rows have one of a few values in the column.
func (c *counts) close(often int32) {
	few := 0
	for _, n := range c.of {
		if n >= often {
			few += int(n)
		}
	}
	c.closed = few*5 >= c.rows*4
}

// timed tells whether a cell is a date, a time of day or how long something took: those
// sort no rows into kinds.
func timed(cell []byte) bool {
	signs := 0
	for i, c := range cell {
		switch {
		case c == ':' || c == '-' && i > 0:
			signs++
		case !scan.IsDigit(c) && c != '.' && c != 'T' && c != 'Z' && c != '+':
			return false
		}
	}
	return signs > 0
}

// formOf returns what a cell looks like: a number, a word, and where others are one of
// a few the signs in it.
func formOf(cell []byte, signed bool) uint64 {
	if v, ok := Measure(cell); ok {
		switch {
		case v == 0:
			return 'z'
		case v < 0:
			return '-'
		}
		return '0'
	}
	if len(cell) == 0 {
		return 0
	}
	if !signed {
		return 'a'
	}
	h, letters, upper, signs := uint64(scan.Seed), 0, 0, uint64(0)
	for _, c := range cell {
		switch {
		case scan.IsLetter(c) || c >= 0x80:
			letters++
			if scan.IsUpper(c) {
				upper++
			}
		case scan.IsDigit(c), c == '-', c == '_', c == '.', c == '/':
		default:
			signs |= 1 << (c % 64)
		}
	}
	if upper > 3 && upper == letters {
		h = scan.Mix(h, 'A')
	}
	if cell[0] == '/' || cell[0] == '.' {
		h = scan.Mix(h, '/')
	}
	return scan.Mix(h, signs)
}

// counts counts values, up to a number of different ones.
type counts struct {
	of   map[uint64]int32
	rows int
	many bool // there were more

	closed bool // most are one of a few
}

// mostValues is how many different values of a column are counted.
const mostValues = 1 << 12

func (c *counts) add(v uint64) {
	if c.of == nil {
		c.of = map[uint64]int32{}
	}
	c.rows++
	if _, ok := c.of[v]; !ok && len(c.of) == mostValues {
		c.many = true
		return
	}
	c.of[v]++
}

// fewForms is how many forms a column may have for one of them to be odd.
const fewForms = 24

// rare returns up to which count a form is odd, 0: none is.
func (c *counts) rare(n int) int32 {
	if len(c.of) < 2 || len(c.of) > fewForms || c.many {
		return 0
	}
	usual, sums := int32(0), [64]int32{}
	most := min(max(2, n/50), len(sums)-1)
	if n < 40 {
		most = 1
	}
	for _, count := range c.of {
		usual = max(usual, count)
		if int(count) <= most {
			sums[count] += count
		}
	}
	if n < 40 && int(usual)*10 < n*7 {
		return 0
	}
	limit, sum := int32(0), int32(0)
	for count := 1; count <= most; count++ {
		if sum += sums[count]; sums[count] > 0 {
			limit = int32(count)
		}
	}
	if int(sum) > max(4, n/25) {
		return 0 // so many differ that it is no news, as in a column of text
	}
	return limit
}

// odd finds the rows with a value, a form or a length that hardly any other has.
func (l *list) odd() {
	var limits [features]int32
	for k := range limits {
		limits[k] = l.forms[k].rare(l.n)
	}
	if limits == [features]int32{} {
		return
	}
	l.rows(func(first, end int, cells [][]byte) {
		least := int32(0)
		l.features(cells, func(k int, form uint64) {
			if n := l.forms[k].of[form]; n <= limits[k] && (least == 0 || n < least) {
				least = n
			}
		})
		if least > 0 {
			l.add(first, end, mark.Outlier, uint8(110-min(least, 40)), mark.WhyRare)
		}
	})
}

// edges finds the first rows, which show what is listed, and the last.
func (l *list) edges() {
	n := 0
	l.rows(func(first, end int, cells [][]byte) {
		switch n++; {
		case n <= 2:
			l.add(first, end, mark.Sample, 120, mark.WhyFirst)
		case n == l.n:
			l.add(first, end, mark.Sample, 115, mark.WhyEdge)
		}
	})
}
