package prompt

import (
	"bytes"
	"strings"
)

// container is a quote or an item of a list.
type container struct {
	quote bool
	width int  // of an item: how many columns its content is indented by
	empty bool // an item that has nothing in it yet
}

// parser reads a text line by line.
type parser struct {
	text   []byte
	blocks []fenced

	open      []container
	paragraph bool // the line before is text that could go on

	block  *fenced // that is open; nil: none
	indent int     // blanks before its opening fence
	exact  bool    // its lines can be put back, as far as that is known
	lines  []line  // of its content
}

// line is a line of a block's content.
type line struct{ start, own, end int } // from start to own is its containers'

// line takes the next line.
func (p *parser) line(start, end int) {
	c := cursor{line: p.text[start:end]}
	depth := p.matched(&c)
	if p.block != nil {
		if depth == len(p.open) {
			p.inside(c, start, end)
			return
		}
		p.finish(start) // its container ended, and with it the block
	}
	if c.blank() {
		p.open, p.paragraph = p.open[:depth], false
		return
	}
	if depth < len(p.open) && p.paragraph && p.lazy(c) {
		return
	}
	p.paragraph = p.paragraph && depth == len(p.open)
	p.open = p.open[:depth]
	if depth > 0 {
		p.open[depth-1].empty = false
	}
	p.begin(&c)
	p.outside(c, end)
}

// matched goes behind what the open containers put before a line, and returns
// how many go on with it. An item of which the first two lines are blank does not.
func (p *parser) matched(c *cursor) int {
	for i, open := range p.open {
		switch {
		case open.quote && c.quote():
		case !open.quote && !(open.empty && c.blank()) && c.indented(open.width):
		default:
			return i
		}
	}
	return len(p.open)
}

// lazy tells whether a line goes on with the paragraph of a container, without
// the signs of that: it begins nothing itself.
func (p *parser) lazy(c cursor) bool {
	if _, ok := c.item(false); ok || c.quote() {
		return false
	}
	columns, text := c.text()
	_, opens := opening(text)
	return columns > 3 || !opens && !isRule(text) && !isHeading(text)
}

// begin goes behind the signs that begin containers.
func (p *parser) begin(c *cursor) {
	for {
		if c.quote() {
			p.open = append(p.open, container{quote: true})
			p.paragraph = false
			continue
		}
		width, ok := c.item(p.paragraph)
		if !ok {
			return
		}
		p.open = append(p.open, container{width: width, empty: c.blank()})
		p.paragraph = false
	}
}

// outside looks at a line's own content for a fence.
func (p *parser) outside(c cursor, end int) {
	columns, text := c.text()
	b, ok := opening(text)
	if !ok || columns > 3 {
		p.paragraph = p.goesOn(columns, text)
		return
	}
	p.paragraph = false
	b.start = end
	p.block, p.indent, p.exact, p.lines = &b, columns, !c.split, nil
}

// goesOn tells whether a line is text of a paragraph, to which the next may belong.
func (p *parser) goesOn(columns int, text []byte) bool {
	switch {
	case len(trimEnd(text)) == 0:
		return false
	case columns > 3: // indented code, unless a paragraph is before it
		return p.paragraph
	case p.paragraph && isUnderline(text):
		return false
	}
	return !isRule(text) && !isHeading(text)
}

// inside takes a line of the open block: its content, or the fence that closes it.
func (p *parser) inside(c cursor, start, end int) {
	if p.block.closes(c.text()) {
		p.block.whole = p.exact
		p.add(start)
		return
	}
	p.exact = p.exact && !c.split && p.text[end-1] == '\n'
	p.lines = append(p.lines, line{start, start + c.at, end})
}

// add ends the block. The blanks of its fence are taken from its lines too, if
// all have them.
func (p *parser) add(end int) {
	b := p.block
	b.end = end
	prefix, ok := p.prefix(p.indent)
	if !ok {
		prefix, ok = p.prefix(0)
	}
	b.whole, b.prefix = b.whole && ok, prefix
	b.content = p.text[b.start:b.end]
	if b.whole && prefix != "" {
		b.content = p.without(prefix)
	}
	p.blocks = append(p.blocks, *b)
	p.block = nil
}

// prefix returns what stands before all lines of the content: their containers'
// signs, and as many blanks. Blank lines may lack its blanks. ok is false if a line
// has something else.
func (p *parser) prefix(indent int) (prefix string, ok bool) {
	if indent == 0 && len(p.open) == 0 {
		return "", true
	}
	known := false
	for _, l := range p.lines {
		text := p.text[l.start:l.end]
		own := l.own - l.start
		if len(trimEnd(text[own:])) == 0 {
			continue
		}
		if blanks(text[own:]) < indent {
			return "", false
		}
		if here := string(text[:own+indent]); !known {
			prefix, known = here, true
		} else if here != prefix {
			return "", false
		}
	}
	if !known && len(p.open) > 0 {
		return "", false // what would stand there can't be told
	}
	short := strings.TrimRight(prefix, " \t")
	for _, l := range p.lines {
		text := string(p.text[l.start:l.end])
		if !strings.HasPrefix(text, short) || !strings.HasPrefix(text, prefix) && len(strings.TrimRight(text[len(short):], " \t\r\n")) > 0 {
			return "", false
		}
	}
	return prefix, true
}

