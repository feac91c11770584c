package outline

import (
	"bytes"
	"sort"

	"elide/internal/block"
	"elide/internal/languages"
	"elide/internal/mark"
	"elide/internal/scan"
	"elide/internal/shape"
)

// Braces keeps the outline of a source file: the line that names each
// type, function and method that isn't nested in a function. Bodies, comments,
// imports and fields are bulk.
func Braces(s block.Section, marks []mark.Mark) { sourceOutline(s, marks) }

// sourceOutline serves both shapes of source: which language it is, is asked
// here, so that a wrong guess between the two costs nothing.
func sourceOutline(s block.Section, marks []mark.Mark) {
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
	o := &srcOutline{s: s, marks: marks, src: text, lang: lang, lex: newSrcLexer(text, lang)}
	o.typed = lang.ID == languages.JavaScript && srcTyped(text, s.Command)
	o.run()
	o.declared()
	scriptBlocks(s, marks)
}

// srcScope is what an open brace encloses.
type srcScope uint8

const (
	scopeFile    srcScope = iota
	scopeType             // class, interface, namespace: its members are declarations
	scopeEnum             // values, and perhaps members behind them
	scopeObject           // an object literal: functions in it are methods
	scopeGroup            // Go's type ( … )
	scopeBody             // a function's body: nothing in it is kept
	scopeUnnamed          // the body of a function without a name
	scopeOther            // an initializer, a control block, a list
)

// srcFrame is an open brace.
type srcFrame struct {
	scope   srcScope
	typedef bool // a name follows the closing brace
	hidden  int  // o.buried around a type that is local to a function
	goes    bool // the statement goes on behind the closing brace
	start   int  // the statement around it: head[start:]
	parens  int
}

// srcDeepest bounds the open braces that are remembered; what is deeper is
// in no outline.
const srcDeepest = 200

// srcLongest bounds the tokens of a statement that are looked at.
const srcLongest = 240

// srcOutline reads a file statement by statement.
type srcOutline struct {
	s     block.Section
	marks []mark.Mark
	src   []byte
	lang  *languages.Language
	lex   *srcLexer

	head   []srcToken // of the statements that are open, innermost last
	start  int        // the innermost: head[start:]
	parens int
	frames []srcFrame
	deep   int   // open braces beyond srcDeepest
	buried int   // open frames whose inside is in no outline
	branch []int // how many frames were open at each #if
	prev   srcToken
	blocks int   // headers of plain blocks so far
	typed  bool  // TypeScript
	bare   []int // units that declare without defining: prototypes, macros of C
}

func (o *srcOutline) run() {
	for {
		t := o.lex.next()
		if t.kind == srcEnd {
			break
		}
		o.token(t)
		o.prev = t
	}
	o.statement('\n')
	o.thinOut()
}

// A header may be one long list of prototypes and macros: then each run of
// lines next to each other is shown by its first.
const (
	bareMany  = 40
	bareShown = 5
)

