package scan

import "unicode/utf8"

// Signs are the bytes that stand in a text, as far as a reader asks for them: most forms
// and most literals need one that most lines don't have, so that a line is walked once
// for all of them.
type Signs uint32

// The signs that readers ask for by name. Capitals have signs for the literals alone: of
// what tools say of a result nearly all is written in them.
const (
	SignDigit Signs = 1 << iota
	SignColon
	SignParen // an opening one
	SignEquals
	SignSlash // or a backslash
	SignBar
	SignDash
	SignPlus
	SignBlank
	SignWide  // a byte beyond ASCII: the signs of results begin with one
	SignTwice // the same punctuation twice in a row
	SignDot
	signLess
	signStar
	signBracket
	SignBlanks // two in a row
	signHash
	signQuote
	signA
	signD
	signE
	signF
	signI
	signK
	signL
	signO
	signP
	signR
	signS
	signT
	signU
	signCapital // any other
)

var signOf = [256]Signs{
	'0': SignDigit, '1': SignDigit, '2': SignDigit, '3': SignDigit, '4': SignDigit, '5': SignDigit, '6': SignDigit, '7': SignDigit, '8': SignDigit, '9': SignDigit,
	':': SignColon, '(': SignParen, '=': SignEquals, '/': SignSlash, '\\': SignSlash, '|': SignBar, '-': SignDash, '+': SignPlus, ' ': SignBlank,
	'.': SignDot, '<': signLess, '*': signStar, '[': signBracket, '#': signHash, '"': signQuote, '\'': signQuote, '`': signQuote,
	'A': signA, 'D': signD, 'E': signE, 'F': signF, 'I': signI, 'K': signK, 'L': signL, 'O': signO, 'P': signP, 'R': signR, 'S': signS, 'T': signT, 'U': signU,
	'B': signCapital, 'C': signCapital, 'G': signCapital, 'H': signCapital, 'J': signCapital, 'M': signCapital, 'N': signCapital, 'Q': signCapital, 'V': signCapital,
	'W': signCapital, 'X': signCapital, 'Y': signCapital, 'Z': signCapital,
}

// SignResult are those of which the results of tests that stand at the end of a line have
// one: a capital that they begin with, or dots.
const SignResult = SignTwice | signF | signP | signS | signCapital

// twice are the signs that have SignTwice.
const twice = SignDot | signLess | signStar | SignColon | SignDash | SignEquals | signHash

// SignsOf returns the signs of a text. Those of a part of it are among them.
func SignsOf(t []byte) (s Signs) {
	every, before, again := byte(0), Signs(0), Signs(0)
	for _, c := range t {
		sign := signOf[c]
		s |= sign
		again |= sign & before
		before = sign
		every |= c
	}
	if again&twice != 0 {
		s |= SignTwice
	}
	if again&SignBlank != 0 {
		s |= SignBlanks
	}
	if every >= utf8.RuneSelf {
		s |= SignWide
	}
	return s
}

// Has tells whether all of these stand in the text.
func (s Signs) Has(want Signs) bool { return s&want == want }

// Any tells whether one of them does.
func (s Signs) Any(want Signs) bool { return s&want != 0 }
