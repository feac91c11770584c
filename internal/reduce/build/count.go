package build

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

const (
	unreadMost = 32 << 10 // bytes up to which output that isn't understood is shown but for its repeats
	countLines = 12       // lines at the end in which tools count what they found
)

// countsMore tells whether the tool counts at the end far more than was found
// in what it printed, so that the form it prints in is one not known.
func (b *Reader) countsMore() bool {
	found := 0
	for i := range b.diags {
		if d := &b.diags[i]; d.sev >= sevWarning && (d.file != 0 || d.code != 0 || d.heading >= 0) {
			found++
		}
	}
	if found > 2 {
		return false
	}
	lines := 0
	for i := len(b.lines) - 1; i >= 0 && lines < countLines; i-- {
		if b.lines[i].Kind == buildBlank {
			continue
		}
		lines++
		if countedMistakes(b.s.Text(i)) > 2*found+1 {
			return true
		}
	}
	return false
}

// countedMistakes returns how many mistakes a short line counts, as "6
// vulnerabilities found" and "14 issues:" do, 0 if none.
func countedMistakes(text []byte) int {
	if len(text) > resultLine {
		return 0
	}
	for at := 0; ; {
		h, ok := rules.FindFrom(rules.Phrase, text, at)
		if !ok {
			return 0
		}
		at = h.To
		if h.Kind != rules.PhraseMistake && h.Kind != rules.PhraseFailures || !standsAlone(text, h.From, h.To-h.From) {
			continue
		}
		before := bytes.TrimRight(text[:h.From], " ")
		if before = before[bytes.LastIndexByte(before, ' ')+1:]; scan.IsNumber(before) {
			return scan.SmallNumber(before)
		}
	}
}
