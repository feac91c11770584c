package reduce

import (
	"bytes"

	"elide/internal/block"
)

// ctestLook is how many lines are looked at to tell whether ctest -V wrote
// a section.
const ctestLook = 64

// withoutTestNumbers returns s as it would be if ctest -V didn't put the number
// of the test ("12: ") before each line that it passes on, on a block of the same
// units; s itself, if it is nothing of the kind.
func withoutTestNumbers(s block.Section) block.Section {
	if !testNumbers(s) {
		return s
	}
	return withoutHeads(s, testNumber)
}

// testNumbers tells whether one of the first lines names a test's command, as
// ctest -V does before it runs one.
func testNumbers(s block.Section) bool {
	for i := range min(s.Len(), ctestLook) {
		text := s.Text(i)
		if n := testNumber(text); n > 0 && hasPrefix(text[n:], "Test command:") {
			return true
		}
	}
	return false
}

// testNumber returns the length of the number, colon and blank that text
// starts with; 0 if it doesn't.
func testNumber(text []byte) int {
	n := digits(text)
	switch rest := text[n:]; {
	case n == 0 || n > 6:
		return 0
	case hasPrefix(rest, ": "):
		return n + 2
	case bytes.Equal(bytes.TrimRight(rest, "\r\n"), []byte(":")):
		return n + 1
	}
	return 0
}

// ctestResult returns the kind of a line " 5/16 Test  #5: clamp ....***Failed
// 0.01 sec", lineText if it is nothing of the kind.
func ctestResult(t []byte) lineKind {
	n := digits(t)
	if n == 0 || n+1 >= len(t) || t[n] != '/' {
		return lineText
	}
	n += 1 + digits(t[n+1:])
	if !hasPrefix(t[n:], " Test ") {
		return lineText
	}
	switch rest := t[n:]; {
	case bytes.Contains(rest, []byte("***Skipped")), bytes.Contains(rest, []byte("***Not Run (Disabled)")):
		return lineSkip
	case bytes.Contains(rest, []byte("***")):
		return lineHead
	case bytes.Contains(rest, []byte("   Passed  ")):
		return linePass
	}
	return lineText
}
