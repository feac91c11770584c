package jsondoc

import (
	"bytes"

	"elide.example/elide/internal/block"
)

// CompactJSON appends text to dst without the blanks between JSON tokens,
// line ends included. Terminal codes between tokens are dropped as well.
// Inside of strings it changes nothing. inString carries from one piece of a
// document to the next whether the piece ended inside of a string; it is
// false before the first. A line end ends a string that was left open.
func CompactJSON(dst, text []byte, inString *bool) []byte {
	for i := 0; i < len(text); {
		if *inString {
			n, closed := jsonStringEnd(text[i:])
			if n > 0 && text[i+n-1] == '\n' {
				dst = append(dst, bytes.TrimRight(text[i:i+n], "\r\n")...)
			} else {
				dst = append(dst, text[i:i+n]...)
			}
			*inString = !closed
			i += n
			continue
		}
		switch c := text[i]; c {
		case ' ', '\t', '\n', '\r':
			i++
			continue
		case 0x1b:
			i += block.ControlSize(text[i:])
			continue
		case '"':
			*inString = true
		}
		dst = append(dst, text[i])
		i++
	}
	return dst
}

// InString tells whether a document is inside of a string behind text, if
// it was or wasn't before it: what CompactJSON would leave in inString.
func jsonInString(text []byte, inString bool) bool {
	for i := 0; i < len(text); {
		if inString {
			n, closed := jsonStringEnd(text[i:])
			inString = !closed
			i += n
			continue
		}
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return false
		}
		inString = true
		i += n + 1
	}
	return inString
}

// jsonStringEnd returns how far the text of a string reaches, its closing
// quote or the line end that cuts it short included, and whether it ends.
func jsonStringEnd(text []byte) (n int, closed bool) {
	for n < len(text) {
		switch text[n] {
		case '"', '\n':
			return n + 1, true
		case '\\':
			if n+1 < len(text) && text[n+1] != '\n' {
				n++
			}
		}
		n++
	}
	return n, false
}
