package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Tools sum up at the end of what they print: a list of counts there is shown, and the
// last lines that are no more of what stands above them.
const (
	endLines   = 60  // lines at the end of a block that are looked at for a list of counts
	fewCounts  = 3   // counts that make a list
	mostCounts = 40  // and those beyond which it is no end, but what was asked for
	lastLines  = 3   // last lines that are looked at, where lines don't say what was done
	endScore   = 100 // below what says that something is wrong
)

// ends shows what sums up a section that ends the block.
func (f *floor) ends(s block.Section) {
	switch s.Shape {
	case shape.JSONArray, shape.JSONObject, shape.JSONLines, shape.Diff, shape.Grep, shape.Table, shape.Binary:
		return
	case shape.SourceBrace, shape.SourceIndent, shape.Prose, shape.Listing:
		f.last(s)
	}
	if s.Shape == shape.SourceBrace || s.Shape == shape.Listing {
		return
	}
	for i := max(s.Len()/2+1, s.Len()-endLines); i < s.Len(); i++ {
		if planned(s.Text(i)) {
			f.marks[s.First+i].Raise(mark.Sample, endScore, mark.WhySummary)
		}
	}
	f.totals(s)
	for i := max(0, s.Len()-endLines); i < s.Len(); i++ {
		first := i
		for i < s.Len() && !s.Segment(i) && counting(scan.Trim(s.Text(i))) {
			i++
		}
		if n := i - first; n >= fewCounts && n < mostCounts {
			for k := first; k < i; k++ {
				f.marks[s.First+k].Raise(mark.Sample, endScore, mark.WhySummary)
			}
		}
	}
}

// planned tells whether the line is the plan of TAP, at the left edge: behind the results it
// says how many there should have been.
func planned(t []byte) bool {
	return len(t) > 3 && len(t) < 12 && string(t[:3]) == "1.." && scan.Digits(t[3:]) == len(scan.Trim(t[3:]))
}

// longestCount is the length up to which a line counts something.
const longestCount = 100

// counting tells whether the line names something and says how many there are:
// "- Passed: 12", "'retry/count': 1,", "  standard:indent: 245".
func counting(t []byte) bool {
	if len(t) > longestCount || len(t) < 4 {
		return false
	}
	if open := bytes.IndexByte(t, '['); open > 0 && t[len(t)-1] == ']' {
		t = bytes.TrimRight(t[:open], " ") // a bar that draws the number
	}
	t = bytes.TrimRight(t, ",.")
	at := bytes.LastIndexByte(t, ' ')
	if at < 3 || at+1 == len(t) || scan.Digits(t[at+1:]) != len(t)-at-1 {
		return false
	}
	name := bytes.TrimRight(t[:at], " ")
	return len(name) > 1 && name[len(name)-1] == ':' && !scan.IsDigit(name[len(name)-2])
}

// last shows the last lines that begin at the left edge as no others do.
func (f *floor) last(s block.Section) {
	var at []int
	words := map[uint64]int{}
	left := lastLines
	for i := s.Len() - 1; i >= 0 && left > 0; i-- {
		t := s.Text(i)
		if scan.Blank(t) {
			continue
		}
		left--
		if !s.Segment(i) && !scan.IsBlank(t[0]) && bytes.IndexByte(t, ' ') > 0 && len(t) <= scanned {
			at = append(at, i)
			words[first(scan.Trim(t))] = 0
		}
	}
	if len(at) == 0 {
		return
	}
	for i := range s.Len() {
		if t := scan.Trim(s.Text(i)); len(t) > 0 {
			if word := first(t); hasWord(words, word) {
				words[word]++
			}
		}
	}
	for _, i := range at {
		if words[first(scan.Trim(s.Text(i)))] < predicted {
			f.marks[s.First+i].Raise(mark.Sample, endScore, mark.WhySummary)
		}
	}
}

func hasWord(words map[uint64]int, word uint64) bool { _, ok := words[word]; return ok }

// Of 30 lines at the end one of 369 outputs changes, of paragraphs of 12 lines none.
const (
	totalsWithin = 12 // lines at the end of a block that sum up what it ran
	totalsMost   = 6  // lines of which a paragraph of totals has no more
)

// totals shows all of a short paragraph of keys at the end of a run of which a line is shown:
// "Tasks: 9 successful, 10 total" above "Failed: api#test".
func (f *floor) totals(s block.Section) {
	if !runs(s.Shape) || s.Shape == shape.Log {
		return
	}
	for i := max(0, s.Len()-totalsWithin); i < s.Len(); i++ {
		first, shown, keyed := i, false, true
		for i < s.Len() && !scan.Blank(s.Text(i)) {
			shown = shown || f.marks[s.First+i].Rank > mark.Bulk
			keyed = keyed && s.Look(i).Colon()
			i++
		}
		if shown && keyed && i-first <= totalsMost && (first == 0 || scan.Blank(s.Text(first-1))) {
			for k := first; k < i; k++ {
				f.marks[s.First+k].Raise(mark.Sample, endScore, mark.WhySummary)
			}
		}
	}
}
