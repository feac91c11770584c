package outline

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Source keeps the outline of a source file: the line that names each type,
// function and method that isn't nested in a function. Bodies, comments, imports
// and fields are bulk. Which language it is, is asked here, so that a wrong guess
// between the two shapes of source costs nothing.
func Source(s block.Section, marks []mark.Mark) {
	outline(s, marks)
	showUntold(s, marks)
}

// In 119 conversations whose files are reduced as any output it makes 0.3 points of the bill,
// for 0.9 % of the used facts. Up to 8 or 32 KB it is 78.5 and 79.5 % with 80.7 and 83.5 % of
// the facts, not 78.8 with 81.3; one line of 30 or 120, 79.2 and 78.7 with 82.1 and 81.1.
const (
	toldPart    = 60       // of so many lines one at least is in an outline that tells of a file
	untoldBytes = 16 << 10 // up to which source of which none tells is shown
)

// showUntold shows source of which the outline tells next to nothing: the inside of a
// function, a table of values, a language nobody knows. Of what is longer and declares
// nothing, which may be a report that is indented, the rows are shown that tell something.
func showUntold(s block.Section, marks []mark.Mark) {
	told := 0
	for i := range marks {
		if marks[i].Rank > mark.Bulk {
			told++
		}
	}
	if told*toldPart >= len(marks) {
		return
	}
	if len(s.Bytes()) > untoldBytes {
		if told == 0 {
			telling.Lines(s, marks)
		}
		return
	}
	for i := range marks {
		marks[i].Raise(mark.Sample, 0, mark.WhyUnknown)
	}
}

// outline marks the outline.
func outline(s block.Section, marks []mark.Mark) {
	text := s.Bytes()
	if isComponent(text) {
		text = componentScript(text)
		componentParts(s, marks)
	}
	lang := languageOf(text, s.Command)
	if languages.Makefile(s.Len(), s.Text) { // by commands of its own, whose lines may look like any language's
		lang = languages.Get(languages.Make)
	}
	switch {
	case lang == nil && s.Shape == shape.SourceBrace:
		lang = languages.Get(languages.C)
	case lang == nil || lang.ID == languages.Any:
		lang = lineLanguage(s)
	}
	if lang.Family == languages.Lines {
		indentOutline(s, marks, lang)
		return
	}
	o := &outliner{s: s, marks: marks, lang: lang, code: codeOf(text, lang)}
	o.typed = lang.ID == languages.JavaScript && srcTyped(text, s.Command)
	o.run()
}

// scope is what a line encloses: the lines below it that are indented more.
type scope uint8

const (
	scopeOther  scope = iota // a function's body, a value: nothing in it is kept
	scopeFile                // declarations
	scopeType                // class, interface: its members are declarations
	scopeObject              // an object literal: functions in it are methods
	scopeGroup               // Go's type ( … )
	scopePart                // not known: the text begins within it
)

// container is a line that encloses the line that is read.
type container struct {
	indent  int
	scope   scope
	typedef bool // a name follows the closing brace
	braced  bool // it ends in a brace
}

// outliner reads a file line by line. What a line stands in is told by
// indentation, which braces follow in all but generated code: so nothing that is
// cut off, and no brace of a branch of #if, leads it astray.
type outliner struct {
	s      block.Section
	marks  []mark.Mark
	lang   *languages.Language
	code   []byte
	typed  bool // TypeScript
	open   []container
	bare   []int // units that declare without defining: prototypes, macros of C
	blocks int   // headers of plain blocks so far
}

func (o *outliner) run() {
	if len(o.marks) == 0 {
		return
	}
	base := o.s.Offset(o.s.First)
	macro := false // the line goes on with a line of the preprocessor
	for i := range o.marks {
		if !o.s.StartsLine(o.s.First + i) {
			continue
		}
		from := o.s.Offset(o.s.First+i) - base
		end := len(o.code)
		if n := bytes.IndexByte(o.code[from:], '\n'); n >= 0 {
			end = from + n
		}
		width, n := scan.Indent(o.code[from:end])
		t := bytes.TrimRight(o.code[from+n:end], " \t\r")
		if macro || len(t) > 0 && t[0] == '#' && o.lang.Lexes(languages.Directives) {
			if !macro {
				o.define(i, t)
			}
			macro = len(t) > 0 && t[len(t)-1] == '\\'
			continue
		}
		if len(t) > 0 && t[0] != continued {
			o.line(i, srcLine{t: t, at: from + n, indent: width})
		}
	}
	o.thinOut()
}

// srcLine is the code of a line.
type srcLine struct {
	t      []byte // without blanks around it
	at     int    // where it begins in the code
	indent int
}

