package page

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// A report in XML, of a test run or a linter, is a tree of elements of which
// most say that all is well: what matters are the elements that name a failure
// or a finding, and those that they stand in.

const (
	reportAll    = 60 // findings that are shown
	reportSpread = 40 // lines of one finding that are shown
)

// markupReport ranks a report, and tells whether the section is one.
func markupReport(s block.Section, marks []mark.Mark) bool {
	if s.Len() < 4 {
		return false
	}
	findings, head, end := 0, -1, 0
	for i := range marks {
		t := s.Text(i)
		opens, closes := markupTags(t)
		switch {
		case reportFinding(t):
			if findings++; findings > reportAll {
				continue
			}
			if head >= 0 {
				marks[head].Raise(mark.Context, 150, mark.WhyLocation)
			}
			end = findingEnd(s, i)
			for at := i; at < end; at++ {
				marks[at].Raise(mark.Critical, 180, mark.WhyMessage)
			}
		case i >= end && opens > closes:
			head = i
		}
	}
	if findings > 0 {
		mark.Edges(s, marks, 3, 1) // the root counts what was found
	}
	return findings > 0
}

// findingEnd returns the line behind the finding that begins on line i: behind the
// one that closes as many elements as it opens.
func findingEnd(s block.Section, i int) int {
	depth := 0
	for at := i; at < min(s.Len(), i+reportSpread); at++ {
		opens, closes := markupTags(s.Text(at))
		if depth += opens - closes; depth <= 0 {
			return at + 1
		}
	}
	return min(s.Len(), i+reportSpread)
}

// reportLooked is how many bytes of a line are looked through for elements: a line that was
// drawn anew can be of any length.
const reportLooked = 4096

// reportFinding tells whether an element on the line names a failure or a
// finding: by its own name, with what it says in an attribute, or by a result.
func reportFinding(text []byte) bool {
	text = text[:min(len(text), reportLooked)]
	lt := bytes.IndexByte(text, '<')
	for lt >= 0 && lt+1 < len(text) {
		t := text[lt+1:]
		switch markupName(t) {
		case "failure", "rerunfailure", "flakyfailure":
			return true
		case "error", "violation", "buginstance", "issue", "warning", "problem":
			if bytes.Contains(t, []byte("message=")) || bytes.Contains(t, []byte(" line=")) || bytes.Contains(t, []byte("severity=")) || bytes.Contains(t, []byte(" type=")) || bytes.Contains(t, []byte("line=\"")) {
				return true
			}
		case "test-case", "test", "unittestresult", "kw", "status":
			if bytes.Contains(t, []byte("\"Fail")) || bytes.Contains(t, []byte("\"FAIL")) || bytes.Contains(t, []byte("\"failed\"")) {
				return true
			}
		case "dt", "dd", "li", "tr": // a page of results
			if bytes.Contains(t, []byte(`class="error"`)) || bytes.Contains(t, []byte(`class="fail`)) || bytes.Contains(t, []byte(`class="test fail`)) {
				return true
			}
		}
		n := bytes.IndexByte(t, '<')
		if n < 0 {
			return false
		}
		lt += 1 + n
	}
	return false
}

// markupTags returns how many elements open and how many close on the line;
// one that is empty does neither.
func markupTags(t []byte) (opens, closes int) {
	for i := 0; i+1 < len(t); i++ {
		switch {
		case t[i] == '<' && t[i+1] == '/':
			closes++
		case t[i] == '<' && scan.IsLetter(t[i+1]):
			opens++
		case t[i] == '/' && t[i+1] == '>':
			closes++
		}
	}
	return opens, closes
}
