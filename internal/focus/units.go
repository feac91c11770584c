package focus

import (
	"bytes"
	"math"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/outline"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// unit is a part of a file that is shown as one: a declaration with the comments before
// it, or a part of one that is long.
type unit struct {
	first, end int    // lines
	name       string // of what it declares; "" if it goes on with one
}

// A unit that is longer is parted at its blank lines.
const (
	mostLines  = 45
	leastLines = 12
)

// source is a file's text without the numbers of its lines.
type source struct {
	lines  [][]byte // without line ends
	indent []int    // -1: blank
	heads  []bool   // lines that declare something
	host   []bool   // lines that the host wrote round the file
	units  []unit
	prose  bool // heads are headings
}

// read reads the lines of a file of source code. It is false if it is of another kind.
func read(lines []Line, name string) (source, bool) {
	var s source
	var bare []byte
	blank := blankBehind(lines)
	numbered := Numbered(lines)
	s.host = make([]bool, len(lines))
	for i, l := range lines {
		text := l.Text
		switch {
		case numbered && !l.Numbered:
			text, s.host[i] = []byte{'\n'}, true
		case l.Numbered:
			text = text[min(blank, len(bytes.TrimRight(text, "\r\n"))):]
		}
		bare = append(bare, text...)
		s.add(bytes.TrimRight(text, " \t\r\n"))
	}
	b := block.New(bare)
	sh, ok := shapeOf(b, name)
	if !ok {
		return s, false
	}
	all := block.Section{Block: b, End: b.Len(), Shape: sh, Command: "cat " + name}
	marks := make([]mark.Mark, b.Len())
	rank, why := outline.Source, mark.WhyDeclaration
	if s.prose = sh == shape.Prose; s.prose {
		rank, why = outline.Prose, mark.WhyHeading
	}
	rank(all, marks)
	s.heads = make([]bool, len(lines))
	for i, m := range marks {
		if m.Why == why {
			s.heads[b.Line(i)-1] = true
		}
	}
	s.part()
	return s, true
}

// shapeOf returns the shape that most of the text has, if it is one whose parts are known.
func shapeOf(b *block.Block, name string) (shape.Shape, bool) {
	lengths := map[shape.Shape]int{}
	for _, sec := range classify.Sections(b, "cat "+name) {
		lengths[sec.Shape] += len(sec.Bytes())
	}
	for _, sh := range [...]shape.Shape{shape.SourceBrace, shape.SourceIndent, shape.Prose} {
		if 2*lengths[sh] > len(b.Bytes()) {
			return sh, true
		}
	}
	return 0, false
}

func (s *source) add(text []byte) {
	s.lines = append(s.lines, text)
	width, n := scan.Indent(text)
	if n == len(text) {
		width = -1
	}
	s.indent = append(s.indent, width)
}

// part parts the source at what stands at its margin.
func (s *source) part() {
	first := 0
	for i := range s.lines {
		if i > first && s.opens(i, first) {
			s.unit(first, i)
			first = i
		}
	}
	s.unit(first, len(s.lines))
}

// opens tells whether line i begins a unit, the one before having begun at first: at the
// margin, with the comments and attributes above it, short declarations together.
func (s *source) opens(i, first int) bool {
	if s.prose {
		return s.heads[i]
	}
	if s.indent[i] != 0 || bytes.IndexByte([]byte(")}]"), s.lines[i][0]) >= 0 || leads(s.lines[i-1]) && s.indent[i-1] == 0 {
		return false
	}
	return s.heads[i] || s.indent[i-1] != 0 || i-first >= leastLines
}

// leads tells whether a line belongs to the one below it: a comment, an attribute.
func leads(text []byte) bool {
	return scan.HasAnyPrefix(text, "//", "/*", "#", "*", "@", "--", ";", "\"\"\"")
}

// unit adds the lines as units of no more than mostLines, parted where a blank line
// stands before what is indented the least.
func (s *source) unit(first, end int) {
	for end-first > mostLines {
		cut, least := first+mostLines-leastLines, math.MaxInt
		for i := first + leastLines; i < min(end-leastLines/2, first+mostLines); i++ {
			if s.indent[i] < 0 && s.indent[i+1] >= 0 && s.indent[i+1] <= least {
				cut, least = i+1, s.indent[i+1]
			}
		}
		s.units = append(s.units, unit{first, cut, s.declared(first, cut)})
		first = cut
	}
	s.units = append(s.units, unit{first, end, s.declared(first, end)})
}

func (s *source) size(u unit) int {
	n := 0
	for _, l := range s.lines[u.first:u.end] {
		n += len(l) + 1
	}
	return n
}

// declared returns the name of what the first line that declares something declares.
func (s *source) declared(first, end int) string {
	for i := first; i < end; i++ {
		if s.heads[i] {
			return declaredName(s.lines[i])
		}
	}
	return ""
}

// declaredName returns the last word before what is no name any more: a parenthesis, an
// equals sign, a colon.
func declaredName(text []byte) string {
	if i := bytes.Index(text, []byte("func (")); i >= 0 { // Go's receiver
		if j := bytes.IndexByte(text[i+6:], ')'); j >= 0 {
			text = text[i+6+j:]
		}
	}
	name := ""
	for i := 0; i < len(text); {
		n := wordLen(text[i:])
		if n == 0 {
			if name != "" && bytes.IndexByte([]byte("(=:{<["), text[i]) >= 0 && !keyword(name) {
				return name
			}
			i++
			continue
		}
		if w := string(text[i : i+n]); !keyword(w) {
			if len(name) > 1 {
				return name
			}
			name = w
		}
		i += n
	}
	return name
}

// keyword tells of a word before a name whether it says what is declared, or how.
func keyword(w string) bool {
	switch w {
	case "func", "fn", "def", "class", "type", "struct", "enum", "interface", "impl", "trait", "mod", "const", "let", "var", "export", "default", "function", "async",
		"pub", "crate", "public", "private", "protected", "static", "final", "abstract", "override", "unsafe", "extern", "for", "void", "int", "bool", "self", "namespace", "readonly":
		return true
	}
	return false
}
