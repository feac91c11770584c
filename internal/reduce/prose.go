package reduce

import (
	"bytes"

	"elide/internal/block"
)

// prose keeps the headings of a text, the lines that say what is required
// (MUST, SHALL), warnings, and the line that the text opens with.
func prose(s block.Section, marks []Mark) {
	if len(marks) == 0 {
		return
	}
	if first := proseFirst(s); hasMarkupHead(s.Text(first)) {
		markupOutline(s, marks)
		return
	}
	p := proseText{s: s, marks: marks}
	start := 0
	for i := range marks {
		if s.StartsLine(s.First + i) {
			start = i
			p.line(i)
		} else if i-start <= longestKept && marks[i].Rank == Bulk && proseNormative(s.Text(i)) {
			p.keep(start, Outlier, 180, WhyMatch)
		}
	}
	p.frontMatter()
	if p.helpText() {
		p.headings = nil // what looks like one is a comment in an example
	}
	if len(p.headings) == 0 {
		p.looseHeadings()
	}
	if len(p.headings) == 0 && len(s.Bytes()) <= plainMost {
		foldRepeats(s, marks) // sentences without a head may be a tool's findings
	}
	p.markHeadings()
	p.opening()
}

// proseFirst returns the first line with text in it.
func proseFirst(s block.Section) int {
	for i := 0; i < s.Len(); i++ {
		if !blankLine(s.Text(i)) {
			return i
		}
	}
	return 0
}

func hasMarkupHead(text []byte) bool {
	text = unindented(text)
	return foldPrefix(text, "<!doctype") || foldPrefix(text, "<html") || foldPrefix(text, "<?xml")
}

// proseText is a text and what is known of it up to the line that is read.
type proseText struct {
	s        block.Section
	marks    []Mark
	fence    int  // length of the fence that is open, 0: none
	fenceOf  byte // ` or ~
	fenceIn  int  // its indentation: it ends with the list that it stands in
	comment  bool // in <!-- … -->
	headings []int
	before   []byte // the line before, if it may be the title above an underline
	beforeAt int
	front    int // the first unit behind the front matter
	warned   int // bullets still to be kept below a heading that warns
}

// line reads the line that starts at unit i.
func (p *proseText) line(i int) {
	text := bytes.TrimPrefix(p.s.Text(i), []byte(byteOrderMark))
	t := unindented(text)
	if proseNormative(t) {
		p.keep(i, Outlier, 180, WhyMatch)
	}
	indent, _ := indentWidth(text)
	if p.fence > 0 && p.fenceIn > 0 && indent == 0 && atxHeading(t) {
		p.fence = 0
	}
	tilded := p.fence == 0 && p.before != nil && len(t) > 2 && t[0] == '~' && len(t) >= len(p.before) && proseUnderline(t, p.before)
	if !tilded && p.fenced(t, indent) || p.commented(t) {
		p.before = nil
		return
	}
	switch {
	case len(t) == 0:
	case indent < 4 && atxHeading(t), indent == 0 && asciidocHeading(t), htmlHeading(t):
		p.headings = append(p.headings, i)
		p.warned = 3 * srcOneIf(proseWarning(bytes.TrimLeft(t, "#= ")))
	case p.before != nil && proseUnderline(t, p.before):
		p.headings = append(p.headings, p.beforeAt)
	case len(t) < 300 && proseWarning(bytes.TrimLeft(t, "*_>-!.: [")):
		p.keep(i, Outlier, 140, WhyMessage)
	case p.warned > 0 && (t[0] == '*' || t[0] == '-') && len(t) < 400:
		p.warned--
		p.keep(i, Context, 100, WhyNear)
	}
	p.before, p.beforeAt = nil, i
	if len(t) > 0 && indent < 4 && proseTitle(t) {
		p.before = t
	}
}

// keep marks the whole of the line that starts at unit i.
func (p *proseText) keep(i int, r Rank, score uint8, why Why) {
	keepLine(p.s, p.marks, i, r, score, why)
}

// longestKept is how many segments a kept line may have to be kept whole.
const longestKept = 24

