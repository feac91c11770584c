package testrun

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/reduce/trace"
	"elide/internal/rules"
	"elide/internal/scan"
)

// seenLine is a line's kind with what the walk needs to know besides.
type seenLine struct {
	kind   lineKind
	weak   bool // told by an ordinary word only, which a message may hold too
	detail bool // a head whose details follow it, rather than stand in a list
	indent uint8
}

// lookAt tells what the section's unit i is as a line of a test run. n is
// how many units that takes: more than one for a frame of a stack trace.
func lookAt(s block.Section, i, end int) (l seenLine, n int) {
	text := s.Text(i)
	plain := trace.Untagged(text)
	width, ind := scan.Indent(plain)
	t := redrawn(scan.Trim(plain[ind:]))
	l.indent = uint8(min(width, 255))
	if len(t) == 0 {
		l.kind = lineBlank
		return l, 1
	}
	if h, ok := s.Rules.Own(rules.Test, t); ok {
		l.kind, l.detail = kindOfHit(h, t), h.Kind == rules.TestReport
		return l, 1
	}
	if text[0] == '=' && len(plain) < len(text) && checkerHeads.At(t) {
		l.kind = lineDump
		return l, 1
	}
	l = lookAtText(text, t, l)
	if l.kind != lineText && !l.weak && !(l.kind == lineAlarm && t[len(t)-1] == '\'') { // not a frame of Ruby's, which begins with a place
		return l, 1
	}
	if f := trace.FrameAt(s, i, end); f.N > 0 {
		l.kind, l.weak, l.detail = lineFrame, false, false
		if f.Library {
			l.kind = lineLibrary
		}
		return l, f.N
	}
	if l.kind == lineText && len(plain) < len(text) && scan.HasPrefix(text, "[info] ") && scan.HasAnyPrefix(t, "- ", "+ ") {
		l.kind = linePass // ScalaTest and specs2
	}
	if l.kind == lineText && len(plain) < len(text) && scan.HasAnyPrefix(text, "[ERROR] ", "[error] ") {
		l.kind = lineAlarm
		if errorAdvice.At(t) {
			l.kind = lineNoise
		}
	}
	return l, 1
}

// checkerHeads begin what valgrind's tools find while they run the tests.
var checkerHeads = scan.NewPartSet("Invalid read", "Invalid write", "Invalid free", "Conditional jump", "Use of uninitialised", "Mismatched free", "Syscall param", "Source and destination overlap",
	"Possible data race", "Process terminating")

// errorAdvice begins the lines that Maven prints after every failed build.
var errorAdvice = scan.NewPartSet("Please refer to ", "-> [Help", "To see the full stack", "Re-run Maven", "For more information about", "[Help ", "After correcting the problems", "  mvn <", "mvn <args>", "See /", "See dump files")

// lookAtText decides by the text alone: t is the line without tag and blanks.
func lookAtText(text, t []byte, l seenLine) seenLine {
	if strong, ok := structureKind(text, t); ok {
		l.kind, l.detail, l.weak = strong.kind, strong.detail, strong.weak
		return l
	}
	if known, ok := ruledKind(t); ok {
		l.kind, l.detail, l.weak = known.kind, known.detail, known.weak
		return l
	}
	switch {
	case sourceKind(text, t) != lineText:
		l.kind = sourceKind(text, t)
	case dotsRow(t):
		l.kind = lineNoise
	default:
		l.kind, l.weak = endKind(t), true
	}
	if l.kind == lineText {
		l.kind, l.weak = middleKind(t), true
	}
	if l.kind == lineText {
		if row := withoutBars(t); countsLine(row) || len(row) < len(t) && scan.HasPrefix(row, "assertions ") {
			l.kind = lineSummary
			if scan.HasPrefix(t, "❯ ") && t[len(t)-1] != ':' {
				l.kind, l.weak = lineEcho, false // a file of Vitest's, whose failures are told below
			}
		}
	}
	return l
}

