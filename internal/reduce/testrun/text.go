package testrun

import (
	"bytes"
	"unicode/utf8"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// sourceKind tells whether a line is source code that a tool shows around a
// failure: "  12 | code", "> 12 | code", "   | ^", "  12▕ code", pytest's
// ">       code".
func sourceKind(text, t []byte) lineKind {
	if text[0] == '>' && scan.HasPrefix(text, ">   ") {
		return lineHit
	}
	rest, hit := t, false
	if mark := hitMark(t); mark > 0 {
		rest, hit = scan.Trim(t[mark:]), true
	}
	n := scan.Digits(rest)
	if !hit && n == 0 && !quotes(t[0]) {
		return lineText
	}
	after := bytes.TrimLeft(rest[n:], " ")
	if !scan.HasAnyPrefix(after, "|", "▕", "│") {
		if scan.CaretLine(t) {
			return lineCaret
		}
		return lineText
	}
	switch {
	case n > 0 && hit:
		return lineHit
	case n > 0:
		return lineSource
	case t[0] == '|' && scan.CaretLine(bytes.TrimLeft(t[1:], " ")):
		return lineCaret
	}
	return lineText
}

// quotes tells whether c may begin what quoted source begins with, or what points at it.
func quotes(c byte) bool { return c == '|' || c == '^' || c == '~' || c == '-' || c >= utf8.RuneSelf }

// hitMark returns the length of the mark that points at a source line.
func hitMark(t []byte) int {
	switch {
	case scan.HasPrefix(t, "> "):
		return 1
	case t[0] < utf8.RuneSelf:
	case scan.HasAnyPrefix(t, "➜", "❱", "❯", "▶"):
		return len("➜")
	}
	return 0
}

// dotsRow tells whether t is a row of one-letter results, with the name of
// its file before and the share done behind it.
func dotsRow(t []byte) bool {
	if !endsRow(t[len(t)-1]) {
		return false
	}
	core := withoutCount(scan.WithoutTail(t))
	sp := bytes.LastIndexByte(core, ' ')
	row := core[sp+1:]
	if sp >= 0 && drawnBar(row) {
		return true
	}
	share := len(core) < len(t) && scan.HasSuffix(t, "%]")
	if len(row) == 0 || len(row) < 4 && !share && sp < 0 {
		return false
	}
	dots := 0
	for _, c := range row {
		if !rowBytes[c] {
			return false
		}
		if c == '.' || c == '*' {
			dots++
		}
	}
	if dots*2 <= len(row) && !share {
		return false
	}
	if sp < 0 {
		return true
	}
	if !scan.IsSourcePath(core[:sp]) {
		return false
	}
	_, placed := scan.FindLocation(core)
	return !placed
}

// rowBytes are one-letter results.
var rowBytes = [256]bool{
	'.': true, '*': true, 'F': true, 'E': true, 's': true, 'S': true, 'x': true, 'X': true, 'I': true, 'R': true, 'W': true, 'P': true, 'N': true, '-': true, ',': true, 'f': true, 'e': true, 'U': true, 'D': true,
}

// endsRow tells whether c may end a row: a result, a share, a time, a count, or a bar.
func endsRow(c byte) bool {
	return rowBytes[c] || c >= utf8.RuneSelf || scan.IsDigit(c) || c == ']' || c == ')' || c == 'c'
}

// drawnBar tells whether t is made of block elements (U+2580 to U+25BF), by which
// pytest-sugar draws the share done.
func drawnBar(t []byte) bool {
	for ; len(t) > 2; t = t[3:] {
		if t[0] != 0xe2 || t[1] != 0x96 {
			return false
		}
	}
	return len(t) == 0
}

// withoutCount drops PHPUnit's "63 / 80" from the end of a row.
func withoutCount(t []byte) []byte {
	if len(t) == 0 || !scan.IsDigit(t[len(t)-1]) {
		return t
	}
	slash := bytes.LastIndex(t, []byte(" / "))
	if slash < 0 || scan.Digits(t[slash+3:]) != len(t)-slash-3 {
		return t
	}
	start := slash
	for start > 0 && scan.IsDigit(t[start-1]) {
		start--
	}
	return scan.Trim(t[:start])
}

// withoutBars drops the bars of a box from around t.
func withoutBars(t []byte) []byte {
	if scan.HasPrefix(t, "│") {
		return scan.Trim(bytes.TrimSuffix(t[len("│"):], []byte("│")))
	}
	return t
}

// countsLine tells whether t gives the totals of a run: numbers beside words
// such as passed and failed.
func countsLine(t []byte) bool {
	if len(t) > 240 {
		return false
	}
	pairs, words, numbered := 0, 0, false
	for i := 0; i < len(t); {
		switch c := t[i]; {
		case scan.IsDigit(c):
			n := scan.Digits(t[i:])
			inTime := i > 1 && (t[i-1] == ':' || t[i-1] == '.') && scan.IsDigit(t[i-2])
			numbered = (i+n == len(t) || !scan.IsWordByte(t[i+n])) && !inTime
			i += n
		case scan.IsLetter(c):
			n := 1
			for i+n < len(t) && scan.IsWordByte(t[i+n]) {
				n++
			}
			words++
			if (numbered || numberAfter(t[i+n:])) && resultWord(t[i:i+n]) {
				pairs++
			}
			numbered = false
			i += n
		default:
			numbered = numbered && (c == ' ' || c == '%' || c == '-')
			i++
		}
	}
	if pairs > 1 && words < 40 {
		return true
	}
	return pairs == 1 && words < 6 && len(t) < 80 && (startsWithCount(t) || scan.HasAnyPrefix(t, "Ran ", "Total", "Tests", "Test ", "Executed", "Failed", "Passed", "Failures", "Errors", "failed", "All ", "*** "))
}

// failuresIn returns the largest number that stands beside a word for failure
// in a line of totals: "3 failed", "Failures: 3".
func failuresIn(t []byte) int {
	most := 0
	for from := 0; from < len(t); {
		word, at := failureWords.Find(t[from:])
		if at < 0 {
			break
		}
		at += from
		from = at + len(word)
		before := bytes.TrimRight(t[:at], " ")
		start := len(before)
		for start > 0 && scan.IsDigit(before[start-1]) {
			start--
		}
		n := scan.SmallNumber(before[start:])
		if rest := t[from:]; n == 0 && numberAfter(rest) {
			n = scan.SmallNumber(bytes.TrimLeft(rest, ":= "))
		}
		most = max(most, n)
	}
	return most
}

var failureWords = scan.NewWordSet("failed", "failures", "failure", "failing", "errors", "fail")

// startsWithCount tells whether t starts with "3 ", "100% " or "3/4 ", and not
// with a date or a time.
func startsWithCount(t []byte) bool {
	n := scan.Digits(t)
	if n > 0 && n < len(t) && t[n] == '/' {
		n += 1 + scan.Digits(t[n+1:])
	}
	return n > 0 && n < len(t) && (t[n] == ' ' || t[n] == '%')
}

// numberAfter tells whether a number follows: ": 3", "=3", "  3".
func numberAfter(rest []byte) bool {
	i := 0
	for i < len(rest) && (rest[i] == ' ' || i == 0 && (rest[i] == ':' || rest[i] == '=')) {
		i++
	}
	return i > 0 && i < len(rest) && scan.IsDigit(rest[i])
}

func resultWord(word []byte) bool {
	if len(word) < 3 || len(word) > 12 {
		return false
	}
	var low [12]byte
	for i, c := range word {
		low[i] = scan.Lower(c)
	}
	switch string(low[:len(word)]) {
	case "passed", "failed", "failures", "failure", "errors", "error", "passing", "failing", "pending", "skipped", "ignored", "tests", "test",
		"examples", "example", "specs", "spec", "assertions", "runs", "successes", "success", "succeeded", "pass", "fail", "xfailed", "xpassed",
		"scenarios", "scenario", "steps", "features", "expectations", "checks", "cases", "skips", "passes", "incomplete", "risky", "crashing",
		"tested", "deselected", "rerun", "suites", "subtests", "undefined", "total", "skip", "todo", "expectfail", "timeout", "files":
		return true
	}
	return false
}

// nameIn returns the test's name that a status line or a head of a failure
// holds, nil if it holds none: what is the same on both.
func nameIn(t []byte) []byte {
	if len(t) > 0 && scan.IsDigit(t[0]) {
		rest, from := behindCount(t)
		if h, ok := rules.Find(rules.Behind, rest); ok && rest != nil && h.From > 0 {
			return scan.Trim(t[:from+h.From])
		}
	}
	if len(t) < 4 || !namedStarts[t[0]] {
		return nil
	}
	t = scan.WithoutTail(t)
	for _, start := range [...]string{"=== RUN", "=== CONT", "=== NAME", "--- FAIL:", "--- PASS:", "--- SKIP:", "[ RUN      ]", "[  FAILED  ]", "[       OK ]", "[  SKIPPED ]", "FAIL:", "ERROR:", "Test Case"} {
		if scan.HasPrefix(t, start) {
			name := scan.Trim(t[len(start):])
			if start == "Test Case" {
				if end := bytes.LastIndexByte(name, '\''); end > 0 {
					name = name[:end]
				}
			}
			if comma := bytes.Index(name, []byte(", where ")); comma > 0 {
				name = name[:comma]
			}
			return name
		}
	}
	return nil
}

// namedStarts are the first bytes of the lines in which nameIn finds a name.
var namedStarts = [256]bool{'=': true, '-': true, '[': true, 'F': true, 'E': true, 'T': true}