func (o *srcOutline) thinOut() {
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

func (o *srcOutline) token(t srcToken) {
	if t.kind == srcDirective {
		o.directive(t)
		return
	}
	if t.fresh && o.parens == 0 && len(o.head) > o.start && o.splits(t) {
		o.statement('\n')
	}
	switch t.punct {
	case '{':
		o.open(t)
	case '}':
		o.close(t)
	case ';':
		if o.parens == 0 {
			o.statement(';')
		}
	case ',':
		if o.parens == 0 && o.lang.Family == languages.Script && o.inside() == scopeObject {
			o.statement(';')
			return
		}
		o.push(t)
	case '(', '[':
		if o.lang.ID == languages.Go && o.parens == 0 && len(o.head) == o.start+1 && o.begins(o.head[o.start:], "type") {
			o.openGroup(t)
			return
		}
		o.parens++
		o.push(t)
	case ')', ']':
		if o.parens == 0 && o.inside() == scopeGroup {
			o.close(t)
			return
		}
		o.parens = max(o.parens-1, 0)
		o.push(t)
	default:
		o.push(t)
	}
}

// openGroup opens Go's type ( … ).
func (o *srcOutline) openGroup(t srcToken) {
	o.frames = append(o.frames, srcFrame{scope: scopeGroup, start: o.start})
	o.head = o.head[:o.start]
}

func (o *srcOutline) push(t srcToken) {
	if o.typed && t.kind == srcWord && !t.fresh && o.prev.kind == srcWord && o.word(o.prev) == "type" {
		o.mark(o.prev, scopeType)
	}
	if t.punct == ':' && o.parens == 0 && o.label() {
		o.head = o.head[:o.start]
		return
	}
	if len(o.head)-o.start < srcLongest {
		o.head = append(o.head, t)
	}
}

// label tells whether the statement so far is C++'s public, private or
// protected before its colon.
func (o *srcOutline) label() bool {
	if o.lang.Family != languages.TypeName || len(o.head)-o.start > 2 || len(o.head) == o.start {
		return false
	}
	return o.lang.Is(o.word(o.head[o.start]), languages.Label)
}

// word returns a token's text.
func (o *srcOutline) word(t srcToken) string { return string(o.src[t.start:t.end]) }

// statement ends the statement that is open.
func (o *srcOutline) statement(end byte) {
	if o.buried == 0 && len(o.head) > o.start {
		o.verdict(o.head[o.start:], end)
	} else if o.buried > 0 && o.lang.Family == languages.Script {
		if name, ok := o.givesPrototype(o.head[min(o.start, len(o.head)):]); ok {
			o.mark(name[0], scopeOther)
		}
	}
	o.head, o.parens = o.head[:o.start], 0
}

// verdict asks what a statement declares, marks it, and returns what a brace
// behind it opens.
func (o *srcOutline) verdict(head []srcToken, end byte) srcScope {
	var d srcDecl
	switch o.lang.Family {
	case languages.TypeName, languages.Members:
		d = o.declC(head, end)
	case languages.Script:
		d = o.declScript(head, end)
	case languages.Keyword:
		d = o.declKeyword(head, end)
	default:
		d = o.declBlock(head, end)
	}
	for _, t := range d.names {
		u := o.mark(t, d.scope)
		if d.bare && u >= 0 {
			o.bare = append(o.bare, u)
		}
	}
	return d.scope
}

// srcDecl is what a statement declares: the tokens whose lines are kept, and
// what its brace encloses.
type srcDecl struct {
	names []srcToken
	scope srcScope
	bare  bool // a prototype
}

func (o *srcOutline) open(t srcToken) {
	if len(o.frames) >= srcDeepest {
		o.deep++
		return
	}
	f := srcFrame{scope: scopeOther, start: o.start, parens: o.parens}
	head := o.head[o.start:]
	if o.buried == 0 || o.lang.Family == languages.Script || o.localType(head) {
		f.scope = o.verdict(head, '{')
	}
	if o.lang.Family == languages.TypeName && t.fresh && len(head) > 0 && unnamedType(o.word(head[len(head)-1])) && o.buried == 0 {
		o.mark(t, f.scope) // "typedef struct" alone on its line says nothing
	}
	if f.scope == scopeType {
		f.hidden, o.buried = o.buried, 0
	}
	f.goes = o.parens > 0 || f.scope == scopeOther || f.scope == scopeObject || f.scope == scopeUnnamed
	f.typedef = o.lang.Family == languages.TypeName && o.begins(head, "typedef")
	if f.goes && !o.assigned(head) && o.parens == 0 && o.lang.Family != languages.Script {
		f.goes = false
	}
	if f.scope >= scopeBody {
		o.buried++
	}
	o.frames = append(o.frames, f)
	o.start, o.parens = len(o.head), 0
}

// unnamedType tells whether a type whose brace is behind the word has no name.
func unnamedType(word string) bool { return word == "struct" || word == "union" || word == "enum" }

// localType tells whether the statement may be a type within a function,
// whose methods belong to the outline.
func (o *srcOutline) localType(head []srcToken) bool {
	for i := 0; i < len(head); i++ {
		switch t := head[i]; {
		case (t.punct == '=' || t.punct == '(') && o.lang.ID != languages.Kotlin:
			return false
		case t.punct == '[':
			i = srcBehind(head, i) - 1
		case t.kind == srcWord:
			switch o.word(t) {
			case "impl", "trait":
				return o.lang.ID == languages.Rust
			case "class", "struct":
				return o.lang.Family != languages.Keyword || o.lang.ID == languages.Kotlin
			}
		}
	}
	return false
}

// assigned tells whether the statement has an equals sign outside of
// parentheses, so that its braces hold a value.
func (o *srcOutline) assigned(head []srcToken) bool {
	for i := 0; i < len(head); i++ {
		switch t := head[i]; {
		case t.punct == '(' || t.punct == '[':
			i = srcBehind(head, i) - 1
		case t.punct == '=' || t.kind == srcArrow:
			return true
		}
	}
	return false
}

func (o *srcOutline) begins(head []srcToken, word string) bool {
	return len(head) > 0 && o.word(head[0]) == word
}

func (o *srcOutline) close(t srcToken) {
	if o.deep > 0 {
		o.deep--
		return
	}
	o.statement('}')
	if len(o.frames) == 0 {
		return
	}
	f := o.pop()
	switch {
	case f.goes:
		if len(o.head)-o.start < srcLongest {
			o.head = append(o.head, srcToken{start: t.start, end: t.end, indent: t.indent, kind: srcBlock})
		}
	case f.typedef:
		o.head = append(o.head[:o.start], srcToken{start: t.start, end: t.start, kind: srcBlock, punct: 't'})
	default:
		o.head = o.head[:o.start]
	}
}

// pop closes the innermost frame and goes back to the statement around it.
func (o *srcOutline) pop() srcFrame {
	f := o.frames[len(o.frames)-1]
	o.frames = o.frames[:len(o.frames)-1]
	o.buried += f.hidden
	if f.scope >= scopeBody {
		o.buried--
	}
	o.head = o.head[:min(o.start, len(o.head))]
	o.start, o.parens = f.start, f.parens
	return f
}

// directive follows #if and its branches: each starts with the braces that
// were open before the first.
func (o *srcOutline) directive(t srcToken) {
	text := o.src[t.start:t.end]
	i := 1
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	switch word := text[i:]; {
	case scan.HasPrefix(word, "define") && len(o.frames) == 0 && o.lang.ID != languages.CSharp:
		if defined := bytes.TrimSpace(word[len("define"):]); len(firstWord(defined)) < len(defined) { // not the guard of a header
			if u := o.mark(t, scopeOther); u >= 0 {
				o.bare = append(o.bare, u)
			}
		}
	case scan.HasPrefix(word, "if"):
		if len(o.branch) < srcDeepest {
			o.branch = append(o.branch, len(o.frames))
		}
	case scan.HasPrefix(word, "el") && len(o.branch) > 0:
		for open := o.branch[len(o.branch)-1]; len(o.frames) > open; {
			o.pop()
		}
		o.head, o.parens = o.head[:o.start], 0
	case scan.HasPrefix(word, "endif") && len(o.branch) > 0:
		o.branch = o.branch[:len(o.branch)-1]
	}
}

// inside returns what the innermost open brace encloses.
func (o *srcOutline) inside() srcScope {
	if len(o.frames) == 0 {
		return scopeFile
	}
	return o.frames[len(o.frames)-1].scope
}

// mark keeps the line of token t. Of a line so long that it is in
// segments only the one with the name is kept: it is generated code. It returns
// the unit of the line, -1 if there is none.
func (o *srcOutline) mark(t srcToken, scope srcScope) int {
	first := o.s.Offset(o.s.First)
	unit := sort.Search(o.s.Len(), func(i int) bool { return o.s.Offset(o.s.First+i)-first > t.start }) - 1
	if unit < 0 {
		return -1
	}
	score := 200 - 20*min(len(o.frames), 8)
	if scope == scopeType || scope == scopeEnum {
		score += 40
	}
	o.marks[unit].Raise(mark.Outlier, uint8(score), mark.WhyDeclaration)
	return unit
}
