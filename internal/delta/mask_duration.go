package delta

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// durationAt returns the length of the duration at i, if it stands where
// tools print how long something took: in brackets, behind a word that says
// so, at the end of a line behind a gap. Elsewhere it may be a value.
// word is the one before.
func durationAt(line []byte, i int, word string) int {
	if i > 0 && (isWord(line[i-1]) || line[i-1] == '.' || line[i-1] == '-') {
		return 0
	}
	says := timeWord(word)
	n := duration(line[i:])
	switch {
	case n == 0:
		if says == namesNumber || says == namesTime && isClockOrFraction(line[i:]) {
			return plainNumber(line[i:])
		}
		if word == "in" {
			return twoNumbers(line[i:])
		}
		return 0
	case says != saysNothing, bracketed(line[:i]):
		return n
	case i+n == len(bytes.TrimRight(line, " \t")) && wideGap(line[:i]):
		return n
	case len(bytes.TrimLeft(line[:i], " ")) == 0 && i+n < len(line) && isBlank(line[i+n]) && bytes.IndexByte(line[i:i+n], '.') > 0:
		return n // 0.12s call tests/test_a.py
	}
	return 0
}

// duration returns the length of 0.03s, 12 ms, 1m 3.2s.
func duration(text []byte) int {
	n := 0
	for {
		rest := text[n:]
		if n > 0 && len(rest) > 1 && rest[0] == ' ' && scan.IsDigit(rest[1]) {
			rest = rest[1:]
		}
		d := scan.Digits(rest)
		if d == 0 {
			break
		}
		d += fraction(rest[d:])
		unit := timeUnit(rest[d:])
		if unit == 0 {
			break
		}
		n = len(text) - len(rest) + d + unit
	}
	if n < len(text) && (text[n] == '/' || isWord(text[n])) {
		return 0 // 12 ns/op
	}
	return n
}

// timeUnit returns the length of the unit of time that stands behind a
// number, with a blank before it or without.
func timeUnit(text []byte) int {
	from := 0
	if len(text) > 0 && text[0] == ' ' {
		from = 1
	}
	n := from
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	switch string(text[from:n]) {
	case "s", "ms", "ns", "us", "µs", "μs", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes",
		"hour", "hours", "milliseconds", "millis":
		return n
	case "m", "h":
		if from == 0 {
			return n
		}
	}
	return 0
}

// What the word before a number says of it.
const (
	saysNothing = iota
	saysTime    // a duration follows
	namesTime   // the same, and a fraction or a clock's reading is one
	namesNumber // any number is one
)

func timeWord(word string) int {
	switch word {
	case "in", "took", "after", "finished", "done", "user", "passed", "total":
		return saysTime
	case "time", "real", "sys":
		return namesTime
	case "elapsed", "duration", "duration_ms", "elapsed_ms", "elapsed_time", "time_ms", "durationms", "seconds":
		return namesNumber
	}
	return saysNothing
}

// isClockOrFraction tells whether the number could be a time without a unit:
// "Time: 00:01.234", "time 0.012".
func isClockOrFraction(text []byte) bool {
	n := scan.Digits(text)
	return fraction(text[n:]) > 1 && text[n] == '.' || fits(text[n:], ":00")
}

// plainNumber returns the length of a number, or of a time as a clock has it.
func plainNumber(text []byte) int {
	n := scan.Digits(text)
	for fits(text[n:], ":00") {
		n += 3
	}
	n += fraction(text[n:])
	if !ends(text, n) {
		return 0
	}
	return n
}

// twoNumbers returns the length of 0.002 (0.003) seconds.
func twoNumbers(text []byte) int {
	n := plainNumber(text)
	if n == 0 || !bytes.HasPrefix(text[n:], []byte(" (")) {
		return 0
	}
	n += 2 + plainNumber(text[n+2:])
	if !bytes.HasPrefix(text[n:], []byte(") seconds")) {
		return 0
	}
	return n + len(") seconds")
}

// bracketed tells whether an opening bracket stands before, but for blanks
// and a sign for less.
func bracketed(before []byte) bool {
	before = bytes.TrimRight(before, " <~")
	return len(before) > 0 && (before[len(before)-1] == '(' || before[len(before)-1] == '[')
}

// wideGap tells whether a tab or two blanks stand before.
func wideGap(before []byte) bool {
	n := len(before)
	return n > 1 && (before[n-1] == '\t' || before[n-1] == ' ' && before[n-2] == ' ')
}
