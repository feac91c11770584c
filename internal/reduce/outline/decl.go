package outline

import (
	"elide/internal/languages"
	"elide/internal/scan"
)

// declC finds the declarations of C, C++, Objective-C, Java, C# and Dart: a
// type's keyword with a name behind it, or a name with parameters.
func (o *srcOutline) declC(head []srcToken, end byte) srcDecl {
	i := o.attributes(head)
	if i == len(head) {
		return srcDecl{scope: scopeOther}
	}
	if head[i].kind == srcBlock && head[i].punct == 't' { // } name; of a typedef
		return srcDecl{names: head[i:], scope: scopeOther}
	}
	if o.modifiedMethod(head[i:]) {
		i++
	}
	if head[i].punct == ',' || head[i].kind == srcWord && o.lang.Is(o.word(head[i]), languages.Flow|languages.Control) {
		return srcDecl{scope: scopeOther}
	}
	typedef := o.word(head[i]) == "typedef"
	if d, ok := o.typeC(head, i, end); ok {
		return d
	}
	if typedef && end == ';' {
		return srcDecl{names: []srcToken{head[i], head[len(head)-1]}, scope: scopeOther}
	}
	name := o.functionC(head, i)
	if k := o.behindMacros(head, i); k > i {
		if n := o.functionC(head, k); n >= 0 {
			i, name = k, n
		}
	}
	if name < 0 {
		return srcDecl{scope: scopeOther}
	}
	if end == '\n' || end == '}' {
		return srcDecl{scope: scopeOther}
	}
	return srcDecl{names: head[name : name+1], scope: scopeBody, bare: end == ';' && o.lang.Family == languages.TypeName}
}

// modifiedMethod tells whether "default" or "synchronized" stands before a method
// of Java's: within a type they are modifiers, elsewhere they begin statements.
func (o *srcOutline) modifiedMethod(head []srcToken) bool {
	if o.lang.Family != languages.Members || o.inside() != scopeType || len(head) < 3 {
		return false
	}
	w := o.word(head[0])
	return (w == "default" || w == "synchronized") && (head[1].kind == srcWord || head[1].punct == '<' || head[1].punct == '@')
}

// behindMacros returns the index behind the calls of macros without a semicolon
// that stand before a declaration: "IGNORE_WARNING("-Wshadow") int f()". It is
// i where there are none.
func (o *srcOutline) behindMacros(head []srcToken, i int) int {
	behind := i
	for k := i; k+1 < len(head) && scan.Capitals(o.src[head[k].start:head[k].end]); k++ {
		if head[k+1].punct != '(' {
			continue
		}
		end := srcBehind(head, k+1)
		if end == len(head) || head[end].kind != srcWord {
			break
		}
		behind, k = end, end-1
	}
	return behind
}

// attributes returns the index of the first token of a declaration itself:
// behind annotations, attributes, template parameters.
func (o *srcOutline) attributes(head []srcToken) int {
	i := 0
	for i < len(head) {
		t := head[i]
		switch {
		case t.kind == srcWord && o.word(t) == "extern" && i+2 < len(head) && head[i+1].kind == srcString:
			i += 2
		case t.punct == '@' && i+1 < len(head) && o.word(head[i+1]) != "interface":
			i = o.decorator(head, i)
		case t.punct == '[':
			i = srcBehind(head, i)
		case t.kind == srcWord && o.word(t) == "template" && i+1 < len(head) && head[i+1].punct == '<':
			i = srcBehindAngles(head, i+1)
		default:
			return i
		}
	}
	return i
}

// typeC reads a class, struct, union, enum, interface, record or namespace.
func (o *srcOutline) typeC(head []srcToken, i int, end byte) (srcDecl, bool) {
	for k := i; k < len(head); k++ {
		if t := head[k]; t.punct == '(' || t.punct == '=' {
			return srcDecl{}, false
		} else if t.kind != srcWord {
			continue
		}
		switch w := o.word(head[k]); {
		case w == "using":
			return o.alias(head, k), true
		case w == "operator":
			return srcDecl{}, false
		case o.lang.Is(w, languages.Scope):
			return srcDecl{names: head[k : k+1], scope: scopeType}, true
		case o.lang.Is(w, languages.Type|languages.Enum):
			return o.typeName(head, k, end, w)
		}
	}
	return srcDecl{}, false
}

// alias reads "using name = type" of C++ and C#.
func (o *srcOutline) alias(head []srcToken, k int) srcDecl {
	next := k + 2
	for next < len(head) && head[next].kind == srcWord && scan.MacroName(o.src[head[next].start:head[next].end]) { // a macro's attribute
		next++
	}
	if next < len(head) && head[next].punct == '=' {
		return srcDecl{names: head[k+1 : k+2], scope: scopeOther}
	}
	return srcDecl{scope: scopeOther}
}

