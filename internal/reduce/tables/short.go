package tables

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/order"
	"elide.example/elide/internal/scan"
)

const (
	shortParts = 4    // short tables and paragraphs that make a report
	mostParts  = 30   // beyond which they are rows of one list
	shortBytes = 6000 // of those that are shown whole, shortest first
)

// showParts shows the short tables of a report that consists of several whole: each is
// an answer of its own, as a summary, a count by group, a row that was looked for.
func showParts(s block.Section, marks []mark.Mark) {
	parts := paragraphs(s)
	if len(parts) < shortParts || len(parts) > mostParts {
		return
	}
	order.By(parts, func(a, b block.Section) int { return len(a.Bytes()) - len(b.Bytes()) })
	left := shortBytes
	for _, p := range parts {
		if left -= len(p.Bytes()); left < 0 || !isShort(p.Bytes()) {
			return
		}
		for i := p.First - s.First; i < p.End-s.First; i++ {
			marks[i].Raise(mark.Sample, 0, mark.WhyShort)
		}
	}
}

// paragraphs cuts a section at blank lines, and before the titles of drawn tables.
func paragraphs(s block.Section) (parts []block.Section) {
	first := 0
	add := func(end int) {
		if end > first {
			parts = append(parts, block.Section{Block: s.Block, First: s.First + first, End: s.First + end, Shape: s.Shape, Command: s.Command})
		}
	}
	for i := range s.Len() {
		switch t := s.Text(i); {
		case scan.Blank(t):
			add(i)
			first = i + 1
		case i+1 < s.Len() && !line.Boxed(t) && !scan.Blank(s.Text(i+1)) && line.Boxed(s.Text(i+1)):
			add(i)
			first = i
		}
	}
	add(s.Len())
	return parts
}
