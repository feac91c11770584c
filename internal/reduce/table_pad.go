package reduce

import (
	"bytes"
	"math"
)

// pads notes in which part of each row blanks only align its cells. Where
// cells are parted by blanks alone, that holds if no cell before the last
// column is empty or holds a blank: then the first run of blanks parts the
// first two cells, the second the next, whatever their width. A row of which
// that isn't true needs the header above it as it was set, so then no row is
// noted.
func (a *tableStats) pads() {
	if a.rows.kind != tableAligned && a.rows.kind != tableBarred || a.header < 0 {
		return
	}
	for row := a.rows.from(a.header); row.next(len(a.marks)); {
		if row.first < a.last && a.pad(&row) == 0 {
			return
		}
	}
	for row := a.rows.from(a.header); row.next(len(a.marks)); {
		a.marks[row.first].Pad = a.pad(&row)
	}
}

// pad returns the length of the part of the row in which blanks align, 0 if
// there is none.
func (a *tableStats) pad(row *tableRow) uint16 {
	text := row.text()
	if row.end-row.first != 1 || len(text) > math.MaxUint16 || bytes.IndexByte(text, '\t') >= 0 {
		return 0
	}
	cells := row.cells
	if a.rows.kind == tableBarred {
		for _, cell := range cells {
			if blankRun(cell) {
				return 0
			}
		}
		return uint16(len(text))
	}
	for len(cells) > 0 && len(cells[len(cells)-1]) == 0 {
		cells = cells[:len(cells)-1] // nothing stands behind the last one
	}
	if len(cells) < 2 {
		return 0
	}
	last := len(cells) - 1
	for _, cell := range cells[:last] {
		if len(cell) == 0 || bytes.IndexByte(cell, ' ') >= 0 {
			return 0
		}
	}
	switch {
	case !blankRun(cells[last]):
		return uint16(len(text))
	case len(cells) < len(a.columns):
		return 0
	}
	return uint16(len(text) - len(behindWords(text, last)))
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
