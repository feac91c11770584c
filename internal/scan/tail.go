package scan

import "bytes"

// WithoutTail returns text without what tools print behind a result, up to three of
// " [ 12%]", " (reason)", " 0.01 sec", " 12ms", and without the blanks before them.
// It begins where text does.
func WithoutTail(text []byte) []byte {
	text = trimRight(text)
	for range 3 {
		at := tailStart(text)
		if at < 0 {
			break
		}
		text = trimRight(text[:at])
	}
	return text
}

func trimRight(text []byte) []byte {
	for len(text) > 0 && IsBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// tailStart returns where the last thing behind a result starts, behind a blank; -1:
// there is none.
func tailStart(text []byte) int {
	if len(text) < 4 {
		return -1
	}
	at := -1
	switch text[len(text)-1] {
	case ']':
		at = bytes.LastIndexByte(text, '[')
	case ')':
		at = bytes.LastIndexByte(text, '(')
	case 's', 'c':
		at = durationStart(text)
	}
	if at < 1 || text[at-1] != ' ' {
		return -1
	}
	return at
}

// durationStart returns where a number with a unit of time, which text ends in,
// starts; -1: there is none.
func durationStart(text []byte) int {
	n := len(text)
	for _, unit := range [...]string{"sec", "ms", "µs", "s"} {
		if HasSuffix(text, unit) {
			n -= len(unit)
			break
		}
	}
	if n > 0 && text[n-1] == ' ' {
		n--
	}
	end := n
	for n > 0 && (IsDigit(text[n-1]) || text[n-1] == '.') {
		n--
	}
	if n == end || !IsDigit(text[n]) {
		return -1
	}
	return n
}
