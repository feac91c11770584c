package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// stampWithin is how far into a line a log's time stamp or level stands.
const stampWithin = 64

// stamp tells whether the line begins as a log's record does: with a date, a
// time of day or an epoch, with a level in front, or with level=….
func stamp(t []byte, s scan.Signs) bool {
	head := t[:min(len(t), stampWithin)]
	if s.Any(scan.SignEquals) && scan.HasAnyPrefix(t, "level=", "time=", "ts=") || s.Any(scan.SignColon) && pythonLevel(head) || head[0] == '[' && threadLevel(head) {
		return true
	}
	if s.Any(scan.SignDigit) {
		if s.Any(scan.SignBar) && replica(head) || scan.Kernel(head) > 0 || glog(head) || syslog(head) || head[0] == '[' && syslog(head[1:]) {
			return true
		}
		if i := clock(head, s); i >= 0 {
			return i <= 2 || scan.Date(head[:i]) || i < 40 && accessBefore(t[:i])
		}
		if compactDate(head) || epoch(head) {
			return true
		}
	}
	return scan.HasPrefix(t, "[pid ") || s.Has(scan.SignParen|scan.SignEquals) && syscall(t)
}

// clock is scan.Clock, for a text in which it may stand.
func clock(head []byte, s scan.Signs) int {
	if !s.Any(scan.SignColon) {
		return -1
	}
	return scan.Clock(head)
}

// replica knows "web-1  | text", what compose puts before a container's lines.
func replica(head []byte) bool {
	n := bytes.IndexByte(head, ' ')
	if n < 3 || !scan.IsLetter(head[0]) || !scan.IsDigit(head[n-1]) || bytes.IndexByte([]byte("-_"), head[n-2]) < 0 {
		return false
	}
	return scan.Service(head) > 0
}

// epoch tells whether one of the first words is a time in seconds since 1970:
// "344518 node-246 unix.hw state 1084270955 …".
func epoch(head []byte) bool {
	for i := 0; i+12 < len(head); i++ {
		one := bytes.IndexByte(head[i+1:], '1')
		if i += one; one < 0 || i+12 >= len(head) {
			break
		}
		if head[i] == ' ' && head[i+11] == ' ' && head[i+12] != ' ' && scan.IsNumber(head[i+1:i+11]) && bytes.IndexByte(head[:i], '/') < 0 {
			return true
		}
	}
	return false
}

// pythonLevel knows "WARNING:package.module:text", the form that Python's
// logging has unless it is told another.
func pythonLevel(head []byte) bool {
	n := 0
	for n < len(head) && scan.IsUpper(head[n]) {
		n++
	}
	if n < 4 || n+1 >= len(head) || head[n] != ':' || rules.SeverityOf(head[:n], rules.AsLevel) == rules.NoSeverity {
		return false
	}
	if scan.HasPrefix(head[n+1:], "  ") {
		return true // uvicorn's are in columns
	}
	m := n + 1
	for m < len(head) && (scan.IsLetter(head[m]) || scan.IsDigit(head[m]) || head[m] == '.' || head[m] == '_') {
		m++
	}
	return m > n+1 && m < len(head) && head[m] == ':'
}

// threadLevel knows "[main] WARN  org.till.Coin - text", the form that SLF4J's simple logger
// has unless it is told another.
func threadLevel(head []byte) bool {
	_, rest, ok := bytes.Cut(head, []byte("] "))
	word, rest, found := bytes.Cut(rest, []byte{' '})
	if !ok || !found || !scan.Capitals(word) || rules.SeverityOf(word, rules.AsLevel) == rules.NoSeverity {
		return false
	}
	name, _, _ := bytes.Cut(bytes.TrimLeft(rest, " "), []byte(" - "))
	return len(name) > 2 && len(name) < len(rest) && bytes.IndexByte(name, ' ') < 0
}

// syscall knows a record of strace or ltrace: name(…) = result, with or without
// a process number before it that is a number alone.
func syscall(t []byte) bool {
	t = t[scan.Digits(t):]
	t = t[scan.Run(t, ' '):]
	open, shut := bytes.IndexByte(t, '('), bytes.LastIndexByte(t, ')')
	if open <= 1 || shut < open || !scan.IsWord(t[:open]) {
		return false
	}
	rest := bytes.TrimLeft(t[shut+1:], " ")
	return len(rest) < len(t)-shut-1 && scan.HasPrefix(rest, "= ") && len(rest) > 2
}

// accessBefore tells whether what stands before the clock is the head of a
// web server's access record: host - user [02/Jan/2006.
func accessBefore(before []byte) bool {
	return bytes.Contains(before, []byte(" [")) && bytes.Count(before, []byte("/")) == 2
}

// syslog tells whether the line starts with "Jan _2 15:04:05" or "Mon Jan _2".
func syslog(head []byte) bool {
	if len(head) < 15 || !scan.IsUpper(head[0]) || head[3] != ' ' {
		return false
	}
	i := scan.Clock(head)
	return i >= 6 && i <= 12
}

// glog tells whether the line starts with "I0102 15:04:05".
func glog(head []byte) bool {
	return len(head) > 14 && in("IWEFD", head[0]) && scan.IsNumber(head[1:5]) && scan.Clock(head) >= 5
}

// compactDate tells whether the line starts with "060102 150405" or with an
// epoch, as "1795838784: ", "[1795838784] ", and goes on in words.
func compactDate(head []byte) bool {
	if head[0] == '[' {
		return len(head) > 14 && head[1] == '1' && scan.IsNumber(head[1:11]) && head[11] == ']' && head[12] == ' '
	}
	n := 0
	for n < len(head) && (scan.IsDigit(head[n]) || head[n] == '.') {
		n++
	}
	switch {
	case n == 6:
		return len(head) > 14 && head[6] == ' ' && scan.IsNumber(head[7:13])
	case n == 10, n == 13, n == 17:
		return head[0] == '1' && len(head) > n+2 && (head[n] == ' ' || head[n] == ':' && head[n+1] == ' ')
	}
	// "- 1117838570 2005.06.03": an alert column before the epoch
	return scan.HasPrefix(head, "- ") && len(head) > 13 && scan.IsNumber(head[2:12])
}
