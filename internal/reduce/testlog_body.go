package reduce

import "bytes"

// failureBody is what a failure's region holds, by kind.
type failureBody struct {
	text   []int // message, expected and actual values, places
	title  int   // how many lines of the text still belong to the head
	output []int // what the test printed while it ran
	hits   []int
	frames []placed
	runs   [][]placed // the frames, each run of them
}

// essence gives what makes a failure the same as another one the form in
// which repeats are known: of pytest's its messages and places only.
func (t *testRun) essence(r testRegion, b failureBody) trace {
	var all trace
	for _, i := range b.text {
		if r.kind == regionPytest && t.lines[i].kind != lineAlarm {
			continue
		}
		all.frames = append(all.frames, placed{at: i, frame: frame{n: 1}})
	}
	all.frames = append(all.frames, b.frames...)
	return all
}

// body sorts the lines of a region. Under a test's name as go test -v streams
// it, its messages are indented and what it prints is not; a test without
// messages has said what it had to say in what it printed.
func (t *testRun) body(r testRegion) failureBody {
	var b failureBody
	source, quoting, generated := -1, false, false
	streamed, ofGo := hasPrefix(t.s.Text(r.head), "=== "), goTestLine(t.s.Text(r.head))
	lastFrame, native, example := -2, false, false
	for i := r.first; i < r.end; i++ {
		if !t.s.StartsLine(t.s.First + i) {
			continue // a segment goes with its line's first one
		}
		l := t.lines[i]
		if ofGo && (l.kind == lineFrame || l.kind == lineLibrary) && goMessage(unindented(t.s.Text(i))) {
			l.kind = lineText
		}
		switch l.kind {
		case lineFrame, lineLibrary:
			f := placed{at: i, frame: frame{1, l.kind == lineLibrary}}
			for i+1 < r.end && t.lines[i+1].kind == lineTail {
				f.n++
				i++
			}
			if lastFrame != f.at-1 {
				b.runs = append(b.runs, nil)
			}
			last := len(b.runs) - 1
			b.runs[last] = append(b.runs[last], f)
			b.frames = append(b.frames, f)
			lastFrame = i
		case lineSource:
			source = i
		case lineCaret:
			if source == i-1 {
				b.hits = append(b.hits, source)
			}
		case lineHit:
			if r.kind == regionPytest && hasPrefix(unindented(t.s.Text(i)[1:]), "def ") {
				continue // what called the test, not a line of it
			}
			b.hits = append(b.hits, i)
		case lineBlank, lineTail, lineRule:
		default:
			if r.kind == regionPytest && l.kind == lineText {
				text := t.s.Text(i)
				if native && hasAnyPrefix(text, "  - ", "  + ") || example && text[0] == ' ' {
					b.text = append(b.text, i)
					continue
				}
				example = hasAnyPrefix(text, "Failing test case: ", "Falsifying example: ", "Falsifying explicit example: ")
				if !pytestText(text, &quoting) {
					continue
				}
			}
			native = l.indent == 0 && lastFrame == i-1 && pythonPlace(t.s.Text(b.frames[len(b.frames)-1].at))
			if streamed && l.indent == 0 {
				b.output = append(b.output, i)
				continue
			}
			text := unindented(t.s.Text(i))
			if source == i-1 && text[0] == '|' && bytes.IndexByte(text, '^') > 0 {
				b.hits = append(b.hits, source) // with what is wrong beside the carets
			}
			if r.kind == regionFailure && introspects(text) || pytestAdvice.in(text[:min(len(text), 60)]) {
				continue // pytest's summary, of which the failure has it; or what to do to see more
			}
			generated = generated && l.kind == lineText || hasPrefix(text, "generatedMessage: true")
			if !stackNoise(text) && !(generated && hasAnyPrefix(text, "actual:", "expected:", "}")) {
				b.text = append(b.text, i)
			}
		}
	}
	if len(b.text) == 0 {
		b.text, b.output = b.output, nil
	}
	if r.kind == regionPytest {
		b.text = t.withoutTrail(t.withoutEchoes(b.text, "E "))
		if n := len(b.frames); n > 0 {
			b.frames[n-1].library = false // where pytest says it failed, whosever code it is
			last := b.runs[len(b.runs)-1]
			last[len(last)-1].library = false
		}
	}
	if r.kind == regionFailure && hasPrefix(t.s.Text(r.head), "FAIL: ") {
		b.text = t.withoutEchoes(b.text, "")
	}
	b.title = t.afterTitle(r, b.text)
	b.text = t.withoutSaidSides(t.terse(r, b.text, b.title), b.title)
	return b
}

