package testrun

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
)

// What a runner or a library of assertions prints of a failure is made for a person
// who looks at that failure alone. Some of its lines say nothing that others next to
// them don't.

const (
	maxSide     = 200 // bytes of a line that names a value, so that a difference need not
	maxAdded    = 6   // lines shown of a difference between a pattern and a text
	maxSearched = 12  // failures of which those are shown
	maxWheres   = 2   // lines of pytest's that say where a value came from
)

// terse drops such lines from the text of the failure of region r. The first title
// lines are its name's.
func (t *testRun) terse(r testRegion, text []int, title int) []int {
	kept := text[:title:title]
	name := t.lines[r.head].goName()
	wheres, end := 0, 0
	for n := title; n < len(text); n++ {
		line := t.lines[text[n]].text
		switch {
		case n >= end && string(line) == "Diff:":
			end = t.diffEnd(text, n)
			if t.sidesSaid(text[title:n]) {
				n = end - 1
				continue
			}
			if t.count > maxSourced && t.searched(text[n+1:end]) {
				if t.count <= maxSearched {
					kept = append(kept, text[n:min(end, n+1+maxAdded)]...)
				}
				n = end - 1
				continue
			}
		case n < end:
			// of a difference, which may hold anything
		case onlyDashes(line), name != nil && scan.HasPrefix(line, "Test:") && bytes.Equal(scan.Trim(line[len("Test:"):]), name):
			continue
		case introspects(scan.Trim(bytes.TrimPrefix(line, []byte("E ")))):
			if wheres++; wheres > maxWheres {
				continue
			}
		}
		kept = append(kept, text[n])
	}
	return kept
}

// onlyDashes tells whether the line parts what stands over it from what stands
// under it.
func onlyDashes(line []byte) bool { return len(line) > 2 && len(bytes.Trim(line, "-")) == 0 }

// diffEnd returns which of the text lines comes after the difference that begins
// under line n: the first one that stands further left.
func (t *testRun) diffEnd(text []int, n int) int {
	end := n + 1
	for end < len(text) && t.lines[text[end]].indent >= t.lines[text[n]].indent {
		end++
	}
	return end
}

// sidesSaid tells whether the last of the lines name what was expected and what
// came, each of them whole.
func (t *testRun) sidesSaid(text []int) bool {
	sides := 0
	for n := len(text) - 1; n >= 0 && n >= len(text)-3; n-- {
		line := t.lines[text[n]].text
		switch {
		case len(line) > maxSide || bytes.Contains(line, []byte("...")):
			return false
		case scan.HasPrefix(line, "expected: "):
			sides |= 1
		case scan.HasAnyPrefix(line, "actual  : ", "got: "):
			sides |= 2
		}
	}
	return sides == 3
}

// searched tells whether one side of a difference is a pattern, and the other a
// long text in which it wasn't found. The message quotes both.
func (t *testRun) searched(diff []int) bool {
	removed, added := 0, 0
	for _, i := range diff {
		switch line := t.lines[i].text; {
		case len(line) == 0 || scan.HasPrefix(line, "@@"):
		case line[0] == '-':
			removed++
		case line[0] == '+':
			added++
		default:
			return false
		}
	}
	return removed <= 1 && added > 1
}

// untold returns the frames of a run with those as a library's whose place the
// message names: tape and its like say where an assertion stands, and then how it
// was got to.
func (t *testRun) untold(run []trace.Placed, text []int) []trace.Placed {
	var kept []trace.Placed
	for n, f := range run {
		line := t.s.Text(f.At + trace.PlaceUnit(t.s, f))
		place, ok := scan.FindLocation(line)
		if f.Library || !ok || !t.names(text, line[place.Start:place.End]) {
			continue
		}
		if kept == nil {
			kept = slices.Clone(run)
		}
		kept[n].Library = true
	}
	if kept == nil {
		return run
	}
	return kept
}

// names tells whether one of the first lines of a message names the place.
func (t *testRun) names(text []int, place []byte) bool {
	for _, i := range text[:min(len(text), shortLike)] {
		if bytes.Contains(t.s.Text(i), place) {
			return true
		}
	}
	return false
}

// withoutTrail drops from pytest's messages, where there are many of them, the lines
// of a difference behind the last one that differs.
func (t *testRun) withoutTrail(text []int) []int {
	at := t.firstAlarm(text, "E ")
	if at < 0 || t.count <= maxSourced {
		return text
	}
	base := marginWidth(t.s.Text(text[at]))
	last := -1
	for n := at + 1; n < len(text); n++ {
		if signed(scan.Trim(bytes.TrimPrefix(t.s.Text(text[n]), []byte("E ")))) {
			last = n
		}
	}
	if last < 0 {
		return text
	}
	end := last + 1
	for end < len(text) && marginWidth(t.s.Text(text[end])) > base {
		end++
	}
	return append(text[:last+1:last+1], text[end:]...)
}

// marginWidth returns the width of the blanks behind pytest's margin, 0 if there
// is none.
func marginWidth(line []byte) int {
	if !scan.HasPrefix(line, "E ") {
		return 0
	}
	width, _ := scan.Indent(line[1:])
	return width
}
