package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
)

// Some runners list at the end what failed, though each failure was told under a
// head of its own: pytest's short summary, Surefire's "Failures:", the names under
// cargo's "failures:". An entry whose failure was shown says nothing that its head,
// message and place don't.

// toldFailure is a failure that was shown with its message.
type toldFailure struct {
	testRegion
	like bool // its place was shown with an earlier one
}

// tell remembers that the failure of region r is shown, by the name in its head.
func (t *testRun) tell(r testRegion, like likeness) {
	head := t.s.Text(r.head)
	name := surefireName(head)
	if name == nil {
		name, _ = scan.TitledRule(head)
		name = bytes.TrimSuffix(bytes.TrimSuffix(name, []byte(" stdout")), []byte(" stderr"))
	}
	if r.first < r.end && scan.HasAnyPrefix(scan.Trim(head), "• [") {
		name = t.lines[r.first].text // Ginkgo's
	}
	if len(name) > 0 {
		t.shown[trace.HashFrameText(scan.Seed, name)] = toldFailure{r, like != likeNone}
	}
}

// listsTold tells whether unit i only names a failure that was shown.
func (t *testRun) listsTold(i int) bool {
	text := t.lines[i].text
	if path, name, ok := pytestEntry(text); ok {
		f, told := t.shown[trace.HashFrameText(scan.Seed, name)]
		return told && t.known && t.namesFile(f, path) // pytest -qq ends in the list
	}
	if rest, ok := bytes.CutPrefix(text, []byte("[FAIL] ")); ok {
		text = rest // Ginkgo's
	} else if t.tagged(i) {
		text = scan.Trim(trace.Untagged(text))
		text = text[:max(bytes.IndexByte(text, ':'), 0)] // "CartTest.adds:12 expected: <1> but was: <2>"
	}
	_, told := t.shown[trace.HashFrameText(scan.Seed, text)]
	return told && len(text) > 0
}

// surefireName reads "[ERROR] a.b.CartTest.adds -- Time elapsed: 0.1 s <<< FAILURE!"
// and returns the name as Surefire lists it at the end, "CartTest.adds"; nil if text is
// nothing of the kind.
func surefireName(text []byte) []byte {
	name, _, ok := bytes.Cut(scan.Trim(trace.Untagged(text)), []byte(" -- Time elapsed: "))
	if !ok || !bytes.Contains(text, []byte(" <<< ")) {
		return nil
	}
	n := 0
	for n < len(name) && (scan.IsWordByte(name[n]) || name[n] == '.' || name[n] == '$') {
		n++ // parameters follow
	}
	name = name[:n]
	class := bytes.LastIndexByte(name, '.')
	if class < 0 {
		return nil
	}
	return name[1+bytes.LastIndexByte(name[:class], '.'):]
}

// pytestEntry reads "FAILED tests/a.py::TestB::test_c - message": the file, and the
// name as in the title over the failure.
func pytestEntry(text []byte) (path, name []byte, ok bool) {
	if !scan.HasAnyPrefix(text, "FAILED ", "ERROR ") {
		return nil, nil, false
	}
	_, id, _ := bytes.Cut(text, []byte(" "))
	if end := bytes.Index(id, []byte(" - ")); end > 0 {
		id = id[:end]
	}
	path, name, ok = bytes.Cut(id, []byte("::"))
	params := bytes.IndexByte(name, '[')
	if params < 0 {
		params = len(name)
	}
	return path, append(bytes.ReplaceAll(name[:params], []byte("::"), []byte(".")), name[params:]...), ok
}

// lookedMost is how many lines of failures are looked through for the files of the entries
// in the list of all: beyond that an entry is shown once more.
const lookedMost = 1 << 18

// namesFile tells whether a shown line of a failure begins with a place in the file:
// whoever reads it can run the test again.
func (t *testRun) namesFile(f toldFailure, path []byte) bool {
	for i := f.first; i < f.end && t.looked < lookedMost; i++ {
		t.looked++
		if text := t.s.Text(i); (f.like || t.marks[i].Rank >= mark.Critical) && bytes.HasPrefix(text, path) && scan.HasPrefix(text[len(path):], ":") {
			return true
		}
	}
	return false
}

