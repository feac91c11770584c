package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Of a test that stands between a title and a blank line or a rule, with its verdict
// alone on a line below the title, all is shown up to toldLines lines, with toldFrames
// frames of a trace, of toldBytes bytes of such tests.
const (
	toldLines  = 14
	toldFrames = 3
	toldBytes  = 6000
	mostBefore = 16 // bytes of words before the verdict, where it is indented by a tab
)

// told shows the tests of a run whose failure is told in a paragraph: the title, the
// verdict alone below it, what came and what was expected.
func (f *floor) told(s block.Section) {
	if s.Shape != shape.TestLog {
		return
	}
	left := toldBytes
	for i, look := range s.Looks() {
		if !look.EndsInCapitals() || i == 0 || left <= 0 || s.Segment(i) || !alone(s.Text(i)) || paragraphEnds(s.Text(i-1)) || i+2 >= s.Len() || paragraphEnds(s.Text(i+1)) || paragraphEnds(s.Text(i+2)) || sums(s, i-1) {
			continue
		}
		frames := 0
		for k := i - 1; k < min(i+toldLines, s.Len()) && frames <= toldFrames; k++ {
			t := s.Text(k)
			if k > i && paragraphEnds(t) {
				break
			}
			if s.Look(k).Kind == line.Frame || bytes.HasPrefix(unprefixed(t), []byte("at ")) {
				if frames++; frames > toldFrames {
					break
				}
			}
			left -= len(t)
			f.marks[s.First+k].Raise(mark.Outlier, score, mark.WhyMessage)
		}
	}
}

// sums tells whether the line counts tests: a verdict below it is of all.
func sums(s block.Section, i int) bool {
	t := scan.Trim(s.Text(i))
	return len(t) > 0 && scan.IsDigit(t[0]) || s.Look(i).Kind == line.Result
}

// unprefixed returns the text of a line without what is put before each, and blanks.
func unprefixed(t []byte) []byte {
	t = scan.Trim(t)
	_, n := line.PrefixOf(t)
	return scan.Trim(t[n:])
}

// paragraphEnds tells whether the line is blank or a rule.
func paragraphEnds(t []byte) bool {
	t = unprefixed(t)
	return len(t) == 0 || scan.Rule(t) != 0
}

// alone tells whether the line says nothing but that something failed; indented, in a
// few words: "FAILURE", "    Caused an ERROR".
func alone(t []byte) bool {
	t = bytes.TrimRight(t, " \t\r")
	if len(t) == 0 || !scan.IsUpper(t[len(t)-1]) { // as most lines
		return false
	}
	_, n := line.PrefixOf(scan.Trim(t))
	behind := bytes.TrimPrefix(scan.Trim(t)[n:], []byte(" "))
	verdict := scan.Trim(behind)
	if cut := bytes.LastIndexByte(verdict, ' '); cut > 0 && cut <= mostBefore && behind[0] == '\t' {
		verdict = verdict[cut+1:]
	}
	return len(verdict) >= 4 && len(verdict) <= longestVerdict && scan.IsUpperWord(verdict) && rules.StateOf(verdict) == rules.StateFailed
}
