// Package classify tells what a block is: it cuts the block into sections
// and gives each its shape, from evidence in the text alone.
//
// Each line is given a kind by what it looks like on its own. The kinds are
// counted; where one shape accounts for the whole, that is the answer. Where
// none does, a cut is looked for: at the commands of a shell session, around
// a whole JSON document or a diff, before a test run that something else
// precedes.
package classify

import (
	"bytes"
	"unicode/utf8"

	"elide/internal/block"
	"elide/internal/shape"
)

// Sections cuts b into sections that tile it. command, what printed the
// block, is a hint: it settles what the text leaves open and never overrules
// it.
func Sections(b *block.Block, command string) []block.Section {
	if secs := sectionsBehind(b, command); secs != nil {
		return secs
	}
	if sh, ok := whole(b); ok {
		return []block.Section{{Block: b, End: b.Len(), Shape: sh, Command: command}}
	}
	c := newCutter(b, command)
	c.cut()
	return c.out
}

// whole settles the blocks that are one thing as a whole: binary or JSON.
func whole(b *block.Block) (shape.Shape, bool) {
	data := b.Bytes()
	if binary(data) {
		return shape.Binary, true
	}
	text := bytes.TrimSpace(data)
	if isDocument(text) {
		if text[0] == '[' {
			return shape.JSONArray, true
		}
		return shape.JSONObject, true
	}
	if delimited(text) {
		return shape.Table, true
	}
	return 0, false
}

// delimited tells whether the text is a table of cells parted by commas, tabs
// or semicolons: a head without a blank around them, and as many in nearly
// all of the rows that follow.
func delimited(text []byte) bool {
	const look = 40
	lines := bytes.SplitN(text[:min(len(text), jsonLook)], []byte{'\n'}, look+2)
	if len(lines) < 4 {
		return false
	}
	lines = lines[:len(lines)-1]
	for _, sep := range []byte{',', '\t', ';'} {
		want := bytes.Count(lines[0], []byte{sep})
		if want < 2 || bytes.Contains(lines[0], []byte{sep, ' '}) || bytes.IndexByte([]byte("{[<#/"), lines[0][0]) >= 0 {
			continue
		}
		like := 0
		for _, line := range lines[1:] {
			if n := bytes.Count(line, []byte{sep}); n >= want && n <= want+8 {
				like++
			}
		}
		if like*10 >= (len(lines)-1)*9 {
			return true
		}
	}
	return false
}

// binaryLook is how much of a block is looked at to tell text from binary.
const binaryLook = 8 << 10

// binary tells whether the block is not text: a NUL early on, or bytes that
// are neither UTF-8 nor a code page's text.
func binary(data []byte) bool {
	head := data[:min(len(data), binaryLook)]
	if bytes.IndexByte(head, 0) >= 0 {
		return true
	}
	odd := 0
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != 0x1b && r != '\b' && r != '\f' {
			odd++
		}
		i += n
	}
	return odd*5 > len(head)
}

// cutter cuts one block.
type cutter struct {
	b       *block.Block
	command string
	kinds   []kind // of each unit
	session bool   // the block is a shell's: it begins with a prompt
	from    int    // the first unit of the part being cut
	out     []block.Section
}

func newCutter(b *block.Block, command string) *cutter {
	c := &cutter{b: b, command: command}
	c.read()
	return c
}

// cut cuts the block whose units have been read.
func (c *cutter) cut() {
	t := count(c.kinds)
	t.tail(c.b.Text, c.b.Len())
	if t.document() {
		c.add(0, c.b.Len(), shape.Prose)
		return
	}
	for c.from < c.b.Len() {
		end := c.nextPrompt(c.from + 1)
		c.part(c.from, end)
		c.from = end
	}
}

// read gives each unit its kind. A segment has that of its line's first.
func (c *cutter) read() {
	c.kinds = make([]kind, c.b.Len())
	for i := range c.kinds {
		if i > 0 && !c.b.StartsLine(i) {
			c.kinds[i] = c.kinds[i-1]
			continue
		}
		if c.kinds[i] = kindOf(c.b.Text(i)); !c.b.EndsLine(i) {
			c.kinds[i] = c.longKind(i)
		}
		if i > 0 && c.kinds[i-1] != blank && underlines(c.b.Text(i), c.b.Text(i-1)) {
			c.kinds[i-1], c.kinds[i] = heading, heading
		}
	}
	first := 0
	for first < len(c.kinds) && c.kinds[first] == blank {
		first++
	}
	c.session = first < len(c.kinds) && c.kinds[first] == prompt
}

// longKind returns the kind of a line that is cut into segments, of which i
// is the first.
func (c *cutter) longKind(i int) kind {
	last := i
	for !c.b.EndsLine(last) && last+1 < c.b.Len() {
		last++
	}
	line := bytes.TrimSpace(c.b.Range(i, last+1))
	if len(line) > 1 && (line[0] == '{' && line[len(line)-1] == '}' || line[0] == '[' && line[len(line)-1] == ']') {
		return jsonRecord
	}
	return c.kinds[i]
}

// nextPrompt returns the first unit from i on that is a shell's prompt with a
// command, the block's end if there is none or the block isn't a session.
func (c *cutter) nextPrompt(i int) int {
	if !c.session {
		return len(c.kinds)
	}
	for i < len(c.kinds) && c.kinds[i] != prompt {
		i++
	}
	return i
}

// add appends a section; one that has the shape of the section before it in
// the same part becomes part of that.
func (c *cutter) add(first, end int, sh shape.Shape) {
	if first >= end {
		return
	}
	if n := len(c.out); n > 0 && c.out[n-1].Shape == sh && c.out[n-1].First >= c.from {
		c.out[n-1].End = end
		return
	}
	c.out = append(c.out, block.Section{Block: c.b, First: first, End: end, Shape: sh, Command: c.command})
}
