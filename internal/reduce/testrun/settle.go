package testrun

import (
	"bytes"

	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// settle looks again at the lines whose kind only those around them tell: the
// steps of a scenario, a test's title that failures may follow, the
// diagnostics under a TAP result, what stands in a chapter of its own.
func (t *testRun) settle() {
	t.settleEchoes()
	scenario := -1
	var in chapter
	for i := range t.lines {
		l := &t.lines[i]
		if l.kind == lineBlank {
			in.blanks++
		}
		if l.kind == lineTail || l.kind == lineBlank {
			continue
		}
		text := t.lines[i].text
		if len(text) == 0 {
			continue // a segment of a long line
		}
		plain := !settled[text[0]] && (l.kind != lineFrame || i+1 == len(t.lines) || !scan.HasPrefix(t.lines[i+1].text, "F")) && scenario < 0 && !in.ava && !in.idle
		if plain {
			in.blanks = 0
		} else if in.settles(t, i, text) {
			continue
		}
		if k := l.kind; k == linePass || k == lineHead || k == lineEcho || k == lineSkip {
			t.last = i
		}
		switch {
		case plain:
		case scenario >= 0 && gherkinStep(text):
			t.settleStep(i, scenario, text)
		case scan.HasAnyPrefix(text, "Scenario: ", "Scenario Outline: "):
			scenario = i
			l.kind, l.weak = linePass, false
		default:
			t.settleByText(i, text)
		}
	}
}

// settled are the bytes that begin a line of which settle may have something to say
// wherever it stands.
var settled = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'=': true, '_': true, '-': true, 'P': true, 'S': true, 'T': true, 0xe2: true, // "─"
}

// settleByText settles unit i by what its text and the lines next to it are.
func (t *testRun) settleByText(i int, text []byte) {
	l := &t.lines[i]
	switch {
	case scan.IsDigit(text[0]) && (l.kind == lineText || l.kind == lineFrame && t.underPlace(i)):
		t.settleExcerpt(i, text)
	case scan.HasPrefix(text, "=> ") && l.kind == lineText && t.underPlace(i):
		l.kind, l.weak = lineHit, false // test-unit
	case string(text) == "Trying:":
		l.kind, l.weak = linePass, false // doctest -v
	case scan.HasPrefix(text, "TEST CASE:"):
		t.settleCase(i)
	case string(text) == "---" && t.underResult(i):
		t.settleDiagnostics(i)
	case l.kind == lineFrame && i+1 < len(t.lines) && scan.HasPrefix(t.lines[i+1].text, "Failed example:"):
		l.kind, l.weak, l.detail = lineHead, false, true
		t.lines[i+1].kind, t.lines[i+1].weak = lineText, false
		t.failed = true
	}
}

// chapter is what is known of the part of the output that a line stands in.
type chapter struct {
	passes bool  // pytest -rA: what tests printed that passed
	idle   bool  // tests that were not run
	ava    bool  // ava's failures, each under its name
	margin uint8 // of the line that opens them: the names stand at it
	blanks int   // empty lines just before
}

// settles decides on unit i by its chapter; it tells whether nothing more is to
// be said of it.
func (c *chapter) settles(t *testRun, i int, text []byte) bool {
	l := &t.lines[i]
	if text[0] == '=' || text[0] == '_' {
		if title, rule := scan.TitledRule(text); rule == '=' {
			c.passes = string(title) == "PASSES"
		} else if c.passes && rule == '_' {
			l.kind, l.weak = lineNoise, false
		}
	}
	blanks := c.blanks
	c.blanks = 0
	if string(text) == "─" {
		c.ava, c.margin, c.blanks = true, l.indent, 2
		return true
	}
	if c.ava && blanks > 1 && l.indent == c.margin && l.kind == lineText && i+1 < len(t.lines) && t.lines[i+1].kind == lineBlank {
		l.kind, l.weak, l.detail = lineHead, false, true
	}
	if opens := opensIdle(text); opens || c.idle && endsIdle(text, l.kind) {
		c.idle = opens
	}
	if c.idle {
		l.kind, l.weak = lineNoise, false
	}
	return c.idle
}

// opensIdle tells whether text opens the chapter of the tests that were not
// run, or not expected to pass: RSpec's, PHPUnit's.
func opensIdle(text []byte) bool {
	return scan.HasPrefix(text, "Pending: (") || scan.HasPrefix(text, "There w") && idleTests.In(text)
}

