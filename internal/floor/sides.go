package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// mostSides is how many lines of a section are shown that are a side of a comparison; of 10
// nothing of 369 outputs changes.
const mostSides = 40

// sides shows what a test expected and what it got, where two lines below each other say so,
// whatever they begin with: "(  DIAG  )  job 3    got: '1'", "`expected`: \"1 2 3\""; and where
// one line says both. The values differ from failure to failure, however alike the lines are.
func (f *floor) sides(s block.Section) {
	if s.Shape != shape.TestLog && s.Shape != shape.BuildLog {
		return
	}
	left, last := mostSides, -2 // the line of the last side
	for i, look := range s.Looks() {
		if s.Segment(i) {
			continue
		}
		if m := &f.marks[s.First+i]; m.Rank == mark.Bulk && s.Shape == shape.TestLog && (look.Kind == line.Other || look.Kind == line.Setting || look.Kind == line.Sentence) && left > 0 && compares(s.Text(i)) {
			m.Raise(mark.Outlier, score, mark.WhyMessage)
			left--
		}
		if !(look.Colon() && side(s.Text(i), ':') || look.Equals() && side(s.Text(i), '=')) {
			continue
		}
		if last == i-1 {
			for k := last; k <= i && left > 0; k++ {
				if m := &f.marks[s.First+k]; m.Rank == mark.Bulk {
					m.Raise(mark.Outlier, score, mark.WhyMessage)
					left--
				}
			}
		}
		last = i
	}
}

// side tells whether the line says by a key ahead of such a sign what was expected or what
// was got.
func side(t []byte, sign byte) bool {
	t = t[:min(len(t), scanned)]
	for at := 0; ; at++ {
		n := bytes.IndexByte(t[at:], sign)
		if n < 0 {
			return false
		}
		at += n
		end := at
		for end > 0 && (t[end-1] == ' ' || t[end-1] == '`' || t[end-1] == '"' || t[end-1] == '\'') {
			end--
		}
		key := wordStart(t, end)
		if isValue(t[key:end]) && key > 1 && t[key-1] == ' ' { // "Expected value"
			end = key - 1
			key = wordStart(t, end)
		}
		if (key == 0 || bytes.IndexByte([]byte("`'\"\t"), t[key-1]) >= 0 || t[key-1] == ' ' && (key == 1 || t[key-2] == ' ')) && isSide(t[key:end]) {
			return true
		}
	}
}

// compares tells whether the line says what was expected and, behind it, what was got, with the value
// of each: "expected: 3 but got: 4", "want "a", got "b"", "expected:<[3]> but was:<[4]>".
func compares(t []byte) bool {
	t = t[:min(len(t), scanned)]
	at := bytes.Index(t, []byte("xpected"))
	if at > 0 {
		at += len("xpected")
	} else if at = bytes.Index(t, []byte("want")); at >= 0 {
		at += len("want")
	}
	if at < 0 || !valued(t[at:]) {
		return false
	}
	for _, other := range [...]string{"got", "actual", "was", "found", "received", "have"} {
		if n := bytes.Index(t[at:], []byte(other)); n > 0 && !scan.IsWord(t[at+n-1:at+n]) && valued(t[at+n+len(other):]) {
			return true
		}
	}
	return false
}

// valued tells whether a value stands at the start of the text, behind a sign or not.
func valued(t []byte) bool {
	value := bytes.TrimLeft(t, " :=")
	if len(value) == 0 {
		return false
	}
	return bytes.IndexByte(t[:len(t)-len(value)], ':') >= 0 || len(value) < len(t) && (scan.IsDigit(value[0]) || bytes.IndexByte([]byte("'\"`<[{(-"), value[0]) >= 0)
}

// wordStart returns where the letters before end begin.
func wordStart(t []byte, end int) int {
	for end > 0 && scan.IsLetter(t[end-1]) {
		end--
	}
	return end
}

func isValue(word []byte) bool {
	switch string(word) {
	case "value", "values", "result", "output":
		return true
	}
	return false
}

func isSide(key []byte) bool {
	if len(key) > len("expected") {
		return false
	}
	switch string(bytes.ToLower(key)) {
	case "expected", "actual", "got", "want", "wanted", "received", "found":
		return true
	}
	return false
}
