package scan

import "bytes"

// LeastBlob is the length from which a line can be one of many that encode bytes: the
// shortest that tools wrap them at is 60.
const LeastBlob = 60

// Encoded tells whether a line, or a part of one, is bytes in base64, hexadecimal or
// the like, perhaps in quotes: no blanks, and letters of both cases and digits that
// follow each other as no words do. Between two of its bytes in three the class
// changes, in text with names in it between one in six.
func Encoded(text []byte) bool {
	if len(text) < LeastBlob {
		return false
	}
	if text = unquoted(text); len(text) < LeastBlob {
		return false
	}
	changes, last := 0, byte(0)
	for _, c := range text {
		class := byte(0)
		switch {
		case IsDigit(c):
			class = 1
		case IsUpper(c):
			class = 2
		case IsLower(c):
			class = 3
		case c != '+' && c != '/' && c != '=' && c != '-' && c != '_':
			return false
		}
		if class != last {
			changes++
		}
		last = class
	}
	return changes*3 > len(text)
}

// unquoted returns text without blanks, quotes, an escaped line end and what else parts
// strings of a list.
func unquoted(text []byte) []byte {
	text = Trim(text)
	for len(text) > 0 && (text[0] == '"' || text[0] == '\'' || text[0] == '`') {
		text = text[1:]
	}
	for n := len(text); n > 0; n = len(text) {
		switch c := text[n-1]; {
		case c == '"', c == '\'', c == '`', c == ',', c == '\\', c == ';', c == ')':
			text = text[:n-1]
		case c == 'n' && n > 1 && text[n-2] == '\\':
			text = text[:n-2]
		default:
			return text
		}
	}
	return text
}

// Minified tells whether a part of a long line is code that a tool has squeezed: hardly
// a blank, and many signs that data have none of.
func Minified(text []byte) bool {
	blanks, signs := 0, 0
	for _, c := range text {
		switch c {
		case ' ', '\t':
			blanks++
		case '(', ')', ';', '=', '&', '?', '!':
			signs++
		}
	}
	return len(text) >= LeastBlob && blanks*12 < len(text) && signs*10 > len(text)
}

// LeastDump is the length from which a line can be one of a dump of bytes.
const LeastDump = 3*leastDumped - 1

// leastDumped is how many bytes a line of a dump has: openssl's have 15.
const leastDumped = 12

// Dumped tells whether a line is nothing but bytes of a dump: pairs of hexadecimal digits with
// a colon between ("00:bf:94:4c:"), or with a blank or by twos behind where they stand, and
// before what they are as text ("0010 - ef 93 a9  .A."). Addresses, times and keys with
// something beside them are no dump.
func Dumped(text []byte) bool {
	text = Trim(text)
	if Hex(text) == 2 {
		n, rest := bytesOf(text, ':', 2)
		return n >= leastDumped && len(bytes.TrimLeft(rest, ":")) == 0
	}
	at := Hex(text)
	if at < 4 || at == len(text) || text[at] != ':' && text[at] != ' ' {
		return false
	}
	text = bytes.TrimLeft(text[at:], ": -")
	width := Hex(text)
	if width != 2 && width != 4 {
		return false
	}
	n, rest := bytesOf(text, ' ', width)
	// the bytes as text, with a bar or two blanks before
	beside := len(rest) - len(bytes.TrimLeft(rest, " "))
	return n >= leastDumped && (beside == len(rest) || (beside > 1 || len(rest) > beside && rest[beside] == '|') && len(Trim(rest)) <= n+2)
}

// bytesOf returns how many bytes a text begins with, in groups of so many digits with the
// sign between, or two, as in the middle of a line, and what stands behind them.
func bytesOf(text []byte, between byte, width int) (n int, rest []byte) {
	for Hex(text) == width {
		n += width / 2
		text = text[width:]
		signs := Run(text, between)
		if signs == 0 && len(text) > 1 && text[0] == '-' && Hex(text[1:]) == width {
			signs = 1 // openssl's middle
		}
		if signs == 0 || signs > 2 || Hex(text[signs:]) != width {
			break
		}
		text = text[signs:]
	}
	return n, text
}