// without returns the content without what stands before its lines.
func (p *parser) without(prefix string) []byte {
	var content []byte
	short := strings.TrimRight(prefix, " \t")
	for _, l := range p.lines {
		text := p.text[l.start:l.end]
		if rest, ok := bytes.CutPrefix(text, []byte(prefix)); ok {
			text = rest
		} else {
			text = text[len(short):]
		}
		content = append(content, text...)
	}
	return content
}

// finish ends a block that was not closed.
func (p *parser) finish(end int) {
	if p.block == nil {
		return
	}
	p.add(end)
}

// cursor goes along the signs of containers at the start of a line.
type cursor struct {
	line   []byte
	at     int
	column int  // where at stands; within a tab, if only a part of that was used
	split  bool // a part of a tab was used: that can't be put back by bytes
}

func (c *cursor) rest() []byte { return c.line[c.at:] }

func (c *cursor) blank() bool { return len(trimEnd(c.rest())) == 0 }

// text returns what stands behind the blanks and tabs that follow, and how many
// columns these have.
func (c *cursor) text() (columns int, text []byte) {
	column, i := c.column, c.at
	for ; i < len(c.line); i++ {
		switch c.line[i] {
		case ' ':
			column++
		case '\t':
			column += tabWidth(column)
		default:
			return column - c.column, c.line[i:]
		}
	}
	return column - c.column, nil
}

// tabWidth returns how many columns a tab has that stands in one.
func tabWidth(column int) int { return 4 - column%4 }

// skip goes behind as many columns of blanks and tabs.
func (c *cursor) skip(columns int) {
	for ; columns > 0; c.at++ {
		width := 1
		if c.line[c.at] == '\t' {
			width = tabWidth(c.column)
		}
		c.column += min(width, columns)
		if width > columns {
			c.split = true
			return
		}
		columns -= width
	}
}

// sign goes behind as many columns of blanks, and then as many bytes.
func (c *cursor) sign(columns, length int) {
	c.skip(columns)
	c.at += length
	c.column += length
}

// quote goes behind the sign of a quote, if it stands here.
func (c *cursor) quote() bool {
	columns, text := c.text()
	if columns > 3 || len(text) == 0 || text[0] != '>' {
		return false
	}
	c.sign(columns, 1)
	if columns, _ = c.text(); columns > 0 {
		c.skip(1)
	}
	return true
}

// indented goes behind the indentation of an item's content. A blank line needs
// none.
func (c *cursor) indented(width int) bool {
	columns, _ := c.text()
	switch {
	case c.blank():
		c.sign(0, min(width, blanks(c.rest())))
	case columns >= width:
		c.skip(width)
	default:
		return false
	}
	return true
}

// item goes behind the sign of a list's item, if one stands here, and returns how
// wide the indentation of the item's content is.
func (c *cursor) item(inParagraph bool) (width int, ok bool) {
	columns, text := c.text()
	length := itemSign(text, inParagraph)
	if columns > 3 || length == 0 || isRule(text) {
		return 0, false
	}
	if len(trimEnd(text[length:])) == 0 {
		if !inParagraph {
			c.sign(columns, length)
		}
		return columns + length + 1, !inParagraph
	}
	c.sign(columns, length)
	space, _ := c.text()
	if space > 4 { // indented code in the item
		space = 1
	}
	c.skip(space)
	return columns + length + space, true
}

// itemSign returns the length of the bullet or number that a line starts with, 0
// if there is none. Only the number 1 begins a list in a paragraph.
func itemSign(line []byte, inParagraph bool) int {
	n := 0
	for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	switch {
	case n == len(line):
		return 0
	case n == 0 && bytes.IndexByte([]byte("-+*"), line[0]) < 0:
		return 0
	case n > 0 && line[n] != '.' && line[n] != ')':
		return 0
	case n > 0 && inParagraph && string(line[:n]) != "1":
		return 0
	}
	n++
	if n < len(line) && bytes.IndexByte([]byte(" \t\r\n"), line[n]) < 0 {
		return 0
	}
	return n
}

// isRule tells whether a line is a rule, such as * * *.
func isRule(line []byte) bool {
	signs := bytes.ReplaceAll(trimEnd(line), []byte(" "), nil)
	signs = bytes.ReplaceAll(signs, []byte("\t"), nil)
	if len(signs) < 3 || bytes.IndexByte([]byte("-*_"), signs[0]) < 0 {
		return false
	}
	return len(bytes.Trim(signs, string(signs[0]))) == 0
}

// isHeading tells whether a line is a heading, such as ## Title.
func isHeading(line []byte) bool {
	rest := bytes.TrimLeft(line, "#")
	signs := len(line) - len(rest)
	return 0 < signs && signs <= 6 && (len(trimEnd(rest)) == 0 || rest[0] == ' ' || rest[0] == '\t')
}

// isUnderline tells whether a line makes the text before it a heading.
func isUnderline(line []byte) bool {
	signs := trimEnd(line)
	return len(signs) > 0 && (signs[0] == '=' || signs[0] == '-') && len(bytes.Trim(signs, string(signs[0]))) == 0
}
