package bench

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// mostDiffLines bounds what go-diff is given: its cost is quadratic where two
// texts have nothing in common, and its line codes run out at 65,000 lines.
const mostDiffLines = 500

// Difference says where want and got first differ, in a few lines for people;
// "" if they don't.
func Difference(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	at := commonHead(want, got)
	line := 1 + bytes.Count(want[:at], []byte{'\n'})
	start := bytes.LastIndexByte(want[:at], '\n') + 1
	where := fmt.Sprintf("%d bytes, not %d; first difference at byte %d, line %d column %d",
		len(got), len(want), at, line, at-start+1)
	return where + changes(want[start:], got[start:])
}

func commonHead(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// changes shows the first few lines that go out and come in. Both texts
// start with a line that differs.
func changes(want, got []byte) string {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // never by the clock
	a, b, lines := d.DiffLinesToRunes(firstLines(want), firstLines(got))
	var out strings.Builder
	shown := 0
	for _, diff := range d.DiffCharsToLines(d.DiffMainRunes(a, b, false), lines) {
		sign := map[diffmatchpatch.Operation]string{
			diffmatchpatch.DiffDelete: "-", diffmatchpatch.DiffInsert: "+", diffmatchpatch.DiffEqual: " ",
		}[diff.Type]
		for line := range strings.Lines(diff.Text) {
			if shown++; shown > 6 {
				return out.String()
			}
			fmt.Fprintf(&out, "\n    %s%.160q", sign, line)
		}
	}
	return out.String()
}

func firstLines(text []byte) string {
	end := 0
	for range mostDiffLines {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return string(text)
		}
		end += i + 1
	}
	return string(text[:end])
}
