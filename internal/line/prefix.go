package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// A CI server, a process manager or a workspace tool puts something before
// each line of what it runs: a time, a service's name, a stage. What a run of
// tests or a build prints is told by what stands behind that.

// Prefix is a form of what stands before a line.
type Prefix uint8

const (
	NoPrefix Prefix = iota
	timed           // 2026-01-02T03:04:05.1234567Z text, [03:04:05] text
	Jobbed          // job, step and time, a tab behind each of the first two
	barred          // web-1  | text, [CI/unit  ]   | text
	pointed         // unit    > text
	tagged          // [stage] text
	stepped         // #12 3.456 text
	tasked          // web:test: text
	Numbered        // "    12\ttext", as cat -n writes it, or an arrow behind the number
	Prefixes
)

// PrefixOf returns the form and the length of the prefix that a line has.
func PrefixOf(t []byte) (Prefix, int) {
	t0 := len(t)
	t = bytes.TrimPrefix(t, []byte("\ufeff"))
	skip := t0 - len(t)
	if len(t) < 4 {
		return NoPrefix, 0
	}
	if n := jobPrefix(t); n > 0 {
		return Jobbed, skip + n
	}
	var f Prefix
	n := 0
	switch c := t[0]; {
	case c == ' ':
		f, n = Numbered, numberPrefix(t)
	case scan.IsDigit(c):
		f, n = timed, timePrefix(t)
		if n == 0 {
			f, n = Numbered, numberPrefix(t)
		}
	case c == '[':
		f, n = bracketPrefix(t)
	case c == '#':
		f, n = stepped, stepPrefix(t)
	case scan.IsLetter(c) || c == '@':
		f, n = namePrefix(t)
	}
	if n == 0 {
		return NoPrefix, 0
	}
	return f, skip + n
}

// numberWidth is how many columns cat -n and its like give a line's number.
const numberWidth = 6

// numberPrefix knows "    12\t" and "    12→".
func numberPrefix(t []byte) int {
	n := scan.LineNumber(t)
	if n == 0 || t[n-1] != '\t' && !scan.HasSuffix(t[:n], "→") || t[n-1] == '\t' && n != numberWidth+1 {
		return 0 // what bars part, or a short number and a tab, are the cells of a table
	}
	return n
}

// timePrefix returns the length of a time and the blank behind it.
func timePrefix(t []byte) int {
	head := t[:min(len(t), 40)]
	at := scan.Clock(head)
	if at != 0 && at != 11 || at == 11 && !scan.Date(head[:at]) {
		return 0
	}
	n := at + 8
	for n < len(head) && (scan.IsDigit(head[n]) || head[n] == '.' || head[n] == ',' || head[n] == 'Z' || head[n] == '+') {
		n++
	}
	if n == len(t) {
		return n
	}
	if t[n] != ' ' {
		return 0
	}
	n++
	if len(t) >= n+4 && scan.Digits(t[n:n+2]) == 2 && (t[n+2] == 'O' || t[n+2] == 'E') && (t[n+3] == ' ' || t[n+3] == '+') {
		n += 4 // a job's stream and number, as GitLab writes them
	}
	return n
}

// jobPrefix knows "job\tstep\t2026-01-02T03:04:05.1234567Z text".
func jobPrefix(t []byte) int {
	n := 0
	for range 2 {
		tab := bytes.IndexByte(t[n:min(len(t), n+100)], '\t')
		if tab < 0 {
			return 0
		}
		n += tab + 1
	}
	n += len(t[n:]) - len(bytes.TrimPrefix(t[n:], []byte("\ufeff")))
	m := timePrefix(t[n:])
	if m == 0 {
		return 0
	}
	return n + m
}

// JobDate returns the length of what stands before the time of day of a line that a job
// printed: the job, the step and the date; 0 if it is no such line.
func JobDate(t []byte) int {
	n := 0
	if jobPrefix(t) > 0 {
		n = bytes.IndexByte(t, '\t') + 1
		n += bytes.IndexByte(t[n:], '\t') + 1
		n += scan.BeforeClock(t[n:])
	}
	return n
}

