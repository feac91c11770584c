package block

import (
	"bytes"
	"unicode/utf8"
)

// segmenter returns how the long line is to be cut: a function that gives
// the length of the first segment of what is left of it. It is to be called
// for one segment after the other.
//
// A line of JSON is cut where a printer would break it, after each comma and
// bracket outside of strings, so that compact and pretty JSON have like
// units; a long string in it behind the line ends that it quotes. Any other
// line is cut behind these too, or near every 256 bytes, behind a separator if
// there is one. No cut is made inside of a UTF-8 sequence.
func segmenter(line []byte) func(rest []byte) int {
	if opensJSON(line) {
		var c jsonCutter
		return c.next
	}
	return textSegment
}

// opensJSON tells whether the line starts as a JSON array, an object or a member does,
// behind blanks and terminal codes.
func opensJSON(line []byte) bool {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t':
		case 0x1b:
			i += ControlSize(line[i:]) - 1
		default:
			return c == '{' || c == '[' || c == '"' && opensMember(line[i+1:])
		}
	}
	return false
}

// opensMember tells whether a text is the rest of a short string with a colon behind it.
func opensMember(rest []byte) bool {
	n := shortString(rest)
	if n == 0 {
		return false
	}
	rest = bytes.TrimLeft(rest[n:], " \t")
	return len(rest) > 0 && rest[0] == ':'
}

// quoted is the length from which a segment inside of a string ends behind
// the next quoted line end. A shorter line of the string stays with the next.
const quoted = 64

// shortList is the length up to which a list of scalars is not cut.
const shortList = 64

// jsonCutter cuts a line of JSON. It carries over segments whether the cut
// was made inside of a string.
type jsonCutter struct{ inString bool }

func (j *jsonCutter) next(rest []byte) int {
	for i := 0; i < len(rest); {
		if j.inString {
			n, done := stringPiece(rest[i:], i)
			i += n
			if done {
				return withLineEnd(rest, i)
			}
			j.inString = i >= len(rest)
			continue
		}
		switch c := rest[i]; {
		case c == '"':
			j.inString = true
			i++
		case c == 0x1b:
			i += ControlSize(rest[i:])
		case c == '{' || c == '[':
			return withLineEnd(rest, i+1+closedSoon(rest[i+1:], c))
		case c == ',' && (i >= shortList || !scalarFollows(rest[i+1:])):
			return withLineEnd(rest, i+1)
		case (c == '}' || c == ']') && i > 0:
			return i
		case c == '}' || c == ']':
			if len(rest) > 1 && rest[1] == ',' {
				return withLineEnd(rest, 2)
			}
			return withLineEnd(rest, 1)
		case i >= 2*segment && utf8.RuneStart(c):
			return i
		default:
			i++
		}
	}
	return len(rest)
}

// stringPiece returns how far into the rest of a string, which starts before
// bytes into the segment, the segment goes, and whether it ends there;
// if not, the string does.
func stringPiece(text []byte, before int) (n int, cut bool) {
	for n < len(text) {
		size := 1
		switch c := text[n]; {
		case c == '"':
			return n + 1, false
		case c == '\\':
			size = escapeSize(text[n:])
		case c >= utf8.RuneSelf:
			_, size = utf8.DecodeRune(text[n:])
		}
		if n+before > 0 && n+before+size > 2*segment {
			return n, true
		}
		quotesLineEnd := size == 2 && text[n+1] == 'n'
		n += size
		if size == 2 && n < len(text) && (text[n-1] == '"' && text[n] == ',' || text[n-1] == '\\' && text[n] == 'n') {
			n, quotesLineEnd = n+1, true // of a document that is quoted
		}
		if quotesLineEnd && n+before >= quoted {
			return n, n < len(text)
		}
	}
	return n, false
}

// escapeSize returns the length of the JSON escape that text starts with.
func escapeSize(text []byte) int {
	if len(text) > 1 && text[1] == 'u' {
		return min(6, len(text))
	}
	return min(2, len(text))
}

// closedSoon returns the length of what follows an opening bracket up to and
// including its closing bracket and a comma behind that, if it holds nothing
// but a few short scalars, and 0 if it doesn't. A { must close at once.
func closedSoon(rest []byte, open byte) int {
	for i := 0; i < min(len(rest), shortList); i++ {
		switch c := rest[i]; {
		case c == ']' && open == '[' || c == '}' && open == '{':
			if i+1 < len(rest) && rest[i+1] == ',' {
				return i + 2
			}
			return i + 1
		case c == ' ' || c == '\t':
		case open == '{' || c == '[' || c == '{' || c == '}' || c == 0x1b:
			return 0
		case c == '"':
			n := shortString(rest[i+1:])
			if n == 0 {
				return 0
			}
			i += n
		}
	}
	return 0
}

// shortString returns the length of the rest of a string, its closing quote
// included, or 0 if it is not a short one without escapes.
func shortString(rest []byte) int {
	end := bytes.IndexAny(rest[:min(len(rest), shortList)], "\"\\")
	if end < 0 || rest[end] == '\\' {
		return 0
	}
	return end + 1
}

// scalarFollows tells whether a number or a literal follows: the next item
// of a list, which may share a segment with the one before.
func scalarFollows(rest []byte) bool {
	for i := 0; i < min(len(rest), 8); i++ {
		switch c := rest[i]; {
		case c == ' ' || c == '\t':
		default:
			return c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n'
		}
	}
	return false
}

// withLineEnd takes the line's end, and a few blanks before it, into the
// segment.
func withLineEnd(rest []byte, n int) int {
	if left := rest[n:]; len(left) <= 16 && len(bytes.TrimLeft(left, " \t\r\n")) == 0 {
		return len(rest)
	}
	return n
}

func textSegment(rest []byte) int {
	if len(rest) <= segment+segment/2 {
		return len(rest)
	}
	if i := bytes.Index(rest[quoted:segment], []byte(`\n`)); i >= 0 {
		return quoted + i + len(`\n`)
	}
	if i := bytes.LastIndexAny(rest[segment/2:segment], " \t,;{}()&|"); i >= 0 {
		return segment/2 + i + 1
	}
	n := segment
	for n > segment-utf8.UTFMax && !utf8.RuneStart(rest[n]) {
		n--
	}
	return n
}
