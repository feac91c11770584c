package prompt

import (
	"bytes"
	"strings"
)

// fenced is a fenced block of a text. What finds them follows CommonMark: fences
// of backticks or tildes of any length, indented by up to three blanks, in quotes
// and in items of lists, each closed by a fence that is as long at least. A fence
// that is inside a longer one is content. A block of which a line can't be taken
// out of its container and put back byte for byte (lines of a quote with and
// without a blank behind the >, tabs that are half indentation) is found, but
// can't be replaced, and neither can one that is never closed. Two things differ:
// HTML is not looked at, since models read a prompt as it is, and a carriage
// return alone ends no line.
type fenced struct {
	start, end int    // of its content in the text, whole lines, what its container puts before them included
	info       string // what stands behind the opening fence, blanks trimmed
	content    []byte // without what its container puts before each line
	whole      bool   // it is closed, and replaceFenced can replace its content

	prefix string // what stands before each line of the content
	fence  byte
	length int
}

// findFenced returns the blocks of the text in order.
func findFenced(text []byte) []fenced {
	p := parser{text: text}
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		p.line(at, end)
		at = end
	}
	p.finish(len(text))
	return p.blocks
}

// replaceFenced appends the text with new contents for some of its blocks, nil for
// those that stay. It leaves out a content that its block can't hold: one with a
// line that would close the fence, without a line end at its end, or with nothing
// but blank lines. The blocks are those that findFenced returned for the text.
func replaceFenced(dst, text []byte, blocks []fenced, contents [][]byte) []byte {
	at := 0
	for i, b := range blocks {
		if contents[i] == nil || !b.holds(contents[i]) {
			continue
		}
		dst = append(dst, text[at:b.start]...)
		dst = b.appendContent(dst, contents[i])
		at = b.end
	}
	return append(dst, text[at:]...)
}

// holds tells whether the block can hold the content, so that the block ends
// where it did.
func (b fenced) holds(content []byte) bool {
	if !b.whole || len(trimEnd(content)) == 0 || content[len(content)-1] != '\n' {
		return false
	}
	for line := range bytes.Lines(content) {
		if !b.holdsLine(line) {
			return false
		}
	}
	return true
}

// holdsLine tells whether a line is one of the content in the block too.
func (b fenced) holdsLine(line []byte) bool {
	c := cursor{line: line}
	columns, text := c.text()
	if columns > 0 && len(trimEnd(text)) > 0 && strings.HasSuffix(b.prefix, ">") {
		return false // the sign of the quote would take a blank for its own
	}
	if bytes.IndexByte(line[:len(line)-len(text)], '\t') >= 0 {
		columns = 0 // it depends on the container how many a tab has
	}
	return !b.closes(columns, text)
}

// size returns how many bytes the content takes in the block.
func (b fenced) size(content []byte) int {
	if b.prefix == "" {
		return len(content)
	}
	return len(b.appendContent(nil, content))
}

func (b fenced) appendContent(dst, content []byte) []byte {
	for line := range bytes.Lines(content) {
		dst = b.appendLine(dst, line)
	}
	return dst
}

// appendLine appends a line as it stands in the block. A blank one gets no blanks
// before it.
func (b fenced) appendLine(dst, line []byte) []byte {
	prefix := b.prefix
	if len(trimEnd(line)) == 0 {
		prefix = strings.TrimRight(prefix, " \t")
	}
	dst = append(dst, prefix...)
	return append(dst, line...)
}

// closes tells whether a text that is indented by as many columns is a fence that
// closes the block.
func (b fenced) closes(columns int, text []byte) bool {
	text = trimEnd(text)
	return columns <= 3 && len(text) >= b.length && len(bytes.Trim(text, string(b.fence))) == 0
}

// opening parses a line that opens a block, whose blanks at its start are gone.
func opening(line []byte) (b fenced, ok bool) {
	if len(line) == 0 || line[0] != '`' && line[0] != '~' {
		return b, false
	}
	b.fence = line[0]
	b.length = len(line) - len(bytes.TrimLeft(line, string(b.fence)))
	info := trimEnd(line[b.length:])
	if b.length < 3 || b.fence == '`' && bytes.IndexByte(info, '`') >= 0 {
		return b, false
	}
	b.info = string(bytes.Trim(info, " \t"))
	return b, true
}

// trimEnd drops a line's end and the blanks before it.
func trimEnd(line []byte) []byte { return bytes.TrimRight(line, " \t\r\n") }

// blanks counts the blanks at a line's start.
func blanks(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
