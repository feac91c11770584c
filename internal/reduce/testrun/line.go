package testrun

import (
	"bytes"

	"elide/internal/rules"
	"elide/internal/scan"
)

// lineKind is what one line of a test run says, as far as the line alone
// tells.
type lineKind uint8

const (
	lineText     lineKind = iota // nothing that is known by its look
	lineBlank                    // blanks
	linePass                     // a test or a file that passed
	lineNoise                    // progress, separators, session data
	lineStart                    // a named test starts, or its output goes on
	lineHead                     // a failing test, its name or its place follow
	lineEcho                     // a failing test in a list of all tests
	lineSkip                     // a test that was not run
	lineSummary                  // the tool's totals
	lineGood                     // the totals of a part that passed
	lineTitle                    // opens a list or a chapter of failures
	lineChapter                  // opens a chapter of something else
	lineRule                     // ==== or ----
	lineCaptured                 // opens what a test printed
	lineAlarm                    // a failure's message, wherever it stands
	lineDump                     // opens a panic, a race or a checker's report
	lineSource                   // source code around a failure
	lineHit                      // the source line that failed
	lineCaret                    // points into the line before
	lineBench                    // a benchmark's row
	lineFrame                    // a frame of the reader's code
	lineLibrary                  // a frame of a library's
	lineTail                     // the rest of the frame before
)

// startKinds are what the rules say of a line's start, in this package's terms.
var startKinds = [...]lineKind{
	rules.TestPass: linePass, rules.TestNoise: lineNoise, rules.TestStart: lineStart, rules.TestHead: lineHead, rules.TestReport: lineHead,
	rules.TestVerdict: lineHead, rules.TestEcho: lineEcho, rules.TestSkip: lineSkip, rules.TestSummary: lineSummary, rules.TestGood: lineGood,
	rules.TestTitle: lineTitle, rules.TestCaptured: lineCaptured, rules.TestAlarm: lineAlarm, rules.TestDump: lineDump, rules.TestSource: lineSource,
	rules.TestBench: lineBench,
}

// kindOfHit returns what the rule's answer for a line means.
func kindOfHit(h rules.Hit, t []byte) lineKind {
	if h.Kind == rules.TestVerdict && countsLine(t) {
		return lineSummary
	}
	return startKinds[h.Kind]
}

// ruledKind decides by the rules: t is the line without tag and blanks. ok is false
// where none of them knows it.
func ruledKind(t []byte) (l seenLine, ok bool) {
	h, ok := rules.Find(rules.Test, t)
	l.kind = kindOfHit(h, t)
	l.weak = ok && scan.IsLetter(t[0]) && l.kind != lineDump && l.kind != lineHead
	l.detail = h.Kind == rules.TestReport
	return l, ok
}

// endKind says what lines are that end in a word, where a time, a share or a
// reason in brackets may follow it.
func endKind(t []byte) lineKind {
	core := withoutTail(t)
	if scan.HasSuffix(core, "...ok") {
		return linePass
	}
	if n := len(core); n > 8 && scan.HasPrefix(core[n-5:], "s = ") {
		switch core[n-1] { // minitest -v
		case '.':
			return linePass
		case 'F', 'E':
			return lineEcho
		case 'S':
			return lineSkip
		}
	}
	sp := bytes.LastIndexByte(core, ' ')
	if sp < 0 {
		return dotsOrPlain(core)
	}
	if allOf(core[sp+1:]) && scan.HasSuffix(core[:sp], "..") {
		return linePass // node-tap's "test/a.js ..... 12/12"
	}
	switch string(core[sp+1:]) {
	case "PASSED", "OK":
		return linePass
	case "ok", "pass":
		return passIf(scan.HasSuffix(core[:sp], "..") || scan.HasSuffix(core[:sp], ":"))
	case "FAILED":
		if scan.HasPrefix(t, "test ") && scan.HasSuffix(core, " ... FAILED") {
			return lineHead // cargo names it nowhere else in full
		}
		return lineEcho
	case "FAIL", "ERROR", "*failed*", "***FAILED***", "XPASS", "ERRORED":
		return lineEcho
	case "SKIPPED", "XFAIL", "SKIP", "PENDING":
		return lineSkip
	case "FAILURE!", "SUCCESS!":
		if scan.HasSuffix(core[:sp], "<<<") {
			return lineHead
		}
		if len(core) < 60 {
			return lineSummary
		}
	case "Failed":
		return headIf(bytes.Contains(core, []byte("..")))
	case "***":
		return headIf(bytes.Contains(core, []byte("*** FAILED")))
	case "|":
		return robotKind(core)
	case "[E]":
		return lineHead
	case "started.":
		return lineNoise
	}
	return lineText
}