// structureKind knows the lines that stand out by their form: titled rules,
// numbered heads, titles of lists, pytest's E lines.
func structureKind(text, t []byte) (seenLine, bool) {
	switch c := t[0]; {
	case scan.IsRuleByte(c) && len(t) > 4 && (t[1] == c || t[1] == ' '):
		return ruleKind(text, t)
	case c == '.' && len(t) > 60 && scan.Run(t, '.') == len(t):
		return seenLine{kind: lineRule}, true
	case c == '!' && scan.HasPrefix(t, "!!!!"):
		return seenLine{kind: lineSummary}, true
	case c == 0xe2 && boxByte(t):
		return boxKind(t)
	case c == 'E' && text[0] == 'E' && (len(text) == 1 || scan.HasPrefix(text, "E   ")):
		return seenLine{kind: lineAlarm}, true
	case scan.IsDigit(c):
		if l, ok := numberedKind(t); ok {
			return l, true
		}
	case scan.HasPrefix(t, "test ") && len(t) > 5 && scan.Digits(t[5:]) == len(t)-5, scan.HasPrefix(t, "Start ") && scan.Digits(scan.Trim(t[6:])) > 0:
		return seenLine{kind: lineNoise}, true // ctest -V
	}
	return statedKind(text, t)
}

// statedKind knows heads of tables of coverage, targets that make gave up, places at the
// left margin and titles of lists.
func statedKind(text, t []byte) (seenLine, bool) {
	if coverageHead(t) {
		return seenLine{kind: lineChapter}, true
	}
	if scan.HasAnyPrefix(t, "make", "gmake") && bytes.Contains(t, []byte(": *** [")) {
		return seenLine{kind: lineAlarm}, true
	}
	if scan.IsLetter(text[0]) || text[0] == '/' || text[0] == '.' || text[0] == '_' {
		if l, ok := placeKind(text); ok {
			return l, true
		}
	}
	if t[len(t)-1] == ':' && len(t) < 60 && listTitle(t) {
		return seenLine{kind: lineTitle}, true
	}
	return seenLine{}, false
}

// numberedKind reads a line that starts with a number: the head of a failure in a
// numbered list, a result of Meson's or ctest's.
func numberedKind(t []byte) (seenLine, bool) {
	n := scan.Digits(t)
	if n < 5 && len(t) > n+3 && scan.HasAnyPrefix(t[n:], ") ", ".  ") {
		return seenLine{kind: lineHead, detail: true}, true
	}
	if k, at := mesonResult(t); at > 0 {
		return seenLine{kind: k}, true
	}
	k := ctestResult(t)
	return seenLine{kind: k}, k != lineText
}

// ruleKind reads "====", "==== FAILURES ====", "---- a::b stdout ----",
// "____ test_x ____", and pytest's "_ _ _ _".
func ruleKind(text, t []byte) (seenLine, bool) {
	if scan.Rule(t) != 0 || scan.HasPrefix(t, "_ _ _ _") || scan.HasPrefix(t, "- - - -") {
		return seenLine{kind: lineRule}, true
	}
	title, rule := scan.TitledRule(t)
	switch {
	case title == nil:
		return seenLine{}, false
	case scan.HasPrefix(title, "Captured ") || scan.HasPrefix(title, "Live log"):
		return seenLine{kind: lineCaptured}, true
	case scan.HasPrefix(title, "coverage: "):
		return seenLine{kind: lineChapter}, true
	case rule == '_' || scan.HasSuffix(title, " stdout") || scan.HasSuffix(title, " stderr"):
		return seenLine{kind: lineHead, detail: true}, true
	case chapterWords.In(title):
		return seenLine{kind: lineChapter}, true
	case countsLine(title):
		return seenLine{kind: lineSummary}, true
	case failTitles.In(title) || scan.HasPrefix(title, "short test summary"):
		return seenLine{kind: lineTitle}, true
	case rule == '=' || scan.Run(t, rule) > 5:
		return seenLine{kind: lineNoise}, true
	}
	return seenLine{}, false
}

var chapterWords = scan.NewWordSet("warnings summary", "slowest", "coverage", "durations", "passes", "rerun test summary", "benchmark")

var failTitles = scan.NewWordSet("failures", "failure", "errors", "failed", "failing", "fail", "unhandled", "error")

// listTitle tells whether t, which ends in a colon, announces a list of
// failures.
func listTitle(t []byte) bool {
	if len(t) < 7 || bytes.IndexByte(t, '"') >= 0 || bytes.IndexByte(t, '/') >= 0 || bytes.IndexByte(t, '=') >= 0 {
		return false
	}
	word, at := listTitles.Find(t)
	return at >= 0 && (len(word) > 7 || at+len(word) > len(t)-10)
}

