package outline

import "elide/internal/languages"

// What JavaScript had before it had modules and classes: functions around a
// whole file, and methods that are given to prototypes.

// wrapper decides by the call that a function is given to.
func (o *srcOutline) wrapper(head []srcToken) srcDecl {
	switch role := o.lang.Roles(o.word(head[0])); {
	case role&languages.Suite != 0:
		return srcDecl{names: head[:1], scope: scopeEnum}
	case role&languages.Case != 0:
		return srcDecl{names: head[:1], scope: scopeUnnamed}
	}
	return srcDecl{scope: scopeUnnamed}
}

// wrapsFile tells whether the brace behind head opens a function that is called
// or handed on at once, around all that a file declares: "(function () {",
// "define(['a'], function (a) {".
func (o *srcOutline) wrapsFile(head []srcToken) bool {
	if len(o.frames) > 0 || o.parens == 0 || len(head) < 3 {
		return false
	}
	if last := head[len(head)-1]; last.kind != srcArrow && last.punct != ')' {
		return false
	}
	switch head[0].punct {
	case '(', '!', '+':
		return true
	}
	return o.lang.Is(o.word(head[0]), languages.Wraps)
}

// givesPrototype tells whether a statement within a function gives a prototype
// to a class, or a method to a prototype, and returns its name.
func (o *srcOutline) givesPrototype(head []srcToken) ([]srcToken, bool) {
	for at := 3; at < min(len(head), 6); at++ {
		if head[at].punct == '=' {
			return head[at-1 : at], o.ofPrototype(head[:at])
		}
	}
	return nil, false
}

// ofPrototype tells whether the tokens before an equals sign are "X.prototype" or
// "X.prototype.name".
func (o *srcOutline) ofPrototype(left []srcToken) bool {
	n := len(left)
	if n >= 5 && left[n-2].punct == '.' && o.word(left[n-3]) == "prototype" {
		n -= 2
	}
	return n >= 3 && left[n-2].punct == '.' && o.word(left[n-1]) == "prototype" && left[n-3].kind == srcWord
}
