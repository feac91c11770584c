package classify

import "bytes"

// jsonLook is how far into a text its JSON is read.
const jsonLook = 64 << 10

// isDocument tells whether the text, blanks trimmed, is one JSON object or
// array, as far as its first bytes and its last one show it.
func isDocument(text []byte) bool {
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return false
	}
	last := text[len(text)-1]
	if text[0] == '{' && last != '}' || text[0] == '[' && last != ']' {
		return false
	}
	return jsonPrefix(text[:min(len(text), jsonLook)], len(text) > jsonLook)
}

// jsonPrefix tells whether the text reads as the tokens of one JSON value, in
// an order that JSON allows; cut says that the value may go on.
func jsonPrefix(text []byte, cut bool) bool {
	depth, afterValue := 0, false
	for i := 0; i < len(text); {
		c := text[i]
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
				return len(bytes.TrimSpace(text[i:])) == 0
			}
		case c == ',' || c == ':':
			if !afterValue {
				return false
			}
			afterValue = false
			i++
		default:
			n := scalar(text[i:])
			if n == 0 || afterValue {
				return cut && n == 0 && (len(text)-i < 4096 || c == '"' && bytes.IndexByte(text[i:], '\n') < 0)
			}
			afterValue = true
			i += n
		}
	}
	return cut
}

// scalar returns the length of the string, number or literal that text
// starts with, 0 if there is none whole.
func scalar(text []byte) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return 0
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if hasPrefix(text, word) {
			return len(word)
		}
	}
	n := 0
	for n < len(text) && (isDigit(text[n]) || bytes.IndexByte([]byte("+-.eE"), text[n]) >= 0) {
		n++
	}
	return n
}
