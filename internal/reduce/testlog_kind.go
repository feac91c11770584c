package reduce

import (
	"bytes"

	"elide/internal/block"
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
	plain := untagged(text)
	width, ind := indentWidth(plain)
	t := redrawn(unindented(plain[ind:]))
	l.indent = uint8(min(width, 255))
	if len(t) == 0 {
		l.kind = lineBlank
		return l, 1
	}
	if text[0] == '=' && len(plain) < len(text) && checkerHeads.at(t) {
		l.kind = lineDump
		return l, 1
	}
	l = lookAtText(text, t, l)
	if l.kind != lineText && !l.weak && !(l.kind == lineAlarm && t[len(t)-1] == '\'') { // not a frame of Ruby's, which begins with a place
		return l, 1
	}
	if f := frameAt(s, i, end); f.n > 0 {
		l.kind, l.weak, l.detail = lineFrame, false, false
		if f.library {
			l.kind = lineLibrary
		}
		return l, f.n
	}
	if l.kind == lineText && len(plain) < len(text) && hasPrefix(text, "[info] ") && hasAnyPrefix(t, "- ", "+ ") {
		l.kind = linePass // ScalaTest and specs2
	}
	if l.kind == lineText && len(plain) < len(text) && hasAnyPrefix(text, "[ERROR] ", "[error] ") {
		l.kind = lineAlarm
		if errorAdvice.at(t) {
			l.kind = lineNoise
		}
	}
	return l, 1
}

// checkerHeads begin what valgrind's tools find while they run the tests.
var checkerHeads = newPartSet("Invalid read", "Invalid write", "Invalid free", "Conditional jump", "Use of uninitialised", "Mismatched free", "Syscall param", "Source and destination overlap",
	"Possible data race", "Process terminating")

// errorAdvice begins the lines that Maven prints after every failed build.
var errorAdvice = newPartSet("Please refer to ", "-> [Help", "To see the full stack", "Re-run Maven", "For more information about", "[Help ", "After correcting the problems", "  mvn <", "mvn <args>", "See /", "See dump files")

