package outline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/page"
	"elide.example/elide/internal/scan"
)

// Prose keeps the headings of a text, the lines that say what is required
// (MUST, SHALL), and the line that the text opens with.
func Prose(s block.Section, marks []mark.Mark) {
	prose(s, marks)
	showUntold(s, marks)
}

// prose marks the outline.
func prose(s block.Section, marks []mark.Mark) {
	if len(marks) == 0 {
		return
	}
	if first := First(s); opensMarkup(s.Text(first)) {
		page.Reduce(s, marks)
		return
	}
	p := proseText{s: s, marks: marks}
	for i := range marks {
		if s.StartsLine(s.First + i) {
			p.line(i)
		}
	}
	if p.helpText() {
		p.headings = nil // what looks like one is a comment in an example
	}
	if len(p.headings) == 0 {
		p.looseHeadings()
	}
	if p.report() {
		mark.FoldWithin(s, marks, reportShown)
	}
	if len(p.headings) == 0 && len(s.Bytes()) <= mark.PlainMost {
		mark.FoldRepeats(s, marks) // sentences without a head may be a tool's findings
	}
	p.markHeadings()
	p.opening()
}

// reportShown is how many bytes of a report are shown, as far as they don't repeat
// others: what a program tells of itself is asked for by its values, not by its titles.
const reportShown = 12_000

// report tells whether the text is one: most of its lines hold a value, few are
// sentences.
func (p *proseText) report() bool {
	values, sentences, lines := 0, 0, 0
	for i := range p.marks {
		t := scan.Trim(p.s.Text(i))
		if len(t) == 0 || scan.Rule(t) != 0 {
			continue
		}
		lines++
		digits := bytes.ContainsAny(t, "0123456789")
		switch {
		case t[0] == '#' || t[0] == '*' && t[len(t)-1] != '*' && !scan.HasPrefix(t, "***") || t[0] == '>':
			sentences++
		case digits || bytes.IndexByte(t, '=') > 0:
			values++
		case bytes.Count(t, []byte{' '}) >= 6:
			sentences++
		}
	}
	return values*2 >= lines && sentences*4 <= lines
}

// First returns the first line with text in it.
func First(s block.Section) int {
	for i := 0; i < s.Len(); i++ {
		if !scan.Blank(s.Text(i)) {
			return i
		}
	}
	return 0
}

// proseText is a text and what is known of it up to the line that is read.
type proseText struct {
	s        block.Section
	marks    []mark.Mark
	fence    int  // length of the fence that is open, 0: none
	fenceOf  byte // ` or ~
	fenceIn  int  // its indentation: it ends with the list that it stands in
	headings []int
	before   []byte // the line before, if it may be the title above an underline
	beforeAt int
}

// line reads the line that starts at unit i.
func (p *proseText) line(i int) {
	text := bytes.TrimPrefix(p.s.Text(i), []byte(byteOrderMark))
	t := scan.Trim(text)
	if proseNormative(t) {
		p.keep(i, mark.Outlier, 180, mark.WhyMatch)
	}
	indent, _ := scan.Indent(text)
	if p.fence > 0 && p.fenceIn > 0 && indent == 0 && atxHeading(t) {
		p.fence = 0
	}
	tilded := p.fence == 0 && p.before != nil && len(t) > 2 && t[0] == '~' && len(t) >= len(p.before) && proseUnderline(t, p.before)
	if !tilded && p.fenced(t, indent) {
		p.before = nil
		return
	}
	switch {
	case len(t) == 0:
	case indent < 4 && atxHeading(t), indent == 0 && asciidocHeading(t):
		p.headings = append(p.headings, i)
	case p.before != nil && proseUnderline(t, p.before):
		p.headings = append(p.headings, p.beforeAt)
	}
	p.before, p.beforeAt = nil, i
	if len(t) > 0 && indent < 4 && proseTitle(t) {
		p.before = t
	}
}

// keep marks the whole of the line that starts at unit i.
func (p *proseText) keep(i int, r mark.Rank, score uint8, why mark.Why) {
	mark.KeepLine(p.s, p.marks, i, r, score, why)
}

// fenced tells whether the line, indented so far, is in a fenced block of code,
// or its fence.
func (p *proseText) fenced(t []byte, indent int) bool {
	if len(t) > 2 && (t[0] == '`' || t[0] == '~') {
		n := scan.Run(t, t[0])
		switch {
		case p.fence == 0 && n >= 3 && bytes.IndexByte(t[n:], '`') < 0:
			p.fence, p.fenceOf, p.fenceIn = n, t[0], indent
			return true
		case p.fence > 0 && t[0] == p.fenceOf && n >= p.fence && n == len(t):
			p.fence = 0
			return true
		}
	}
	return p.fence > 0
}

// atxHeading tells whether t is "# Title".
func atxHeading(t []byte) bool {
	n := scan.Run(t, '#')
	return n > 0 && n <= 6 && (n < len(t) && (t[n] == ' ' || t[n] == '\t') || n == len(t))
}

// asciidocHeading tells whether t is "== Title".
func asciidocHeading(t []byte) bool {
	n := scan.Run(t, '=')
	return n > 0 && n <= 6 && n+1 < len(t) && t[n] == ' ' && t[len(t)-1] != '='
}

// proseTitle tells whether a rule below t would make it a heading.
func proseTitle(t []byte) bool {
	switch t[0] {
	case '|', '>', '+', '<':
		return false
	case '-', '*', '=', '~':
		return len(t) > 1 && t[1] != ' ' && scan.Run(t, t[0]) < len(t)
	}
	return len(t) < 160
}

// proseUnderline tells whether t is the rule below the title.
func proseUnderline(t, title []byte) bool {
	c := t[0]
	if scan.Run(t, c) != len(t) {
		return false
	}
	switch c {
	case '=', '-':
		return len(t) >= 3 || len(t) >= len(title)
	case '~', '^', '"', '\'', '`', '#', '*', '+', '.', ':', '_':
		return len(t) >= 3 && (len(t) >= len(title) || len(t) >= 8) && len(t) < len(title)+40
	}
	return false
}

// proseNormative tells whether a line holds MUST or SHALL in capitals.
func proseNormative(t []byte) bool {
	return holdsWord(t, "MUST") || holdsWord(t, "SHALL")
}

// holdsWord tells whether the word, in this case, stands in the text.
func holdsWord(t []byte, word string) bool {
	for i := 0; ; i++ {
		n := scan.Index(t[i:], word)
		if n < 0 {
			return false
		}
		i += n
		if end := i + len(word); (i == 0 || !scan.IsWordByte(t[i-1])) && (end == len(t) || !scan.IsWordByte(t[end])) {
			return true
		}
	}
}
