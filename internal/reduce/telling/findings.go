package telling

import (
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Rows that are graded, each with how bad it is in one column, are the findings of a checker,
// and one of each rule tells what it found.
const (
	gradedRows = 5 // of six rows that many have a severity in the column
	ofRows     = 6
	mostCode   = 64 // a rule's name is no longer
	mostRules  = 60 // that are shown, whatever they cost
)

// findings adds the first row of each rule, where rows are graded.
func (l *list) findings() {
	var graded, coded [fromLeft]int
	l.rows(func(_, _ int, cells [][]byte) {
		for k, cell := range cells[:min(len(cells), fromLeft)] {
			switch {
			case rules.SeverityOf(cell, rules.AsLevel|rules.AsMessage|rules.AsGrade) != rules.NoSeverity:
				graded[k]++
			case isCode(cell):
				coded[k]++
			}
		}
	})
	most := func(n [fromLeft]int) int {
		for k := range n {
			if n[k]*ofRows >= l.n*gradedRows && len(l.exact[k].of)*2 <= l.n { // else each row is one of its own
				return k
			}
		}
		return -1
	}
	rule := most(coded)
	if most(graded) < 0 || rule < 0 {
		return
	}
	seen := map[uint64]bool{}
	l.rows(func(first, end int, cells [][]byte) {
		if rule >= len(cells) || !isCode(cells[rule]) {
			return
		}
		if h := scan.Hash(cells[rule]); !seen[h] && len(seen) < mostRules {
			seen[h] = true
			l.add(first, end, mark.Outlier, alwaysShown, mark.WhyFirst)
		}
	})
}

// isCode tells whether a cell can be a rule's name: one word, with a sign or a digit in it.
func isCode(cell []byte) bool {
	if len(cell) < 3 || len(cell) > mostCode || !scan.IsLetter(cell[0]) {
		return false
	}
	signs := 0
	for _, c := range cell {
		switch {
		case c == '-' || c == '_' || scan.IsDigit(c):
			signs++
		case !scan.IsLetter(c):
			return false
		}
	}
	return signs > 0
}
