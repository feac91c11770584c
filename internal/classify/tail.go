package classify

import (
	"bytes"

	"elide/internal/line"
	"elide/internal/scan"
)

// tailLines is how many lines at the end are searched for a count.
const tailLines = 40

// tail looks for a tool's counts among the last lines.
func (t *tally) tail(lines func(i int) []byte, n int) {
	single := 0
	for i, left := n-1, tailLines; i >= 0 && left > 0; i-- {
		text := bytes.TrimSpace(lines(i))
		if len(text) == 0 {
			continue
		}
		left--
		kinds, outcomes, mistakes := line.Counts(text)
		switch {
		case kinds&line.Thing != 0 && outcomes > 0, outcomes >= 2 && mistakes < outcomes:
			t.countsTests = true
		case kinds&line.Thing == 0 && mistakes > 0 && (mistakes >= 2 || shortCount(text)):
			t.countsMistakes = true
		case outcomes == 1 && len(text) < 32 && (scan.IsDigit(text[0]) || scan.IsDigit(text[len(text)-1])):
			single++
		}
	}
	t.countsTests = t.countsTests || single >= 2 && !t.countsMistakes
}

// shortCount tells whether the line says a count and little else, or what was
// found in how many files.
func shortCount(text []byte) bool {
	blanks := bytes.Count(text, []byte{' '})
	return blanks <= 8 || blanks <= 14 && (bytes.Contains(text, []byte(" files")) || bytes.Contains(text, []byte(" found ")) || bytes.Contains(text, []byte("affected by ")))
}