// define keeps a macro that has a text: others only guard a header.
func (o *outliner) define(i int, t []byte) {
	t = bytes.TrimLeft(t[1:], " \t")
	within := slices.ContainsFunc(o.open, func(c container) bool { return c.braced && c.scope == scopeOther })
	if !within && scan.HasPrefix(t, "define ") && o.lang.ID != languages.CSharp {
		if defined := bytes.TrimSpace(t[len("define "):]); len(firstWord(defined)) < len(defined) {
			o.mark(i, scopeOther)
			o.bare = append(o.bare, i)
		}
	}
}

// line reads a line with code.
func (o *outliner) line(i int, l srcLine) {
	least := l.indent
	switch l.t[0] {
	case '}', ')', ']', '>', '{': // goes on with the line that is as far left
		least++
	default:
		if l.t[len(l.t)-1] == ':' && len(o.open) > 0 && o.label(l.t) {
			return
		}
	}
	for n := len(o.open); n > 0 && o.open[n-1].indent >= least; n-- {
		o.open = o.open[:n-1]
	}
	if o.typed && namesType(l.t) {
		o.mark(i, scopeType)
	}
	if least > l.indent {
		o.goesOn(i, l)
		return
	}
	in, typedef := scopeFile, false
	if n := len(o.open); n > 0 {
		in = o.open[n-1].scope
	} else if l.indent > 0 {
		in = scopePart
	}
	d := declaration{scope: scopeOther}
	if in != scopeOther || o.lang.Family == languages.Script {
		d = o.declaration(l, in)
		typedef = d.shown && o.lang.Family == languages.TypeName && scan.HasPrefix(l.t, "typedef ")
	}
	if d.shown || o.lang.Declares(l.t) {
		o.mark(i, d.scope)
	}
	if d.bare {
		o.bare = append(o.bare, i)
	}
	if len(o.open) < srcDeepest {
		o.open = append(o.open, container{l.indent, d.scope, typedef, scan.HasSuffix(l.t, "{")})
	}
}

// goesOn reads a line that begins with a bracket.
func (o *outliner) goesOn(i int, l srcLine) {
	n := len(o.open) - 1
	if n < 0 || o.open[n].indent < l.indent {
		return
	}
	last := l.t[len(l.t)-1]
	o.open[n].braced = last == '{' || o.open[n].braced && l.t[0] != '}'
	if l.t[0] == '}' && last != '{' && last != '(' {
		if o.open[n].typedef {
			o.mark(i, scopeOther)
		}
		o.open = o.open[:n]
	}
}

// srcDeepest bounds the lines around a line that are remembered.
const srcDeepest = 200

// label tells whether the line is a label, which stands as far left as what it is in.
func (o *outliner) label(t []byte) bool {
	return len(firstWord(t)) == len(t)-1 || o.lang.Is(firstWord(t), languages.Label)
}

// declaration is what a line declares.
type declaration struct {
	shown bool
	bare  bool  // a prototype
	scope scope // of what the line encloses
}

func (o *outliner) declaration(l srcLine, in scope) declaration {
	switch o.lang.Family {
	case languages.TypeName, languages.Members:
		return o.declC(l, in)
	case languages.Script:
		return o.declScript(l, in)
	case languages.Keyword:
		return o.declKeyword(l, in)
	}
	return o.declBlock(l, in)
}

// statementMost bounds what is read of a statement for its end.
const statementMost = 4 << 10

// end returns which of the bytes ends the statement that the code at i is in: the
// first of them that stands in no brackets. 0: none does.
func (o *outliner) end(i int, ends string) byte {
	depth := 0
	for _, c := range o.code[i:min(len(o.code), i+statementMost)] {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			if depth--; depth < 0 {
				return 0
			}
		case depth == 0 && bytes.IndexByte([]byte(ends), c) >= 0:
			return c
		}
	}
	return 0
}

// behind returns the offset behind the bracket that closes the one at i.
func (o *outliner) behind(i int) int {
	depth := 0
	for k := i; k < min(len(o.code), i+statementMost); k++ {
		switch o.code[k] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return min(len(o.code), i+statementMost)
}

// next returns the first byte of code at or behind i, 0 if there is none.
func (o *outliner) next(i int) byte {
	if rest := bytes.TrimLeft(o.code[i:], " \t\r\n\x01"); len(rest) > 0 {
		return rest[0]
	}
	return 0
}

// A header may be one long list of prototypes and macros: then each run of
// lines next to each other is shown by its first.
const (
	bareMany  = 40
	bareShown = 5
)

func (o *outliner) thinOut() {
	if len(o.bare) <= bareMany {
		return
	}
	run, before := 0, -1
	for _, u := range o.bare {
		if run++; before < 0 || u > before+2 {
			run = 1
		}
		if before = u; run > bareShown {
			o.marks[u] = mark.Mark{}
		}
	}
}

// mark keeps the line of unit i.
func (o *outliner) mark(i int, s scope) {
	score := 200 - 20*min(len(o.open), 8)
	if s == scopeType || s == scopeFile {
		score += 40
	}
	o.marks[i].Raise(mark.Outlier, uint8(score), mark.WhyDeclaration)
}
