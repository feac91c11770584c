package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// What no rule knows may be what matters: a plugin's chapter, the modules of a build
// that the run is one of.

const (
	unknownTitles = 8 // titles of chapters that nothing is known of which are shown
	unknownLines  = 6 // lines of each of those chapters
)

// rankUnknown shows titles that stand in rules and that no rule of the rooms knows, each
// text once, and how their chapters begin.
func (t *testRun) rankUnknown() {
	shown, begun := 0, false // what stands before all results is the run's own head
	for i := range t.lines {
		l := &t.lines[i]
		switch l.kind {
		case linePass, lineHead, lineEcho, lineSkip, lineSummary, lineGood, lineTitle, lineStart:
			begun = true
		}
		if !begun || l.kind != lineNoise || !unknownTitle(l.text) || shown == unknownTitles || !t.dump.NewLine(l.text) {
			continue
		}
		shown++
		t.marks[i].Raise(mark.Context, 60, mark.WhyHeading)
		for k := i + 1; k < min(i+1+unknownLines, len(t.lines)) && t.lines[k].kind == lineText; k++ {
			t.marks[k].Raise(mark.Context, 40, mark.WhyFirst)
		}
	}
}

// unknownTitle tells whether the text is a title in a rule, which tells by no word what
// stands under it.
func unknownTitle(text []byte) bool {
	if len(text) == 0 || text[0] == '_' || !scan.IsRuleByte(text[0]) && text[0] != 0xe2 { // a test's name stands between lines of underscores
		return false
	}
	title, _ := scan.TitledRule(text)
	if boxByte(text) {
		title = text
		for len(title) > 2 && scan.BoxRule(title[:3]) != 0 {
			title = title[3:]
		}
		for len(title) > 2 && scan.BoxRule(title[len(title)-3:]) != 0 {
			title = title[:len(title)-3]
		}
		title = scan.Trim(title)
	}
	if len(title) < 4 || !scan.IsLetter(title[0]) {
		return false
	}
	_, known := rules.Find(rules.Title, title)
	if _, form := rules.Opening(rules.Form, title); form {
		known = true
	}
	return !known
}

// leader is the end of the dots that lead from a name to its state; three are what
// unittest and others put behind any name.
const leader = "...."

// rankStates shows the rows of a list of parts in which one failed, "name ...... FAILURE
// [ 2 s]": that one, and those below it, which may not have been tried.
func (t *testRun) rankStates() {
	failed := false
	for i, look := range t.s.Looks() {
		if !look.Dotted() && t.s.StartsLine(t.s.First+i) {
			failed = false
			continue
		}
		state := ledState(t.s.Text(i))
		if failed = state != nil && (failed || rules.StateOf(state) == rules.StateFailed); failed {
			t.marks[i].Raise(mark.Critical, 85, mark.WhyStatus)
		}
	}
}

// ledState returns the state at the end of a line that dots lead to from a name; nil:
// it is none.
func ledState(text []byte) []byte {
	if !bytes.Contains(text, []byte(leader)) {
		return nil // as most lines with dots
	}
	text = scan.WithoutTail(scan.Trim(trace.Untagged(text)))
	sp := bytes.LastIndexByte(text, ' ')
	if sp < 0 || !scan.HasSuffix(text[:sp], leader) || !scan.IsWord(text[sp+1:]) {
		return nil
	}
	led := bytes.TrimRight(text[:sp], ".")
	if len(led) == 0 || led[len(led)-1] != ' ' {
		return nil
	}
	return bytes.ToLower(text[sp+1:])
}
