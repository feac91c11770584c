package reduce

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// A tool that looks for mistakes says at the end how many it found. Where far
// fewer are shown, its way to print them isn't known.

// accountTail is how many of the last lines are searched for a count.
const accountTail = 30

// accounted tells whether the marks show about as many findings as the tool
// says that there are, or a number of them that speaks for the rest.
func accounted(s block.Section, marks []mark.Mark) bool {
	const enough = 8
	want := min(mistakesCounted(s), enough)
	if want < 2 {
		return true
	}
	shown := 0
	for i := range marks {
		if m := marks[i]; (m.Rank >= mark.Outlier || m.Why == mark.WhyFailure) && m.Why != mark.WhySummary && m.Why != mark.WhyEdge {
			shown++
		}
	}
	return shown*2 > want
}

// mistakesCounted returns the largest number of mistakes that the last lines
// count, 0 if they count none.
func mistakesCounted(s block.Section) int {
	most := 0
	for i, left := s.Len()-1, accountTail; i >= 0 && left > 0; i-- {
		t := scan.Trim(s.Text(i))
		if len(t) == 0 {
			continue
		}
		left--
		if len(t) <= 200 {
			most = max(most, lineCounts(t))
		}
	}
	return most
}

// lineCounts returns the largest number of the line behind which, with at most
// three words between, a word for mistakes stands.
func lineCounts(t []byte) int {
	most, n, left := 0, 0, 0
	for len(t) > 0 {
		var word []byte
		if i := bytes.IndexByte(t, ' '); i < 0 {
			word, t = t, nil
		} else {
			word, t = t[:i], t[i+1:]
		}
		says := bytes.HasSuffix(word, []byte{':'}) // "not [200]: HTTP Error 503"
		word = bytes.Trim(word, "(),.:;!*[]")
		switch {
		case len(word) == 0:
		case says && scan.Digits(word) == len(word):
			left = 0
		case scan.Digits(word) == len(word) && len(word) < 7:
			n, left = 0, 3
			for _, c := range word {
				n = n*10 + int(c-'0')
			}
		case left > 0 && mistakeWord(word):
			most = max(most, n)
		default:
			left--
		}
	}
	return most
}

// mistakeWord knows the words that linters and audits count with.
func mistakeWord(word []byte) bool {
	for _, w := range [...]string{"error", "warning", "problem", "issue", "violation", "offense", "finding", "vulnerabilit", "failure", "defect", "suggestion", "typo", "smell"} {
		if scan.FoldPrefix(word, w) {
			return true
		}
	}
	return false
}
