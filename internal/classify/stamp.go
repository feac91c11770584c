package classify

import "bytes"

// stampWithin is how far into a line a log's time stamp or level stands.
const stampWithin = 64

// stamp tells whether the line begins as a log's record does: with a date, a
// time of day or an epoch, with a level in front, or with level=….
func stamp(t []byte) bool {
	head := t[:min(len(t), stampWithin)]
	if hasPrefix(t, "level=") || hasPrefix(t, "time=") || hasPrefix(t, "ts=") {
		return true
	}
	if replica(head) || kernel(head) || glog(head) || syslog(head) || head[0] == '[' && syslog(head[1:]) || pythonLevel(head) {
		return true
	}
	if i := clock(head); i >= 0 {
		return i <= 2 || datedBefore(head[:i]) || i < 40 && accessBefore(t[:i])
	}
	return compactDate(head) || epoch(head) || syscall(t)
}

// replica knows "web-1  | text", what compose puts before a container's lines.
func replica(head []byte) bool {
	n := bytes.IndexByte(head, ' ')
	if n < 3 || !isAlpha(head[0]) || !isDigit(head[n-1]) || bytes.IndexByte([]byte("-_"), head[n-2]) < 0 {
		return false
	}
	f, _ := namePrefix(head)
	return f == barred
}

// epoch tells whether one of the first words is a time in seconds since 1970:
// "344518 node-246 unix.hw state 1084270955 …".
func epoch(head []byte) bool {
	for i := 0; i+12 < len(head); i++ {
		if head[i] == ' ' && head[i+1] == '1' && head[i+11] == ' ' && head[i+12] != ' ' && allDigits(head[i+1:i+11]) && bytes.IndexByte(head[:i], '/') < 0 {
			return true
		}
	}
	return false
}

// pythonLevel knows "WARNING:package.module:text", the form that Python's
// logging has unless it is told another.
func pythonLevel(head []byte) bool {
	n := 0
	for n < len(head) && isUpper(head[n]) {
		n++
	}
	if n < 4 || n+1 >= len(head) || head[n] != ':' || !levels[string(bytes.ToLower(head[:n]))] && string(head[:n]) != "CRITICAL" {
		return false
	}
	if hasPrefix(head[n+1:], "  ") {
		return true // uvicorn's are in columns
	}
	m := n + 1
	for m < len(head) && (isAlpha(head[m]) || isDigit(head[m]) || head[m] == '.' || head[m] == '_') {
		m++
	}
	return m > n+1 && m < len(head) && head[m] == ':'
}

// syscall knows a record of strace or ltrace: name(…) = result, with or without
// a process number before it.
func syscall(t []byte) bool {
	if hasPrefix(t, "[pid ") {
		return true
	}
	t = bytes.TrimLeft(t[digitRun(t):], " ")
	open, shut := bytes.IndexByte(t, '('), bytes.LastIndexByte(t, ')')
	if open <= 1 || shut < open || !isWord(t[:open]) {
		return false
	}
	rest := bytes.TrimLeft(t[shut+1:], " ")
	return len(rest) < len(t)-shut-1 && hasPrefix(rest, "= ") && len(rest) > 2
}

func isWord(s []byte) bool {
	for _, c := range s {
		if !isAlpha(c) && !isDigit(c) && c != '_' {
			return false
		}
	}
	return true
}

// clock returns where hh:mm:ss stands in head, -1 if nowhere.
func clock(head []byte) int {
	for i := 0; i+8 <= len(head); i++ {
		if head[i+2] == ':' && head[i+5] == ':' && two(head[i:]) && two(head[i+3:]) && two(head[i+6:]) {
			return i
		}
	}
	return -1
}

func two(s []byte) bool { return isDigit(s[0]) && isDigit(s[1]) }

// datedBefore tells whether a date stands before the clock: 2006-01-02,
// 2006/01/02, 02.01.2006, 01-02 and their like, in brackets or not.
func datedBefore(before []byte) bool {
	digits, marks := 0, 0
	for i, c := range before {
		switch {
		case isDigit(c):
			digits++
		case c == '-' || c == '/' || c == '.', isMonth(before[i:]):
			marks++
		}
	}
	return digits >= 4 && marks >= 1
}

// isMonth tells whether the text starts with a month's short name.
func isMonth(t []byte) bool {
	if len(t) < 4 || !isUpper(t[0]) {
		return false
	}
	switch string(t[:3]) {
	case "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec":
		return !isLower(t[3])
	}
	return false
}

// accessBefore tells whether what stands before the clock is the head of a
// web server's access record: host - user [02/Jan/2006.
func accessBefore(before []byte) bool {
	return bytes.Contains(before, []byte(" [")) && bytes.Count(before, []byte("/")) == 2
}

// syslog tells whether the line starts with "Jan _2 15:04:05" or "Mon Jan _2".
func syslog(head []byte) bool {
	if len(head) < 15 || !isUpper(head[0]) || head[3] != ' ' {
		return false
	}
	i := clock(head)
	return i >= 6 && i <= 12
}

// kernel tells whether the line starts with "[   12.345678] ".
func kernel(head []byte) bool {
	if head[0] != '[' {
		return false
	}
	t := bytes.TrimLeft(head[1:], " ")
	n := digitRun(t)
	if n == 0 || n+2 >= len(t) || t[n] != '.' {
		return false
	}
	m := digitRun(t[n+1:])
	return m >= 3 && n+1+m < len(t) && t[n+1+m] == ']'
}

// glog tells whether the line starts with "I0102 15:04:05".
func glog(head []byte) bool {
	return len(head) > 14 && bytes.IndexByte([]byte("IWEFD"), head[0]) >= 0 && allDigits(head[1:5]) && clock(head) >= 5
}

// compactDate tells whether the line starts with "060102 150405" or with an
// epoch, and goes on in words.
func compactDate(head []byte) bool {
	n := 0
	for n < len(head) && (isDigit(head[n]) || head[n] == '.') {
		n++
	}
	switch {
	case n == 6:
		return len(head) > 14 && head[6] == ' ' && allDigits(head[7:13])
	case n == 10, n == 13, n == 17:
		return head[0] == '1' && len(head) > n+1 && head[n] == ' '
	}
	// "- 1117838570 2005.06.03": an alert column before the epoch
	return hasPrefix(head, "- ") && len(head) > 13 && allDigits(head[2:12])
}