var idleTests = scan.NewPartSet(" skipped test", " incomplete test")

// endsIdle tells whether a line ends such a chapter.
func endsIdle(text []byte, kind lineKind) bool {
	return kind == lineSummary || kind == lineTitle || kind == lineRule || string(text) == "--" || scan.HasPrefix(text, "There w")
}

// settleEchoes finds the numbered heads that name a failure among the passing
// tests ("  3) adds two items", mocha) while the list at the end tells it: under
// the same number, where the name ends the title.
func (t *testRun) settleEchoes() {
	last := map[int]int{}
	for i := len(t.lines) - 1; i >= 0; i-- {
		text := t.lines[i].text
		if t.lines[i].kind != lineHead || !numberedHead(text) || !t.s.StartsLine(t.s.First+i) {
			continue
		}
		number, name := headNumber(text)
		if at, ok := last[number]; ok && t.titled(at, name) {
			t.lines[i].kind, t.lines[i].detail = lineEcho, false
			continue
		}
		last[number] = i
	}
}

// headNumber reads "3) name".
func headNumber(text []byte) (number int, name []byte) {
	n := scan.Digits(text)
	for _, c := range text[:n] {
		number = number*10 + int(c-'0')
	}
	return number, scan.Trim(text[min(n+1, len(text)):])
}

// titled tells whether the title of the failure whose head is unit at, over
// the lines up to the one that ends in a colon, ends as name does.
func (t *testRun) titled(at int, name []byte) bool {
	for i := at; i < min(at+8, len(t.lines)); i++ {
		text := t.lines[i].text
		if len(text) > 0 && text[len(text)-1] == ':' {
			return bytes.HasSuffix(name, text[:len(text)-1])
		}
		if t.lines[i].kind == lineBlank {
			return false
		}
	}
	return false
}

// underPlace tells whether unit i may be source that stands under its place, or
// more of it.
func (t *testRun) underPlace(i int) bool {
	if i < 1 || t.lines[i].indent < 2 {
		return false
	}
	switch t.lines[i-1].kind {
	case lineSource, lineHit:
		return true
	case lineFrame:
		return t.lines[i-1].indent == 0 // test-unit
	}
	return false
}

// settleExcerpt knows the source that stands under its place and mostly a blank
// line, each line with its number and a colon.
func (t *testRun) settleExcerpt(i int, text []byte) {
	n := scan.Digits(text)
	if i < 2 || t.lines[i].indent < 2 || n > 6 || !scan.HasPrefix(text[n:], ": ") && len(text) != n+1 {
		return
	}
	if t.underPlace(i) {
		t.lines[i].kind, t.lines[i].weak = lineSource, false
		return
	}
	above := t.lines[i-2].text
	if place, ok := scan.LocationAt(above); ok && place.End == len(above) && t.lines[i-1].kind == lineBlank {
		t.lines[i].kind, t.lines[i].weak = lineSource, false
	}
}

// settleCase decides on a test's title, which doctest for C++ prints also
// over what passed if it is asked to.
func (t *testRun) settleCase(i int) {
	for j := i + 1; j < len(t.lines); j++ {
		switch t.lines[j].kind {
		case lineRule, lineHead:
			t.lines[i].kind = linePass
			return
		case lineAlarm:
			return
		}
	}
	t.lines[i].kind = linePass
}

// gherkinStep tells whether text is a step of a scenario.
func gherkinStep(text []byte) bool {
	switch text[0] {
	case 'G', 'W', 'T', 'A', 'B', '*':
	default:
		return false
	}
	return scan.HasAnyPrefix(text, "Given ", "When ", "Then ", "And ", "But ", "* ")
}

// settleStep decides on a step: it failed if a message stands under it,
// deeper, or if nothing defines it, and its scenario with it. Tables that are the step's own are no
// message.
func (t *testRun) settleStep(i, scenario int, text []byte) {
	l := &t.lines[i]
	if l.kind != lineHead {
		t.settleOpenStep(i, text)
	}
	if l.kind == lineHead {
		t.lines[scenario].kind = lineHead
		t.failed = true
	}
}