// bracketPrefix knows "[stage] ", "[0] ", "[2026-01-02T03:04:05Z] " and "[CI/unit  ]   | ".
func bracketPrefix(t []byte) (Prefix, int) {
	end := bytes.IndexByte(t[:min(len(t), 60)], ']')
	if end < 2 || end+1 < len(t) && t[end+1] != ' ' && !scan.HasPrefix(t[end+1:], ": ") {
		return NoPrefix, 0
	}
	word := t[1:end]
	n := min(end+2, len(t))
	if scan.HasPrefix(t[end+1:], ": ") {
		n++
	}
	if scan.IsDigit(word[0]) && timePrefix(word) == len(word) {
		return timed, n // a bar behind it is of what is quoted
	}
	if bar := end + 1 + scan.Run(t[end+1:], ' '); bar > end+1 && bar < len(t) && t[bar] == '|' {
		return barred, bar + 1 + min(1, scan.Run(t[bar+1:], ' '))
	}
	if OfLine(word) || scan.HasPrefix(word, "gw") || !scan.IsLetter(word[0]) && !scan.IsNumber(word) {
		return NoPrefix, 0
	}
	for _, c := range word {
		if !scan.IsLetter(c) && !scan.IsDigit(c) && bytes.IndexByte([]byte("-_./:@"), c) < 0 {
			return NoPrefix, 0
		}
	}
	return tagged, n
}

// OfLine tells whether a word that stands before a line belongs to it: it is a level or a
// result.
func OfLine(word []byte) bool {
	if rules.SeverityOf(word, rules.AsLevel) != rules.NoSeverity || wordOf(word)&outcome != 0 {
		return true
	}
	switch string(bytes.ToLower(word)) {
	case "run", "skip", "done":
		return true
	}
	return false
}

// stepPrefix knows the "#12 3.456 " of docker's builds.
func stepPrefix(t []byte) int {
	n := 1 + scan.Digits(t[1:])
	if n == 1 || n == len(t) || t[n] != ' ' {
		return 0
	}
	m := scan.Digits(t[n+1:])
	if m == 0 || n+1+m >= len(t) || t[n+1+m] != '.' {
		return 0
	}
	n += 2 + m
	n += scan.Digits(t[n:])
	if n < len(t) && t[n] == ' ' {
		n++
	}
	return n
}

// namePrefix knows "web-1  | ", "unit    > ", what is ahead of the "$ " of a command there, and
// "web:test: ".
func namePrefix(t []byte) (Prefix, int) {
	n, colons := 0, 0
	for n < len(t) && n < 60 && ofName[t[n]] {
		if t[n] == ':' {
			colons++
		}
		n++
	}
	if n == len(t) || t[n] != ' ' {
		return NoPrefix, 0
	}
	if first := bytes.IndexByte(t[:n], ':'); t[n-1] == ':' && colons == 2 && first < n-2 && scan.IsLetter(t[first+1]) {
		return tasked, n + 1 // a number there is the line of a place
	}
	bar := n + scan.Run(t[n:], ' ')
	switch {
	case bar == len(t):
	case t[bar] == '|':
		return barred, scan.Service(t)
	case t[bar] == '>' && (bar+1 == len(t) || t[bar+1] == ' '):
		return pointed, min(bar+2, len(t))
	case t[bar] == '$' && bar+1 < len(t) && t[bar+1] == ' ':
		return barred, bar
	}
	return NoPrefix, 0 // as most lines
}

// ofName are the bytes of what is named before a line.
var ofName = bytesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./@:")

func bytesOf(list string) (set [256]bool) {
	for _, c := range []byte(list) {
		set[c] = true
	}
	return set
}

// OfRunner tells whether a form is what a runner puts before the lines of the tool that
// it runs, and no name that the line may have of its own.
func (f Prefix) OfRunner() bool { return f == timed || f == Jobbed || f == stepped }

// Names tells whether a form is the name of what printed the line, and no more.
func (f Prefix) Names() bool { return f == barred || f == tagged || f == tasked }
