package cachehint

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/scan"
)

// Kind is a kind of value that is likely to be another one in the next
// conversation, or in the next request.
type Kind uint8

// The kinds.
const (
	UUID Kind = iota
	DateTime
	JWT
	LongHex // 32 hexadecimal digits or more
	kinds
)

// String returns what a value of the kind is called.
func (k Kind) String() string {
	return [kinds]string{"a UUID", "a date-time", "a JSON web token", "a long hexadecimal number"}[k]
}

// Warning says where in the system prompt a value of a kind stands first. It
// doesn't hold the value, which may be a secret.
type Warning struct {
	Kind   Kind
	Text   int // which text of the system prompt, from 1
	Line   int // of that text, from 1
	Offset int // in the bytes of that text
}

// String returns the warning as a line for the user.
func (w Warning) String() string {
	return fmt.Sprintf("the system prompt holds %s (text %d, line %d, offset %d): if it changes, no prompt cache behind it is hit",
		w.Kind, w.Text, w.Line, w.Offset)
}

// warnings returns the first value of each kind.
func warnings(system []jsonspan.Value) []Warning {
	var found []Warning
	var seen [kinds]bool
	var text []byte
	for i, v := range system {
		text, _ = v.AppendText(slices.Grow(text[:0], len(v.Raw())))
		for at := nextWord(text, 0); at < len(text); {
			word := wordLen(text[at:])
			kind, n := volatile(text[at:], word)
			if n > 0 && !seen[kind] {
				seen[kind] = true
				line := 1 + bytes.Count(text[:at], []byte{'\n'})
				found = append(found, Warning{kind, i + 1, line, at})
			}
			at = nextWord(text, at+max(n, word))
		}
	}
	return found
}

// nextWord returns where the next word starts, at this place or behind it. A
// word is a run of letters and digits of ASCII.
func nextWord(text []byte, at int) int {
	for at < len(text) && !isWord(text[at]) {
		at++
	}
	return at
}

func wordLen(text []byte) int {
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	return n
}

func isWord(c byte) bool { return scan.IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// volatile tells which kind of value stands at the front of text, which is a
// word of that length, and how long the value is: 0 if there is none. Most
// words are not of a length with which one begins.
func volatile(text []byte, word int) (Kind, int) {
	kind, n := LongHex, 0
	switch {
	case word == len("hhhhhhhh"):
		kind, n = UUID, uuid(text)
	case word == len("9999"), len("99999999T9999") <= word && word < minHex:
		kind, n = DateTime, dateTime(text)
	case word >= minHex:
		if n = longHex(text[:word]); n == 0 {
			kind, n = DateTime, dateTime(text)
		}
	}
	if n == 0 && text[0] == 'e' {
		return JWT, jwt(text)
	}
	return kind, n
}

// match returns the length of pattern if text begins like it, else 0: 9 is a digit, _
// what stands between a date and a time, and the rest stands for itself.
func match(text []byte, pattern string) int {
	if len(text) < len(pattern) {
		return 0
	}
	for i, c := range []byte(pattern) {
		got := text[i]
		ok := got == c
		switch c {
		case '9':
			ok = scan.IsDigit(got)
		case '_':
			ok = got == 'T' || got == 't' || got == ' '
		}
		if !ok {
			return 0
		}
	}
	return len(pattern)
}

// ends tells whether no word goes on at a place.
func ends(text []byte, at int) bool { return at >= len(text) || !isWord(text[at]) }

func uuid(text []byte) int {
	n := scan.UUID(text)
	if !ends(text, n) {
		return 0
	}
	return n
}

// dateTime is up to the minutes. What is a date alone is none: it changes once
// a day, and agents have good reason to name it.
func dateTime(text []byte) int {
	n := match(text, "9999-99-99_99:99")
	month, day, hours := 5, 8, 11
	if n == 0 {
		n = match(text, "99999999T9999")
		month, day, hours = 4, 6, 9
	}
	if n == 0 || !within(text[month:], 1, 12) || !within(text[day:], 1, 31) || !within(text[hours:], 0, 24) {
		return 0
	}
	return n
}

// within tells whether a number of two digits is in a range.
func within(text []byte, low, high byte) bool {
	n := (text[0]-'0')*10 + text[1] - '0'
	return low <= n && n <= high
}

// maxHeader is how long the first part of a token may be, so that each byte of
// a text is looked at few times.
const maxHeader = 1024

// jwt is a header and a body, both JSON objects in base64, and a signature.
func jwt(text []byte) int {
	const brace = "eyJ" // how {" begins
	header := base64Len(text[:min(len(text), maxHeader)])
	if match(text, brace) == 0 || header+1 >= len(text) || text[header] != '.' || !isObject(text[:header]) {
		return 0
	}
	body := text[header+1:]
	end := base64Len(body)
	if match(body, brace) == 0 || end >= len(body) || body[end] != '.' {
		return 0
	}
	return header + 1 + end + 1 + base64Len(body[end+1:])
}

func base64Len(text []byte) int {
	n := 0
	for n < len(text) && (isWord(text[n]) || text[n] == '-' || text[n] == '_') {
		n++
	}
	return n
}

func isObject(encoded []byte) bool {
	text, err := base64.RawURLEncoding.AppendDecode(nil, encoded)
	return err == nil && json.Valid(text)
}

// minHex is how many digits are a long number.
const minHex = 32

// longHex is of a whole word, with 0x in front or not. Of letters alone it is
// none: that is how people draw lines.
func longHex(word []byte) int {
	digits := word[max(match(word, "0x"), match(word, "0X")):]
	decimal := 0
	for _, c := range digits {
		if !scan.IsHex(c) {
			return 0
		}
		if scan.IsDigit(c) {
			decimal++
		}
	}
	if len(digits) < minHex || decimal == 0 {
		return 0
	}
	return len(word)
}
