package jsonspan

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

func (v Value) escaped() bool { return v.doc.nodes[v.at].escaped }

// Is tells whether the value is a string of this text.
func (v Value) Is(text string) bool {
	if v.Kind() != String {
		return false
	}
	if raw := v.inside(); !v.escaped() {
		return string(raw) == text
	}
	return v.Str() == text
}

// Str returns the text of a string, "" if the value is none. Halves of
// surrogate pairs become U+FFFD.
func (v Value) Str() string {
	text, _ := v.AppendText(nil)
	return string(text)
}

// AppendText appends the text of a string to dst. It is not whole if the
// string holds a half of a surrogate pair, for which no UTF-8 stands.
func (v Value) AppendText(dst []byte) (text []byte, whole bool) {
	if v.Kind() != String {
		return dst, true
	}
	raw := v.inside()
	if !v.escaped() {
		return append(dst, raw...), true
	}
	return Unescape(dst, raw)
}

// inside returns the bytes between the quotes.
func (v Value) inside() []byte {
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

// Unescape appends the text that raw is, the inside of a JSON string, to dst.
// Escapes in it must be valid. It is not whole if raw holds a half of a
// surrogate pair, which becomes U+FFFD.
func Unescape(dst, raw []byte) (text []byte, whole bool) {
	dst, whole = slices.Grow(dst, len(raw)), true
	for len(raw) > 0 {
		n := plain(raw)
		dst, raw = append(dst, raw[:n]...), raw[n:]
		if len(raw) < 2 || raw[0] != '\\' { // the end, or what is no inside of a string
			dst = append(dst, raw...)
			break
		}
		if raw[1] != 'u' {
			dst, raw = append(dst, unescaped(raw[1])), raw[2:]
			continue
		}
		r, size := codePoint(raw)
		if r == utf8.RuneError && size == 6 && hex4(raw[2:6]) != utf8.RuneError {
			whole = false
		}
		dst, raw = utf8.AppendRune(dst, r), raw[size:]
	}
	return dst, whole
}

// EscapeSize returns the length of the escape that raw, the inside of a JSON string, begins
// with; that of both halves of a surrogate pair. Escapes in it must be valid.
func EscapeSize(raw []byte) int {
	if len(raw) < 2 || raw[1] != 'u' {
		return min(2, len(raw))
	}
	_, size := codePoint(raw)
	return size
}

func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// codePoint reads a \u escape, or the two of a surrogate pair.
func codePoint(raw []byte) (r rune, size int) {
	r = hex4(raw[2:6])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(raw[8:12])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(digits []byte) rune {
	r := rune(0)
	for _, c := range digits {
		d, _ := hexDigit(c)
		r = r<<4 | rune(d)
	}
	return r
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// AppendString appends text as a JSON string, quotes included. Only what must
// be escaped is: quotes, backslashes and control characters. What is no UTF-8
// becomes U+FFFD, one for each byte.
func AppendString(dst, text []byte) []byte {
	if validUTF8(text) < len(text) {
		text = []byte(string([]rune(string(text))))
	}
	dst = append(slices.Grow(dst, len(text)+len(text)/16+2), '"')
	for len(text) > 0 {
		n := plain(text)
		dst, text = append(dst, text[:n]...), text[n:]
		if len(text) > 0 {
			dst, text = appendEscape(dst, text[0]), text[1:]
		}
	}
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch c {
	case '\n':
		return append(dst, '\\', 'n')
	case '\t':
		return append(dst, '\\', 't')
	case '\r':
		return append(dst, '\\', 'r')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '"', '\\':
		return append(dst, '\\', c)
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}
