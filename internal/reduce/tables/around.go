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
