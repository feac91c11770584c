package outline

import (
	"bytes"
	"elide/internal/languages"
)

// What Kotlin writes as no other language does: constructors that stand apart
// from their class, objects that are values.

// primary tells whether t begins the constructor of the Kotlin class whose name
// the statement so far ends in, on a line of its own.
func (o *srcOutline) primary(t srcToken) bool {
	head := o.head[o.start:]
	class := 0
	for class < len(head) && o.word(head[class]) != "class" {
		class++
	}
	if class+1 >= len(head) {
		return false
	}
	for i := class; i < len(head); i++ {
		switch head[i].punct {
		case '@':
			i = o.decorator(head, i) - 1
		case '(', ':':
			return false
		}
	}
	rest := o.src[t.start:min(len(o.src), t.start+300)]
	for len(rest) > 0 {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		w := firstWord(bytes.TrimPrefix(rest, []byte("@")))
		switch {
		case w == "constructor":
			return true
		case len(rest) > 0 && rest[0] == '@':
			rest = rest[1+len(w):]
			if end := bytes.IndexByte(rest, ')'); end > 0 && rest[0] == '(' {
				rest = rest[end+1:]
			}
		case o.lang.Is(w, languages.Modifier):
			rest = rest[len(w):]
		default:
			return false
		}
	}
	return false
}
