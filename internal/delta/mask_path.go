package delta

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// temporary tells whether the slash at i ends the name of a folder for
// temporary files, and which part of the next name was made up for the run.
func temporary(line []byte, i int) (from, n int) {
	if !endsInTemporary(line[:i]) {
		return i, 0
	}
	end := i + 1
	for end < len(line) && isName(line[end]) {
		end++
	}
	name := line[i+1 : end]
	if bytes.HasPrefix(name, []byte("pytest-of-")) && fits(line[end:], "/pytest-0") {
		end += len("/pytest-")
		return end, scan.Digits(line[end:])
	}
	from, n = madeUp(name)
	return i + 1 + from, n
}

func endsInTemporary(before []byte) bool {
	for _, folder := range [...]string{"/tmp", "/T", `\Temp`, `\TEMP`} {
		if bytes.HasSuffix(before, []byte(folder)) {
			return true
		}
	}
	return false
}

func isName(c byte) bool { return isWord(c) || c == '-' || c == '.' }

// madeUp returns which part of a name is no word: the rest of tmp…, four
// digits or more, six characters or more at the end that mix cases or digits
// behind a sign.
func madeUp(name []byte) (from, n int) {
	const fewest = 6
	if len(name) >= len("tmp")+fewest && bytes.HasPrefix(name, []byte("tmp")) {
		return 3, wordSize(name[3:])
	}
	if i := bytes.LastIndexAny(name, "-._"); i >= 0 || len(name) >= 2*fewest {
		if last := name[i+1:]; len(last) >= fewest && mixed(last) {
			return i + 1, len(last)
		}
	}
	for i := 0; i < len(name); i++ {
		if d := scan.Digits(name[i:]); d >= 4 {
			return i, d
		} else if d > 0 {
			i += d
		}
	}
	return 0, 0
}

// wordSize returns the length of a generated suffix: letters, digits and the
// underscore, with a dot before them or without.
func wordSize(text []byte) int {
	n := 0
	if len(text) > 0 && text[0] == '.' {
		n = 1
	}
	for n < len(text) && isWord(text[n]) {
		n++
	}
	return n
}

// mixed tells whether the text mixes digits with letters, or cases as no
// word does.
func mixed(text []byte) bool {
	digit, upper, lower := false, 0, 0
	for _, c := range text {
		switch {
		case scan.IsDigit(c):
			digit = true
		case 'A' <= c && c <= 'Z':
			upper++
		default:
			lower++
		}
	}
	return digit && upper+lower > 0 || upper > 1 && lower > 0
}
