package testrun

import (
	"bytes"

	"elide/internal/scan"
)

// middleKind knows the results that stand in the middle of a line.
func middleKind(t []byte) lineKind {
	switch {
	case bytes.Contains(t, []byte("(FAILED - ")):
		return lineEcho
	case middleFails.In(t):
		return lineHead
	case bytes.Contains(t, []byte("Tests run: ")):
		switch {
		case bytes.Contains(t, []byte("Failures: 0, Errors: 0")) && bytes.Contains(t, []byte("Time elapsed")):
			return linePass
		}
		return lineSummary
	case scan.HasPrefix(t, "test result: ok"):
		return lineGood
	case scan.HasPrefix(t, "Test Case '"):
		return caseKind(t)
	case bytes.Contains(t, []byte(":PASS")) && bytes.Contains(t, []byte(".c:")):
		return linePass
	case bytes.Contains(t, []byte("   Passed  ")), bytes.Contains(t, []byte(" PASSED in ")), bytes.Contains(t, []byte("(cached) PASSED")):
		return linePass
	case len(t) > 9 && scan.IsDigit(t[0]) && t[2] == ':':
		return dartKind(t)
	}
	if k := redrawnResult(t); k != lineText {
		return k
	}
	if at := bytes.Index(t, []byte(" ... ")); at > 0 {
		return pythonResult(t[at+5:])
	}
	return lineText
}

var middleFails = scan.NewPartSet("<<< FAILURE!", "<<< ERROR!", "***Failed", "***Timeout", "***Exception", "***Not Run", "*** FAILED ***", " FAILED in ", " ... FAILED", "...*failed*", "(Failed)", " TIMEOUT in ", ": Test Failed at ", ": Error During Test at ", ":FAIL:", ": FAIL code ", " [FAIL]")

// redrawnResult reads "adds two 3/36 ✗ adds two", as bats draws a result over
// what it wrote when the test began.
func redrawnResult(t []byte) lineKind {
	at := bytes.Index(t, []byte(" ✗ "))
	kind := lineHead
	if at < 0 {
		at, kind = bytes.Index(t, []byte(" ✓ ")), linePass
	}
	if at < 3 || !scan.IsDigit(t[at-1]) || bytes.LastIndexByte(t[:at], '/') < at-6 {
		return lineText
	}
	return kind
}

// caseKind reads XCTest's "Test Case '-[A b]' passed (0.001 seconds)."
func caseKind(t []byte) lineKind {
	switch {
	case bytes.Contains(t, []byte("' started")):
		return lineStart
	case bytes.Contains(t, []byte("' passed")):
		return linePass
	case bytes.Contains(t, []byte("' skipped")):
		return lineSkip
	}
	return lineHead
}

// dartKind reads "00:01 +12 -1: name" and its like.
func dartKind(t []byte) lineKind {
	if !scan.IsDigit(t[1]) || !scan.IsDigit(t[3]) || !scan.IsDigit(t[4]) || t[5] != ' ' || t[6] != '+' {
		return lineText
	}
	switch {
	case scan.HasSuffix(t, "Some tests failed."), scan.HasSuffix(t, "All tests passed!"):
		return lineSummary
	case scan.HasSuffix(t, "[E]"):
		return lineHead
	}
	return lineNoise
}

// pythonResult reads what unittest puts behind a test's name.
func pythonResult(rest []byte) lineKind {
	switch {
	case scan.HasAnyPrefix(rest, "ok", "expected failure", "PASSED", "passed in "):
		return linePass
	case scan.HasAnyPrefix(rest, "skipped", "ignored"):
		return lineSkip
	case scan.HasAnyPrefix(rest, "failed in ", "undefined in ", "error in "):
		return lineHead
	case scan.HasPrefix(rest, "unexpected success"):
		return lineHead // of which nothing more is told
	case scan.HasAnyPrefix(rest, "FAIL", "ERROR"):
		return lineEcho
	}
	return lineText
}