// allOf tells whether word counts all of something: "12/12".
func allOf(word []byte) bool {
	n := scan.Digits(word)
	return n > 0 && 2*n+1 == len(word) && word[n] == '/' && bytes.Equal(word[:n], word[n+1:])
}

func passIf(ok bool) lineKind {
	if ok {
		return linePass
	}
	return lineText
}

func headIf(ok bool) lineKind {
	if ok {
		return lineHead
	}
	return lineText
}

func robotKind(core []byte) lineKind {
	switch {
	case scan.HasSuffix(core, "| PASS |"):
		return linePass
	case scan.HasSuffix(core, "| FAIL |"):
		return lineHead
	case scan.HasSuffix(core, "| SKIP |"):
		return lineSkip
	}
	return lineText
}

func dotsOrPlain(core []byte) lineKind {
	switch {
	case scan.HasSuffix(core, "...ok"), scan.HasSuffix(core, ":PASS"):
		return linePass
	case scan.HasSuffix(core, "*failed*"):
		return lineHead
	case scan.HasSuffix(core, ":IGNORE"):
		return lineSkip
	}
	return lineText
}

// withoutTail drops from the end of t what tools add after a test's result:
// "[ 12%]", "(0.01s)", "[5 ms]", "0.01 sec", "3ms", "(reason)".
func withoutTail(t []byte) []byte {
	for range 3 {
		t = scan.Trim(t)
		if len(t) < 4 {
			return t
		}
		switch t[len(t)-1] {
		case ']', ')':
			open := byte('[')
			if t[len(t)-1] == ')' {
				open = '('
			}
			at := bytes.LastIndexByte(t, open)
			if at < 1 || t[at-1] != ' ' || scan.HasSuffix(t, "[E]") {
				return t
			}
			t = t[:at]
		case 's', 'c':
			at := durationStart(t)
			if at < 0 {
				return t
			}
			t = t[:at]
		default:
			return t
		}
	}
	return t
}

// durationStart returns where a duration that t ends in starts ("0.01 sec",
// "12ms", "1.5s", "took 3s"), -1 if there is none.
func durationStart(t []byte) int {
	n := len(t)
	for _, unit := range [...]string{" sec", "ms", "µs", "s"} {
		if scan.HasSuffix(t, unit) {
			n -= len(unit)
			break
		}
	}
	end := n
	for n > 0 && (t[n-1] == ' ' && n == end || scan.IsDigit(t[n-1]) || t[n-1] == '.') {
		n--
	}
	if n == end || n == 0 || t[n-1] != ' ' {
		return -1
	}
	return n
}

// redrawn returns the result in a line that was drawn twice, "name  3/179 ✓ name":
// what stands behind the count. Another line is returned as it is.
func redrawn(t []byte) []byte {
	for i := 1; i < len(t); i++ {
		if t[i] != '/' || !scan.IsDigit(t[i-1]) {
			continue
		}
		rest := t[i+1:]
		if n := scan.Digits(rest); n > 0 && scan.HasAnyPrefix(rest[n:], " ✓ ", " ✗ ", " ✔ ", " ✖ ") {
			return rest[n+1:]
		}
	}
	return t
}
