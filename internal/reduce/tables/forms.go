package tables

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// Of 2,200 outputs one changes with it; with 6 or 24 rows, 90 percent or 3 cells the same one,
// with 12 cells one more.
const (
	formRows  = 12 // rows of data from which a column has a form
	formUsual = 95 // percent of the cells that begin with a number, where that is the form
	formOdd   = 6  // cells of words that are odd there, at most
)

// odd shows the rows in which a word stands where the others have a number, a version
// or a date: MISSING among 1.3.8 and 2.0.1.
func (a *tableStats) odd() {
	if a.data < formRows {
		return
	}
	numbers, words := make([]int, len(a.columns)), make([]int, len(a.columns))
	for row := a.rows.from(a.first); row.next(a.last); {
		for k, cell := range row.cells[:min(len(row.cells), Widest)] {
			switch {
			case counts(cell):
				numbers[k]++
			case says(cell):
				words[k]++
			}
		}
	}
	found := false
	for k, n := range words {
		if n > formOdd || numbers[k]*100 < a.data*formUsual {
			words[k] = 0
		}
		found = found || words[k] > 0
	}
	if !found {
		return
	}
	for row := a.rows.from(a.first); row.next(a.last); {
		for k, cell := range row.cells[:min(len(row.cells), Widest)] {
			if words[k] > 0 && says(cell) {
				a.keep(row.first, row.end, mark.Outlier, 150, mark.WhyRare)
			}
		}
	}
}

// counts tells whether a cell begins with a number, perhaps behind a sign or a letter, as a version
// does: "Up 3 minutes" says something.
func counts(cell []byte) bool {
	return len(cell) > 0 && scan.IsDigit(cell[0]) || len(cell) > 1 && !scan.IsBlank(cell[0]) && scan.IsDigit(cell[1])
}

// says tells whether a cell is a word, no number, and no unit or sign alone.
func says(cell []byte) bool {
	return len(cell) > 1 && scan.IsLetter(cell[0]) && !bytes.ContainsAny(cell, "0123456789")
}
