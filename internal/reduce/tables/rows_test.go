package tables

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
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

// TestBoxes: the cells of a box are told by its bars, heavy and double ones too, and blanks only
// align them.
func TestBoxes(t *testing.T) {
	for _, bars := range [][2]string{{"│", "│"}, {"┃", "│"}, {"┃", "┃"}, {"║", "║"}} {
		text := "┏━━━━━━━━━┳━━━━━━━━━━┓\n" + strings.ReplaceAll("┃ Service ┃ Phase    ┃\n", "┃", bars[0]) + "┡━━━━━━━━━╇━━━━━━━━━━┩\n"
		for i := range 60 {
			phase := "Running "
			if i == 31 {
				phase = "Degraded"
			}
			text += fmt.Sprintf(strings.ReplaceAll("│ svc-%03d │ %s │\n", "│", bars[1]), i, phase)
		}
		if total := bars[1] + " Total   " + bars[1]; !tableTotal([]byte(total)) {
			t.Errorf("%q is no total", total)
		}
		b := block.New([]byte(text + "└─────────┴──────────┘\n"))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		shown := 0
		for i, m := range marks {
			if m.Rank > mark.Bulk {
				shown++
			}
			if is := i == 1 || i > 2 && i < 63; is != (m.Pad > 0) {
				t.Errorf("%q: line %d is padded: %v", bars, i+1, m.Pad > 0)
			}
		}
		if marks[1].Rank == mark.Bulk || marks[3+31].Rank == mark.Bulk || shown > 40 {
			t.Errorf("%q: %d lines are shown, the header: %v, the row that deviates: %v", bars, shown, marks[1], marks[3+31])
		}
	}
}
