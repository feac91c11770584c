package digest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine returns text on one line that is safe in a digest: runs of blanks,
// line ends and control characters are one blank, and the brackets of markers are
// others, since a marker that was copied here would stand for something else.
func oneLine(text string) string {
	var b strings.Builder
	b.Grow(min(len(text), 1<<10))
	blank := false
	for _, r := range text {
		switch {
		case r == '⟦':
			r = '['
		case r == '⟧':
			r = ']'
		case unicode.IsSpace(r) || unicode.IsControl(r) || isInvisible(r):
			blank = b.Len() > 0
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isInvisible tells whether a rune changes how others are shown and is not seen
// itself: signs for the direction of text, and what is no character.
func isInvisible(r rune) bool {
	return 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0xfeff
}

// extract returns the first bytes of text, at most so many, on one line.
func extract(text string, most int) string {
	const blanks = 4 // times as much is looked at, since blanks are dropped
	if len(text) > most*blanks {
		cut := most * blanks
		for cut > 0 && !utf8.RuneStart(text[cut]) { // what is no text may have none
			cut--
		}
		text = text[:cut] + ellipsis
	}
	return clip(oneLine(text), most)
}

const ellipsis = "…"

// clip cuts text to at most so many bytes, at a blank if there is one near.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most - len(ellipsis)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	if i := strings.LastIndexByte(text[:end], ' '); i > end*3/4 {
		end = i
	}
	return text[:end] + ellipsis
}
