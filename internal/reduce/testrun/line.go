package testrun

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
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

// ruledKinds are what the rules say, in this package's terms.
var ruledKinds = [...]lineKind{
	rules.TestPass: linePass, rules.TestNoise: lineNoise, rules.TestStart: lineStart, rules.TestHead: lineHead, rules.TestReport: lineHead,
	rules.TestVerdict: lineHead, rules.TestEcho: lineEcho, rules.TestSkip: lineSkip, rules.TestSummary: lineSummary, rules.TestGood: lineGood,
	rules.TestTitle: lineTitle, rules.TestCaptured: lineCaptured, rules.TestAlarm: lineAlarm, rules.TestDump: lineDump, rules.TestSource: lineSource,
	rules.TestBench: lineBench, rules.TestChapter: lineChapter,

	rules.BehindPass: linePass, rules.BehindNoise: lineNoise, rules.BehindStart: lineStart, rules.BehindHead: lineHead, rules.BehindReport: lineHead,
	rules.BehindSkip: lineSkip, rules.BehindSummary: lineSummary, rules.BehindFrame: lineFrame,

	rules.TaggedDump: lineDump, rules.TaggedPass: linePass, rules.TaggedNoise: lineNoise,

	rules.TitleList: lineTitle, rules.TitleFailure: lineTitle, rules.TitleHead: lineHead, rules.TitleReport: lineHead, rules.TitleCaptured: lineCaptured,
	rules.TitleTable: lineChapter, rules.TitleChapter: lineChapter,
}

// seen returns what the rule's answer for a line means.
func kindOfHit(h rules.Hit, t []byte) lineLook {
	l := lineLook{kind: ruledKinds[h.Kind], detail: h.Kind == rules.TestReport || h.Kind == rules.BehindReport || h.Kind == rules.TitleReport}
	if h.Kind == rules.TestVerdict && countsLine(t) {
		l.kind = lineSummary
	}
	return l
}

// ruledKind decides by the rules: t is the line without tag and blanks. ok is false
// where none of them knows it. What a word says, at the beginning or anywhere else, a
// message may say too.
func ruledKind(t []byte, seen line.Seen) (l lineLook, ok bool) {
	h, ok := seen.Test(t)
	if !ok {
		return l, false
	}
	l = kindOfHit(h, t)
	l.weak = h.From > 0 || h.Conds == 1 && scan.IsLetter(t[0]) && l.kind != lineDump && l.kind != lineHead
	return l, true
}

// redrawn returns the result in a line that was drawn twice, "name  3/179 ✓ name":
// what stands behind the count. Another line is returned as it is.
func redrawn(t []byte) []byte {
	if bytes.IndexByte(t, "✓"[0]) < 0 {
		return t
	}
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