func (t *testRun) settleOpenStep(i int, text []byte) {
	l := &t.lines[i]
	l.kind, l.weak = linePass, false
	if scan.HasSuffix(text, "# None") {
		if i > 0 && t.lines[i-1].kind != lineHead {
			l.kind = lineHead
		}
		return
	}
	for j := i + 1; j < len(t.lines) && t.lines[j].indent > l.indent; j++ {
		under := t.lines[j].text
		switch {
		case len(under) == 0 || under[0] == '|' || t.lines[j].kind == lineTail:
		case scan.HasAnyPrefix(under, `"""`, "'''", "```"):
			return
		default:
			l.kind = lineHead
			return
		}
	}
}

// underResult tells whether the last line before unit i that is not blank is
// a TAP result.
func (t *testRun) underResult(i int) bool {
	return i > 0 && scan.HasAnyPrefix(t.lines[i-1].text, "not ok ", "ok ", "...")
}

// settleDiagnostics makes of the lines from "---" to "..." what a failure's
// message is not: noise, and frames. The keys stand where the first of them
// does; a value in double quotes may go on at the left margin.
func (t *testRun) settleDiagnostics(first int) {
	indent := t.lines[first].indent
	t.lines[first].kind, t.lines[first].weak = lineSource, false
	keys, quoted := uint8(0), false
	key, diff := lineText, 0
	for i := first + 1; i < len(t.lines); i++ {
		l := &t.lines[i]
		text := t.lines[i].text
		if l.kind == lineBlank || len(text) == 0 {
			continue
		}
		if quoted && !(l.indent <= indent && (string(text) == "..." || scan.HasAnyPrefix(text, "not ok ", "ok "))) {
			quoted = !endsQuote(text)
			l.kind, l.weak, l.indent = lineText, false, keys+1
			continue
		}
		if string(text) == "---" || l.indent <= indent && scan.HasAnyPrefix(text, "not ok ", "ok ") {
			return // cut off, and the next result follows
		}
		if l.indent < indent || string(text) == "..." {
			if l.indent >= indent {
				l.kind, l.weak = t.afterDiagnostics(i), false
			}
			return
		}
		if keys == 0 {
			keys = l.indent
		}
		if l.indent <= keys {
			key = diagnosticKey(text, diff == 3)
			l.kind = key
			if key == lineFrame || detailKind(text) == rules.DetailEmpty {
				l.kind = lineSource
			}
		} else {
			l.kind = key
			if text[0] == '+' || text[0] == '-' {
				diff |= 1 << (1 & (text[0] >> 1))
			}
			if detailKind(text) == rules.DetailNoise {
				l.kind = lineSource
			}
			if place, ok := scan.FindLocation(text); key == lineFrame && (!ok || trace.LibraryPath(trace.WordAround(text, place)) || trace.LibraryFrame(text, text, place)) {
				l.kind = lineLibrary
			}
		}
		quoted = opensQuote(text)
		l.weak = false
	}
}

// afterDiagnostics returns the kind of the "..." at unit i: what comes is not the
// failure's, unless more diagnostics follow.
func (t *testRun) afterDiagnostics(i int) lineKind {
	if i+1 < len(t.lines) && string(t.lines[i+1].text) == "---" {
		return lineSource
	}
	return lineNoise
}

// opensQuote tells whether text is a key with the start of a value in double
// quotes that doesn't end on its line.
func opensQuote(text []byte) bool {
	n := 0
	for n < len(text) && scan.IsWordByte(text[n]) {
		n++
	}
	return n > 0 && scan.HasPrefix(text[n:], `: "`) && !endsQuote(text[n+3:])
}

// endsQuote tells whether a double quote that nothing escapes ends text.
func endsQuote(text []byte) bool {
	text = bytes.TrimSuffix(text, []byte(","))
	return scan.HasSuffix(text, `"`) && !scan.HasSuffix(text, `\"`)
}

func detailKind(text []byte) rules.Kind {
	h, _ := rules.Find(rules.Detail, text)
	return h.Kind
}

// diagnosticKey tells what the lines under a key are. With a difference told
// the values need not be.
func diagnosticKey(text []byte, told bool) lineKind {
	switch k := detailKind(text); {
	case k == rules.DetailFrames:
		return lineFrame
	case k == rules.DetailNoise, k == rules.DetailSide && told:
		return lineSource
	}
	return lineText
}
