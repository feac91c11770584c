package scan

import "bytes"

// ClockAt tells whether text starts with hh:mm:ss or hh:mm.ss.
func ClockAt(text []byte) bool {
	return len(text) >= 8 && text[2] == ':' && Digits(text[:2]) == 2 && Digits(text[3:]) == 2 && (text[5] == ':' || text[5] == '.') && Digits(text[6:8]) == 2
}

// Clock returns where in text a time of day stands, as ClockAt sees it, -1 if
// nowhere.
func Clock(text []byte) int {
	for i := 2; i+6 <= len(text); i++ {
		n := bytes.IndexByte(text[i:len(text)-5], ':')
		if n < 0 {
			break
		}
		if i += n; ClockAt(text[i-2:]) {
			return i - 2
		}
	}
	return -1
}

// DateAt tells whether text starts with yyyy-mm-dd, in any of its forms.
func DateAt(text []byte) bool {
	return len(text) >= 10 && Digits(text[:4]) == 4 && (text[4] == '-' || text[4] == '/' || text[4] == '.') && Digits(text[5:]) == 2 && text[7] == text[4] && Digits(text[8:]) >= 2
}

// Date tells whether a date stands in text, which is all that a line has before
// its time of day: 2006-01-02, 2006/01/02, 02.01.2006, 01-02 and their like, in
// brackets or not.
func Date(text []byte) bool {
	digits, marks := 0, 0
	for i, c := range text {
		switch {
		case IsDigit(c):
			digits++
		case c == '-' || c == '/' || c == '.', MonthAt(text[i:]):
			marks++
		}
	}
	return digits >= 4 && marks >= 1
}

// MonthAt tells whether text starts with a month's short name.
func MonthAt(text []byte) bool {
	if len(text) < 4 || !IsUpper(text[0]) {
		return false
	}
	switch string(text[:3]) {
	case "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec":
		return !IsLower(text[3])
	}
	return false
}

// Kernel returns the length of the seconds that the kernel puts before a line,
// "[   12.345678]", 0 if text doesn't start with them.
func Kernel(text []byte) int {
	if !HasPrefix(text, "[") {
		return 0
	}
	n := 1 + Run(text[1:], ' ')
	d := Digits(text[n:])
	if n += d; d == 0 || n == len(text) || text[n] != '.' {
		return 0
	}
	d = Digits(text[n+1:])
	if n += 1 + d; d < 3 || n == len(text) || text[n] != ']' {
		return 0
	}
	return n + 1
}

// Checker returns the length of what valgrind and the sanitizers put before a line,
// "==1234==" or "--1234--", 0 if text doesn't start with it.
func Checker(text []byte) int {
	if !HasAnyPrefix(text, "==", "--") {
		return 0
	}
	n := 2 + Digits(text[2:])
	if n == 2 || !bytes.HasPrefix(text[n:], text[:2]) {
		return 0
	}
	return n + 2
}

// Service returns the length of what is put before the lines of one of several
// services, "web-1  | ", 0 if text doesn't start with that.
func Service(text []byte) int {
	n := 0
	for n < len(text) && n < 60 && (IsWordByte(text[n]) || text[n] == '-' || text[n] == '.' || text[n] == '/' || text[n] == '@') {
		n++
	}
	bar := n + Run(text[n:], ' ')
	if n == 0 || bar == n || bar == len(text) || text[bar] != '|' || bar+1 < len(text) && text[bar+1] != ' ' {
		return 0
	}
	return min(bar+2, len(text))
}

// stampHead is how far into a line its time stamp is looked for.
const stampHead = 72

// Stamped tells whether a time of day, a date or a long count of seconds
// stands in the head of the line.
func Stamped(text []byte) bool {
	head := text[:min(len(text), stampHead)]
	if Kernel(head) > 0 {
		return true
	}
	for i := 0; i < len(head); {
		if !IsDigit(head[i]) {
			i++
			continue
		}
		n := Digits(head[i:])
		if ClockAt(head[i:]) || DateAt(head[i:]) || n >= 9 && n <= 19 {
			return true
		}
		if n == 1 && len(head)-i >= 7 && head[i+1] == ':' && Digits(head[i+2:]) == 2 && head[i+4] == ':' && Digits(head[i+5:]) == 2 {
			return true // 9:05:12 AM
		}
		i += n
	}
	return false
}

// dateHead bounds where in a record its time of day is looked for.
const dateHead = 48

// BeforeClock returns how many bytes stand before the time of day in the head
// of the line, 0 if there is none or too little to be worth naming once.
func BeforeClock(text []byte) int {
	head := text[:min(len(text), dateHead)]
	for i := bytes.IndexByte(head, ':') - 2; i >= 4; {
		if ClockAt(text[i:]) && !IsDigit(head[i-1]) {
			return i
		}
		next := bytes.IndexByte(head[i+3:], ':')
		if next < 0 {
			return 0
		}
		i += 1 + next
	}
	return 0
}
