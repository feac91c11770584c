package tables

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// tableAboveMost is how many lines above a table may sum it up.
const tableAboveMost = 7

// tableAbove keeps the few lines over a table: what they say of all of it (the
// load of a machine, the name of an archive) stands in none of its rows. A
// blank line ends them, or the header that has a rule below.
func tableAbove(s block.Section, marks []mark.Mark) {
	if s.Len() < 3*tableAboveMost {
		return
	}
	for i := range tableAboveMost + 1 {
		text := s.Text(i)
		if s.Segment(i) {
			return
		}
		rule := RuleRow(scan.Trim(text))
		if !scan.Blank(text) && !rule {
			continue
		}
		if rule {
			if i--; i > 2 { // above its header: a legend of the columns
				return
			}
		} else if w, _ := scan.Indent(s.Text(0)); w > 0 || scan.Blank(s.Text(i+1)) {
			return
		}
		for k := range i {
			if !RuleRow(scan.Trim(s.Text(k))) {
				mark.KeepLine(s, marks, k, mark.Outlier, 205, mark.WhyHeading)
			}
		}
		return
	}
}

const (
	tableBelowMost  = 40 // lines that are looked at below a table
	tableBelowShown = 16 // and how many of them are shown
)

// tableBelow keeps what stands below a table of blanks between its cells and is
// none of its rows: its sum, what another command of the session printed.
func tableBelow(s block.Section, marks []mark.Mark) {
	if s.Len() < 2*tableBelowMost || blameAuthor(s.Text(0)) != nil {
		return
	}
	rows, lines := 0, 0
	for i := range tableBelowMost {
		if text := s.Text(i); !scan.Blank(text) {
			lines++
			if scan.ColumnGaps(text) > 1 {
				rows++
			}
		}
	}
	if rows*10 < lines*8 {
		return
	}
	first := s.Len()
	for first > s.Len()-tableBelowMost {
		text := s.Text(first - 1)
		if s.Segment(first-1) || scan.ColumnGaps(text) > 1 && !tableTotal(scan.Trim(text)) {
			break
		}
		first--
	}
	if first == s.Len()-tableBelowMost {
		return // rows, if unlike the first ones
	}
	shown := 0
	for i := first; i < s.Len() && shown < tableBelowShown; i++ {
		if t := scan.Trim(s.Text(i)); len(t) > 0 && !RuleRow(t) {
			shown++
			mark.KeepLine(s, marks, i, mark.Outlier, 150, mark.WhySummary)
		}
	}
}
