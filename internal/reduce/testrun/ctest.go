package testrun

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
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
	return trace.WithoutHeads(s, testNumber)
}

// testNumbers tells whether one of the first lines names a test's command, as
// ctest -V does before it runs one.
func testNumbers(s block.Section) bool {
	for i := range min(s.Len(), ctestLook) {
		text := s.Text(i)
		if n := testNumber(text); n > 0 && scan.HasPrefix(text[n:], "Test command:") {
			return true
		}
	}
	return false
}

// testNumber returns the length of the number, colon and blank that text
// starts with; 0 if it doesn't.
func testNumber(text []byte) int {
	n := scan.Digits(text)
	switch rest := text[n:]; {
	case n == 0 || n > 6:
		return 0
	case scan.HasPrefix(rest, ": "):
		return n + 2
	case bytes.Equal(bytes.TrimRight(rest, "\r\n"), []byte(":")):
		return n + 1
	}
	return 0
}
