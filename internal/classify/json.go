package classify

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// jsonLook is how far into a text its JSON is read.
const jsonLook = 64 << 10

// isDocument tells whether the text, blanks trimmed, is one JSON object or
// array, as far as its first bytes and its last one show it.
func isDocument(t []byte) bool {
	if len(t) < 2 || t[0] != '{' && t[0] != '[' {
		return false
	}
	last := t[len(t)-1]
	if t[0] == '{' && last != '}' || t[0] == '[' && last != ']' {
		return false
	}
	return jsonPrefix(t[:min(len(t), jsonLook)], len(t) > jsonLook)
}

// isHead tells whether the text is the head of a document, as far as its first bytes show
// it.
func isHead(t []byte) bool { return jsonPrefix(t[:min(len(t), jsonLook)], true) }

// jsonPrefix tells whether the text reads as the tokens of one JSON value, in
// an order that JSON allows; cut says that the value may go on.
func jsonPrefix(t []byte, cut bool) bool {
	depth, afterValue := 0, false
	for i := 0; i < len(t); {
		c := t[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '{' || c == '[':
			if afterValue {
				return false
			}
			depth++
			i++
		case c == '}' || c == ']':
			if depth--; depth < 0 {
				return false
			}
			afterValue = true
			if i++; depth == 0 {
				return len(bytes.TrimSpace(t[i:])) == 0
			}
		case c == ',' || c == ':':
			if !afterValue {
				return false
			}
			afterValue = false
			i++
		default:
			n := scalar(t[i:])
			if n == 0 || afterValue {
				return cut && n == 0 && (len(t)-i < 4096 || c == '"' && bytes.IndexByte(t[i:], '\n') < 0)
			}
			afterValue = true
			i += n
		}
	}
	return cut
}

// scalar returns the length of the string, number or literal that text
// starts with, 0 if there is none whole.
func scalar(t []byte) int {
	if t[0] == '"' {
		for i := 1; i < len(t); i++ {
			switch t[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return 0
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if scan.HasPrefix(t, word) {
			return len(word)
		}
	}
	n := 0
	for n < len(t) && (scan.IsDigit(t[n]) || bytes.IndexByte([]byte("+-.eE"), t[n]) >= 0) {
		n++
	}
	return n
}
