package reduce

import "bytes"

// stampHead is how far into a line its time stamp is looked for.
const stampHead = 72

// stampedLine tells whether a time of day, a date or a long count of seconds
// stands in the head of the line.
func stampedLine(text []byte) bool {
	head := text[:min(len(text), stampHead)]
	for i := 0; i < len(head); {
		if !isDigit(head[i]) {
			i++
			continue
		}
		n := digits(head[i:])
		if n == 2 && clockAt(head[i:]) || n == 4 && dateAt(head[i:]) || n >= 9 && n <= 19 || n == 8 && i < 2 && dateDigits(head[i:]) {
			return true
		}
		if n == 1 && len(head)-i >= 7 && head[i+1] == ':' && digits(head[i+2:]) == 2 && head[i+4] == ':' && digits(head[i+5:]) == 2 {
			return true // 9:05:12 AM
		}
		if n == 6 && i == 0 && len(head) > 13 && head[6] == ' ' && digits(head[7:]) == 6 {
			return true // 081109 203615
		}
		if kernelStamp(head, i, n) {
			return true
		}
		i += n
	}
	return false
}

// dateDigits tells whether text starts with a date as 20261121.
func dateDigits(text []byte) bool {
	return (hasPrefix(text, "20") || hasPrefix(text, "19")) && string(text[4:6]) <= "12" && string(text[6:8]) <= "31" && string(text[6:8]) > "00"
}

// kernelStamp tells whether the n digits at head[i] are the seconds in
// "[   12.345678]", as the kernel counts.
func kernelStamp(head []byte, i, n int) bool {
	if head[0] != '[' || len(bytes.TrimLeft(head[1:i], " ")) > 0 || i+n == len(head) || head[i+n] != '.' {
		return false
	}
	m := digits(head[i+n+1:])
	end := i + n + 1 + m
	return m >= 3 && end < len(head) && head[end] == ']'
}

// clockAt tells whether text starts with hh:mm:ss or hh:mm.ss.
func clockAt(text []byte) bool {
	return len(text) >= 8 && text[2] == ':' && digits(text[3:]) == 2 && (text[5] == ':' || text[5] == '.') && digits(text[6:]) >= 2
}

// dateAt tells whether text starts with yyyy-mm-dd, in any of its forms.
func dateAt(text []byte) bool {
	return len(text) >= 10 && (text[4] == '-' || text[4] == '/' || text[4] == '.') && digits(text[5:]) == 2 && text[7] == text[4] && digits(text[8:]) >= 2
}

// composePrefix returns the length of the "service-1  | " before the lines of
// several services, 0 if there is none.
func composePrefix(text []byte) int {
	bar := bytes.IndexByte(text[:min(len(text), 40)], '|')
	if bar < 3 || text[bar-1] != ' ' || bar+1 < len(text) && text[bar+1] != ' ' {
		return 0
	}
	name := bytes.TrimRight(text[:bar], " ")
	for _, c := range name {
		if !isWordByte(c) && c != '-' && c != '.' {
			return 0
		}
	}
	return min(bar+2, len(text))
}

// thrownLine tells whether the line names an exception, as the first line of
// a Java stack trace or the last of a Python one does, or starts a panic.
func thrownLine(text []byte) bool {
	text = unindented(text)
	if hasAnyPrefix(text, "Caused by:", "Traceback (most recent", "panic:", "fatal error:", "Exception in thread", "Unhandled exception", "Uncaught ") {
		return true
	}
	n := 0
	for n < len(text) && (isWordByte(text[n]) || text[n] == '.' || text[n] == '$') {
		n++
	}
	if n < len(text) && text[n] != ':' {
		return false
	}
	return exceptionName(text[:n])
}

// exceptionName tells whether a name is one of an exception's class.
func exceptionName(name []byte) bool {
	if len(name) < 6 {
		return false
	}
	last := name[bytes.LastIndexByte(name, '.')+1:]
	return len(last) > 0 && 'A' <= last[0] && last[0] <= 'Z' &&
		(hasSuffix(last, "Error") || hasSuffix(last, "Exception") || hasSuffix(last, "Fault") || hasSuffix(last, "Interrupt") || hasSuffix(last, "Exit"))
}
