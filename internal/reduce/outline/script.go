package outline

import (
	"bytes"

	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/scan"
)

// declScript finds the declarations of JavaScript and TypeScript: classes, types
// and functions with a name wherever they stand, as stack traces and searches show
// them; methods; and what is given a function at the level of a file or a suite of
// tests.
func (o *outliner) declScript(l srcLine, in scope) declaration {
	l = o.behindAttributes(l)
	head := words(l.t, "(={;:")
	k := 0
	for k < len(head)-1 && o.lang.Is(head[k].text, languages.Modifier) {
		k++
	}
	if len(head) > k {
		if d, ok := o.namedScript(l, head[k:]); ok {
			return d
		}
	}
	switch in {
	case scopeType, scopeObject, scopePart:
		return o.member(l, in)
	case scopeFile:
		return o.given(l, head)
	}
	if n := assigned(l.t); n > 0 && o.literal(l.at+n+1) {
		return declaration{shown: true, scope: scopeObject}
	}
	return declaration{}
}

// namesType tells whether a word follows "type" in the line: among what is
// imported too, a type has a name.
func namesType(t []byte) bool {
	i := scan.Index(t, "type ")
	return i > 0 && !wordStart(t[i-1]) && i+len("type ") < len(t) && wordStart(t[i+len("type ")])
}

// literal tells whether the code at i is an object that has, to begin with, a member
// that is not just a name. In TypeScript types tell what objects hold.
func (o *outliner) literal(i int) bool {
	rest := bytes.TrimLeft(o.code[i:], " ")
	if o.typed || !scan.HasPrefix(rest, "{") || scan.Trim(rest)[0] != '{' {
		return false
	}
	rest = bytes.TrimLeft(rest[1:], " \t\r\n")
	if len(rest) == 0 || rest[0] == '}' || rest[0] == '.' {
		return false
	}
	behind := rest[len(firstWord(rest)):]
	return len(behind) == 0 || behind[0] != ',' && behind[0] != '}' && behind[0] != '\n'
}

// namedScript reads what begins with a keyword and a name.
func (o *outliner) namedScript(l srcLine, head []word) (declaration, bool) {
	role := o.lang.Roles(head[0].text)
	behind := bytes.TrimLeft(l.t[head[0].start+len(head[0].text):], " *")
	if role&(languages.Type|languages.Enum|languages.Scope|languages.Alias|languages.Body) == 0 || len(behind) == 0 || !wordStart(behind[0]) && behind[0] != '{' && behind[0] != ' ' {
		return declaration{}, false
	}
	switch {
	case role&languages.Body != 0:
		return declaration{shown: wordStart(behind[0])}, wordStart(behind[0])
	case role&languages.Alias != 0:
		return declaration{shown: true}, len(head) > 1
	case role&languages.Enum != 0:
		return declaration{shown: true}, true
	case role&languages.Scope != 0:
		return declaration{shown: true, scope: scopeFile}, scan.HasSuffix(l.t, "{")
	}
	return declaration{shown: true, scope: scopeType}, o.end2(l.at, "{;") == '{'
}

// member finds the methods of a class, an interface or an object.
func (o *outliner) member(l srcLine, in scope) declaration {
	i := 0
	for i < len(l.t) && (wordStart(l.t[i]) || scan.IsDigit(l.t[i]) || bytes.IndexByte([]byte("*#? \t"), l.t[i]) >= 0) {
		i++
	}
	if i < len(l.t) && l.t[i] == '[' {
		i = min(o.behind(l.at+i)-l.at, len(l.t))
	}
	name, at := lastWord(l.t[:i]), l.at+i
	if i < len(l.t) && l.t[i] == '<' {
		at = o.behindAngles(at)
	}
	switch {
	case at < len(o.code) && o.code[at] == '(':
		if o.lang.Is(name, languages.Flow|languages.Control) && in != scopeType {
			return declaration{}
		}
		behind := o.behind(at)
		switch o.next(behind) {
		case '{':
			return declaration{shown: true}
		case ':':
			return declaration{shown: in == scopeType || o.end(behind, "{,") == '{'}
		}
		return declaration{shown: in == scopeType && bytes.IndexByte([]byte(";\n"), o.end(behind, "{;},\n")) >= 0}
	case i < len(l.t) && (l.t[i] == ':' || l.t[i] == '='):
		return o.valued(l, i, in)
	}
	return declaration{}
}

