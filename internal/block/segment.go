package block

import (
	"bytes"
	"unicode/utf8"
)

// segmenter returns how the long line is to be cut: a function that gives
// the length of the first segment of what is left of it.
//
// A line of JSON is cut where a printer would break it, after each comma and
// bracket outside of strings, so that compact and pretty JSON have like
// units. Any other line is cut near every 256 bytes, behind a separator if
// there is one, and never inside of a UTF-8 sequence.
func segmenter(line []byte) func(rest []byte) int {
	if first := bytes.TrimLeft(line, " \t"); first[0] == '{' || first[0] == '[' {
		return jsonSegment
	}
	return textSegment
}

// jsonSegment returns the length up to and including the next structural
// comma or opening bracket, or up to the next closing bracket.
func jsonSegment(rest []byte) int {
	inString := false
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == ',' || c == '{' || c == '[':
			return withBlanks(rest, i+1)
		case (c == '}' || c == ']') && i > 0:
			return i
		case c == '}' || c == ']':
			if n := len(rest); n > 1 && rest[1] == ',' {
				return withBlanks(rest, 2)
			}
			return withBlanks(rest, 1)
		}
	}
	return len(rest)
}

// withBlanks takes a line end, and blanks before it, into the segment.
func withBlanks(rest []byte, n int) int {
	if t := bytes.TrimRight(rest[n:], " \t\r\n"); len(t) == 0 {
		return len(rest)
	}
	return n
}

func textSegment(rest []byte) int {
	if len(rest) <= segment+segment/2 {
		return len(rest)
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
