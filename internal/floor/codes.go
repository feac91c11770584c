package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/tables"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	mostCodes  = 40   // rules whose first finding is shown
	codeTimes  = 2    // findings of each, on average, at least
	fewCoded   = 8    // findings that make a report
	codesBytes = 6000 // of such lines, all or none
)

// codes shows the first finding of each rule in a report of whatever form whose lines
// end in the name of a rule, in brackets or in a column.
func (f *floor) codes(s block.Section) {
	switch s.Shape {
	case shape.BuildLog, shape.Prose, shape.Listing, shape.Plain:
	default:
		return
	}
	seen := map[string]bool{}
	var firsts []int
	coded, left := 0, codesBytes
	for i := range s.Len() {
		if s.Segment(i) || s.Look(i).Kind == line.Path {
			continue
		}
		t := scan.Trim(s.Text(i))
		code := codeOf(t)
		if code == nil {
			continue
		}
		coded++
		switch shown := f.marks[s.First+i].Rank > mark.Bulk; {
		case seen[string(code)]:
		case len(seen) == mostCodes:
			return
		default:
			seen[string(code)] = true
			if !shown {
				firsts = append(firsts, s.First+i)
				left -= len(t)
			}
		}
	}
	if coded < fewCoded || coded < codeTimes*len(seen) || len(seen) < 2 || left < 0 {
		return
	}
	for _, i := range firsts {
		f.marks[i].Raise(mark.Outlier, score, mark.WhyFirst)
	}
}

// codeOf returns the name of the rule that the line says it is of; nil: none.
func codeOf(t []byte) []byte {
	if len(t) < 10 || len(t) > scanned {
		return nil
	}
	if end := t[len(t)-1]; end != ')' && end != ']' {
		return lastCell(t)
	}
	open := bytes.LastIndexAny(t, "([")
	if open < 4 || t[open-1] != ' ' || bytes.Count(t[:open], []byte{' '}) < 3 || !tables.RuleName(t[open+1:len(t)-1]) {
		return nil
	}
	return t[open+1 : len(t)-1]
}

// lastCell returns the name in the last column of a finding that begins with its line:
// "83:6  error  Incorrect term  terminology".
func lastCell(t []byte) []byte {
	if !scan.IsDigit(t[0]) {
		return nil
	}
	gap := bytes.LastIndex(t, []byte("  "))
	if gap < 10 {
		return nil
	}
	if word := t[gap+2:]; tables.RuleName(word) || len(word) > 2 && scan.IsWord(word) {
		return word
	}
	return nil
}
