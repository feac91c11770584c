package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	mostItems  = 12 // items of a list that are shown with its title
	titleWords = 4  // words of a title that counts its items
	itemLines  = 6  // lines that an item has at most
)

// counted shows the lists that a report titles with their length, "Warnings (4):", if
// they are short and as long as they say: somebody counted what is to be read.
func (f *floor) counted(s block.Section) {
	switch s.Shape {
	case shape.BuildLog, shape.TestLog, shape.Log, shape.Plain, shape.Prose, shape.Listing:
	default:
		return
	}
	for i, look := range s.Looks() {
		if !look.MayCountBelow() {
			continue
		}
		n := countedTitle(s.Text(i))
		if n == 0 || n > mostItems || s.Segment(i) {
			continue
		}
		items := itemsBelow(s, i+1, n)
		if len(items) != n {
			continue
		}
		f.marks[s.First+i].Raise(mark.Outlier, score, mark.WhyHeading)
		for _, k := range items {
			f.marks[s.First+k].Raise(mark.Outlier, score, mark.WhyNear)
		}
	}
}

// countedTitle returns the number that a title says its items are; 0: it is none.
func countedTitle(t []byte) int {
	t = bytes.TrimSuffix(scan.Trim(t), []byte(":"))
	if len(t) < 8 || t[len(t)-1] != ')' {
		return 0
	}
	open := bytes.LastIndex(t, []byte(" ("))
	if open < 4 || !scan.IsUpper(t[0]) || bytes.Count(t[:open], []byte{' '}) >= titleWords {
		return 0
	}
	digits := t[open+2 : len(t)-1]
	if len(digits) == 0 || len(digits) > 2 || scan.Digits(digits) != len(digits) {
		return 0
	}
	for _, c := range t[:open] {
		if !scan.IsLetter(c) && c != ' ' {
			return 0
		}
	}
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}

// itemsBelow returns the first n lines from i on that begin as the first does, and one
// more if there are.
func itemsBelow(s block.Section, i, n int) (items []int) {
	var sign byte
	indent := 0
	for last := i; i < s.Len() && len(items) <= n && i-last <= itemLines; i++ {
		t := s.Text(i)
		if paragraphEnds(t) {
			if len(items) > 0 && (scan.IsLetter(sign) || scan.IsDigit(sign)) {
				break // without bullets a list is a paragraph
			}
			continue
		}
		width, skip := scan.Indentation(t)
		if len(items) == 0 {
			sign, indent = t[skip], width
		}
		if width < indent {
			break
		}
		if width == indent {
			if bulleted := skip+1 < len(t) && t[skip+1] == ' '; bulleted != (!scan.IsLetter(sign) && !scan.IsDigit(sign)) || bulleted && t[skip] != sign {
				break
			}
			items, last = append(items, i), i
		}
	}
	return items
}
