package terminal

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// AppendVisible appends the text with all in it written out that a terminal
// would act on or not show: control characters as ^[, others such as marks
// that change the direction as <U+202E>, bytes that are no text as <FF>. Tabs
// and line ends stay.
func AppendVisible(dst, text []byte) []byte {
	for len(text) > 0 {
		n := plain(text)
		dst, text = append(dst, text[:n]...), text[n:]
		if len(text) == 0 {
			break
		}
		r, size := utf8.DecodeRune(text)
		dst = appendWritten(dst, r, text[:size])
		text = text[size:]
	}
	return dst
}

// plain returns the length of what may stand as it is at the start of a text.
func plain(text []byte) int {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			return i
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 || !unicode.IsPrint(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// appendWritten appends a rune written out. raw is its bytes.
func appendWritten(dst []byte, r rune, raw []byte) []byte {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Appendf(dst, "<%02X>", raw[0])
	case r < ' ' || r == 0x7f:
		return append(dst, '^', byte(r)^0x40)
	}
	return fmt.Appendf(dst, "<U+%04X>", r)
}
