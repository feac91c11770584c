package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	stateTimes = 5    // lines of one key that make it a state of records
	stateOdd   = 3    // one in so many may have failed, at most
	stateMost  = 12   // records that are shown
	stateKeys  = 4096 // keys beyond which they are names of many things
	stateLines = 8    // lines of a record on either side of its state
)

// states shows the records that say by a key that they failed, where most don't:
// "result-kind: fail", with the lines next to it up to the next record but one.
func (f *floor) states(s block.Section) {
	switch s.Shape {
	case shape.Listing, shape.Plain, shape.Log, shape.TestLog, shape.Prose:
	default:
		return
	}
	times := map[string]int{}
	failed := map[string][]int{}
	for i, look := range s.Looks() {
		if !look.MayBeKeyed() {
			continue
		}
		key, value := keyed(s.Text(i))
		if key == nil || s.Segment(i) {
			continue
		}
		if times[string(key)]++; len(times) > stateKeys {
			return
		}
		if rules.StateOf(value) == rules.StateFailed || denies(key, value) {
			failed[string(key)] = append(failed[string(key)], i)
		}
	}
	for key, at := range failed {
		if times[key] < stateTimes || len(at)*stateOdd > times[key] || len(at) > stateMost {
			continue
		}
		for _, i := range at {
			f.record(s, i)
		}
	}
}

// record shows the lines around unit i: those down to the next that stands further left,
// those up to the second that does.
func (f *floor) record(s block.Section, i int) {
	indent, _ := scan.Indentation(s.Text(i))
	show := func(k int) { f.marks[s.First+k].Raise(mark.Outlier, score, mark.WhyStatus) }
	show(i)
	colon := bytes.IndexByte(s.Text(i), ':') // keys may end below each other
	for k := i + 1; k < min(s.Len(), i+1+stateLines); k++ {
		if width, _ := scan.Indentation(s.Text(k)); scan.Blank(s.Text(k)) || scan.Rule(s.Text(k)) != 0 || width < indent && bytes.IndexByte(s.Text(k), ':') != colon {
			break
		}
		show(k)
	}
	heads := 0
	for k := i - 1; k >= max(0, i-stateLines) && heads < 2; k-- {
		t := s.Text(k)
		if scan.Blank(t) || scan.Rule(t) != 0 {
			break
		}
		if width, _ := scan.Indentation(t); width < indent {
			heads++
		}
		show(k)
	}
}

// denies tells whether the value says no to a key that says that something went well:
// "Success: false", and Salt's "Result: False".
func denies(key, value []byte) bool {
	if len(value) != len("false") || !scan.FoldPrefix(value, "false") {
		return false
	}
	name := string(bytes.ToLower(key))
	return name == "result" || rules.Succeeds(name)
}

// keyed returns the key and the value of a line that is nothing else: "  state: failed".
func keyed(t []byte) (key, value []byte) {
	t = scan.Trim(t)
	if len(t) > 60 {
		return nil, nil
	}
	key, value, ok := bytes.Cut(t, []byte(": "))
	if value = scan.Trim(value); !ok || len(value) < 3 || bytes.IndexByte(key, ' ') >= 0 || bytes.IndexByte(value, ' ') >= 0 {
		return nil, nil
	}
	return key, value
}
