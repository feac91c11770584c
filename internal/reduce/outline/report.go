package outline

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
	"elide/internal/templates"
)

// A report in XML, of a test run or a linter, is a tree of elements of which
// most say that all is well: what matters are the elements that name a failure
// or a finding, and those that they stand in.

const (
	reportAll    = 60 // findings up to which each is shown
	reportSpread = 40 // lines of one finding that are shown
	reportDepth  = 32 // open elements that are remembered
)

// markupReport ranks a report, and tells whether the section is one.
func markupReport(s block.Section, marks []mark.Mark) bool {
	findings := 0
	for i := range marks {
		if reportFinding(s.Text(i)) {
			findings++
		}
	}
	if findings == 0 || s.Len() < 4 {
		return false
	}
	r := report{s: s, marks: marks}
	if findings > reportAll {
		r.miner = templates.NewMiner(s.Len())
	}
	for i := range marks {
		r.line(i)
	}
	mark.Edges(s, marks, 2, 1) // the root counts what was found
	return true
}

// report is a report that is read line by line.
type report struct {
	s     block.Section
	marks []mark.Mark
	open  []int // the lines of the elements that are open
	until int   // the line behind the finding that is shown
	miner *templates.Miner
}

// line ranks line i and follows the elements that open and close on it.
func (r *report) line(i int) {
	text := r.s.Text(i)
	t := scan.Trim(text)
	if reportFinding(t) && !r.seen(i, t) {
		for _, at := range r.open {
			r.marks[at].Raise(mark.Context, 150, mark.WhyLocation)
		}
		r.until = i + 1
		if opens, closes := markupTags(t); opens > closes {
			r.until = r.findingEnd(i)
		}
		for at := i; at < r.until; at++ {
			r.marks[at].Raise(mark.Critical, 180, mark.WhyMessage)
		}
	}
	if i < r.until && !reportFinding(t) {
		return
	}
	opens, closes := markupTags(t)
	for ; opens > closes && len(r.open) < reportDepth; opens-- {
		r.open = append(r.open, i)
	}
	if closes > opens {
		r.open = r.open[:max(0, len(r.open)-(closes-opens))]
	}
}

// seen tells whether enough findings of the template of line i were shown.
func (r *report) seen(i int, t []byte) bool {
	if r.miner == nil {
		return false
	}
	r.miner.Add(i, scan.Template(t))
	return r.miner.Of[i] >= 0 && r.miner.List[r.miner.Of[i]].Count > mark.RepeatsShown
}

// findingEnd returns the line behind the finding that begins on line i and
// goes on: behind the one that closes as many elements as it opens.
func (r *report) findingEnd(i int) int {
	depth := 0
	for at := i; at < min(len(r.marks), i+reportSpread); at++ {
		opens, closes := markupTags(r.s.Text(at))
		if depth += opens - closes; depth <= 0 {
			return at + 1
		}
	}
	return min(len(r.marks), i+reportSpread)
}

// reportFinding tells whether an element on the line names a failure or a
// finding: by its own name, with what it says in an attribute, or by a result.
func reportFinding(text []byte) bool {
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
