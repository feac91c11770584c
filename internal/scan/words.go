package scan

import (
	"bytes"
)

// Index is bytes.Index for a constant.
func Index(text []byte, part string) int { return bytes.Index(text, []byte(part)) }

// ColumnGaps returns how many runs of two blanks or more stand in the text.
func ColumnGaps(text []byte) int {
	text = Trim(text)
	gaps := 0
	for i := 1; i < len(text); i++ {
		if text[i] == ' ' && text[i-1] == ' ' && (i+1 == len(text) || text[i+1] != ' ') {
			gaps++
		}
	}
	return gaps
}

// ThrownLine tells whether the line names an exception, as the first line of
// a Java stack trace or the last of a Python one does, or starts a panic.
func ThrownLine(text []byte) bool {
	text = Trim(text)
	if HasAnyPrefix(text, "Caused by:", "Traceback (most recent", "panic:", "fatal error:", "Exception in thread", "Unhandled exception", "Uncaught ") {
		return true
	}
	n := 0
	for n < len(text) && (IsWordByte(text[n]) || text[n] == '.' || text[n] == '$') {
		n++
	}
	if n < len(text) && text[n] != ':' {
		return false
	}
	return ExceptionName(text[:n])
}

// ExceptionName tells whether a name is one of an exception's class.
func ExceptionName(name []byte) bool {
	if len(name) < 6 {
		return false
	}
	last := name[bytes.LastIndexByte(name, '.')+1:]
	return len(last) > 0 && 'A' <= last[0] && last[0] <= 'Z' &&
		(HasSuffix(last, "Error") || HasSuffix(last, "Exception") || HasSuffix(last, "Fault") || HasSuffix(last, "Interrupt") || HasSuffix(last, "Exit"))
}

// Capitals tells whether all letters of the text are capitals.
func Capitals(text []byte) bool {
	upper := 0
	for _, c := range text {
		if 'a' <= c && c <= 'z' {
			return false
		}
		if 'A' <= c && c <= 'Z' {
			upper++
		}
	}
	return upper > 2
}

// IsUpperWord tells whether the word is capitals alone.
func IsUpperWord(word []byte) bool {
	for _, c := range word {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

// MacroName tells whether a name is in capitals, as macros are.
func MacroName(name []byte) bool {
	upper := false
	for _, c := range name {
		if c != '_' && !IsDigit(c) && !IsUpper(c) {
			return false
		}
		upper = upper || IsUpper(c)
	}
	return upper && len(name) > 1
}

// CaretLine tells whether t only points: "^^^^", "~~~^~~", "^".
func CaretLine(t []byte) bool {
	if len(t) == 0 || bytes.IndexByte(t, '^') < 0 {
		return false
	}
	for _, c := range t {
		if c != '^' && c != '~' && c != ' ' && c != '-' {
			return false
		}
	}
	return true
}

// SmallNumber reads the digits that t starts with; of a number too long to be
// a count it returns 0.
func SmallNumber(t []byte) int {
	n, value := Digits(t), 0
	if n > 6 {
		return 0
	}
	for _, c := range t[:n] {
		value = value*10 + int(c-'0')
	}
	return value
}
