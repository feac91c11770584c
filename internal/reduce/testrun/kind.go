package testrun

import (
	"bytes"
	"math"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// lineLook is what a line looks like by itself.
type lineLook struct {
	kind         lineKind
	weak, detail bool // see seenLine
}

// seenLine is a line's kind with what the walk needs to know besides.
type seenLine struct {
	text   []byte // without the blanks around it
	kind   lineKind
	weak   bool // told by an ordinary word only, which a message may hold too
	detail bool // a head whose details follow it, rather than stand in a list
	indent uint8
	id     uint64 // of the test that is named, 0: none is
	starts bool   // a test, or goes on with it: go test's line is no result
	name   uint16 // bytes of the test's name that ends there, as go test gives it
	nameAt uint16
}

// toldLine is what is told of a line by itself and what stands below it.
type toldLine struct {
	kind   lineKind
	weak   bool
	detail bool
	sure   bool // the same lines are told the same elsewhere
	indent uint8
	below  uint8  // lines below it that told it, too
	units  uint16 // that it takes: more than one for a frame of a stack trace
	starts bool   // see seenLine
	name   uint16
	nameAt uint16
}

// goName returns the test's name in a line of go test's that begins a test, goes on
// with it, or gives its result; nil for any other line.
func (l *seenLine) goName() []byte {
	if l.name == 0 {
		return nil
	}
	return l.text[l.nameAt:][:l.name]
}

// nameID returns a hash of a test's name that isn't 0.
func nameID(name []byte) uint64 { return scan.Hash(name) | 1 }

// readName finds the name, at the last blank but for what stands behind a result. Where
// it stands is the same in lines that differ in their numbers alone.
func (l *toldLine) readName(text []byte) {
	if len(text) < 5 || text[0] != '=' && text[0] != '-' || !goTestLine(text) && !scan.HasAnyPrefix(text, "--- PASS:", "--- SKIP:") {
		return
	}
	text = scan.WithoutTail(text)
	l.starts = scan.HasAnyPrefix(text, "=== RUN", "=== CONT", "=== NAME")
	if !l.starts && text[0] == '=' && !scan.HasAnyPrefix(text, "=== FAIL: ", "=== SKIP: ", "=== PASS: ") {
		return
	}
	if at := 1 + bytes.LastIndexByte(text, ' '); len(text) <= math.MaxUint16 {
		l.nameAt, l.name = uint16(at), uint16(len(text)-at)
	}
}

// mostBelow is how many lines below a line are compared with those below another.
const mostBelow = 8

// lookAt tells what the section's unit i is as a line of a test run.
func lookAt(s block.Section, i, end int) toldLine {
	text := s.Text(i)
	plain := trace.Untagged(text)
	width, ind := scan.Indent(plain)
	t := scan.Trim(plain[ind:])
	tagged := len(plain) < len(text)
	seen := s.Look(i)
	if seen.Signed() {
		t = redrawn(t)
	}
	if len(t) < len(scan.Trim(text)) {
		seen = seen.Part()
	}
	l := toldLine{indent: uint8(min(width, 255)), sure: true, units: 1}
	if len(t) == 0 {
		l.kind = lineBlank
		return l
	}
	if h, ok := s.Rules.Own(rules.Test, t); ok {
		own := kindOfHit(h, t)
		l.kind, l.detail = own.kind, own.detail
		return l
	}
	if tagged && text[0] == '=' && taggedKind(t) == rules.TaggedDump {
		l.kind = lineDump
		return l
	}
	known := read(text, t, seen)
	l.kind, l.weak, l.detail = known.kind, known.weak, known.detail
	if l.kind != lineText && !l.weak && !(l.kind == lineAlarm && t[len(t)-1] == '\'') { // not a frame of Ruby's, which begins with a place
		return l
	}
	f, below := trace.LookAt(s, i, end)
	l.below, l.sure = uint8(below), below <= mostBelow
	if f.N > 0 {
		l.kind, l.weak, l.detail = lineFrame, false, false
		if f.Library {
			l.kind = lineLibrary
		}
		l.units, l.sure = uint16(min(f.N, math.MaxUint16)), l.sure && f.N <= mostBelow
		return l
	}
	if l.kind == lineText && tagged {
		l.kind = behindTag(text, t)
	}
	return l
}

// behindTag returns the kind of a line that says nothing of itself behind the tag of a
// build tool.
func behindTag(text, t []byte) lineKind {
	known := taggedKind(t)
	switch {
	case scan.HasAnyPrefix(text, "[ERROR] ", "[error] "):
		if known == rules.TaggedNoise {
			return lineNoise
		}
		return lineAlarm
	case known == rules.TaggedPass && scan.HasPrefix(text, "[info] "):
		return linePass
	}
	return lineText
}

func taggedKind(t []byte) rules.Kind {
	h, _ := rules.Find(rules.Tagged, t)
	return h.Kind
}

// read decides by the text alone: t is the line without tag and blanks.
func read(text, t []byte, seen line.Seen) lineLook {
	if l, ok := structureKind(text, t, seen); ok {
		return l
	}
	if k := sourceKind(text, t); k != lineText {
		return lineLook{kind: k}
	}
	if l, ok := ruledKind(t, seen); ok {
		return l
	}
	switch row := withoutBars(t); {
	case dotsRow(t):
		return lineLook{kind: lineNoise}
	case !seen.MayCount() && len(row) == len(t):
	case countsLine(row), len(row) < len(t) && scan.HasPrefix(row, "assertions "):
		if scan.HasPrefix(t, "❯ ") && t[len(t)-1] != ':' {
			return lineLook{kind: lineEcho} // a file of Vitest's, whose failures are told below
		}
		return lineLook{kind: lineSummary, weak: true}
	}
	return lineLook{weak: true}
}

// structureKind knows the lines that stand out by their form: titled rules,
// numbered heads, titles of lists, pytest's E lines.
func structureKind(text, t []byte, seen line.Seen) (lineLook, bool) {
	switch c := t[0]; {
	case scan.IsRuleByte(c) && len(t) > 4 && (t[1] == c || t[1] == ' '):
		return ruleKind(text, t)
	case c == '.' && len(t) > 60 && scan.Run(t, '.') == len(t):
		return lineLook{kind: lineRule}, true
	case c == 0xe2 && boxByte(t):
		return boxKind(t)
	case c == 'E' && text[0] == 'E' && (len(text) == 1 || scan.HasPrefix(text, "E   ")):
		return lineLook{kind: lineAlarm}, true
	case scan.IsDigit(c):
		if l, ok := numberedKind(t, seen); ok {
			return l, true
		}
	case seen.MayPlace() && (scan.IsLetter(text[0]) || text[0] == '/' || text[0] == '.' || text[0] == '_'):
		if l, ok := placeKind(text, seen); ok {
			return l, true
		}
	}
	if t[len(t)-1] == ':' && len(t) < 60 && listTitle(t) {
		return lineLook{kind: lineTitle}, true
	}
	return lineLook{}, false
}

// numberedKind reads a line that starts with a number: the head of a failure in a
// numbered list, or what stands behind a count or a clock.
func numberedKind(t []byte, seen line.Seen) (lineLook, bool) {
	n := scan.Digits(t)
	if n < 5 && len(t) > n+3 && scan.HasAnyPrefix(t[n:], ") ", ".  ") {
		return lineLook{kind: lineHead, detail: true}, true
	}
	rest, _ := behindCount(t)
	if rest == nil {
		return lineLook{}, false
	}
	h, ok := seen.Find(rules.Behind, rest)
	return kindOfHit(h, t), ok
}

// behindCount returns what stands behind the count or the clock that t starts with:
// " name" of "5/16 name" and " +3: name" of "00:01 +3: name". nil: it starts with none.
func behindCount(t []byte) (rest []byte, at int) {
	n := scan.Digits(t)
	if n == 0 || n == len(t) || t[n] != '/' && (t[n] != ':' || n != 2) {
		return nil, 0
	}
	m := n + 1 + scan.Digits(t[n+1:])
	if m == n+1 || m == len(t) || t[m] != ' ' {
		return nil, 0
	}
	return t[m:], m
}

// ruleKind reads "====", "==== FAILURES ====", "---- a::b stdout ----",
// "____ test_x ____", and pytest's "_ _ _ _".
func ruleKind(text, t []byte) (lineLook, bool) {
	if scan.Rule(t) != 0 || scan.HasPrefix(t, "_ _ _ _") || scan.HasPrefix(t, "- - - -") {
		return lineLook{kind: lineRule}, true
	}
	title, rule := scan.TitledRule(t)
	if title == nil {
		return lineLook{}, false
	}
	h, known := rules.Find(rules.Title, title)
	switch {
	case rule == '_' && h.Kind != rules.TitleCaptured && h.Kind != rules.TitleTable:
		return lineLook{kind: lineHead, detail: true}, true
	case known && h.Kind != rules.TitleList && h.Kind != rules.TitleFailure:
		return kindOfHit(h, title), true
	case countsLine(title):
		return lineLook{kind: lineSummary}, true
	case known:
		return lineLook{kind: lineTitle}, true
	case rule == '=' || scan.Run(t, rule) > 5:
		return lineLook{kind: lineNoise}, true
	}
	return lineLook{}, false
}

// listTitle tells whether t, which ends in a colon, announces a list of
// failures.
func listTitle(t []byte) bool {
	if len(t) < 7 || bytes.IndexByte(t, '"') >= 0 || bytes.IndexByte(t, '/') >= 0 || bytes.IndexByte(t, '=') >= 0 {
		return false
	}
	h, _ := rules.Find(rules.Title, t)
	return h.Kind == rules.TitleList && (h.To-h.From > 7 || h.To > len(t)-10)
}

// boxByte tells whether t starts with U+2500 to U+257F or U+23AF, or with two
// of U+2015.
func boxByte(t []byte) bool {
	return len(t) > 6 && t[0] == 0xe2 && (t[1] == 0x94 || t[1] == 0x95 || t[1] == 0x8e || scan.HasPrefix(t, sugarRule))
}

// sugarRule begins the titles of pytest-sugar's reports.
const sugarRule = "――"

// boxKind reads rules of box-drawing characters and the titles in them:
// "⎯⎯ Failed Tests 10 ⎯⎯", "── Failure (a.R:3): x ──", "─── STDERR: a ───".
func boxKind(t []byte) (lineLook, bool) {
	inner := t
	for boxByte(inner) || len(inner) > 2 && inner[0] == 0xe2 && scan.BoxRule(inner[:3]) != 0 {
		inner = inner[3:]
	}
	if len(t)-len(inner) < 6 {
		return lineLook{}, false
	}
	for len(inner) > 2 && scan.BoxRule(inner[len(inner)-3:]) != 0 {
		inner = inner[:len(inner)-3]
	}
	title := scan.Trim(inner)
	switch {
	case len(title) < 4 || title[0] == '[':
		return lineLook{kind: lineRule}, true
	case scan.HasPrefix(t, sugarRule):
		return lineLook{kind: lineHead, detail: true}, true
	}
	if h, ok := rules.Find(rules.Title, title); ok && h.Kind != rules.TitleChapter {
		return kindOfHit(h, title), true
	}
	return lineLook{kind: lineNoise, weak: true}, true
}

// placeKind reads a line that starts with a place at the left margin:
// "a.c:12: error: …", pytest's "a.py:12: AssertionError" and "a.py:12: in f".
func placeKind(text []byte, seen line.Seen) (lineLook, bool) {
	place, ok := scan.LocationAt(text[:min(len(text), 300)])
	if !ok {
		return lineLook{}, false
	}
	rest := scan.Trim(text[place.End:])
	h, known := seen.Find(rules.Behind, rest)
	switch {
	case known && h.Kind != rules.BehindFrame:
		return kindOfHit(h, rest), true
	case known, len(rest) == 0, string(rest) == ":":
		if trace.LibraryPath(place.Path(text)) {
			return lineLook{kind: lineLibrary}, true
		}
		return lineLook{kind: lineFrame}, true
	case pythonWarning(rest):
		return lineLook{kind: lineNoise, weak: true}, true
	case rest[0] == ':':
		return lineLook{kind: lineAlarm}, true
	}
	return lineLook{}, false
}

// pythonWarning tells whether what follows a place is a warning as Python's
// interpreter prints it, ": DeprecationWarning: x is old": no test failed by it, for
// that would be an exception, under a place that names its class only.
func pythonWarning(rest []byte) bool {
	class, message, ok := bytes.Cut(scan.Trim(rest[1:]), []byte(": "))
	return ok && len(message) > 0 && scan.HasSuffix(class, "Warning") && bytes.IndexByte(class, ' ') < 0
}
