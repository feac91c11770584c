package testrun

import (
	"bytes"

	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// failureBody is what a failure's region holds, by kind.
type failureBody struct {
	text   []int // message, expected and actual values, places
	title  int   // how many lines of the text still belong to the head
	output []int // what the test printed while it ran
	hits   []int
	frames []trace.Placed
	runs   [][]trace.Placed // the frames, each run of them
}

// essence gives what makes a failure the same as another one the form in
// which repeats are known: of pytest's its messages and places only.
func (t *testRun) essence(r testRegion, b failureBody) trace.Trace {
	t.scratch = t.scratch[:0]
	for _, i := range b.text {
		if r.kind == regionPytest && t.lines[i].kind != lineAlarm {
			continue
		}
		t.scratch = append(t.scratch, trace.Placed{At: i, Frame: trace.Frame{N: 1}})
	}
	t.scratch = append(t.scratch, b.frames...)
	return trace.Trace{Frames: t.scratch}
}

// bodyReader sorts the lines of the region of one failure.
type bodyReader struct {
	t *testRun
	r testRegion
	failureBody
	source    int  // unit of source code that stood last
	lastFrame int  // unit of the last frame
	ofGo      bool // go test's
	streamed  bool // as go test -v streams it: what the test prints is not indented
	quoting   bool // a doctest's expected and actual values
	native    bool // a message below Python's own frames
	example   bool // the arguments that Hypothesis found
	generated bool // values that Node gives again below the message
}

// body sorts the lines of a region. Under a test's name as go test -v streams
// it, its messages are indented and what it prints is not; a test without
// messages has said what it had to say in what it printed.
func (t *testRun) body(r testRegion) failureBody {
	head := t.s.Text(r.head)
	s := bodyReader{t: t, r: r, source: -1, lastFrame: -2, ofGo: goTestLine(head), streamed: scan.HasPrefix(head, "=== ")}
	for i := r.first; i < r.end; i++ {
		if t.s.StartsLine(t.s.First + i) { // a segment goes with its line's first one
			i = s.read(i)
		}
	}
	b := s.failureBody
	if len(b.text) == 0 {
		b.text, b.output = b.output, nil
	}
	if r.kind == regionPytest {
		b.text = t.withoutTrail(t.withoutEchoes(b.text, "E "))
		if n := len(b.frames); n > 0 {
			b.frames[n-1].Library = false // where pytest says it failed, whosever code it is
			last := b.runs[len(b.runs)-1]
			last[len(last)-1].Library = false
		}
	}
	if r.kind == regionFailure && scan.HasPrefix(t.s.Text(r.head), "FAIL: ") {
		b.text = t.withoutEchoes(b.text, "")
	}
	b.title = t.afterTitle(r, b.text)
	b.text = t.withoutSaidSides(t.terse(r, b.text, b.title), b.title)
	return b
}

// read sorts unit i and returns the last unit that goes with it.
func (s *bodyReader) read(i int) (last int) {
	kind := s.t.lines[i].kind
	if s.ofGo && (kind == lineFrame || kind == lineLibrary) && goMessage(s.t.lines[i].text) {
		kind = lineText
	}
	switch kind {
	case lineFrame, lineLibrary:
		return s.frame(i, kind == lineLibrary)
	case lineSource:
		s.source = i
	case lineCaret:
		if s.source == i-1 {
			s.hits = append(s.hits, s.source)
		}
	case lineHit:
		// what called a test of pytest's is no line of it
		if s.r.kind != regionPytest || !scan.HasPrefix(scan.Trim(s.t.s.Text(i)[1:]), "def ") {
			s.hits = append(s.hits, i)
		}
	case lineBlank, lineTail, lineRule:
	default:
		s.say(i)
	}
	return i
}

// frame adds the frame that begins at unit i, and returns its last unit.
func (s *bodyReader) frame(i int, library bool) (last int) {
	f := trace.Placed{At: i, Frame: trace.Frame{N: 1, Library: library}}
	for i+1 < s.r.end && s.t.lines[i+1].kind == lineTail {
		f.N++
		i++
	}
	if s.lastFrame != f.At-1 {
		s.runs = append(s.runs, nil)
	}
	run := &s.runs[len(s.runs)-1]
	*run = append(*run, f)
	s.frames = append(s.frames, f)
	s.lastFrame = i
	return i
}

// say adds unit i to the message, to what the test printed, or to neither.
func (s *bodyReader) say(i int) {
	l, line := s.t.lines[i], s.t.s.Text(i)
	if s.r.kind == regionPytest && l.kind == lineText {
		if s.native && scan.HasAnyPrefix(line, "  - ", "  + ") || s.example && line[0] == ' ' {
			s.text = append(s.text, i)
			return
		}
		s.example = messageOpening(line) == rules.MessageExample
		if !pytestText(line, &s.quoting) {
			return
		}
	}
	s.native = l.indent == 0 && s.lastFrame == i-1 && trace.PythonPlace(s.t.s.Text(s.frames[len(s.frames)-1].At))
	if s.streamed && l.indent == 0 {
		s.output = append(s.output, i)
		return
	}
	text := scan.Trim(line)
	if s.source == i-1 && text[0] == '|' && bytes.IndexByte(text, '^') > 0 {
		s.hits = append(s.hits, s.source) // with what is wrong beside the carets
	}
	said := s.t.saidAt(i)
	if said.kind == rules.MessageNoise || s.r.kind == regionFailure && said.kind == rules.MessageWhere {
		return // of pytest's summary the failure has it
	}
	s.generated = s.generated && l.kind == lineText || scan.HasPrefix(text, "generatedMessage: true")
	if !said.noise && !(s.generated && scan.HasAnyPrefix(text, "actual:", "expected:", "}")) {
		s.text = append(s.text, i)
	}
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
		if !scan.HasPrefix(line, margin) {
			kept, echo = append(kept, i), false
			continue
		}
		value := scan.Trim(line[max(len(margin)-1, 0):])
		switch {
		case len(value) == 0:
			continue
		case scan.HasPrefix(value, "? "):
			echo = true // points into the line before
		case scan.HasAnyPrefix(value, "- ", "+ "):
			echo = len(value) > 5 && bytes.Contains(first, value[2:])
		case messageOpening(value) == rules.MessageEcho:
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
		if margin != "" && scan.HasPrefix(t.s.Text(i), margin) || margin == "" && scan.HasPrefix(t.s.Text(i), "AssertionError: ") {
			return n
		}
	}
	return -1
}

// goMessage tells whether text is a message as go test prints one, whatever it says
// behind its place: "a_test.go:9: (empty) got 1".
func goMessage(text []byte) bool {
	place, ok := scan.LocationAt(text[:min(len(text), 200)])
	return ok && scan.HasSuffix(place.Path(text), ".go") && scan.HasPrefix(text[place.End:], ": ")
}

// doctestSource knows a line of the docstring that pytest shows over a failed
// example, each behind its number.
func doctestSource(text []byte) bool {
	n := scan.Digits(text)
	return n >= 3 && n <= 6 && (n == len(text) || text[n] == ' ')
}

// pytestText tells whether a line in pytest's report of a failure is part of
// a message and not of the source echo, the arguments or the local values.
// quoting holds while a doctest's expected and actual values last.
func pytestText(text []byte, quoting *bool) bool {
	if len(text) == 0 || text[0] == ' ' || text[0] == '\t' {
		return *quoting
	}
	k := messageOpening(text)
	if *quoting = k == rules.MessageQuote; *quoting {
		return true
	}
	if k == rules.MessageSource || doctestSource(text) {
		return false
	}
	n := 0
	for n < len(text) && scan.IsWordByte(text[n]) {
		n++
	}
	rest := bytes.TrimLeft(text[n:], " ")
	return n == 0 || !scan.HasPrefix(rest, "= ")
}
