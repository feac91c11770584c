// Package scan has the scanners that read one line's text and answer a small
// question about it: what it starts with, how it is indented, whether it names
// a place or a time, of which template it is. None of them allocates, keeps
// anything, or looks at a byte more than a few times. All may be called
// concurrently.
package scan

// HasPrefix tells whether text starts with prefix.
func HasPrefix(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}

// HasSuffix tells whether text ends with suffix.
func HasSuffix(text []byte, suffix string) bool {
	return len(text) >= len(suffix) && string(text[len(text)-len(suffix):]) == suffix
}

// HasAnyPrefix tells whether text starts with one of the prefixes.
func HasAnyPrefix(text []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if HasPrefix(text, p) {
			return true
		}
	}
	return false
}

// Indent returns the width in columns of the blanks that text starts
// with (a tab goes to the next multiple of 8) and how many bytes they are.
// A line of nothing but blanks has all of them as its indentation.
func Indent(text []byte) (width, n int) {
	for n < len(text) {
		switch text[n] {
		case ' ':
			width++
		case '\t':
			width += 8 - width%8
		default:
			return width, n
		}
		n++
	}
	return width, n
}

// noBreakBlank is the blank that pyright and its like mix into indentations.
const noBreakBlank = "\u00a0"

// Indentation is Indent with no-break blanks among the blanks.
func Indentation(text []byte) (width, n int) {
	width, n = Indent(text)
	for HasPrefix(text[n:], noBreakBlank) {
		n += len(noBreakBlank)
		more, m := Indent(text[n:])
		width += 1 + more
		n += m
	}
	return width, n
}

// Trim returns text without the blanks around it.
func Trim(text []byte) []byte {
	start, end := 0, len(text)
	for start < end && IsBlank(text[start]) {
		start++
	}
	for end > start && IsBlank(text[end-1]) {
		end--
	}
	return text[start:end]
}

// IsBlank tells whether c is a blank, a tab or a carriage return.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Blank tells whether text has nothing but blanks.
func Blank(text []byte) bool { return len(Trim(text)) == 0 }

// Run returns how many bytes c text starts with.
func Run(text []byte, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// Digits returns how many decimal Digits text starts with.
func Digits(text []byte) int {
	n := 0
	for n < len(text) && IsDigit(text[n]) {
		n++
	}
	return n
}

// IsDigit tells whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsLetter tells whether c is an ASCII letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsLower tells whether c is an ASCII letter in lower case.
func IsLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsUpper tells whether c is an ASCII letter in upper case.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// IsHex tells whether c is a hexadecimal digit.
func IsHex(c byte) bool { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// Hex returns how many hexadecimal digits text starts with.
func Hex(text []byte) int {
	n := 0
	for n < len(text) && IsHex(text[n]) {
		n++
	}
	return n
}

// UUID returns the length of a UUID that the text begins with, as RFC 9562 writes it:
// 01234567-89ab-cdef-0123-456789abcdef; 0 if there is none.
func UUID(text []byte) int {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(text) < len(form) || text[8] != '-' {
		return 0
	}
	for i := range len(form) {
		if form[i] == '-' && text[i] != '-' || form[i] == 'x' && !IsHex(text[i]) {
			return 0
		}
	}
	return len(form)
}

// IsNumber tells whether text is digits alone.
func IsNumber(text []byte) bool { return len(text) > 0 && Digits(text) == len(text) }

// IsWord tells whether text has nothing but letters, digits and underscores.
func IsWord(text []byte) bool {
	for _, c := range text {
		if !IsWordByte(c) {
			return false
		}
	}
	return true
}

// IsWordByte tells whether c is an ASCII letter, a digit or an underscore.
func IsWordByte(c byte) bool { return IsLetter(c) || IsDigit(c) || c == '_' }

// Lower returns c in lower case if it is an ASCII letter.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// FoldPrefix tells whether text starts with word in any ASCII case.
// word is in lower case.
func FoldPrefix(text []byte, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := 0; i < len(word); i++ {
		if Lower(text[i]) != word[i] {
			return false
		}
	}
	return true
}

// FoldIndex returns the first place of part, which is in lower case, in text in any
// ASCII case; -1 if there is none.
func FoldIndex(text []byte, part string) int {
	for i := 0; i+len(part) <= len(text); i++ {
		if Lower(text[i]) == part[0] && FoldPrefix(text[i:], part) {
			return i
		}
	}
	return -1
}

// WordAt tells whether word, in lower case, stands at text[i:] in any ASCII
// case with no letter, digit or underscore on either side of it. A side on
// which the word itself has none of those ("error:") is not looked at.
func WordAt(text []byte, i int, word string) bool {
	if !FoldPrefix(text[i:], word) {
		return false
	}
	if i > 0 && IsWordByte(text[i-1]) && IsWordByte(word[0]) {
		return false
	}
	end := i + len(word)
	return end == len(text) || !IsWordByte(text[end]) || !IsWordByte(word[len(word)-1])
}

// FindWord returns the first place of word in text as WordAt sees it, or -1.
func FindWord(text []byte, word string) int {
	for i := 0; i+len(word) <= len(text); i++ {
		if Lower(text[i]) == word[0] && WordAt(text, i, word) {
			return i
		}
	}
	return -1
}
