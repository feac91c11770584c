package frame

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"elide.example/elide/internal/jsonspan"
)

// encoding appends a text as the inside of a JSON string. Of a text in parts
// it gives the parts' encodings, one after the other.
type encoding func(dst, text []byte) []byte

// asUTF8 escapes what must be: as JavaScript and Rust write JSON.
func asUTF8(dst, text []byte) []byte {
	n := len(dst)
	dst = jsonspan.AppendString(dst, text)
	copy(dst[n:], dst[n+1:])
	return dst[:len(dst)-len(`""`)]
}

// asASCII escapes all but ASCII too: as Python writes JSON.
func asASCII(dst, text []byte) []byte {
	for _, c := range asUTF8(nil, text) {
		if c >= utf8.RuneSelf {
			return escapeAll(dst, asUTF8(nil, text))
		}
	}
	return asUTF8(dst, text)
}

func escapeAll(dst, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
		} else if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			dst = appendUnit(appendUnit(dst, high), low)
		} else {
			dst = appendUnit(dst, r)
		}
		text = text[size:]
	}
	return dst
}

func appendUnit(dst []byte, unit rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[unit>>12&15], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// encodingOf returns the encoding in which text is inside, nil if it is none
// that is known.
func encodingOf(text, inside []byte) encoding {
	for _, encode := range [...]encoding{asUTF8, asASCII} {
		if bytes.Equal(encode(nil, text), inside) {
			return encode
		}
	}
	return nil
}
