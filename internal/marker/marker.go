// Package marker is the grammar by which a reduced block says what it hides.
//
// Three forms stand in a reduced block: the marker ⟦elided:<hash>⟧ names the
// stored original, the gap ⟦12-80⟧ stands where lines 12 to 80 stood, with where
// they stand above if they do, and the span ⟦12.300-4500⟧ where bytes 300 to 4500
// of line 12 stood. docs/marker.md
// is the specification. Each has exactly one valid encoding: what the parsers
// here accept encodes to the same bytes again, and anything else is data.
// What readers type as a reference is another matter; ParseReference is lenient.
//
// Nothing here keeps state; every function may be called concurrently.
package marker

import (
	"bytes"
	"encoding/hex"
	"unicode/utf8"
)

// HashLen is the number of hexadecimal digits in a marker, always this many.
const HashLen = 12

// MaxNote is the longest note, in bytes, that a marker can carry.
const MaxNote = 256

// MaxLen is the longest marker, in bytes.
const MaxLen = len(Open) + len(keyword) + HashLen + 1 + MaxNote + len(Close)

// Open and Close stand around all forms.
const (
	Open  = "⟦"
	Close = "⟧"
)

const (
	keyword = "elided:"
	head    = Open + keyword
)

// Example and ExampleGap are the forms for texts that tell of them. Example is no
// marker: HASH is no hash.
const (
	Example    = head + "HASH …" + Close
	ExampleGap = Open + "12-80" + Close
)

// Hash returns the name of the original with that BLAKE3-256 digest.
func Hash(digest [32]byte) string {
	return hex.EncodeToString(digest[:HashLen/2])
}

// IsHash tells whether s is a whole hash: HashLen lower-case digits.
func IsHash(s string) bool { return len(s) == HashLen && countHex([]byte(s)) == HashLen }

// Append appends the marker of an original. What a note must not hold
// (brackets, control characters, blanks at its ends, bytes past MaxNote) is
// left out of it; a note of which nothing is left is no note. The hash must be
// one that Hash returned.
func Append(dst []byte, hash, note string) []byte {
	dst = append(dst, head...)
	dst = append(dst, hash...)
	if note = cleanNote(note); note != "" {
		dst = append(dst, ' ')
		dst = append(dst, note...)
	}
	return append(dst, Close...)
}

// Marker is a parsed marker.
type Marker struct {
	Hash string
	Note string // empty: there is none
}

// Parse parses text that is one marker and nothing else.
func Parse(text []byte) (Marker, bool) {
	m, n := scan(text)
	return m, n > 0 && n == len(text)
}

// Ends tells whether the last line of block that isn't blank is one marker
// and nothing else, but for blanks around it: then it is a reduced block,
// which is not reduced again.
func Ends(block []byte) bool {
	block = bytes.TrimRight(block, " \t\r\n")
	line := block[bytes.LastIndexByte(block, '\n')+1:]
	_, ok := Parse(bytes.TrimLeft(line, " \t\r"))
	return ok
}

// Found is a marker in a text, which it takes up from Start to End.
type Found struct {
	Marker
	Start, End int
}

// Find returns the markers in text, in order. It takes time linear in len(text).
func Find(text []byte) []Found {
	var all []Found
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(head))
		if i < 0 {
			return all
		}
		at += i
		m, n := scan(text[at:])
		if n == 0 {
			at += len(head)
			continue
		}
		all = append(all, Found{Marker: m, Start: at, End: at + n})
		at += n
	}
}

// scan parses the marker at the start of text. n is its length, 0 if there is none.
func scan(text []byte) (m Marker, n int) {
	if !bytes.HasPrefix(text, []byte(head)) {
		return m, 0
	}
	rest := text[len(head):]
	if countHex(rest[:min(len(rest), HashLen)]) != HashLen {
		return m, 0
	}
	m.Hash, rest = string(rest[:HashLen]), rest[HashLen:]
	if len(rest) > 0 && rest[0] == ' ' {
		note := scanNote(rest[1:])
		if note == 0 {
			return Marker{}, 0
		}
		m.Note, rest = string(rest[1:1+note]), rest[1+note:]
	}
	if !bytes.HasPrefix(rest, []byte(Close)) {
		return Marker{}, 0
	}
	return m, len(text) - len(rest) + len(Close)
}

// scanNote returns the length of the note at the start of text, 0 if there
// is no valid one. It reads no further than a note can be long.
func scanNote(text []byte) int {
	n := 0
	for n < len(text) && n <= MaxNote {
		r, size := utf8.DecodeRune(text[n:])
		if !noteRune(r, size) {
			break
		}
		n += size
	}
	if n > MaxNote || n > 0 && (text[0] == ' ' || text[n-1] == ' ') {
		return 0
	}
	return n
}

// noteRune tells whether a note may hold the rune, which took size bytes.
func noteRune(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size <= 1:
		return false
	case r < 0x20, r >= 0x7f && r <= 0x9f: // C0, DEL, C1
		return false
	case r == '⟦', r == '⟧', r == '\u2028', r == '\u2029':
		return false
	}
	return true
}

// cleanNote returns the note without what a note must not hold.
func cleanNote(note string) string {
	if note == "" || scanNote([]byte(note)) == len(note) {
		return note
	}
	var clean []byte
	for i := 0; i < len(note); {
		r, size := utf8.DecodeRuneInString(note[i:])
		if len(clean)+size > MaxNote {
			break
		}
		if noteRune(r, size) {
			clean = append(clean, note[i:i+size]...)
		}
		i += size
	}
	return string(bytes.Trim(clean, " "))
}

// countHex returns how many lower-case hexadecimal digits text starts with.
func countHex(text []byte) int {
	for i, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return i
		}
	}
	return len(text)
}