// withoutEchoes drops from what unittest says of a failure, or pytest behind its
// margin, the lines that repeat what the first one holds: unittest names both
// values there, and again each by itself and as the sides of a difference.
func (t *testRun) withoutEchoes(text []int, margin string) []int {
	at := t.firstAlarm(text, margin)
	if at < 0 {
		return text
	}
	first := t.s.Text(text[at])
	kept, echo := text[:at+1], false
	for _, i := range text[at+1:] {
		line := t.s.Text(i)
		if !hasPrefix(line, margin) {
			kept, echo = append(kept, i), false
			continue
		}
		value := unindented(line[max(len(margin)-1, 0):])
		switch {
		case len(value) == 0:
			continue
		case hasPrefix(value, "? "):
			echo = true // points into the line before
		case hasAnyPrefix(value, "- ", "+ "):
			echo = len(value) > 5 && bytes.Contains(first, value[2:])
		case hasAnyPrefix(value, "First differing element ", "First extra element ", "First list contains ", "Second list contains ", "First tuple contains ", "Second tuple contains "):
			echo = true
		default:
			echo = (len(value) > 3 || echo) && bytes.Contains(first, value)
		}
		if !echo {
			kept = append(kept, i)
		}
	}
	return kept
}

// firstAlarm returns which of the text lines is the first of the message: pytest
// marks it with a margin, unittest begins it with the assertion. -1: none is.
func (t *testRun) firstAlarm(text []int, margin string) int {
	for n, i := range text {
		if margin != "" && hasPrefix(t.s.Text(i), margin) || margin == "" && hasPrefix(t.s.Text(i), "AssertionError: ") {
			return n
		}
	}
	return -1
}

// pytestAdvice stands in the lines of a message that say how to see more of it.
var pytestAdvice = newPartSet("Use -v to get more diff", "Omitting ", "...Full output truncated", " identical leading characters in diff", " identical trailing characters in diff")

// goMessage tells whether text is a message as go test prints one, whatever it says
// behind its place: "a_test.go:9: (empty) got 1".
func goMessage(text []byte) bool {
	place, ok := findLocation(text[:min(len(text), 200)])
	return ok && place.start == 0 && hasSuffix(place.path(text), ".go") && hasPrefix(text[place.end:], ": ")
}

// doctestSource knows a line of the docstring that pytest shows over a failed
// example, each behind its number.
func doctestSource(text []byte) bool {
	n := digits(text)
	return n >= 3 && n <= 6 && (n == len(text) || text[n] == ' ')
}

// pytestText tells whether a line in pytest's report of a failure is part of
// a message and not of the source echo, the arguments or the local values.
// quoting holds while a doctest's expected and actual values last.
func pytestText(text []byte, quoting *bool) bool {
	if len(text) == 0 || text[0] == ' ' || text[0] == '\t' {
		return *quoting
	}
	if *quoting = hasPrefix(text, "Expected:") || hasPrefix(text, "Got:") || hasPrefix(text, "Expected nothing") || hasPrefix(text, "UNEXPECTED EXCEPTION"); *quoting {
		return true
	}
	if text[0] == '[' && hasPrefix(text, "[gw") || doctestSource(text) || hasPrefix(text, "Hint: make sure your test modules") || hasPrefix(text, "Traceback:") {
		return false
	}
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	rest := bytes.TrimLeft(text[n:], " ")
	return n == 0 || !hasPrefix(rest, "= ")
}
