package floor

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	// predicted is how many lines begin with a word from which on they predict each
	// other. Of 5, outputs that nobody had seen lost as much, and the corpora cost 0.4
	// points more.
	predicted = 3
	// unknownWords is how many words a line has at least that says something.
	unknownWords = 2
	// fewResults: of so many lines of a run that is understood more than one is a result. Two of
	// 538 outputs are shorter for it, and none lost a label.
	fewResults = 20
	// unknownScore is below all else that is shown: nobody knows what it is worth.
	unknownScore = 10
)

// unknown shows the lines of a run's output, not indented, that nothing predicts: no
// rule knows them, they look like no line that a tool prints by the hundred, and no
// others begin as they do.
func (f *floor) unknown(s block.Section) {
	if !runs(s.Shape) {
		return
	}
	words := map[uint64]int32{}
	count := []int{0}               // of those that begin with each of words; the first is of those that are told by their kinds
	begin := make([]int32, s.Len()) // a place in count
	for i, look := range s.Looks() {
		if !worded(look.Kind) {
			continue
		}
		if begin[i] = begin[s.Kin(i)]; begin[i] == 0 {
			word := first(scan.Trim(s.Text(i)))
			if begin[i] = words[word]; begin[i] == 0 {
				begin[i], count = int32(len(count)), append(count, 0)
				words[word] = begin[i]
			}
		}
		count[begin[i]]++
	}
	for i, k := range begin {
		m := &f.marks[s.First+i]
		if k == 0 || count[k] >= predicted || m.Rank > mark.Bulk || s.Segment(i) {
			continue
		}
		if i > 0 && s.Look(i-1).Kind == line.Finding && f.marks[s.First+i-1].Rank == mark.Bulk {
			continue // what it quotes
		}
		if t := s.Text(i); !scan.IsBlank(t[0]) && bytes.Count(t, []byte{' '}) >= unknownWords-1 && !known(scan.Trim(t)) {
			m.Raise(mark.Sample, unknownScore, mark.WhyUnknown)
		}
	}
}

// unjudged shows of a run of tests in which nothing failed, few results are known, and the end
// is not told, what no rule knows and nothing repeats: its way to tell results isn't known. Of
// 538 labelled outputs four read otherwise, of 2,064 others six: one of two that were hidden but
// for rare words is whole, of the other half the labels are seen.
func (f *floor) unjudged(s block.Section) {
	marks := f.marks[s.First:s.End]
	if s.Shape != shape.TestLog || len(s.Bytes()) > mark.PlainMost || slices.ContainsFunc(marks, func(m mark.Mark) bool { return m.Rank == mark.Critical }) {
		return
	}
	results := 0
	for _, look := range s.Looks() {
		results += mark.OneIf(look.Kind == line.Result)
	}
	if results*fewResults > s.Len() {
		return // it passed so far, and its end was cut
	}
	unlike := make([]mark.Mark, len(marks))
	mark.FoldRepeats(s, unlike)
	for i, m := range unlike {
		if m.Rank > mark.Bulk && !known(scan.Trim(s.Text(i))) {
			marks[i].Raise(mark.Sample, unknownScore, mark.WhyUnknown)
		}
	}
}

// runs tells whether a section is what a run printed, line by line as it went.
func runs(sh shape.Shape) bool {
	switch sh {
	case shape.TestLog, shape.BuildLog, shape.Stack, shape.Log, shape.Plain:
		return true
	}
	return false
}

// worded tells whether lines of the kind are told by their words alone.
func worded(k line.Kind) bool {
	switch k {
	case line.Other, line.Sentence, line.Setting, line.Heading, line.Message:
		return true
	}
	return false
}

// known tells whether a rule says what the line is.
func known(t []byte) bool {
	for _, room := range [...]rules.Room{rules.Test, rules.Build, rules.Frame} {
		if _, ok := rules.Find(room, t); ok {
			return true
		}
	}
	_, ok := rules.Opening(rules.Form, t)
	return ok
}

// The keys of what stands in place of a first word.
const (
	firstPath = 1 + iota
	firstAlone
)

// first returns what the line begins with, what varies in it masked; never 0.
func first(t []byte) uint64 {
	for i, c := range t {
		switch c {
		case ' ', '(', '=':
			return scan.Template(t[:i+1]) | 1<<63
		case '/':
			return firstPath
		}
	}
	return firstAlone
}
