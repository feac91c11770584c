package tables

import (
	"bytes"
	"math"
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/scan"
)

// pads notes in which part of each row blanks only align its cells. Where
// cells are parted by blanks alone, that holds if no cell before the last
// column is empty or holds a blank: then the first run of blanks parts the
// first two cells, the second the next, whatever their width. A row of which
// that isn't true needs the header above it as it was set, so then no row is
// noted. A row whose cells don't stand below their titles, that lacks some, or that
// has half of a pair of quotes, may be what a cut left: its blanks may be a cell's,
// and it alone is not noted.
func (a *tableStats) pads() {
	if a.rows.kind != tableAligned && a.rows.kind != tableBarred || a.header < 0 {
		return
	}
	head := a.rows.from(a.header)
	if !head.next(len(a.marks)) || bytes.IndexByte(head.text(), '"') >= 0 {
		return // a quote is of a row, or of what a cut left of one
	}
	edges := a.edges(&head)
	data, fit := 0, 0
	for row := a.rows.from(a.header); row.next(a.last); {
		n, ok := a.pad(&row, edges)
		if !ok {
			return
		}
		data++
		if n > 0 {
			fit++
		}
	}
	if fit*10 < data*padFits {
		return
	}
	for row := a.rows.from(a.header); row.next(len(a.marks)); {
		a.marks[row.first].Pad, _ = a.pad(&row, edges)
	}
}

// padFits is how many of ten rows must stand below the titles for these to
// say where columns are.
const padFits = 8

// rowEdges is where the cells of a row stand, in characters: where they start
// and end, or at which the bars stand, and where the row ends.
type rowEdges struct {
	starts, ends []int
	width        int
}

// edges returns where the row's cells stand. Where blanks part them they are
// words, but for the last.
func (a *tableStats) edges(row *tableRow) rowEdges {
	var e rowEdges
	text := row.text()
	cells := len(dropEmpty(row.cells))
	word := false
	for i := 0; i < len(text); e.width++ {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case a.rows.kind == tableBarred:
			if strings.ContainsRune(scan.Bars, r) {
				e.starts = append(e.starts, e.width)
			}
		case r != ' ' && !word && len(e.starts) < cells:
			e.starts, e.ends = append(e.starts, e.width), append(e.ends, 0)
			word = true
		case r == ' ' && len(e.starts) < cells:
			word = false
		}
		if r != ' ' && len(e.ends) > 0 {
			e.ends[len(e.ends)-1] = e.width + 1
		}
		i += n
	}
	return e
}

// below tells whether the cells stand below those of the header: each starts
// or ends where its title does.
func (e rowEdges) below(head rowEdges) bool {
	if len(e.starts) != len(head.starts) {
		return false
	}
	for k, at := range e.starts {
		if at != head.starts[k] && (e.ends == nil || e.ends[k] != head.ends[k]) {
			return false
		}
	}
	return true
}

// dropEmpty returns the cells without the empty ones at their end.
func dropEmpty(cells [][]byte) [][]byte {
	for len(cells) > 0 && len(cells[len(cells)-1]) == 0 {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// pad returns the length of the part of the row in which blanks align, 0 if
// that isn't certain; ok tells that the other rows may be padded.
func (a *tableStats) pad(row *tableRow, head rowEdges) (n uint16, ok bool) {
	text := row.text()
	if row.end-row.first != 1 || len(text) > math.MaxUint16 || bytes.IndexByte(text, '\t') >= 0 {
		return 0, false
	}
	cells := row.cells
	if a.rows.kind == tableBarred {
		cells = nil
		for _, cell := range row.cells {
			if blankRun(cell) {
				return 0, false
			}
		}
	} else if cells = dropEmpty(cells); len(cells) == 0 {
		return 0, false
	}
	last := max(len(cells)-1, 0)
	for _, cell := range cells[:last] {
		if len(cell) == 0 || bytes.IndexByte(cell, ' ') >= 0 {
			return 0, false
		}
	}
	edges := a.edges(row)
	switch {
	case !edges.below(head) || bytes.Count(text, []byte{'"'})%2 > 0:
		return 0, true // what a cut left
	case len(cells) > 0 && blankRun(cells[last]):
		return uint16(len(text) - len(behindWords(text, last))), true
	case edges.width == head.width:
		return uint16(len(text)), true
	}
	return uint16(len(bytes.TrimRight(text, " "))), true // a cut may have ended it in a cell
}

// blankRun tells whether two blanks stand side by side in the text.
func blankRun(text []byte) bool { return bytes.Contains(text, []byte("  ")) }

// behindWords returns what follows the first n words of text and the blanks
// behind them.
func behindWords(text []byte, n int) []byte {
	text = bytes.TrimLeft(text, " ")
	for ; n > 0; n-- {
		text = bytes.TrimLeft(text[max(bytes.IndexByte(text, ' '), 0):], " ")
	}
	return text
}
