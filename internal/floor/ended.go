package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Of 450 logs of CI and 255 labelled outputs eight are other with it, by 1 KB on average; with a
// half or twice of the first, or with a first or a sixth for the third, they are the same eight.
const (
	endedLeast  = 8  // steps that end in a state, from which on they are a list of such
	endedKinds  = 3  // of so many one may end in a state of its own
	endedOdd    = 3  // one in so many, at most, ends so
	longestWord = 16 // bytes of a state
)

// ended shows the steps of a list of such that end in a state that says that something is
// wrong: "* checking S3 methods ... WARNING" where OK is usual, "- Vulnerable packages [ FAILED ]".
func (f *floor) ended(s block.Section) {
	switch s.Shape {
	case shape.TestLog, shape.BuildLog, shape.Plain, shape.Listing, shape.Prose:
	default:
		return
	}
	var steps endings
	for i, look := range s.Looks() {
		t := s.Text(i)
		if len(t) == 0 || t[len(t)-1] != ']' && !look.Dotted() || s.Segment(i) {
			continue
		}
		if state := endState(t); state != nil {
			steps.take(s.First+i, state)
		}
	}
	if steps.all < endedLeast || len(steps.of)*endedKinds > steps.all {
		return
	}
	for _, e := range steps.of {
		if !badState([]byte(e.value)) || e.times*endedOdd > steps.all {
			continue
		}
		for _, i := range e.units {
			f.marks[i].Raise(mark.Outlier, score, mark.WhyStatus)
		}
	}
}

// badState tells whether a state says that something is wrong.
func badState(state []byte) bool {
	switch rules.StateOf(state) {
	case rules.StateFailed, rules.StateUnsettled, rules.StateTroubled, rules.StateGrave:
		return true
	}
	return rules.SeverityOf(state, rules.AsLevel) >= rules.SeverityNote
}

// endState returns the state that a step ends in, nil if it ends in none: one or two words in
// brackets, or behind three dots.
func endState(t []byte) []byte {
	t = scan.Trim(t)
	var step, state []byte
	if rest, ok := bytes.CutSuffix(t, []byte{']'}); ok {
		at := bytes.LastIndexByte(rest, '[')
		if at < 0 {
			return nil
		}
		if step, state = rest[:at], scan.Trim(rest[at+1:]); bytes.HasSuffix(scan.Trim(step), []byte{':'}) {
			return nil // a list of one
		}
	} else if at := bytes.LastIndex(t, []byte("... ")); at >= 0 {
		step, state = t[:at], scan.Trim(t[at+len("... "):])
	}
	if len(state) == 0 || len(state) > longestWord || bytes.IndexByte(step, ' ') < 0 || bytes.Count(state, []byte{' '}) > 1 {
		return nil
	}
	for _, c := range state {
		if !scan.IsLetter(c) && c != ' ' && c != '_' && c != '-' {
			return nil
		}
	}
	return state
}
