package line

import "unicode/utf8"

// signs are the bytes that stand in a line, as far as a reader asks for them: most
// forms need one that most lines don't have, so that a line is walked once for all of
// them.
type signs uint32

const (
	digit signs = 1 << iota
	colon
	paren // an opening one
	equals
	slash // or a backslash
	bar
	dash
	plus
	blank
	sign // a byte beyond ASCII: the signs of results begin with one
)

var signOf = [256]signs{
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
	':': colon, '(': paren, '=': equals, '/': slash, '\\': slash, '|': bar, '-': dash, '+': plus, ' ': blank,
}

// signsOf returns the signs of a text.
func signsOf(t []byte) (s signs) {
	every := byte(0)
	for _, c := range t {
		s |= signOf[c]
		every |= c
	}
	if every >= utf8.RuneSelf {
		s |= sign
	}
	return s
}

// all has every sign: what a reader sees that passes nothing over.
const all = ^signs(0)

// has tells whether all of these stand in the line.
func (s signs) has(want signs) bool { return s&want == want }

// any tells whether one of them does.
func (s signs) any(want signs) bool { return s&want != 0 }
