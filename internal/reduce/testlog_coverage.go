package reduce

import "bytes"

// maxLow is how many badly covered files are shown of a table of coverage.
const maxLow = 120

// rankChapter shows a few distinct warnings, and of a table of coverage its
// head, the total and what is covered badly.
func (t *testRun) rankChapter(r testRegion) {
	warnings, low := 0, 0
	for i := r.first; i < r.end; i++ {
		text := unindented(t.s.Text(i))
		switch {
		case coverageTotal.at(text):
			t.marks[i].Raise(Critical, 90, WhySummary)
			low++
		case lowShare(text):
			if low++; low <= maxLow {
				t.marks[i].Raise(Outlier, 40, WhyRare)
			}
		case warnings < 6 && bytes.Contains(text, []byte("Warning: ")) && t.dump.newLine(text):
			t.marks[i].Raise(Outlier, 30, WhyRare)
			warnings++
		}
	}
	if low > 0 && coverageHead(unindented(t.s.Text(r.head))) {
		t.marks[r.head].Raise(Context, 40, WhyHeading)
	}
}

// coverageTotal begins the row of a table of coverage that sums it up.
var coverageTotal = newPartSet("TOTAL", "All files", "Total")

// coverageHead tells whether t names the columns of a table of coverage:
// coverage.py's, Istanbul's, llvm-cov's.
func coverageHead(t []byte) bool {
	switch {
	case hasPrefix(t, "Name "):
		return bytes.Contains(t, []byte(" Stmts "))
	case hasPrefix(t, "File"):
		return bytes.Contains(t, []byte("| % ")) || bytes.Contains(t, []byte(" Missed "))
	}
	return false
}

// lowShare tells whether a row of a table of coverage is below 80 %: its last
// share, or without any the first of its columns.
func lowShare(text []byte) bool {
	at := bytes.LastIndexByte(text, '%')
	if at < 0 {
		bar := bytes.IndexByte(text, '|')
		if bar < 0 {
			return false
		}
		column := unindented(text[bar+1:])
		whole := digits(column)
		return whole > 0 && whole < len(column) && (column[whole] == ' ' || column[whole] == '.') && lowNumber(column[:whole])
	}
	if at < 1 || !isDigit(text[at-1]) {
		return false
	}
	start := at
	for start > 0 && (isDigit(text[start-1]) || text[start-1] == '.') {
		start--
	}
	return lowNumber(text[start : start+digits(text[start:])])
}

// lowNumber tells whether the digits are a number below 80.
func lowNumber(digits []byte) bool {
	return len(digits) == 1 || len(digits) == 2 && digits[0] < '8'
}
