package delta

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// masker replaces what differs from run to run by one byte that no text has.
// It is conservative: a number is masked only where its form or the word
// before it says what it is. It reuses its memory: what text returned holds
// until the next call.
type masker struct {
	out   []byte
	log   bool // the line is a service's
	heads bool // a time is masked only at the head of the line or behind its name
	stamp bool // a timestamp was masked in the line
}

// hole stands for what is masked: a byte that is never part of UTF-8.
const hole = 0xff

// longestMasked bounds what is scanned of a unit; a longer one is compared as is.
const longestMasked = 1 << 10

func (m *masker) text(line []byte) []byte {
	if len(line) > longestMasked || !bytes.ContainsAny(line, "0123456789/@") {
		return line
	}
	m.out, m.stamp = m.out[:0], false
	copied := 0
	for i := 0; i < len(line); {
		from, n := m.varies(line, i)
		if n == 0 {
			i = afterWord(line, i)
			continue
		}
		m.out = append(append(m.out, line[copied:from]...), hole)
		i = from + n
		copied = i
	}
	if copied == 0 {
		return line
	}
	m.out = append(m.out, line[copied:]...)
	return m.out
}

// varies tells whether what differs from run to run starts at i, where a word
// or a sign does, and if so where it is.
func (m *masker) varies(line []byte, i int) (from, n int) {
	switch c := line[i]; {
	case scan.IsDigit(c):
		return m.number(line, i)
	case c == '/' || c == '\\':
		return temporary(line, i)
	case c == '@':
		return i + 1, identity(line, i+1)
	case i == 0 && klogStamp(line) > 0:
		n = klogStamp(line)
	case c >= 'A' && c <= 'S':
		n = monthStamp(line[i:])
	}
	m.stamp = m.stamp || n > 0
	if n == 0 && m.log {
		n = inLog(line, i, "")
	}
	return i, n
}

// number tells whether the number at i is one that differs from run to run.
func (m *masker) number(line []byte, i int) (from, n int) {
	if n = stampAt(line, i); n > 0 && !(m.heads && isValue(line, i)) {
		m.stamp = true
		return padded(line, i, n)
	}
	word := wordBefore(line[:i])
	if n = durationAt(line, i, word); n > 0 {
		return padded(line, i, n)
	}
	if n = address(line[i:]); n > 0 {
		return i, n
	}
	if n = epoch(line, i, word); n > 0 {
		return i, n
	}
	if m.log {
		if n = inLog(line, i, word); n > 0 {
			return padded(line, i, n)
		}
	}
	n = scan.Digits(line[i:])
	if isProcess(line, i, n, word, m.stamp) || isPort(line, i, n, word) {
		return i, n
	}
	return i, 0
}

// padded returns the number of n bytes at i with what makes it as wide as
// others: two blanks or more before it, or a sign for less.
func padded(line []byte, i, n int) (from, size int) {
	from = i
	for from > 0 && (isBlank(line[from-1]) || line[from-1] == '<') {
		from--
	}
	if from == i || from == i-1 && line[from] != '<' {
		return i, n
	}
	return from, i + n - from
}

// afterWord returns the end of the word, the number or the sign at i.
func afterWord(line []byte, i int) int {
	if !isWord(line[i]) {
		return i + 1
	}
	for i < len(line) && isWord(line[i]) {
		i++
	}
	return i
}

// address returns the length of a pointer: 0x and more than 8 digits, since
// shorter ones are as often values.
func address(text []byte) int {
	if len(text) < 2 || text[0] != '0' || text[1]|0x20 != 'x' {
		return 0
	}
	n := 2
	for n < len(text) && scan.IsHex(text[n]) {
		n++
	}
	if n-2 <= 8 || n-2 > 16 || n < len(text) && isWord(text[n]) {
		return 0
	}
	return n
}

// identity returns the length of the hash that identifies an object in the
// JVM, com.example.Type@1b2c3d4: hexadecimal digits behind a dotted name.
func identity(line []byte, i int) int {
	n := 0
	for i+n < len(line) && scan.IsHex(line[i+n]) {
		n++
	}
	if n < 5 || n > 8 || i+n < len(line) && (isWord(line[i+n]) || line[i+n] == '.' || line[i+n] == '-') {
		return 0
	}
	dotted := false
	for k := i - 2; k >= 0 && (isWord(line[k]) || line[k] == '.' || line[k] == '$' || line[k] == ';'); k-- {
		dotted = dotted || line[k] == '.'
	}
	if !dotted {
		return 0
	}
	return n
}

// isProcess tells whether the digits at i are the id of a process or thread.
func isProcess(line []byte, i, n int, word string, stamp bool) bool {
	before, after := line[:i], line[i+n:]
	switch {
	case word == "pid" || word == "tid" || word == "goroutine" || word == "ppid":
		return len(after) == 0 || !isWord(after[0])
	case bytes.HasSuffix(before, []byte("==")) && bytes.HasPrefix(after, []byte("==")):
		return true // valgrind, the sanitizers
	case bytes.HasSuffix(before, []byte("' (")) && bytes.HasPrefix(after, []byte(") panicked")):
		return true
	}
	// program[1234]: behind a timestamp, as syslog has it
	return stamp && len(before) > 1 && before[i-1] == '[' && isWord(before[i-2]) && bytes.HasPrefix(after, []byte("]:"))
}

// firstEphemeral is the lowest port that a system hands out by itself.
const firstEphemeral = 32768

// isPort tells whether the digits at i are a port that a system handed out.
func isPort(line []byte, i, n int, word string) bool {
	if n != 5 || i+n < len(line) && isWord(line[i+n]) || number(line[i:i+n]) < firstEphemeral {
		return false
	}
	if word == "port" {
		return true
	}
	if i == 0 || line[i-1] != ':' {
		return false
	}
	host := line[:i-1]
	return bytes.HasSuffix(host, []byte("localhost")) || bytes.HasSuffix(host, []byte("]")) || endsInIPv4(host)
}

func endsInIPv4(host []byte) bool {
	dots := 0
	for k := len(host) - 1; k >= 0 && (scan.IsDigit(host[k]) || host[k] == '.'); k-- {
		if host[k] == '.' {
			dots++
		}
	}
	return dots == 3
}

// wordBefore returns the word that what follows is a value of, in lower case:
// the last one, blanks and the signs between a name and its value left out.
// Of a longer word it returns the end.
func wordBefore(before []byte) string {
	const longest = 24
	end := len(before)
	for end > 0 && joinsValue(before[end-1]) {
		end--
	}
	start := end
	for start > 0 && end-start < longest && (isLetter(before[start-1]) || before[start-1] == '_') {
		start--
	}
	var lower [longest]byte
	for k, c := range before[start:end] {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		lower[k] = c
	}
	return string(lower[:end-start])
}

func joinsValue(c byte) bool {
	return c == ' ' || c == '\t' || c == ':' || c == '=' || c == '"' || c == '\''
}

func number(digits []byte) int {
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }
func isWord(c byte) bool   { return scan.IsDigit(c) || isLetter(c) || c == '_' }
func isBlank(c byte) bool  { return c == ' ' || c == '\t' }
