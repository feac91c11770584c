package outline

import (
	"bytes"

	"elide/internal/languages"
	"elide/internal/scan"
)

// splits tells whether t, the first token of a line, starts a statement of
// its own, in a language whose lines may end statements.
func (o *srcOutline) splits(t srcToken) bool {
	p := o.prev
	if !o.lang.Lexes(languages.Newlines) {
		return false
	}
	switch t.kind {
	case srcArrow, srcNumber:
		return false
	case srcWord:
		if o.lang.Is(o.word(t), languages.Continues) || o.lang.ID == languages.Kotlin && o.primary(t) {
			return false
		}
	case srcPunct:
		if t.punct == '@' && o.lang.ID == languages.Kotlin && o.primary(t) {
			return false
		}
		if inside := o.inside(); t.punct != '@' && t.punct != '#' && t.punct != '}' && !(inside == scopeType && (t.punct == '[' || t.punct == '*')) {
			return false
		}
	}
	return !o.openEnded(p)
}

// openEnded tells whether a statement can't end behind token p.
func (o *srcOutline) openEnded(p srcToken) bool {
	switch p.kind {
	case srcArrow:
		return true
	case srcWord:
		return o.lang.Is(o.word(p), languages.Open)
	case srcPunct:
		switch p.punct {
		case '=', ',', '.', '+', '-', '/', '&', '|', '<', ':', '^', '%', '~', '(', '[', '@':
			return true
		case '?', '!', '*':
			return o.lang.Family == languages.Script
		}
	}
	return false
}

// declScript finds the declarations of JavaScript and TypeScript.
func (o *srcOutline) declScript(head []srcToken, end byte) srcDecl {
	if o.buried > 0 {
		if d, ok := o.localScriptType(head, end); ok {
			return d
		}
		return o.nestedScript(head)
	}
	if inside := o.inside(); inside == scopeType || inside == scopeObject {
		if d, ok := o.member(head, end, inside); ok {
			return d
		}
	}
	i := o.modifiers(head)
	if i == len(head) {
		return srcDecl{scope: scopeOther}
	}
	at := head[i]
	w := o.word(at)
	switch role := o.lang.Roles(w); {
	case w == "return", w == "throw":
		return o.callback(head, end)
	case role&(languages.Flow|languages.Control) != 0:
		return srcDecl{scope: scopeOther}
	case role&(languages.Type|languages.Enum|languages.Scope) != 0:
		if d, ok := o.scriptType(head[i:], end, role); ok {
			return d
		}
	case role&languages.Alias != 0:
		if i+1 < len(head) && head[i+1].kind == srcWord {
			return srcDecl{names: head[i+1 : i+2], scope: scopeOther}
		}
	case role&languages.Body != 0:
		return srcDecl{names: head[i : i+1], scope: scopeBody}
	}
	if d, ok := o.assignment(head[i:], end); ok {
		return d
	}
	return o.callback(head, end)
}

// localScriptType reads a class, an interface or an enum within a function: a
// test's callback, a factory.
func (o *srcOutline) localScriptType(head []srcToken, end byte) (srcDecl, bool) {
	i := o.modifiers(head)
	if end != '{' || i+1 >= len(head) || head[i+1].kind != srcWord {
		return srcDecl{}, false
	}
	if role := o.lang.Roles(o.word(head[i])); role&(languages.Type|languages.Enum) != 0 {
		return o.scriptType(head[i:], end, role)
	}
	return srcDecl{}, false
}

// nestedScript finds what is kept even within functions: functions and
// methods have names there that stack traces and searches show.
func (o *srcOutline) nestedScript(head []srcToken) srcDecl {
	for i := behindBlocks(head); i < len(head); i++ {
		if t := head[i]; t.kind == srcWord && o.word(t) == "function" {
			if i+1 < len(head) && head[i+1].kind == srcWord {
				return srcDecl{names: head[i+1 : i+2], scope: scopeBody}
			}
			if !o.typed {
				return srcDecl{names: head[i : i+1], scope: scopeUnnamed}
			}
		}
	}
	d := srcDecl{scope: scopeOther}
	if name, ok := o.literal(head); ok {
		d.names, d.scope = name, scopeObject
	}
	return d
}

// behindBlocks returns the index behind the last block of braces that is closed:
// what stands before it, of a list of functions, was read when it opened.
func behindBlocks(head []srcToken) int {
	i := len(head)
	for i > 0 && head[i-1].kind != srcBlock {
		i--
	}
	return i
}

