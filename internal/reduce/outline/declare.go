package outline

import (
	"bytes"

	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/scan"
)

// word is a word of a line and where it stands.
type word struct {
	text  string
	start int
}

// words returns the words of code that stand in no brackets, up to the first of
// the bytes.
func words(t []byte, until string) []word {
	var all []word
	depth := 0
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case c == '(' && depth == 0 && bytes.IndexByte([]byte(until), c) >= 0:
			return all
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth > 0:
		case wordStart(c):
			n := i
			for n < len(t) && (wordStart(t[n]) || scan.IsDigit(t[n])) {
				n++
			}
			all = append(all, word{string(t[i:n]), i})
			i = n - 1
		case bytes.IndexByte([]byte(until), c) >= 0:
			return all
		}
	}
	return all
}

func wordStart(c byte) bool { return scan.IsLetter(c) || c == '_' || c == '$' || c >= 0x80 }

// behindAttributes cuts annotations, attributes and template parameters off that
// stand before a declaration.
func (o *outliner) behindAttributes(l srcLine) srcLine {
	for len(l.t) > 0 {
		n := 0
		switch w := languages.FirstWord(l.t); {
		case l.t[0] == '@' && !scan.HasPrefix(l.t, "@interface"):
			n = 1
			for n < len(l.t) && (wordStart(l.t[n]) || l.t[n] == '.') {
				n++
			}
			if n < len(l.t) && l.t[n] == '(' {
				n = o.behind(l.at+n) - l.at
			}
		case l.t[0] == '[' && o.lang.Family != languages.Script:
			n = o.behind(l.at) - l.at
		case string(w) == "template":
			n = bytes.LastIndexByte(l.t, '>') + 1
		}
		if n == 0 {
			break
		}
		rest := bytes.TrimLeft(l.t[min(n, len(l.t)):], " \t")
		l.at += len(l.t) - len(rest)
		l.t = rest
	}
	return l
}

// declC finds the declarations of C, C++, Objective-C, Java, C# and Dart: a
// type's keyword with a name behind it, or a name with parameters.
func (o *outliner) declC(l srcLine, in scope) declaration {
	l = o.behindAttributes(l)
	head := words(l.t, "(={;")
	if len(head) == 0 {
		return declaration{}
	}
	first := o.lang.Roles(head[0].text)
	if first&(languages.Flow|languages.Control) != 0 && !(in == scopeType && first&languages.Modifier != 0) {
		return declaration{}
	}
	switch w := head[0].text; {
	case w == "extern" && scan.HasSuffix(l.t, "{") && len(head) == 1: // "C"
		return declaration{scope: scopeFile}
	case w == "using":
		return declaration{shown: o.end(l.at, "=;") == '='}
	}
	for _, w := range head {
		if d, ok := o.typeC(l, w); ok {
			return d
		}
	}
	if head[0].text == "typedef" {
		return declaration{shown: o.end(l.at, ";{") == ';'}
	}
	return o.functionC(l, in)
}

// typeC reads what stands behind the keyword of a type: a declaration of the type,
// or the type of something else.
func (o *outliner) typeC(l srcLine, w word) (declaration, bool) {
	role := o.lang.Roles(w.text)
	if role&languages.Scope != 0 {
		return declaration{shown: true, scope: scopeFile}, true
	}
	if role&(languages.Type|languages.Enum) == 0 {
		return declaration{}, false
	}
	behind := l.at + w.start + len(w.text)
	for o.next(behind) == '(' || o.lang.Is(firstWord(bytes.TrimLeft(o.code[behind:], " ")), languages.Qualifier) { // __attribute__((…))
		if n := o.end(behind, "({;"); n != '(' {
			break
		}
		behind = o.behind(behind + bytes.IndexByte(o.code[behind:], '('))
	}
	switch o.end2(behind, "{;=()") {
	case '{':
		d := declaration{shown: true, scope: scopeType}
		if role&languages.Enum != 0 && o.lang.Family == languages.TypeName {
			d.scope = scopeOther
		}
		return d, true
	case '(':
		return declaration{shown: true, scope: scopeType}, o.lang.Family == languages.Members && role&languages.Contextual != 0 && w.start == 0
	case ';':
		return declaration{}, !scan.HasPrefix(l.t, "typedef ") && len(words(o.code[behind:behind+bytes.IndexByte(o.code[behind:], ';')], "")) == 1 // a forward declaration
	}
	return declaration{}, false
}

