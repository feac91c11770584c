package delta

import (
	"bytes"
	"strings"

	"elide.example/elide/internal/scan"
)

// stampAt returns the length of the timestamp at i: a date with a time, in
// any place; a time alone, or seconds since some start, only at the head of
// the line, since elsewhere it may be a value.
func stampAt(line []byte, i int) int {
	text := line[i:]
	if n := date(text); n > 0 {
		return withTime(text, n)
	}
	if !atHead(line[:i]) {
		return 0
	}
	if n := clock(text); n > 0 {
		return n + zone(text[n:])
	}
	return sinceStart(line, i)
}

// atHead tells whether nothing but signs, numbers and a level stands before.
func atHead(before []byte) bool {
	if len(before) > 24 {
		return false
	}
	for _, c := range before {
		if 'a' <= c && c <= 'z' || c >= 0x80 || c == '"' || c == '=' {
			return false
		}
	}
	return true
}

// isValue tells whether the time at i may be a value that the line speaks of:
// it stands neither at its head nor behind a name that says when the line was
// printed.
func isValue(line []byte, i int) bool {
	if atHead(line[:i]) {
		return false
	}
	switch wordBefore(line[:i]) {
	case "ts", "time", "timestamp", "date":
		return line[0] != '{'
	}
	return true
}

// date returns the length of a date: 2006-01-02, 2006/01/02, 02/Jan/2006,
// 01-02 as Android's log has it.
func date(text []byte) int {
	switch {
	case fits(text, "0000-00-00"), fits(text, "0000/00/00"):
		return 10
	case fits(text, "00/Aaa/0000"):
		return 11
	case fits(text, "00-00 00:00:00."):
		return 5
	case fits(text, "000000 000000 "): // as Hadoop has it
		return 6
	}
	return 0
}

// withTime returns the length of the date of n bytes and the time behind it,
// 0 if there is none.
func withTime(text []byte, n int) int {
	rest := text[n:]
	if len(rest) == 0 || !strings.ContainsRune(" T_:", rune(rest[0])) {
		return 0
	}
	if n == 6 {
		return 13
	}
	size := clock(rest[1:])
	if size == 0 && fits(rest[1:], "00:00") && (len(rest) == 6 || !isWord(rest[6])) {
		size = 5
	}
	if size == 0 {
		return 0
	}
	n += 1 + size
	return n + zone(text[n:])
}

// clock returns the length of 15:04:05 with or without a fraction.
func clock(text []byte) int {
	if !fits(text, "00:00:00") || text[0] > '2' || text[3] > '5' || text[6] > '6' {
		return 0
	}
	n := 8 + fraction(text[8:])
	if n < len(text) && (scan.IsDigit(text[n]) || text[n] == ':') {
		return 0
	}
	return n
}

func fraction(text []byte) int {
	if len(text) < 2 || text[0] != '.' && text[0] != ',' {
		return 0
	}
	if n := scan.Digits(text[1:]); n > 0 {
		return n + 1
	}
	return 0
}

// zone returns the length of a time zone behind a time.
func zone(text []byte) int {
	for _, form := range [...]string{"Z", "+00:00", "-00:00", " +0000", " -0000", "+0000", "-0000"} {
		if fits(text, form) {
			return len(form)
		}
	}
	for _, name := range [...]string{" UTC", " GMT"} {
		if bytes.HasPrefix(text, []byte(name)) {
			return len(name)
		}
	}
	return 0
}

// sinceStart returns the length of seconds since the epoch, or since the boot
// or the build began: [   12.345678] and #5 0.123 at the head of a line.
func sinceStart(line []byte, i int) int {
	text := line[i:]
	n := scan.Digits(text)
	whole := n + fraction(text[n:])
	switch before := bytes.TrimRight(line[:i], " "); {
	case text[0] == '1' && (n == 10 || n == 13 || n == 16 || n == 19) && ends(text, whole):
		return whole
	case string(before) == "[" && whole == n+7 && whole < len(text) && text[whole] == ']':
		return whole
	case len(before) > 1 && before[0] == '#' && scan.Digits(before[1:]) == len(before)-1 && whole > n && ends(text, whole):
		return whole
	}
	return 0
}

// epoch returns the length of seconds since 1970, or of parts of them, behind
// a word that says so: "ts":1767323045.123.
func epoch(line []byte, i int, word string) int {
	switch word {
	case "ts", "time", "timestamp", "epoch":
	default:
		return 0
	}
	n := scan.Digits(line[i:])
	if line[i] != '1' || n != 10 && n != 13 && n != 16 && n != 19 {
		return 0
	}
	n += fraction(line[i+n:])
	if !ends(line[i:], n) {
		return 0
	}
	return n
}

func ends(text []byte, n int) bool { return n == len(text) || !isWord(text[n]) && text[n] != '.' }

// klogStamp returns the length of I0102 15:04:05.000000   1234, with which a
// line starts: level, time and thread.
func klogStamp(line []byte) int {
	if bytes.IndexByte([]byte("IWEF"), line[0]) < 0 || !fits(line[1:], "0000 00:00:00.000000 ") {
		return 0
	}
	n := len("I0102 15:04:05.000000")
	rest := bytes.TrimLeft(line[n:], " ")
	n = len(line) - len(rest)
	return n + scan.Digits(rest)
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// monthStamp returns the length of Jan  2 15:04:05 and of the year and the
// zone behind it.
func monthStamp(text []byte) int {
	if len(text) < 15 || strings.Index(months, string(text[:3]))%3 != 0 || text[3] != ' ' {
		return 0
	}
	rest := bytes.TrimLeft(text[3:], " ")
	day := scan.Digits(rest)
	if day == 0 || day > 2 || len(rest) == day || rest[day] != ' ' {
		return 0
	}
	rest = rest[day+1:]
	n := clock(rest)
	if n == 0 {
		return 0
	}
	n += zone(rest[n:])
	if fits(rest[n:], " 0000") && ends(rest[n:], 5) {
		n += 5
	}
	return len(text) - len(rest) + n
}

// fits tells whether text starts as the form says: 0 is any digit, A an upper
// case letter, a a lower case one, anything else itself.
func fits(text []byte, form string) bool {
	if len(text) < len(form) {
		return false
	}
	for i := range len(form) {
		c := text[i]
		switch form[i] {
		case '0':
			if !scan.IsDigit(c) {
				return false
			}
		case 'A':
			if c < 'A' || c > 'Z' {
				return false
			}
		case 'a':
			if c < 'a' || c > 'z' {
				return false
			}
		default:
			if c != form[i] {
				return false
			}
		}
	}
	return true
}