// lookAtText decides by the text alone: t is the line without tag and blanks.
func lookAtText(text, t []byte, l seenLine) seenLine {
	if strong, ok := structureKind(text, t); ok {
		l.kind, l.detail, l.weak = strong.kind, strong.detail, strong.weak
		return l
	}
	if e, ok := lineStarts.find(t); ok {
		l.kind = refineStart(t, e)
		l.weak = isLetter(t[0]) && l.kind != lineDump && l.kind != lineHead
		l.detail = l.kind == lineHead && (hasAnyPrefix(t, "FAIL ", "● ", "=== FAIL: ") || hasPrefix(t, "FAILED ") && bytes.Contains(t, []byte(" > ")))
		if l.kind != lineText {
			return l
		}
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
		if row := withoutBars(t); countsLine(row) || len(row) < len(t) && hasPrefix(row, "assertions ") {
			l.kind = lineSummary
			if hasPrefix(t, "❯ ") && t[len(t)-1] != ':' {
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
	case isRuleByte(c) && len(t) > 4 && (t[1] == c || t[1] == ' '):
		return ruleKind(text, t)
	case c == '.' && len(t) > 60 && runOf(t, '.') == len(t):
		return seenLine{kind: lineRule}, true
	case c == '!' && hasPrefix(t, "!!!!"):
		return seenLine{kind: lineSummary}, true
	case c == 0xe2 && boxByte(t):
		return boxKind(t)
	case c == 'E' && text[0] == 'E' && (len(text) == 1 || hasPrefix(text, "E   ")):
		return seenLine{kind: lineAlarm}, true
	case isDigit(c):
		n := digits(t)
		if n < 5 && len(t) > n+3 && hasAnyPrefix(t[n:], ") ", ".  ") {
			return seenLine{kind: lineHead, detail: true}, true
		}
		if k, at := mesonResult(t); at > 0 {
			return seenLine{kind: k}, true
		}
		if k := ctestResult(t); k != lineText {
			return seenLine{kind: k}, true
		}
	case c == 't' && hasPrefix(t, "test ") && len(t) > 5 && digits(t[5:]) == len(t)-5:
		return seenLine{kind: lineNoise}, true // ctest -V
	case c == 'S' && hasPrefix(t, "Start ") && digits(unindented(t[6:])) > 0:
		return seenLine{kind: lineNoise}, true
	}
	if coverageHead(t) {
		return seenLine{kind: lineChapter}, true
	}
	if c := t[0]; c == 'm' || c == 'g' {
		if hasAnyPrefix(t, "make", "gmake") && bytes.Contains(t, []byte(": *** [")) {
			return seenLine{kind: lineAlarm}, true
		}
	}
	if isLetter(text[0]) || text[0] == '/' || text[0] == '.' || text[0] == '_' {
		if l, ok := placeKind(text); ok {
			return l, true
		}
	}
	if t[len(t)-1] == ':' && len(t) < 60 && listTitle(t) {
		return seenLine{kind: lineTitle}, true
	}
	return seenLine{}, false
}

// ruleKind reads "====", "==== FAILURES ====", "---- a::b stdout ----",
// "____ test_x ____", and pytest's "_ _ _ _".
func ruleKind(text, t []byte) (seenLine, bool) {
	if ruleLine(t) != 0 || hasPrefix(t, "_ _ _ _") || hasPrefix(t, "- - - -") {
		return seenLine{kind: lineRule}, true
	}
	title, rule := titledRule(t)
	switch {
	case title == nil:
		return seenLine{}, false
	case hasPrefix(title, "Captured ") || hasPrefix(title, "Live log"):
		return seenLine{kind: lineCaptured}, true
	case hasPrefix(title, "coverage: "):
		return seenLine{kind: lineChapter}, true
	case rule == '_' || hasSuffix(title, " stdout") || hasSuffix(title, " stderr"):
		return seenLine{kind: lineHead, detail: true}, true
	case chapterWords.in(title):
		return seenLine{kind: lineChapter}, true
	case countsLine(title):
		return seenLine{kind: lineSummary}, true
	case failTitles.in(title) || hasPrefix(title, "short test summary"):
		return seenLine{kind: lineTitle}, true
	case rule == '=' || runOf(t, rule) > 5:
		return seenLine{kind: lineNoise}, true
	}
	return seenLine{}, false
}

var chapterWords = newWordSet("warnings summary", "slowest", "coverage", "durations", "passes", "rerun test summary", "benchmark")

var failTitles = newWordSet("failures", "failure", "errors", "failed", "failing", "fail", "unhandled", "error")

// listTitle tells whether t, which ends in a colon, announces a list of
// failures.
func listTitle(t []byte) bool {
	if len(t) < 7 || bytes.IndexByte(t, '"') >= 0 || bytes.IndexByte(t, '/') >= 0 || bytes.IndexByte(t, '=') >= 0 {
		return false
	}
	word, at := listTitles.find(t)
	return at >= 0 && (len(word) > 7 || at+len(word) > len(t)-10)
}

var listTitles = newWordSet("failing tests", "failed tests", "failing scenarios", "errored scenarios", "failed scenarios", "undefined scenarios", "failed examples", "tests failed",
	"failures", "failed", "failing", "errors")

// boxByte tells whether t starts with U+2500 to U+257F or U+23AF, or with two
// of U+2015.
func boxByte(t []byte) bool {
	return len(t) > 6 && t[0] == 0xe2 && (t[1] == 0x94 || t[1] == 0x95 || t[1] == 0x8e || hasPrefix(t, sugarRule))
}

// sugarRule begins the titles of pytest-sugar's reports.
const sugarRule = "――"

// boxKind reads rules of box-drawing characters and the titles in them:
// "⎯⎯ Failed Tests 10 ⎯⎯", "── Failure (a.R:3): x ──", "─── STDERR: a ───".
func boxKind(t []byte) (seenLine, bool) {
	inner := t
	for boxByte(inner) || len(inner) > 2 && inner[0] == 0xe2 && boxRule(inner[:3]) != 0 {
		inner = inner[3:]
	}
	if len(t)-len(inner) < 6 {
		return seenLine{}, false
	}
	for len(inner) > 2 && boxRule(inner[len(inner)-3:]) != 0 {
		inner = inner[:len(inner)-3]
	}
	title := unindented(inner)
	switch {
	case len(title) < 4 || title[0] == '[':
		return seenLine{kind: lineRule}, true
	case hasPrefix(t, sugarRule):
		return seenLine{kind: lineHead, detail: true}, true
	case hasAnyPrefix(title, "STDOUT", "STDERR", "OUTPUT"):
		return seenLine{kind: lineHead}, true
	case hasAnyPrefix(title, "Failure (", "Error (", "FAIL "):
		return seenLine{kind: lineHead, detail: true}, true
	case failTitles.in(title):
		return seenLine{kind: lineTitle}, true
	}
	return seenLine{kind: lineNoise, weak: true}, true
}

// placeKind reads a line that starts with a place at the left margin:
// "a.c:12: error: …", pytest's "a.py:12: AssertionError" and "a.py:12: in f".
func placeKind(text []byte) (seenLine, bool) {
	place, ok := findLocation(text[:min(len(text), 300)])
	if !ok || place.start != 0 {
		return seenLine{}, false
	}
	rest := unindented(text[place.end:])
	switch {
	case hasSuffix(rest, ":PASS") || hasAnyPrefix(rest, ": PASSED", ": SUCCESS") || hasPrefix(rest, ": info: check ") && hasSuffix(rest, " has passed"):
		return seenLine{kind: linePass}, true
	case hasAnyPrefix(rest, ": Entering test ", ": Leaving test ", ": Test case "):
		return seenLine{kind: lineNoise}, true
	case hasSuffix(rest, ":IGNORE") || bytes.Contains(rest, []byte(":IGNORE:")):
		return seenLine{kind: lineSkip}, true
	case len(rest) == 0 || string(rest) == ":" || hasPrefix(rest, ": in "):
		if libraryPath(place.path(text)) {
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
	class, message, ok := bytes.Cut(unindented(rest[1:]), []byte(": "))
	return ok && len(message) > 0 && hasSuffix(class, "Warning") && bytes.IndexByte(class, ' ') < 0
}

// refineStart looks closer where the start of a line doesn't decide.
func refineStart(t []byte, e startKind) lineKind {
	rest := t[len(e.start):]
	switch e.start {
	case "FAILED":
		return refineFailed(t, rest)
	case "FAIL\t":
		return lineSummary
	case "PASS":
		return passIf(len(rest) == 0 || rest[0] == ' ' || rest[0] == ':')
	case "ok ":
		return refineOK(t, rest)
	case "not ok ":
		if bytes.Contains(rest, []byte("# TODO")) || bytes.Contains(rest, []byte("# SKIP")) {
			return lineSkip
		}
	case "Benchmark":
		return refineBench(t)
	case "goroutine ":
		if !goroutineHead(t) {
			return lineText
		}
	case "1..":
		if digits(rest) != len(rest) {
			return lineText
		}
	case "[gw":
		return workerKind(rest)
	case "[==========]":
		if bytes.Contains(rest, []byte(" ran.")) || bytes.Contains(rest, []byte(" ms total)")) {
			return lineSummary
		}
	case "nox > ":
		if hasSuffix(t, " failed.") || hasPrefix(rest, "* ") || bytes.Contains(rest, []byte(" failed with exit code ")) {
			return lineSummary
		}
	case "console.":
		return capturedIf(len(rest) < 6 && bytes.IndexByte(rest, ' ') < 0)
	case "ERROR ":
		if len(rest) > 0 && rest[0] == ' ' {
			return lineText // a logger's column
		}
	case "Test suite ":
		if !hasSuffix(t, ": FAIL") && !hasSuffix(t, ": PASS") {
			return lineText
		}
	case "─":
		if len(rest) > 0 {
			return lineText
		}
	case "> Task ":
		return headOr(hasSuffix(t, " FAILED"), lineNoise)
	case "Failed ":
		if bytes.Contains(rest, []byte(" subtests")) {
			return lineHead
		}
		if t[len(t)-1] != ']' {
			return lineAlarm
		}
	case "Passed ", "Skipped ":
		if t[len(t)-1] != ']' {
			return lineText
		}
	case "✖", "✗", "✘", "❌":
		if hasSuffix(t, "failing tests:") {
			return lineTitle
		}
	case "Found ":
		return noiseIf(bytes.Contains(rest, []byte("test")))
	case "Start ":
		return noiseIf(digits(unindented(rest)) > 0)
	}
	return e.kind
}

func refineFailed(t, rest []byte) lineKind {
	switch {
	case len(rest) == 0 || rest[0] == '.':
		return lineSummary
	case rest[0] != ' ' && rest[0] != ':':
		return lineText
	case countsLine(t):
		return lineSummary
	}
	return lineHead
}

func refineOK(t, rest []byte) lineKind {
	switch {
	case hasPrefix(rest, "|"):
		return lineSummary
	case digits(rest) > 0 || hasPrefix(rest, "- "):
		if bytes.Contains(t, []byte("# SKIP")) || bytes.Contains(t, []byte("# skip")) || bytes.Contains(t, []byte("# TODO")) {
			return lineSkip
		}
		return linePass
	case bytes.IndexByte(rest, '\t') >= 0:
		return lineGood
	}
	return lineText
}

func refineBench(t []byte) lineKind {
	if bytes.Contains(t, []byte("ns/op")) {
		return lineBench
	}
	return noiseIf(bytes.IndexByte(t, ' ') < 0)
}

func headOr(ok bool, other lineKind) lineKind {
	if ok {
		return lineHead
	}
	return other
}

func noiseIf(ok bool) lineKind {
	if ok {
		return lineNoise
	}
	return lineText
}

func capturedIf(ok bool) lineKind {
	if ok {
		return lineCaptured
	}
	return lineText
}

// workerKind reads what follows "[gw" in pytest-xdist's lines.
func workerKind(rest []byte) lineKind {
	switch {
	case bytes.Contains(rest, []byte(" FAILED ")), bytes.Contains(rest, []byte(" ERROR ")):
		return lineEcho
	case bytes.Contains(rest, []byte(" SKIPPED ")):
		return lineSkip
	case bytes.Contains(rest, []byte(" -- Python ")):
		return lineSource // over each failure's report
	}
	return lineNoise
}