// end2 is end that sees brackets.
func (o *outliner) end2(i int, ends string) byte {
	if n := bytes.IndexAny(o.code[i:min(len(o.code), i+statementMost)], ends); n >= 0 {
		return o.code[i+n]
	}
	return 0
}

// qualifiersMost is how many qualifiers with brackets may stand before a name.
const qualifiersMost = 16

// functionC reads a name with parameters.
func (o *outliner) functionC(l srcLine, in scope) declaration {
	at := 0
	for range qualifiersMost {
		n := bytes.IndexByte(l.t[at:], '(')
		if n < 0 {
			return declaration{}
		}
		paren := at + n
		name := lastWord(l.t[:paren])
		operator := scan.Index(l.t[:paren], "operator") >= 0
		switch before := l.t[:paren]; {
		case bytes.IndexByte(before, '=') >= 0 && !operator:
			return declaration{}
		case len(name) == 0 && !operator:
			return declaration{}
		case scan.HasPrefix(l.t[paren+1:], "*"):
			return declaration{} // a pointer to a function
		case o.lang.Is(name, languages.Qualifier):
			if at = o.behind(l.at+paren) - l.at; at >= len(l.t) {
				return declaration{}
			}
			continue
		}
		if behind := o.behind(l.at + paren); behind == l.at+len(l.t) && scan.MacroName([]byte(name)) && wordStart(o.next(behind)) {
			return declaration{} // a macro without a semicolon
		}
		return o.bodyC(l.at+paren, in)
	}
	return declaration{}
}

// bodyC tells what the parameters at i are those of.
func (o *outliner) bodyC(i int, in scope) declaration {
	behind := o.behind(i)
	switch c := o.next(behind); c {
	case ',', '.', ')', ']', '?', '+', '|', '<', '"':
		return declaration{}
	}
	switch end := o.end(behind, "{;}"); {
	case end == '{':
		return declaration{shown: true}
	case end == ';' && in != scopePart:
		return declaration{shown: true, bare: o.lang.Family == languages.TypeName}
	}
	return declaration{}
}

// lastWord returns the word that t ends in, blanks behind it aside.
func lastWord(t []byte) string {
	t = bytes.TrimRight(t, " \t")
	n := len(t)
	for n > 0 && (wordStart(t[n-1]) || scan.IsDigit(t[n-1])) {
		n--
	}
	return string(t[n:])
}

// declKeyword finds the declarations of languages that put a keyword before
// each.
func (o *outliner) declKeyword(l srcLine, in scope) declaration {
	l = o.behindAttributes(l)
	head := words(l.t, "={;")
	if len(head) == 0 {
		return declaration{}
	}
	isGo := o.lang.ID == languages.Go
	if isGo {
		name := len(head[0].text)
		switch {
		case in == scopeGroup, in == scopeType && scan.HasPrefix(l.t[name:], "("):
			d := declaration{shown: head[0].start == 0}
			if scan.HasSuffix(l.t, " interface {") {
				d.scope = scopeType
			}
			return d
		case string(l.t) == "type (":
			return declaration{scope: scopeGroup}
		}
		head = head[:1]
	}
	for _, w := range head {
		role := o.lang.Roles(w.text)
		if role&(languages.Body|languages.Type|languages.Value|languages.Scope) == 0 || w.start > 0 && l.t[w.start-1] == '.' {
			continue
		}
		d := declaration{shown: true, scope: scopeType}
		switch {
		case role&(languages.Body|languages.Value) != 0:
			d.scope = scopeOther
		case role&languages.Scope != 0:
			d = declaration{scope: scopeFile}
		}
		return d
	}
	return declaration{}
}

// srcMostBlocks is how many headers of plain blocks an outline shows before
// it shows only those with an at sign.
const srcMostBlocks = 60

// declBlock finds the headers of blocks: rules of CSS, messages, resources.
func (o *outliner) declBlock(l srcLine, in scope) declaration {
	if o.lang.ID == languages.GraphQL {
		return declaration{shown: in == scopeFile && o.lang.Is(firstWord(l.t), languages.Headed)}
	}
	value := o.lang.Is(firstWord(l.t), languages.Value)
	if end := o.end(l.at, "{;}"); end != '{' && !(end == ';' && value) {
		return declaration{}
	}
	d := declaration{shown: true}
	if l.t[0] == '@' || o.lang.ID == languages.Proto {
		d.scope = scopeType
	} else if o.blocks++; o.blocks > srcMostBlocks {
		d.shown = false
	}
	return d
}