var listTitles = scan.NewWordSet("failing tests", "failed tests", "failing scenarios", "errored scenarios", "failed scenarios", "undefined scenarios", "failed examples", "tests failed",
	"failures", "failed", "failing", "errors")

// boxByte tells whether t starts with U+2500 to U+257F or U+23AF, or with two
// of U+2015.
func boxByte(t []byte) bool {
	return len(t) > 6 && t[0] == 0xe2 && (t[1] == 0x94 || t[1] == 0x95 || t[1] == 0x8e || scan.HasPrefix(t, sugarRule))
}

// sugarRule begins the titles of pytest-sugar's reports.
const sugarRule = "――"

// boxKind reads rules of box-drawing characters and the titles in them:
// "⎯⎯ Failed Tests 10 ⎯⎯", "── Failure (a.R:3): x ──", "─── STDERR: a ───".
func boxKind(t []byte) (seenLine, bool) {
	inner := t
	for boxByte(inner) || len(inner) > 2 && inner[0] == 0xe2 && scan.BoxRule(inner[:3]) != 0 {
		inner = inner[3:]
	}
	if len(t)-len(inner) < 6 {
		return seenLine{}, false
	}
	for len(inner) > 2 && scan.BoxRule(inner[len(inner)-3:]) != 0 {
		inner = inner[:len(inner)-3]
	}
	title := scan.Trim(inner)
	switch {
	case len(title) < 4 || title[0] == '[':
		return seenLine{kind: lineRule}, true
	case scan.HasPrefix(t, sugarRule):
		return seenLine{kind: lineHead, detail: true}, true
	case scan.HasAnyPrefix(title, "STDOUT", "STDERR", "OUTPUT"):
		return seenLine{kind: lineHead}, true
	case scan.HasAnyPrefix(title, "Failure (", "Error (", "FAIL "):
		return seenLine{kind: lineHead, detail: true}, true
	case failTitles.In(title):
		return seenLine{kind: lineTitle}, true
	}
	return seenLine{kind: lineNoise, weak: true}, true
}

// placeKind reads a line that starts with a place at the left margin:
// "a.c:12: error: …", pytest's "a.py:12: AssertionError" and "a.py:12: in f".
func placeKind(text []byte) (seenLine, bool) {
	place, ok := scan.FindLocation(text[:min(len(text), 300)])
	if !ok || place.Start != 0 {
		return seenLine{}, false
	}
	rest := scan.Trim(text[place.End:])
	switch {
	case scan.HasSuffix(rest, ":PASS") || scan.HasAnyPrefix(rest, ": PASSED", ": SUCCESS") || scan.HasPrefix(rest, ": info: check ") && scan.HasSuffix(rest, " has passed"):
		return seenLine{kind: linePass}, true
	case scan.HasAnyPrefix(rest, ": Entering test ", ": Leaving test ", ": Test case "):
		return seenLine{kind: lineNoise}, true
	case scan.HasSuffix(rest, ":IGNORE") || bytes.Contains(rest, []byte(":IGNORE:")):
		return seenLine{kind: lineSkip}, true
	case len(rest) == 0 || string(rest) == ":" || scan.HasPrefix(rest, ": in "):
		if trace.LibraryPath(place.Path(text)) {
			return seenLine{kind: lineLibrary}, true
		}
		return seenLine{kind: lineFrame}, true
	case pythonWarning(rest):
		return seenLine{kind: lineNoise, weak: true}, true
	case rest[0] == ':':
		return seenLine{kind: lineAlarm}, true
	}
	return seenLine{}, false
}

// pythonWarning tells whether what follows a place is a warning as Python's
// interpreter prints it, ": DeprecationWarning: x is old": no test failed by it, for
// that would be an exception, under a place that names its class only.
func pythonWarning(rest []byte) bool {
	class, message, ok := bytes.Cut(scan.Trim(rest[1:]), []byte(": "))
	return ok && len(message) > 0 && scan.HasSuffix(class, "Warning") && bytes.IndexByte(class, ' ') < 0
}
