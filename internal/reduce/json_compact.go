package reduce

import "bytes"

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
			i += jsonControl(text[i:])
			continue
		case '"':
			*inString = true
		}
		dst = append(dst, text[i])
		i++
	}
	return dst
}

// JSONInString tells whether a document is inside of a string behind text, if
// it was or wasn't before it: what CompactJSON would leave in inString, for
// text that is not shown.
func JSONInString(text []byte, inString bool) bool {
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

// jsonControl returns the length of the terminal code that seq starts with.
// Printers colour JSON with control sequences only.
func jsonControl(seq []byte) int {
	if len(seq) < 2 || seq[1] != '[' {
		return 1
	}
	n := 2
	for n < len(seq) && seq[n] >= 0x20 && seq[n] <= 0x3f {
		n++
	}
	return min(n+1, len(seq))
}
