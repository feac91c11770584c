package tables

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/scan"
)

const (
	orderedRows  = 20 // rows from which a table's order is looked for
	orderedShown = 12
	orderedSteps = 5 // how often the number must have become smaller
	orderedCells = 8 // of a row, that are looked at
)

// orderedTop keeps the first rows of a table that is sorted by a number, the
// largest first: whoever sorts so (a profiler, du, ps) looks at these. What
// stands above the rows may be of any form.
func orderedTop(s block.Section, marks []mark.Mark) {
	if s.Len() >= orderedRows && !orderedBy(s, marks, func([][]byte) bool { return true }) {
		orderedBy(s, marks, func(cells [][]byte) bool { return len(cells) > 2 && scan.HasSuffix(cells[0], "%") })
	}
}

// orderedBy does so with the rows of which it is one, and tells whether there were such:
// a profile may have the callers of each below it.
func orderedBy(s block.Section, marks []mark.Mark, row func(cells [][]byte) bool) bool {
	var runs [orderedCells]orderedRun
	var at []int
	rows := 0
	for i := range marks {
		if text := s.Text(i); !s.Segment(i) && !scan.Blank(text) && bytes.IndexByte(text, ',') < 0 {
			cells := bytes.Fields(text)
			if !row(cells) {
				continue
			}
			at = append(at, i)
			rows++
			for k := range runs {
				runs[k].add(i, k, cells)
			}
		}
	}
	for _, r := range runs {
		if r.steps < orderedSteps || r.even || r.rows < orderedRows || r.rows*5 < rows*4 {
			continue
		}
		for i := r.first - 1; i >= max(0, r.first-3); i-- { // the names of the columns
			if t := scan.Trim(s.Text(i)); len(t) > 0 && !RuleRow(t) {
				marks[i].Raise(mark.Outlier, 215, mark.WhyHeading)
				break
			}
		}
		from, _ := slices.BinarySearch(at, r.first)
		for _, i := range at[from:min(len(at), from+orderedShown)] {
			mark.KeepLine(s, marks, i, mark.Outlier, 115, mark.WhyFirst)
		}
		return true
	}
	return false
}

// orderedRun is the rows in which the number at one place never became larger.
type orderedRun struct {
	first, rows, steps int
	prior              float64
	even               bool // it only counts the rows
	broken             bool
}

func (r *orderedRun) add(unit, k int, cells [][]byte) {
	if r.broken {
		return
	}
	v, ok := 0.0, false
	if k < len(cells) && tableNumber(cells[k]) && bytes.IndexByte(cells[k], ':') < 0 {
		v, ok = telling.Measure(cells[k])
	}
	switch {
	case !ok && r.rows < orderedRows:
		*r = orderedRun{} // still above the rows
	case !ok, r.rows > 0 && v > r.prior && r.rows >= orderedRows:
		r.broken = true // below them
	case r.rows == 0 || v > r.prior:
		*r = orderedRun{first: unit, rows: 1, prior: v, even: true}
	default:
		r.rows++
		if v < r.prior {
			r.steps++
			r.even = r.even && r.prior-v == 1
		}
		r.prior = v
	}
}
