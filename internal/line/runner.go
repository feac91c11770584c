package line

import (
	"bytes"
	"unicode/utf8"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// testKind knows the lines that test runners print.
func testKind(t []byte, open opening, s scan.Signs) Kind {
	if behind := behindNumber(t); len(behind) < len(t) {
		t, open = behind, openingOf(behind)
	}
	switch {
	case open.surely():
		return Result
	case t[0] == '=' || t[0] == '_':
		return ruled(t)
	case numberedTest(t), barredResult(t), timedTest(t), open.form == rules.FormScenario && scenario(t), s.Has(scan.SignSlash|scan.SignDigit|scan.SignWide) && redrawn(t):
		return Result
	case open.maybe(), s.Any(scan.SignResult) && testOutcome(t):
		return MaybeResult
	}
	return Other
}

// marked tells whether the text begins with the sign of a result.
func marked(t []byte) bool { return t[0] >= utf8.RuneSelf && openingOf(t).maybe() }

// behindNumber returns what stands behind the number of a test that ctest -V puts
// before each line that the test prints: "12: [ RUN      ] Ring.Push".
func behindNumber(t []byte) []byte {
	n := scan.Digits(t)
	if n == 0 || n > 4 || !scan.HasPrefix(t[n:], ": ") {
		return t
	}
	rest := bytes.TrimLeft(t[n+2:], " ")
	if len(rest) == 0 || scan.IsDigit(rest[0]) {
		return t
	}
	return rest
}

// barredResult knows "name   | PASS |", as robot prints it.
func barredResult(t []byte) bool {
	return t[len(t)-1] == '|' && (bytes.Contains(t, []byte("| PASS |")) || bytes.Contains(t, []byte("| FAIL |")))
}

// ruled tells pytest's titles within a rule of = or _ from plain rules.
func ruled(t []byte) Kind {
	if len(t) < 20 || t[1] != t[0] || t[2] != t[0] || t[len(t)-1] != t[0] || scan.Run(t, t[0]) == len(t) {
		return Other
	}
	title := bytes.Trim(t, "=_ ")
	for _, word := range [...]string{"test session", "FAILURES", "ERRORS", "summary info", " passed", " failed", "warnings summary", " error", "no tests ran", "test_", "Test", "tests coverage", "PASSES"} {
		if bytes.Contains(title, []byte(word)) {
			return Result
		}
	}
	return Other
}

// numberedTest knows "12 passing (3s)", "3 examples, 1 failure",
// "95% tests passed", " 5/22 Test  #5: name ...   Passed".
func numberedTest(t []byte) bool {
	if !scan.IsDigit(t[0]) {
		return false
	}
	i := 0
	for i < len(t) && (scan.IsDigit(t[i]) || t[i] == '%' || t[i] == '/') {
		i++
	}
	rest := bytes.TrimLeft(t[i:], " ")
	return scan.HasAnyPrefix(rest, "passing", "failing", "pending", "examples,", "example,", "tests passed", "Test ", "tests, ", "test, ", "runs, ", "specs, ", "passed", "failed", "tests completed")
}

// timedTest knows results that stand beside a time: "✔ adds (1.2ms)",
// "Cart#test_adds = 0.01 s = .", "3/41 adds  FAIL  0.02s  exit status 1".
func timedTest(t []byte) bool {
	switch {
	case t[0] == 0xe2 && scan.HasSuffix(t, "s)"):
		open := bytes.LastIndexByte(t, '(')
		return open > 0 && scan.IsDigit(t[open+1]) && bytes.IndexByte(t[open:], ' ') < 0 && marked(t)
	case len(t) > 8 && scan.HasPrefix(t[len(t)-5:], "s = "):
		return in(".FES", t[len(t)-1])
	case scan.IsDigit(t[0]):
		n := scan.Digits(t)
		return n < len(t) && t[n] == '/' && ranked(t[n+1:])
	}
	return false
}

// ranked tells whether what stands behind "3/" is the rest of a result of
// meson's: a number, a name, a word in capitals and a time.
func ranked(t []byte) bool {
	n := scan.Digits(t)
	if n == 0 || n == len(t) || t[n] != ' ' {
		return false
	}
	for _, word := range [...]string{" OK ", " FAIL ", " SKIP ", " TIMEOUT ", " ERROR ", " EXPECTEDFAIL ", " UNEXPECTEDPASS ", " INTERRUPT "} {
		if i := bytes.Index(t, []byte(word)); i > 0 {
			rest := bytes.TrimLeft(t[i+len(word):], " ")
			return len(rest) > 2 && scan.IsDigit(rest[0])
		}
	}
	return false
}

// redrawn knows "name  3/179 ✓ name", a result that was drawn over the name of
// the test while it ran.
func redrawn(t []byte) bool {
	for at := bytes.IndexByte(t, '/'); at > 0; {
		rest := t[at+1:]
		if n := scan.Digits(rest); n > 0 && n+1 < len(rest) && scan.IsDigit(t[at-1]) && rest[n] == ' ' && marked(rest[n+1:]) {
			return true
		}
		next := bytes.IndexByte(rest, '/')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return false
}

// scenario tells whether a runner printed the line of Gherkin, with the place of it
// behind: "Then 5 is left  # features/steps/steps.py:11".
func scenario(t []byte) bool {
	at := bytes.LastIndexByte(t, ' ') + 1
	place := t[at:]
	if len(place) == 0 || !scan.HasSuffix(t[:at], " # ") {
		return false
	}
	colon := bytes.LastIndexByte(place, ':')
	return string(place) == "None" || colon >= 1 && scan.IsNumber(place[colon+1:])
}

// outcomeWithin is how many bytes before the end of a line the end of its
// result stands, at most.
const outcomeWithin = 24

// outcomes are the results that runners print, by the first byte behind a blank.
var outcomes = [256][]string{
	'P': {" PASSED"},
	'F': {" FAILED"},
	'S': {" SKIPPED", " STARTED"},
	'X': {" XFAIL"},
	'.': {" ... ok", " ... FAILED", " ... FAIL", " ... ERROR", " ... ignored"},
}

// testOutcome tells whether the line is a test's name with its result behind it:
// "test_add PASSED [ 3%]", "test parse ... ok".
func testOutcome(t []byte) bool {
	for i := max(0, len(t)-outcomeWithin-len(" ... ignored")); i+len(" XFAIL") <= len(t); i++ {
		if t[i] != ' ' {
			continue
		}
		for _, word := range outcomes[t[i+1]] {
			if scan.HasPrefix(t[i:], word) && len(t)-i <= outcomeWithin+len(word) {
				return true
			}
		}
	}
	return dots(t)
}

// dots tells whether the line is a row of a runner that prints a character a
// test: "....F..s.. [ 14%]".
func dots(t []byte) bool {
	n := 0
	for n < len(t) && in(".FEsxXS*", t[n]) {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return n >= 8 && bytes.Count(t[:n], []byte{'.'}) >= n/2 && (len(rest) == 0 || rest[0] == '[' || scan.IsDigit(rest[0]))
}
