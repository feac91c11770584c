package scan

import (
	"encoding/binary"
)

// A template is a line with its variable parts masked: numbers, hexadecimal
// digits, addresses, times. Lines of one template were printed by one
// statement of a program, so one of them speaks for all.

// The classes of bytes that masking tells apart.
const (
	maskSign uint8 = iota
	maskBlank
	maskLetter
	maskHexLetter
	maskDigit
)

var maskClass = maskClasses()

func maskClasses() (class [256]uint8) {
	for c := range class {
		b := byte(c)
		switch {
		case IsDigit(b):
			class[c] = maskDigit
		case 'a' <= b|0x20 && b|0x20 <= 'f':
			class[c] = maskHexLetter
		case IsLetter(b) || b == '_' || b >= 0x80:
			class[c] = maskLetter
		case b == ' ' || b == '\t':
			class[c] = maskBlank
		}
	}
	return class
}

// A hash begins with Seed, and goes on with Mix.
const (
	Seed   = 14695981039346656037
	Prime  = 1099511628211
	Masked = 0x23 // '#', stands for what varies
)

// Mix adds v to the hash h.
func Mix(h, v uint64) uint64 {
	h = (h ^ v) * Prime
	return h ^ h>>29
}

// Template returns the hash of the text's template. Words with a digit,
// long hexadecimal ones, and runs of those joined by the signs of times,
// addresses and versions are all one variable; a run of blanks is one blank.
func Template(text []byte) uint64 {
	h := uint64(Seed)
	variable := false  // the last thing hashed was a variable
	joint := uint64(0) // a sign after it, hashed only if no variable follows
	for i := 0; i < len(text); {
		c := text[i]
		switch maskClass[c] {
		case maskBlank:
			for i < len(text) && maskClass[text[i]] == maskBlank {
				i++
			}
			h, variable, joint = Mix(h, joint<<8|' '), false, 0
			continue
		case maskSign:
			i++
			switch {
			case variable && joint == 0 && isJoint(c):
				joint = uint64(c)
			case c == '-' && !variable && minusOne(text[i:]):
				h, joint = Mix(h, joint<<8|'-'), 0 // what fails returns -1: another template than 1
			case (c == '-' || c == '+') && !variable && i < len(text) && IsDigit(text[i]):
				// the sign of a number
			default:
				h, variable, joint = Mix(h, joint<<8|uint64(c)), false, 0
			}
			continue
		}
		n, word, varies := maskWord(text[i:])
		i += n
		switch {
		case !varies:
			h, variable = Mix(h+joint, word), false
		case word != 0:
			h, variable = Mix(Mix(h+joint, word), Masked), true
		case !variable:
			h, variable = Mix(h, Masked), true
		}
		joint = 0
	}
	return Mix(h, joint)
}

// minusOne tells whether text, what stands behind a minus, is a 1 alone.
func minusOne(text []byte) bool {
	return len(text) > 0 && text[0] == '1' && (len(text) == 1 || maskClass[text[1]] == maskBlank)
}

// isJoint tells whether c joins the parts of a time, an address, a version.
func isJoint(c byte) bool {
	return c == '.' || c == ':' || c == '-' || c == '/' || c == ',' || c == '+'
}

// maskWord returns the length of the word that text starts with and, of a
// constant word, its hash; of one that varies, the hash of the constant name
// that its number stands behind ("blk_123", "node7"), or 0.
func maskWord(text []byte) (n int, word uint64, varies bool) {
	classes := uint8(0) // a bit for each class that the word has
	digit := 0          // where its first digit is
	for n < len(text) && maskClass[text[n]] >= maskLetter {
		if classes |= 1 << maskClass[text[n]]; classes < 1<<maskDigit {
			digit++
		}
		n++
	}
	if digit == n {
		return n, Hash(text[:n]), classes == 1<<maskHexLetter && n >= 8
	}
	if Digits(text[digit:n]) < n-digit || isHexName(text[:digit]) {
		return n, 0, true
	}
	return n, Hash(text[:digit]), true
}

func isHexName(name []byte) bool {
	for _, c := range name {
		if maskClass[c] != maskHexLetter {
			return false
		}
	}
	return true
}

// Hash returns the hash of a text as it is, taking eight bytes at a time: the last eight
// again where it doesn't end with them.
func Hash(text []byte) uint64 {
	h := Seed ^ uint64(len(text))
	if len(text) < 8 {
		rest := uint64(0)
		for _, c := range text {
			rest = rest<<8 | uint64(c)
		}
		return Mix(h, rest)
	}
	last := binary.LittleEndian.Uint64(text[len(text)-8:])
	for len(text) > 8 {
		h = Mix(h, binary.LittleEndian.Uint64(text))
		text = text[8:]
	}
	return Mix(h, last)
}
