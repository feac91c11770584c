package line

import (
	"bytes"
	"unicode"

	"elide.example/elide/internal/scan"
)

// ValueMost bounds the bytes of a value: longer lines tell a story.
const ValueMost = 160

// valueWords is how many words a value has at most: a date of the system's has six,
// the line in which a program says its version seldom more.
const valueWords = 6

// amountWords is how many words a count has at most that begins with its number.
const amountWords = 8

// Value tells whether the line, of the kind given, may be all that a command answered:
// a name, a path, a hash, a number, a version, a date, a setting or a record of JSON.
func Value(text []byte, k Kind) bool {
	if len(text) == 0 || len(text) > ValueMost {
		return false
	}
	switch k {
	case Perms, JSONRecord, Stat, Match:
		return true
	case Other, Path, Setting, Record, Columns, Sentence:
	default:
		return false
	}
	t := scan.Trim(text)
	if len(t) == 0 {
		return false
	}
	var held [amountWords][]byte
	words, all := wordsOf(held[:0], t)
	if !all {
		return false
	}
	indent := bytes.IndexByte(text, t[0])
	switch {
	case k == Path && (indent == 0 && oneline(t) || indent < 2 && shortStatus(t)):
		return true
	case indent > 0 && !amount(words[0]):
		return false
	}
	switch {
	case len(words) == 1:
		return plainWord(t) && (len(t) > 1 || scan.IsDigit(t[0])) // a letter alone is a margin
	case len(words) > 2 && scan.IsNumber(words[0]):
		_, outcomes, mistakes := Counts(t)
		return outcomes == 0 && mistakes == 0
	case len(words) > valueWords:
		return false
	case len(words) == 2 && areNames(words[:1]) && bytes.ContainsAny(words[1], "./0123456789") && plainWord(words[1]):
		return true
	case len(words) == 2 && amount(words[0]) && plainWord(words[1]):
		return true
	case len(words) <= 3 && scan.IsNumber(words[len(words)-1]):
		return len(words[0]) > 1 && areNames(words[:len(words)-1])
	}
	return dated(words) || len(words[0]) > 1 && areNames(words[:1]) && (version(words[1]) || len(words) > 2 && version(words[2]) && areNames(words[1:2]))
}

// wordsOf returns the words of the text in words, as many as it has room for, and whether
// these are all. It makes nothing: each line of a block is asked.
func wordsOf(words [][]byte, t []byte) ([][]byte, bool) {
	for i := 0; i < len(t); {
		from := i
		for i < len(t) && t[i] != ' ' && t[i] != '\t' {
			i++
		}
		if len(words) == cap(words) {
			return words, false
		}
		words = append(words, t[from:i])
		for i < len(t) && (t[i] == ' ' || t[i] == '\t') {
			i++
		}
	}
	return words, true
}

// plainWord tells whether the text, without a blank, is a value and no piece of code,
// nor the dots of a run's progress.
func plainWord(t []byte) bool {
	if encoded(t) {
		return false
	}
	some := false
	for i, c := range t {
		switch {
		case scan.IsLetter(c) || scan.IsDigit(c) || c >= 0x80:
			some = true
		case c == '.' && i > 0 && t[i-1] == '.' && (i+1 == len(t) || t[i+1] != '/') || !in("._:/@%+=~-?&#,", c):
			return false
		}
	}
	return some && !in(":,=-", t[len(t)-1])
}

// encodedLeast is how many bytes a word has at least that is taken for data.
const encodedLeast = 32

// encoded tells whether the word is a line of data in letters and digits, no name.
func encoded(w []byte) bool {
	if len(w) < encodedLeast || scan.Hex(w) == len(w) || bytes.ContainsAny(w, ".:-_") {
		return false
	}
	return bytes.IndexFunc(w, unicode.IsUpper) >= 0 && bytes.IndexFunc(w, unicode.IsLower) >= 0
}

// amount tells whether the word is a number, with a unit or without one.
func amount(w []byte) bool {
	return scan.IsDigit(w[0]) && len(w) <= 12 && len(bytes.TrimRight(w, "0123456789.,KMGTiB")) == 0
}

// areNames tells whether the words are names, perhaps with a colon behind the last.
func areNames(words [][]byte) bool {
	for i, w := range words {
		if i == len(words)-1 {
			w = bytes.TrimRight(w, ":=")
		}
		if len(w) == 0 || !scan.IsWord(w) || scan.IsDigit(w[0]) {
			return false
		}
	}
	return true
}

// version tells whether the word is a version, perhaps behind a few letters: "3.12.7",
// "v22.11.0", "go1.23.3".
func version(w []byte) bool {
	n := 0
	for n < len(w) && n < 3 && scan.IsLower(w[n]) {
		n++
	}
	w = w[n:]
	dot := scan.Digits(w)
	return dot > 0 && dot+1 < len(w) && w[dot] == '.' && scan.IsDigit(w[dot+1]) && bytes.IndexByte(w, ':') < 0
}

// dated tells whether the words are a date with its clock.
func dated(words [][]byte) bool {
	clock, year := false, false
	for _, w := range words {
		clock = clock || scan.ClockAt(w)
		year = year || len(w) == 4 && scan.IsNumber(w) && (w[0] == '1' || w[0] == '2')
	}
	return clock && year && len(words) >= 5
}
