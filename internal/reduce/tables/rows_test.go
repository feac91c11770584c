package tables

import (
	"bytes"
	"testing"
)

// TestWideRow: the last of the cells that are cut is the rest of the row.
func TestWideRow(t *testing.T) {
	row := bytes.Repeat([]byte("a,"), 2*mostCells)
	cells, _ := cutQuoted(nil, row, ',')
	barred := cutBars(nil, bytes.ReplaceAll(row, []byte{','}, []byte{'|'}))
	if len(cells) != mostCells || len(barred) != mostCells || len(cells[mostCells-1]) < mostCells {
		t.Errorf("%d and %d cells", len(cells), len(barred))
	}
}
