package telling

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// newest is the row with the latest date of a column.
type newest struct {
	date       []byte
	first, end int
	rows       int
}

// dated notes the date that cell k of a row is, with the time of day in the next cell.
func (l *list) dated(k, first, end int, cells [][]byte) {
	if k >= len(cells) || !scan.DateAt(cells[k]) {
		return
	}
	n := &l.dates[k]
	n.rows++
	date := cells[k]
	if k+1 < len(cells) && scan.ClockAt(cells[k+1]) {
		date = bytes.Join(cells[k:k+2], []byte{' '})
	}
	if bytes.Compare(date, n.date) > 0 {
		n.date, n.first, n.end = bytes.Clone(date), first, end
	}
}

// latest finds the row with the newest date of each column that most rows have one in.
func (l *list) latest() {
	for _, n := range l.dates {
		if n.rows*10 >= l.n*6 && n.rows >= fewRows {
			l.add(n.first, n.end, mark.Sample, 108, mark.WhyRare)
		}
	}
}
