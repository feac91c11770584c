// Package classify tells what a block is: it cuts the block into sections
// and gives each its shape, from evidence in the text alone. What others put before
// each line (a time, a service, a task) is no part of that.
//
// Each line is given a kind by what it looks like on its own. The kinds are
// counted; where one shape accounts for the whole, that is the answer. Where
// none does, a cut is looked for: at the commands of a shell session and the
// steps of a CI server, around a whole JSON document or a diff, before a test
// run that something else precedes, at short answers, titles and lists between longer
// outputs, and where the kinds of the lines turn. Source code may quote anything, and is told
// by how it opens.
package classify

import (
	"bytes"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Sections cuts b into sections that tile it. command, what printed the
// block, is a hint: it settles what the text leaves open and never overrules
// it.
func Sections(b *block.Block, command string) []block.Section {
	return sections(b, command, nestedMost)
}

// nestedMost is how often lines are read behind a gutter that some stand left of: what stands below others
// may hold what does, and each time the block is cut once more.
const nestedMost = 2

// sections cuts a block in which lines may stand below others so often.
func sections(b *block.Block, command string, nested int) []block.Section {
	gutter, below := gutterOf(b)
	if !below && len(gutter) > 0 {
		if behind := behind(b, lead{like: gutter, gutter: true}); behind != nil && len(behind.Bytes()) < len(b.Bytes()) {
			return sections(behind, command, nested) // lines that are too long keep theirs
		}
	}
	if secs := sectionsBehind(b, command); secs != nil {
		return secs
	}
	if sh, ok := whole(b); ok {
		return []block.Section{{Block: b, End: b.Len(), Shape: sh, Command: command}}
	}
	if below && nested > 0 {
		if behind := behind(b, lead{like: gutter, gutter: true}); behind != nil {
			if secs := sections(behind, command, nested-1); mostlyRuns(secs, behind) {
				return secs
			}
		}
	}
	c := newCutter(b, command)
	c.cut()
	return c.out
}

// mostlyRuns tells whether most of what the sections of a block hold is what a run printed.
func mostlyRuns(secs []block.Section, b *block.Block) bool {
	printed := 0
	for _, s := range secs {
		switch s.Shape {
		case shape.TestLog, shape.BuildLog, shape.Diff, shape.Stack, shape.Log:
			printed += len(s.Bytes())
		}
	}
	return printed*2 > len(b.Bytes())
}

// whole settles the blocks that are one thing as a whole: binary, JSON or cells
// with separators.
func whole(b *block.Block) (shape.Shape, bool) {
	if binary(b.Bytes()) {
		return shape.Binary, true
	}
	return wholeText(bytes.TrimSpace(b.Bytes()))
}

func wholeText(t []byte) (shape.Shape, bool) {
	if isDocument(t) {
		if t[0] == '[' {
			return shape.JSONArray, true
		}
		return shape.JSONObject, true
	}
	if delimited(t) {
		return shape.Table, true
	}
	return 0, false
}

// Document tells whether b is one thing as a whole, whoever printed it: binary, or a
// document of JSON.
func Document(b *block.Block) bool {
	return binary(b.Bytes()) || isDocument(bytes.TrimSpace(b.Bytes()))
}

// delimited tells whether the text is a table of cells parted by commas, tabs,
// semicolons or bars: a head without a blank around them, and as many in nearly
// all of the rows that follow.
func delimited(t []byte) bool {
	const look = 40
	lines := bytes.SplitN(t[:min(len(t), jsonLook)], []byte{'\n'}, look+2)
	if len(lines) < 4 {
		return false
	}
	lines = lines[:len(lines)-1]
	if len(lines[0]) == 0 || line.Location(lines[0]) != line.Other {
		return false
	}
	for _, sep := range []byte{',', '\t', ';', '|'} {
		want := bytes.Count(lines[0], []byte{sep})
		if sep == '|' && !scan.IsLetter(lines[0][0]) {
			continue // a record of a log, or a row between bars
		}
		if want < 2 || bytes.Contains(lines[0], []byte{sep, ' '}) || bytes.IndexByte([]byte("{[<#/|"), lines[0][0]) >= 0 {
			continue
		}
		like := 0
		for _, text := range lines[1:] {
			if n := bytes.Count(text, []byte{sep}); n >= want && n <= want+8 {
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

// nulLines is how many lines a NUL early on must stand among if the block is
// text nevertheless: a test is named after it, a message quotes it.
const nulLines = 20

// binary tells whether the block is not text: NULs early on, or bytes that
// are neither UTF-8 nor a code page's text.
func binary(data []byte) bool {
	head := data[:min(len(data), binaryLook)]
	if nuls := bytes.Count(head, []byte{0}); nuls > 0 && nuls*nulLines > bytes.Count(head, []byte{'\n'}) {
		return true
	}
	odd := 0
	for i := 0; i < len(head); {
		if c := head[i]; c >= ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
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
	kinds   []line.Kind  // of each unit
	marks   []line.Mark  // of each unit
	seen    []line.Seen  // of each unit, for who comes later
	twin    []int32      // of each unit, too
	kin     []int32      // and its twin but for numbers
	from    int          // the first unit of the part being cut
	cuts    int          // how many seams were found that no mark stands at
	tails   [4]tail      // the last that were told, of ends with more before them
	told    int          // how many were
	vain    int          // how often a document was looked for where none is
	pieces  []block.Span // what commands printed by themselves, if it is short
	out     []block.Section
}

func newCutter(b *block.Block, command string) *cutter {
	c := &cutter{b: b, command: command}
	c.read()
	c.titles()
	c.settleMarks()
	b.Seen, b.Twin, b.Kin, b.Answers = c.seen, c.twin, c.kin, c.findAnswers()
	return c
}

// cut cuts the block whose units have been read: each run of marks is a
// section, and what stands between two is cut as a block of its own.
func (c *cutter) cut() {
	for c.from < c.b.Len() {
		end := c.from
		for end < c.b.Len() && c.marks[end] != line.NoMark {
			end++
		}
		if end > c.from {
			c.addMarks(end)
		} else {
			for end < c.b.Len() && c.marks[end] == line.NoMark {
				end++
			}
			c.parted(c.from, end)
			c.part(c.from, end)
		}
		c.from = end
	}
	c.showPieces()
}

// addMarks adds the marks from c.from to end. What only ends a step goes with
// the step, if its shape allows for a line that isn't its own.
func (c *cutter) addMarks(end int) {
	first := c.from
	for first < end && c.marks[first] == line.Shuts {
		first++
	}
	if n := len(c.out); n > 0 && !strict(c.out[n-1].Shape) {
		c.out[n-1].End = first
	} else {
		first = c.from
	}
	if first < end {
		c.from = first
		c.add(first, end, shape.Plain)
	}
}

// strict tells whether each line of a section of the shape must be its own.
func strict(sh shape.Shape) bool {
	switch sh {
	case shape.JSONArray, shape.JSONObject, shape.JSONLines, shape.Table, shape.Plain:
		return true
	}
	return false
}

// read gives each unit its kind, and the mark that it may be. A segment has that of its line's first.
func (c *cutter) read() {
	b, n := c.b, c.b.Len()
	kinds, marks, seen := make([]line.Kind, n), make([]line.Mark, n), make([]line.Seen, n)
	twin, kin := make([]int32, n), make([]int32, n)
	c.kinds, c.marks, c.seen, c.twin, c.kin = kinds, marks, seen, twin, kin
	twins, tests := block.NewTwins(b), b.Rules.Has(rules.Test)
	var above []byte
	for i := range kinds {
		twin[i], kin[i] = int32(i), int32(i)
		t := b.Text(i)
		if i > 0 && !b.StartsLine(i) {
			kinds[i], seen[i] = kinds[i-1], seen[i-1]
			seen[i].First = line.First(t)
			continue
		}
		if same, like := twins.Of(i); like < i {
			twin[i], kin[i] = int32(same), int32(like)
			seen[i], marks[i] = seen[like], marks[like]
			seen[i].First = line.First(t)
		} else {
			seen[i], marks[i] = line.See(t), line.MarkOf(t, b.Raw(i))
		}
		k := seen[i].Kind
		if !b.EndsLine(i) {
			kinds[i] = k
			k = c.longKind(i)
		}
		if tests && namesResult(b.Rules, t) {
			k = line.Result
		}
		if i > 0 && line.MayUnderline(seen[i].First) && kinds[i-1] != line.Blank && kinds[i-1] != line.Columns && kinds[i-1] != line.Result && line.Underlines(t, above) {
			kinds[i-1], k = line.Heading, line.Heading
		}
		kinds[i], above = k, t
	}
	c.comments()
	c.bullets()
}

// namesResult tells whether a rule of the user's says that the line tells what became
// of a test, or of all.
func namesResult(known *rules.Set, text []byte) bool {
	h, ok := known.Own(rules.Test, bytes.TrimSpace(text))
	if !ok {
		return false
	}
	switch h.Kind {
	case rules.TestPass, rules.TestHead, rules.TestReport, rules.TestVerdict, rules.TestEcho, rules.TestSkip, rules.TestSummary, rules.TestGood, rules.TestStart:
		return true
	}
	return false
}

// bullets takes the kind of code from lines that begin with a star but stand
// in no comment of C: they are a list's.
func (c *cutter) bullets() {
	open := false
	for i, k := range c.kinds {
		if k != line.Brace {
			open = open && k != line.Blank
			continue
		}
		switch t := bytes.TrimSpace(c.b.Text(i)); {
		case bytes.Contains(t, []byte("*/")):
			open = false
		case bytes.Contains(t, []byte("/*")):
			open = true
		case len(t) > 2 && t[0] == '*' && t[1] == ' ' && !open:
			c.kinds[i] = line.Sentence
		}
	}
}

// comments gives lines that look like headings, or begin as comments do, the
// kind of comments where three or more of them stand in a row.
func (c *cutter) comments() {
	for i := 0; i < len(c.kinds); i++ {
		end := i
		for end < len(c.kinds) && c.commented(end) {
			end++
		}
		if end-i >= 3 {
			for ; i < end; i++ {
				c.kinds[i] = line.Comment
			}
		}
		i = max(i, end)
	}
}

// commented tells whether the unit may be a comment at the left edge.
func (c *cutter) commented(i int) bool {
	switch c.seen[i].First {
	case ';':
		return true
	case '#':
		t := c.b.Text(i)
		return (len(t) == 1 || t[1] == ' ' || t[1] == '#' || t[1] == '\t') && (c.kinds[i] == line.Heading || c.kinds[i] == line.Indented || c.kinds[i] == line.Other)
	}
	return false
}

// longKind returns the kind of a line that is cut into segments, of which i
// is the first.
func (c *cutter) longKind(i int) line.Kind {
	last := i
	for !c.b.EndsLine(last) && last+1 < c.b.Len() {
		last++
	}
	text := bytes.TrimSpace(c.b.Range(i, last+1))
	if len(text) > 1 && (text[0] == '{' && text[len(text)-1] == '}' || text[0] == '[' && text[len(text)-1] == ']') {
		return line.JSONRecord
	}
	return c.kinds[i]
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