// behindAngles returns the offset behind the angle bracket that closes the one at i.
func (o *outliner) behindAngles(i int) int {
	depth := 0
	for k := i; k < min(len(o.code), i+statementMost); k++ {
		switch o.code[k] {
		case '<':
			depth++
		case '>':
			if o.code[k-1] != '=' {
				depth--
			}
		}
		if depth == 0 {
			return k + 1
		}
	}
	return i
}

// given reads what is given a function or an object at the level of a file.
func (o *outliner) given(l srcLine, head []word) declaration {
	if n := assigned(l.t); n > 0 {
		return o.valued(l, n, scopeFile)
	}
	if !scan.HasSuffix(l.t, "{") {
		return declaration{}
	}
	role := languages.Role(0)
	if len(head) > 0 {
		role = o.lang.Roles(head[0].text)
	}
	switch {
	case role&languages.Suite != 0, len(o.open) == 0 && (bytes.IndexByte([]byte("(!+;"), l.t[0]) >= 0 || role&languages.Wraps != 0):
		return declaration{shown: true, scope: scopeFile}
	case role&languages.Case != 0:
		return declaration{shown: true}
	case scan.HasPrefix(l.t, "export default {"), scan.HasPrefix(l.t, "return {"):
		return declaration{scope: scopeObject}
	}
	return declaration{}
}

// assigned returns where the equals sign of an assignment stands in no brackets, 0
// if there is none.
func assigned(t []byte) int {
	depth := 0
	for i, c := range t {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '=':
			if depth == 0 && i > 0 && i+1 < len(t) && t[i+1] != '=' && t[i+1] != '>' && t[i-1] != '=' && t[i-1] != '!' && t[i-1] != '<' && t[i-1] != '>' {
				return i
			}
			if depth == 0 && i+1 == len(t) {
				return i
			}
		}
	}
	return 0
}

// valued reads what the name before the equals sign or the colon at i is given.
func (o *outliner) valued(l srcLine, i int, in scope) declaration {
	if l.t[i] == ':' && in == scopeType { // a type: the value follows behind it
		if i = assigned(l.t); i == 0 {
			return declaration{}
		}
	}
	value := bytes.TrimLeft(l.t[min(i+1, len(l.t)):], " ")
	value = bytes.TrimPrefix(value, []byte("async "))
	switch {
	case scan.HasPrefix(value, "function"), arrow(value):
		return declaration{shown: true}
	case string(value) == "{":
		return declaration{shown: in != scopeType && o.literal(l.at+i+1), scope: scopeObject}
	case len(value) > 0 && value[0] == '(' && o.arrowBelow(l.at+i+1):
		return declaration{shown: true}
	}
	return declaration{}
}

// arrow tells whether a value is a function that begins with its parameters.
func arrow(value []byte) bool {
	n := scan.Index(value, "=>")
	return n > 0 && bytes.IndexAny(value[:1], "(<_$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == 0 && !bytes.ContainsAny(value[:n], ".?+")
}

// arrowBelow tells whether an arrow stands behind the parameters at i.
func (o *outliner) arrowBelow(i int) bool {
	i += bytes.IndexByte(o.code[i:], '(')
	behind := o.behind(i)
	return scan.HasPrefix(bytes.TrimLeft(o.code[behind:], " \t\r\n"), "=>") || o.next(behind) == ':' && o.end(behind, "{;") == '{'
}