// typeName reads what stands behind the keyword at head[k]: a declaration of
// the type, or the type of something else.
func (o *srcOutline) typeName(head []srcToken, k int, end byte, word string) (srcDecl, bool) {
	n := o.typeNameAt(head, k+1)
	scope := scopeType
	if word == "enum" && o.lang.Family == languages.TypeName {
		scope = scopeOther
	}
	if n == len(head) || head[n].kind != srcWord { // without a name
		contextual := o.lang.Is(word, languages.Contextual)
		return srcDecl{names: head[k : k+1], scope: scope}, end == '{' && !contextual && (n == len(head) || head[n].punct == ':')
	}
	behind := n + 1
	for behind+2 < len(head) && head[behind].punct == ':' && head[behind+1].punct == ':' { // A::B
		behind += 3
	}
	if behind >= len(head) && end != '{' {
		return srcDecl{scope: scopeOther}, o.word(head[0]) != "typedef" // a forward declaration
	}
	if behind < len(head) && !o.typeGoesOn(head[behind], end) {
		if word == "enum" && o.lang.Family == languages.TypeName && end == '{' && head[len(head)-1].punct == '=' { // a table of its values
			return srcDecl{names: head[behind : behind+1], scope: scopeOther}, head[behind].kind == srcWord
		}
		return srcDecl{}, false
	}
	return srcDecl{names: head[behind-1 : behind], scope: scope}, true
}

// typeNameAt returns the index of a type's name at or behind head[n]:
// attributes and macros may stand before it.
func (o *srcOutline) typeNameAt(head []srcToken, n int) int {
	for n < len(head) {
		switch w := o.word(head[n]); {
		case w == "class" || w == "struct" || w == "__extension__" || w == "__attribute__" || w == "__declspec" || w == "alignas":
			n++
		default:
			return n
		}
	}
	return n
}

// typeGoesOn tells whether the token behind a type's name belongs to the
// declaration of the type, rather than to one of something of that type.
func (o *srcOutline) typeGoesOn(t srcToken, end byte) bool {
	if o.lang.Family == languages.TypeName {
		return end == '{' && (t.punct == '<' || t.punct == ':' || o.word(t) == "final")
	}
	w := o.word(t)
	return end == '{' && (t.punct == '<' || t.punct == ':' || o.lang.Is(w, languages.Continues) || w == "permits" || w == "on" || w == "final")
}

// functionC returns the index of the name of the function that head
// declares, -1 if it declares none.
func (o *srcOutline) functionC(head []srcToken, i int) int {
	for k := i; k < len(head); k++ {
		t := head[k]
		switch {
		case t.kind == srcWord && o.word(t) == "operator":
			return k
		case t.punct == '=' || t.kind == srcArrow || t.kind == srcString:
			return -1
		case t.punct == '(' && k == i:
			return -1
		case t.punct == '(':
			name := head[k-1]
			behind := srcBehind(head, k)
			switch {
			case name.kind != srcWord || o.lang.Is(o.word(name), languages.Qualifier):
			case k+1 < len(head) && head[k+1].punct == '*':
				return -1 // a pointer to a function
			default:
				return k - 1
			}
			k = behind - 1
		}
	}
	return -1
}

// declKeyword finds the declarations of languages that put a keyword before
// each.
func (o *srcOutline) declKeyword(head []srcToken, end byte) srcDecl {
	if o.inside() == scopeGroup {
		return o.groupedType(head)
	}
	for i := 0; i < len(head); i++ {
		t := head[i]
		switch {
		case t.punct == '(' || t.punct == '[':
			i = srcBehind(head, i) - 1
			continue
		case t.punct == '=':
			return srcDecl{scope: scopeOther}
		case t.kind != srcWord:
			continue
		case o.lang.ID == languages.PHP && i == 0 && o.inside() == scopeFile && o.word(t) == "use":
			return srcDecl{names: head[:1], scope: scopeOther}
		}
		role := o.lang.Roles(o.word(t))
		if role&(languages.Body|languages.Type|languages.Value|languages.Scope) == 0 || i > 0 && (head[i-1].punct == '.' || o.lang.ID == languages.Go) {
			continue
		}
		return o.keywordDecl(head[i:i+1], role)
	}
	return o.unkeyed(head, end)
}

// unkeyed reads statements without a keyword: the methods of Go's
// interfaces, Rust's macro blocks.
func (o *srcOutline) unkeyed(head []srcToken, end byte) srcDecl {
	if o.lang.ID == languages.Go && o.inside() == scopeType && len(head) > 1 && head[0].kind == srcWord && head[1].punct == '(' {
		return srcDecl{names: head[:1], scope: scopeOther}
	}
	return srcDecl{scope: scopeOther}
}

func (o *srcOutline) groupedType(head []srcToken) srcDecl {
	d := srcDecl{scope: scopeOther}
	if head[0].kind == srcWord {
		d.names = head[:1]
	}
	if o.word(head[len(head)-1]) == "interface" {
		d.scope = scopeType
	}
	return d
}

// keywordDecl returns what the keyword of that role declares.
func (o *srcOutline) keywordDecl(keyword []srcToken, role languages.Role) srcDecl {
	d := srcDecl{names: keyword, scope: scopeType}
	switch {
	case role&languages.Body != 0:
		d.scope = scopeBody
	case role&languages.Value != 0:
		d.scope = scopeOther
	case role&languages.Scope != 0:
		d.names = nil
	}
	return d
}
