package scan

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

// Dumped tells whether a line is one of a dump of bytes: pairs of hexadecimal digits with a
// colon or a blank between ("00:bf:94:4c:"), perhaps behind where they stand ("0010 - ef 93").
// Some dumps part them by twos.
func Dumped(text []byte) bool {
	text = Trim(text)
	for n, first := 0, true; n < leastDumped; first = false {
		run := Hex(text)
		switch {
		case run == 2, run == 4 && !first:
			n += run / 2
		case run == 0 || !first:
			return false
		}
		text = text[run:]
		between := 0
		for between < len(text) && (text[between] == ' ' || text[between] == ':' || text[between] == '-') {
			between++
		}
		if between == 0 {
			return n >= leastDumped && len(text) == 0
		}
		text = text[between:]
	}
	return true
}
