package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// maxLow is how many badly covered files are shown of a table of coverage.
const maxLow = 120

// rankChapter shows a few distinct warnings, and of a table of coverage its
// head, the total and what is covered badly.
func (t *testRun) rankChapter(r testRegion) {
	warnings, low := 0, 0
	for i := r.first; i < r.end; i++ {
		text := t.lines[i].text
		switch {
		case coverageTotal.At(text):
			t.marks[i].Raise(mark.Critical, 90, mark.WhySummary)
			low++
		case lowShare(text):
			if low++; low <= maxLow {
				t.marks[i].Raise(mark.Outlier, 40, mark.WhyRare)
			}
		case warnings < 6 && bytes.Contains(text, []byte("Warning: ")) && t.dump.NewLine(text):
			t.marks[i].Raise(mark.Outlier, 30, mark.WhyRare)
			warnings++
		}
	}
	if h, _ := rules.Find(rules.Test, t.lines[r.head].text); low > 0 && h.Kind == rules.TestChapter {
		t.marks[r.head].Raise(mark.Context, 40, mark.WhyHeading)
	}
}

// coverageTotal begins the row of a table of coverage that sums it up.
var coverageTotal = scan.NewPartSet("TOTAL", "All files", "Total")

// lowShare tells whether a row of a table of coverage is below 80 %: its last
// share, or without any the first of its columns.
func lowShare(text []byte) bool {
	at := bytes.LastIndexByte(text, '%')
	if at < 0 {
		bar := bytes.IndexByte(text, '|')
		if bar < 0 {
			return false
		}
		column := scan.Trim(text[bar+1:])
		whole := scan.Digits(column)
		return whole > 0 && whole < len(column) && (column[whole] == ' ' || column[whole] == '.') && lowNumber(column[:whole])
	}
	if at < 1 || !scan.IsDigit(text[at-1]) {
		return false
	}
	start := at
	for start > 0 && (scan.IsDigit(text[start-1]) || text[start-1] == '.') {
		start--
	}
	return lowNumber(text[start : start+scan.Digits(text[start:])])
}

// lowNumber tells whether the digits are a number below 80.
func lowNumber(digits []byte) bool {
	return len(digits) == 1 || len(digits) == 2 && digits[0] < '8'
}
