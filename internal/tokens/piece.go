package tokens

import "unicode/utf8"

// kind is what a piece of text is. A vocabulary is applied to such pieces
// one by one, so a cost for each kind and length is nearly all there is to
// know without it.
type kind uint8

// The kinds. A word may have one blank or sign in front of it, which costs
// nothing of its own where the vocabulary has the two as one.
const (
	lower      kind = iota // word
	lowerBlank             // " word"
	lowerSign              // ".word"
	title                  // Word, HTTPServer; the second piece of someWord
	titleBlank
	titleSign
	upper // WORD
	upperBlank
	upperSign
	signs // ::, ");", also with a blank in front
	digits
	sameSigns  // -----
	sameLines  // ─────, also of dashes and of …
	sameOther  // any other sign beyond ASCII again and again
	blanks     // blanks but the one that belongs to what follows
	lineEnd    // line ends, and blanks before the last of them
	letterNear // characters of Latin, Greek and Cyrillic beyond ASCII
	letterFar  // of any other script
	ideograph
	signNear // a run of punctuation, arrows, lines of boxes
	signRare // one of any other sign
	signFar  // pictures
	signOdd  // rare arrows and brackets, those of the marker among them
	control  // control characters, and bytes that are no UTF-8
	kinds
)

// class is what a byte is to the scanner.
type class uint8

const (
	classSign class = iota
	classLower
	classUpper
	classDigit
	classBlank
	classLine
	classControl
	classWide // the start of a character beyond ASCII
)

var classes = makeClasses()

// led are the kinds of words before which something of a class stands.
var led = [...]kind{classBlank: lowerBlank, classSign: lowerSign, classWide: lower}

func makeClasses() (t [256]class) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = classLower
		case c >= 'A' && c <= 'Z':
			t[c] = classUpper
		case c >= '0' && c <= '9':
			t[c] = classDigit
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			t[c] = classBlank
		case c == '\n' || c == '\r':
			t[c] = classLine
		case c < ' ' || c == 0x7f:
			t[c] = classControl
		case c >= utf8.RuneSelf:
			t[c] = classWide
		}
	}
	return t
}

// next returns the kind of the piece that text starts with, which is not
// empty, how many bytes it has, and the number by which it costs: letters,
// digits, signs or blanks in it. It cuts ASCII as the o200k vocabulary's own
// pattern does.
func next(text []byte) (k kind, n, size int) {
	first, from := classes[text[0]], 0
	letter := first
	if k = led[first]; k != lower && len(text) > 1 { // a blank or a sign before a word is of it
		letter, from = classes[text[1]], 1
	}
	if letter == classLower || letter == classUpper {
		small := run(text, from, classUpper) // behind the capitals
		n = run(text, small, classLower)
		switch {
		case n == small:
			k += upper
		case small > from:
			k += title
		}
		return k, n, n - from
	}
	switch first {
	case classDigit:
		n = run(text, 0, classDigit)
		return digits, n, n
	case classBlank:
		return blankPiece(text)
	case classLine:
		n = run(text, 0, classLine)
		return lineEnd, n, n
	case classSign:
		return signPiece(text, 0)
	case classWide:
		return widePiece(text)
	}
	return control, 1, 1
}

// run returns the end of the run of a class that starts at i.
func run(text []byte, i int, c class) int {
	for i < len(text) && classes[text[i]] == c {
		i++
	}
	return i
}

// blankPiece returns the piece that a blank begins behind which no letter stands. The
// last blank of a run belongs to the word or signs behind it.
func blankPiece(text []byte) (k kind, n, size int) {
	n = run(text, 0, classBlank)
	if n == len(text) {
		return blanks, n, n
	}
	switch c := classes[text[n]]; {
	case c == classLine:
		end := run(text, n, classLine)
		return lineEnd, end, end - n
	case n > 1 && c != classControl:
		return blanks, n - 1, n - 1
	case c == classSign && text[0] == ' ':
		return signPiece(text, 1)
	case c == classWide && text[0] == ' ':
		k, n, size = widePiece(text[1:])
		return k, n + 1, size
	}
	return blanks, n, n
}

// signPiece returns the piece of signs that starts at i, after a blank or
// not. Line ends right behind it belong to it.
func signPiece(text []byte, i int) (k kind, n, size int) {
	n = run(text, i, classSign)
	k, size = signs, n-i
	if size > 3 && text[i] == text[i+1] && text[i] == text[i+size/2] && text[i] == text[n-1] {
		k = sameSigns
	}
	for end := min(n+2, len(text)); n < end && classes[text[n]] == classLine; {
		n++
	}
	return k, n, size
}

// widePiece returns the character beyond ASCII that text starts with, or the
// run of signs.
func widePiece(text []byte) (k kind, n, size int) {
	k, n = wide(text)
	size = 1
	if k != signNear {
		return k, n, 1
	}
	same := true
	for first := n; n < len(text) && classes[text[n]] == classWide; size++ {
		more, m := wide(text[n:])
		if more != k {
			break
		}
		same = same && string(text[n:n+m]) == string(text[:first])
		n += m
	}
	if same && size > 3 {
		k = sameWide(text)
	}
	return k, n, size
}

// sameWide returns the kind of a run of the sign that text starts with.
func sameWide(text []byte) kind {
	r, _ := utf8.DecodeRune(text)
	if r >= 0x2500 && r < 0x2580 || r == '—' || r == '…' {
		return sameLines
	}
	return sameOther
}

// wide returns the kind of the character beyond ASCII that text starts with
// and its length.
func wide(text []byte) (kind, int) {
	r, n := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && n == 1:
		return control, 1
	case r < 0xc0, r >= 0x2000 && r < 0x2200, r >= 0x2500 && r < 0x2600:
		return signNear, n
	case r < 0x530:
		return letterNear, n
	case r >= 0x2300 && r < 0x2400, r >= 0x27c0 && r < 0x2c00:
		return signOdd, n
	case r >= 0x2200 && r < 0x27c0, r >= 0x3000 && r < 0x3040, r >= 0xfe00 && r < 0x10000:
		return signRare, n
	case r >= 0x3040 && r < 0xa000, r >= 0xac00 && r < 0xd800:
		return ideograph, n
	case r >= 0x10000:
		return signFar, n
	}
	return letterFar, n
}
