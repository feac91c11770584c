package reduce

import "bytes"

// proseRepeats is how often one heading may stand in a text and still say
// something each time; more often ("### Bug Fixes"), only the first is kept.
const proseRepeats = 3

// markHeadings marks the headings that were found.
func (p *proseText) markHeadings() {
	times := make(map[string]int, len(p.headings))
	for _, i := range p.headings {
		times[string(unindented(p.s.Text(i)))]++
	}
	seen := map[string]bool{}
	for _, i := range p.headings {
		t := string(unindented(p.s.Text(i)))
		if seen[t] && times[t] > proseRepeats {
			continue
		}
		seen[t] = true
		score := 200 - 15*min(runOf([]byte(t), '#'), 6)
		p.keep(i, Outlier, uint8(score), WhyHeading)
	}
}

// proseMostLoose is how many lines may pass for headings in a text that
// marks none.
const proseMostLoose = 300

// looseHeadings finds the headings of texts without markup: manuals and
// help texts, whose heads stand further left than the rest; changelogs;
// numbered sections.
func (p *proseText) looseHeadings() {
	var left, numbered []int
	lines := 0
	for i := range p.marks {
		if !p.s.StartsLine(p.s.First + i) {
			continue
		}
		text := p.s.Text(i)
		if blankLine(text) {
			continue
		}
		lines++
		if len(text) > 120 {
			continue
		}
		w, _ := indentWidth(text)
		if w == 0 {
			left = append(left, i)
		}
		if t := unindented(text); p.alone(i) && (w == 0 || capitals(t)) && (numberedTitle(t) || boldTitle(t) || capitals(t)) {
			numbered = append(numbered, i)
		}
	}
	switch {
	case len(left)*3 <= lines && len(left) <= proseMostLoose:
		p.headings = append(left, p.subheads()...)
	case len(numbered) <= proseMostLoose:
		p.headings = numbered
	}
}

// subheads finds the second level of headings in a manual: lines indented
// less than its paragraphs, behind a blank line and with deeper text below,
// that open as a title does.
func (p *proseText) subheads() []int {
	var heads []int
	for i := 1; i+1 < len(p.marks) && len(heads) < proseMostLoose; i++ {
		text := p.s.Text(i)
		w, n := indentWidth(text)
		if w == 0 || w > 4 || len(text) > 80 || !blankLine(p.s.Text(i-1)) || !p.s.StartsLine(p.s.First+i) {
			continue
		}
		t, below := unindented(text), p.s.Text(i+1)
		deeper, _ := indentWidth(below)
		if len(text) > n && 'A' <= t[0] && t[0] <= 'Z' && t[len(t)-1] != '.' && !bytes.Contains(t, []byte("  ")) && !blankLine(below) && deeper >= w+3 {
			heads = append(heads, i)
		}
	}
	return heads
}

// alone tells whether the lines before and behind unit i are blank.
func (p *proseText) alone(i int) bool {
	return (i == 0 || blankLine(p.s.Text(i-1))) && (i+1 == len(p.marks) || blankLine(p.s.Text(i+1)))
}

// numberedTitle tells whether text is "3.1. Title".
func numberedTitle(text []byte) bool {
	n := 0
	for n < len(text) && (isDigit(text[n]) || text[n] == '.') {
		n++
	}
	return n > 0 && n+1 < len(text) && text[n] == ' ' && text[len(text)-1] != '.' && len(text) < 90
}

// boldTitle tells whether text is "**Title**".
func boldTitle(text []byte) bool {
	return len(text) > 4 && hasPrefix(text, "**") && hasSuffix(text, "**") && bytes.Count(text, []byte("**")) == 2
}

// capitals tells whether all letters of the text are capitals.
func capitals(text []byte) bool {
	upper := 0
	for _, c := range text {
		if 'a' <= c && c <= 'z' {
			return false
		}
		if 'A' <= c && c <= 'Z' {
			upper++
		}
	}
	return upper > 2
}

// opening keeps the first line that says what the text is about, and if
// nothing else is kept, the last one too.
func (p *proseText) opening() {
	kept := 0
	for i := range p.marks {
		if p.marks[i].Rank > Bulk {
			kept++
		}
	}
	for i := p.front; i < len(p.marks); i++ {
		t := unindented(p.s.Text(i))
		if len(t) == 0 || !p.s.StartsLine(p.s.First+i) {
			continue
		}
		if p.marks[i].Rank == Bulk && proseSays(t) {
			p.marks[i].Raise(Sample, 100, WhyFirst)
			break
		}
	}
	if kept > 0 {
		return
	}
	for i := len(p.marks) - 1; i > 0; i-- {
		if t := unindented(p.s.Text(i)); len(t) > 0 {
			p.marks[i].Raise(Sample, 50, WhyEdge)
			return
		}
	}
}

// proseSays tells whether a line is text rather than badges, links or rules.
func proseSays(t []byte) bool {
	return (isLetter(t[0]) || t[0] >= 0x80 || t[0] == '>' || hasPrefix(t, "**")) && len(t) > 20 && len(t) <= 400 &&
		bytes.Count(t, []byte("](")) < 3 && ruleLine(t) == 0
}