// withoutSaidSides drops from a message the difference at its end whose two sides
// the message names: "expected true to be false" and under it "- false", "+ true",
// as Mocha and Vitest print. The first title lines of the text are no message.
func (t *testRun) withoutSaidSides(text []int, title int) []int {
	for n := title + 1; n < len(text); n++ {
		if !diffLegend(t.lines[text[n]].text) {
			continue
		}
		sides := n + 1
		for sides < len(text) && diffLegend(t.lines[text[sides]].text) {
			sides++
		}
		if t.allSaid(text[title:n], text[sides:]) {
			return text[:n:n]
		}
		if sides+2 > len(text) || sides+2 < len(text) && t.differsAt(text[sides+2]) {
			return text
		}
		for _, i := range text[sides : sides+2] {
			if !t.differsAt(i) || !t.says(text[title:n], sideValue(t.lines[i].text)) {
				return text
			}
		}
		return append(text[:n:n], text[sides+2:]...)
	}
	return text
}

// maxSaid is how many lines a difference may have that a message told in one. (Of one
// line a side each is looked for by itself.) Each word of it is looked for in all of
// the message, which may be as long.
const (
	maxSaid      = 12
	maxSaidBytes = 4_000
)

// allSaid tells whether each word of a difference stands in the message above it,
// which quotes both values: "expected { a: 1 } response body, got {}".
func (t *testRun) allSaid(message, diff []int) bool {
	if len(diff) <= 2 || len(diff) > maxSaid || t.longer(message, maxSaidBytes) || t.longer(diff, maxSaidBytes) {
		return false
	}
	for _, i := range message {
		if text := t.s.Text(i); bytes.Contains(text, []byte("...")) || bytes.Contains(text, []byte("…")) {
			return false
		}
	}
	for _, i := range diff {
		text := t.s.Text(i)
		for at := 0; at < len(text); at++ {
			from := at
			for at < len(text) && (scan.IsWordByte(text[at]) || text[at] >= 0x80) {
				at++
			}
			if at > from && !t.quoted(message, text[from:at]) {
				return false
			}
		}
	}
	return true
}

// longer tells whether the units have more than that many bytes.
func (t *testRun) longer(units []int, most int) bool {
	for _, i := range units {
		if most -= len(t.s.Text(i)); most < 0 {
			return true
		}
	}
	return false
}

// quoted tells whether one of the lines holds the word, whole.
func (t *testRun) quoted(lines []int, word []byte) bool {
	for _, i := range lines {
		text := t.s.Text(i)
		for at := 0; at < len(text); {
			next := bytes.Index(text[at:], word)
			if next < 0 {
				break
			}
			from, to := at+next, at+next+len(word)
			if (from == 0 || !scan.IsWordByte(text[from-1])) && (to == len(text) || !scan.IsWordByte(text[to])) {
				return true
			}
			at = to
		}
	}
	return false
}

// differsAt tells whether unit i is a line of a difference.
func (t *testRun) differsAt(i int) bool {
	text := t.lines[i].text
	return len(text) > 0 && (text[0] == '-' || text[0] == '+')
}

// sideValue returns the value on one side of a difference, without its sign and
// quotes.
func sideValue(text []byte) []byte {
	return bytes.Trim(text[1:], " \t\"'`")
}

// says tells whether one of the lines holds the value by itself, or that it was
// false where true was asked for.
func (t *testRun) says(lines []int, value []byte) bool {
	if len(value) == 0 {
		return false
	}
	truth := string(value) == "true" || string(value) == "false"
	for _, i := range lines {
		text := t.s.Text(i)
		if truth && bytes.Contains(text, []byte(" falsy value")) {
			return true
		}
		for at := 0; ; at++ {
			next := bytes.Index(text[at:], value)
			if next < 0 {
				break
			}
			at += next
			if end := at + len(value); at > 0 && endsValue(text[at-1]) && (end == len(text) || endsValue(text[end])) {
				return true
			}
		}
	}
	return false
}

// endsValue tells whether c may stand before or behind a value that a message quotes.
func endsValue(c byte) bool { return c == ' ' || c == '"' || c == '\'' || c == '`' }