// modifiers returns the index of the first token behind decorators, export
// and their like.
func (o *srcOutline) modifiers(head []srcToken) int {
	i := 0
	for i < len(head) {
		t := head[i]
		switch {
		case t.kind != srcWord || i+1 >= len(head):
			return i
		}
		next := head[i+1]
		named := next.kind == srcWord || next.kind == srcString || next.punct == '[' || next.punct == '#' || next.punct == '*' || next.punct == '{'
		if !named || !o.lang.Is(o.word(t), languages.Modifier) {
			return i
		}
		i++
	}
	return i
}

// decorator returns the index behind "@name.name(…)" at head[i:].
func (o *srcOutline) decorator(head []srcToken, i int) int {
	i++
	for i < len(head) && (head[i].kind == srcWord || head[i].punct == '.') {
		i++
		if i < len(head) && head[i-1].kind == srcWord && head[i].punct != '.' {
			break
		}
	}
	if i < len(head) && head[i].punct == '(' {
		i = srcBehind(head, i)
	}
	return i
}

// srcOpening returns the index of the bracket that the last token closes.
func srcOpening(head []srcToken) int {
	depth := 0
	for i := len(head) - 1; i > 0; i-- {
		switch head[i].punct {
		case ')', ']':
			depth++
		case '(', '[':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// srcBehind returns the index behind the bracket that closes the one at
// head[i].
func srcBehind(head []srcToken, i int) int {
	depth := 0
	for ; i < len(head); i++ {
		switch head[i].punct {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

func (o *srcOutline) scriptType(head []srcToken, end byte, role languages.Role) (srcDecl, bool) {
	if len(head) > 1 && head[1].kind != srcWord && head[1].kind != srcString {
		return srcDecl{}, false // a variable of that name
	}
	d := srcDecl{names: head[:1], scope: scopeType}
	if len(head) > 1 && !o.lang.Is(o.word(head[1]), languages.Continues) {
		d.names = head[1:2]
	}
	for _, t := range head[1:] {
		if t.fresh && o.lang.Is(o.word(t), languages.Continues) {
			d.names = append(d.names[:len(d.names):len(d.names)], t)
		}
	}
	switch {
	case role&languages.Enum != 0:
		d.scope = scopeOther
	case role&languages.Scope != 0:
		d.scope = scopeEnum
	case end != '{':
		return srcDecl{}, false
	}
	return d, true
}

// member finds the methods of a class, an interface or an object.
func (o *srcOutline) member(head []srcToken, end byte, inside srcScope) (srcDecl, bool) {
	i := o.modifiers(head)
	for i < len(head) && (head[i].punct == ',' || head[i].punct == '*' || head[i].punct == '#') {
		i++
		i += o.modifiers(head[i:])
	}
	if i == len(head) {
		return srcDecl{scope: scopeOther}, true
	}
	name, n := head[i:i+1], i+1
	if head[i].punct == '[' {
		n = srcBehind(head, i)
	} else if head[i].kind != srcWord && head[i].kind != srcString && head[i].kind != srcNumber {
		return srcDecl{}, false
	}
	for n < len(head) && (head[n].punct == '?' || head[n].punct == '!') {
		n++
	}
	generic := n
	if n < len(head) && head[n].punct == '<' {
		n = srcBehindAngles(head, n)
	}
	switch {
	case n < len(head) && head[n].punct == '(' && (end == '{' || inside == scopeType):
		return srcDecl{names: name, scope: scopeBody}, true
	case generic < len(head) && (head[generic].punct == ':' || head[generic].punct == '='):
		return o.property(head[i:], generic-i, end, inside), true
	}
	return srcDecl{scope: scopeOther}, true
}

// srcBehindAngles returns the index behind the angle bracket that closes the
// one at head[i]; i+1 if none does.
func srcBehindAngles(head []srcToken, i int) int {
	depth := 0
	for k := i; k < len(head); k++ {
		switch head[k].punct {
		case '<':
			depth++
		case '>':
			depth--
			if depth == 0 {
				return k + 1
			}
		case '(', '[':
			k = srcBehind(head, k) - 1
		}
	}
	return i + 1
}

// property reads name: value and name = value, in which the value may be a
// function.
func (o *srcOutline) property(head []srcToken, at int, end byte, inside srcScope) srcDecl {
	if inside == scopeType {
		for at < len(head) && head[at].punct != '=' {
			at++
		}
	}
	if at+1 < len(head) && o.functionValue(head[at+1:]) {
		return srcDecl{names: head[:1], scope: scopeBody}
	}
	if end == '{' && at+1 == len(head) {
		d := srcDecl{scope: scopeObject}
		d.names, _ = o.literal(head)
		return d
	}
	return srcDecl{scope: scopeOther}
}

// functionValue tells whether the tokens behind an equals sign or a colon
// start a function.
func (o *srcOutline) functionValue(value []srcToken) bool {
	if len(value) > 1 && o.word(value[0]) == "async" {
		value = value[1:]
	}
	if o.word(value[0]) == "function" {
		return true
	}
	for i := 0; i < len(value); i++ {
		switch t := value[i]; {
		case t.kind == srcArrow:
			return true
		case t.punct == '(' || t.punct == '[':
			i = srcBehind(value, i) - 1
		case t.punct == '.' || t.punct == '?' || t.punct == '+' || t.kind == srcString:
			return false
		}
	}
	return false
}

// assignment reads name = value, at the level of a file or a namespace.
func (o *srcOutline) assignment(head []srcToken, end byte) (srcDecl, bool) {
	at := -1
	for i := 0; i < len(head) && at < 0; i++ {
		switch head[i].punct {
		case '(', '[', '{':
			i = srcBehind(head, i) - 1
		case '=':
			at = i
		}
	}
	if at < 1 || at+1 > len(head) {
		return srcDecl{}, false
	}
	name := head[at-1 : at]
	if end != '{' && o.ofPrototype(head[:at]) {
		return srcDecl{names: name}, true
	}
	if at+1 == len(head) && head[at-1].punct == ']' && o.ofPrototype(head[:srcOpening(head[:at])]) { // X.prototype[symbol] = {
		return srcDecl{names: name, scope: scopeObject}, end == '{'
	}
	if at+1 == len(head) {
		d := srcDecl{scope: scopeObject}
		d.names, _ = o.literal(head)
		return d, end == '{'
	}
	value := head[at+1:]
	switch {
	case o.functionValue(value):
		return srcDecl{names: name, scope: scopeUnnamed}, true
	case end == '{':
		d := o.callback(value, end)
		if d.scope == scopeUnnamed { // const x = wrap(() => {
			d.names = name
		}
		return d, true
	}
	return srcDecl{}, true
}

// literal returns the name of the object literal whose brace is behind head,
// if it has a member that is not just a name.
func (o *srcOutline) literal(head []srcToken) ([]srcToken, bool) {
	n := len(head)
	if o.typed || n < 2 || head[n-1].punct != '=' && (head[n-1].punct != ':' || o.inside() != scopeObject) || head[n-2].kind != srcWord && head[n-2].kind != srcString && head[n-2].kind != srcNumber {
		return nil, false
	}
	rest := o.src[o.lex.pos:min(len(o.src), o.lex.pos+300)]
	for {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if !scan.HasPrefix(rest, "//") {
			break
		}
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			return nil, false
		}
		rest = rest[i:]
	}
	if len(rest) == 0 || rest[0] == '}' || rest[0] == '.' {
		return nil, false
	}
	key := rest[len(firstWord(rest)):]
	if len(key) > 0 && (key[0] == ',' || key[0] == '}' || key[0] == '\n') {
		return nil, false
	}
	return head[n-2 : n-1], true
}

// callback reads a statement in whose middle a function starts: the wrapper
// of a whole file, a test, a handler.
func (o *srcOutline) callback(head []srcToken, end byte) srcDecl {
	if end != '{' {
		return srcDecl{scope: scopeOther}
	}
	if o.wrapsFile(head) {
		return srcDecl{names: head[:1], scope: scopeEnum}
	}
	if d := o.nestedScript(head); len(d.names) > 0 {
		return d
	}
	if o.parens == 0 {
		switch o.word(head[len(head)-1]) {
		case "=>":
			return srcDecl{scope: scopeUnnamed}
		case "default", "return":
			return srcDecl{scope: scopeObject}
		}
		return srcDecl{scope: scopeOther}
	}
	last := head[len(head)-1]
	if last.kind != srcArrow && last.punct != ')' {
		if last.punct == '(' {
			return srcDecl{scope: scopeObject}
		}
		return srcDecl{scope: scopeOther}
	}
	return o.wrapper(head)
}