// keepLine marks all segments of the line that starts at unit i; of a line
// that is longer than anyone reads, only the first of them.
func keepLine(s block.Section, marks []Mark, i int, r Rank, score uint8, why Why) {
	end := i
	for end+1 < len(marks) && !s.EndsLine(s.First+end) {
		end++
		if end-i > longestKept {
			end = i
			break
		}
	}
	for ; i <= end; i++ {
		marks[i].Raise(r, score, why)
	}
}

// fenced tells whether the line, indented so far, is in a fenced block of code,
// or its fence.
func (p *proseText) fenced(t []byte, indent int) bool {
	if len(t) > 2 && (t[0] == '`' || t[0] == '~') {
		n := runOf(t, t[0])
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

// commented tells whether the line is in a comment of HTML that spans lines.
func (p *proseText) commented(t []byte) bool {
	if p.comment {
		p.comment = !bytes.Contains(t, []byte("-->"))
		return true
	}
	if hasPrefix(t, "<!--") && !bytes.Contains(t, []byte("-->")) {
		p.comment = true
		return true
	}
	return false
}

// atxHeading tells whether t is "# Title".
func atxHeading(t []byte) bool {
	n := runOf(t, '#')
	return n > 0 && n <= 6 && (n < len(t) && (t[n] == ' ' || t[n] == '\t') || n == len(t))
}

// asciidocHeading tells whether t is "== Title".
func asciidocHeading(t []byte) bool {
	n := runOf(t, '=')
	return n > 0 && n <= 6 && n+1 < len(t) && t[n] == ' ' && t[len(t)-1] != '='
}

// htmlHeading tells whether t opens with <h1> to <h6>.
func htmlHeading(t []byte) bool {
	return len(t) > 4 && t[0] == '<' && lowerASCII(t[1]) == 'h' && '1' <= t[2] && t[2] <= '6' && (t[3] == '>' || t[3] == ' ')
}

// proseTitle tells whether a rule below t would make it a heading.
func proseTitle(t []byte) bool {
	switch t[0] {
	case '|', '>', '+', '<':
		return false
	case '-', '*', '=', '~':
		return len(t) > 1 && t[1] != ' ' && runOf(t, t[0]) < len(t)
	}
	return len(t) < 160
}

// proseUnderline tells whether t is the rule below the title.
func proseUnderline(t, title []byte) bool {
	c := t[0]
	if runOf(t, c) != len(t) {
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
	for i := 0; i+4 <= len(t); i++ {
		n := 0
		switch {
		case t[i] == 'M' && hasPrefix(t[i:], "MUST"):
			n = 4
		case t[i] == 'S' && hasPrefix(t[i:], "SHALL"):
			n = 5
		default:
			continue
		}
		if (i == 0 || !isWordByte(t[i-1])) && (i+n == len(t) || !isWordByte(t[i+n])) {
			return true
		}
	}
	return false
}

// proseWarning tells whether the text, behind its markup, opens with a
// warning.
func proseWarning(t []byte) bool {
	for _, w := range [...]string{"warning", "caution", "danger", "deprecated", "breaking", "⚠", "security", "important:", "removed in", "incompatible"} {
		if foldPrefix(t, w) {
			rest := t[len(w):]
			return len(rest) == 0 || rest[0] == ':' || rest[0] == ']' || rest[0] == '*' || rest[0] == '!' || rest[0] == '_' || w == "breaking" || w == "⚠"
		}
	}
	return false
}

// frontMost is how many units front matter may have to be kept whole: title,
// date and the like say what the text is.
const frontMost = 16

// frontMatter keeps what stands between the rules that a text begins with, if
// it is short. Nothing in it is a heading.
func (p *proseText) frontMatter() {
	if string(unindented(p.s.Text(0))) != "---" {
		return
	}
	end := 0
	for i := 1; i < min(p.s.Len(), 60) && end == 0; i++ {
		if string(unindented(p.s.Text(i))) == "---" {
			end = i
		}
	}
	p.front = end
	if 0 < end && end <= frontMost {
		for i := 1; i < end; i++ {
			p.marks[i].Raise(Sample, 120, WhyFirst)
		}
	}
	kept := p.headings[:0]
	for _, i := range p.headings {
		if i > end || i == 0 {
			kept = append(kept, i)
		}
	}
	p.headings = kept
}
