package classify

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/rules"
	"elide/internal/scan"
	"elide/internal/shape"
)

// A CI server, a process manager or a workspace tool puts something before
// each line of what it runs: a time, a service's name, a stage. What a run of
// tests or a build prints is told by what stands behind that.

// prefixLook is how many lines are looked at to tell whether there may be
// prefixes at all.
const prefixLook = 64

// prefixSample is how many lines at either end of a long block say whether
// it is worth to look behind all prefixes.
const prefixSample = 1024

// sectionsBehind cuts b by what stands behind the prefixes of its lines, if
// nearly all have one and steps, a test run or a build stand behind them. Its
// sections lie on a block of the same units without prefixes, which is what
// a reducer is to see.
func sectionsBehind(b *block.Block, command string) []block.Section {
	first, _ := forms(b, 0, min(b.Len(), prefixLook))
	if first == none {
		return nil
	}
	if b.Len() > 2*prefixSample {
		ends := block.New(append(bare(b, 0, prefixSample, first), bare(b, b.Len()-prefixSample, b.Len(), first)...))
		if !worthCutting(newCutter(ends, command)) {
			return nil
		}
	}
	first, lines := forms(b, 0, b.Len())
	if first == none || lines < 4 {
		return nil
	}
	behind := behind(b, first)
	if behind == nil {
		return nil
	}
	c := newCutter(behind, command)
	if !worthCutting(c) {
		return nil
	}
	c.cut()
	return c.out
}

// worthCutting tells whether what is to be cut has steps or commands, or is a
// test run, or a build that found something.
func worthCutting(c *cutter) bool {
	for _, m := range c.marks {
		if m != noMark && m != titled {
			return true
		}
	}
	t := count(c.kinds)
	t.tail(c.b.Text, c.b.Len())
	sh, clear := t.vote()
	found := sh == shape.BuildLog && (t.n[located]+t.n[diag] > 0 || t.countsMistakes)
	return clear && (found || sh == shape.TestLog && t.tests()) && !levelled(c.b)
}

// levelled tells whether the lines are a service's records, each with a level.
// Maven's have levels too; it says that it builds.
func levelled(b *block.Block) bool {
	n := 0
	for i := range b.Len() {
		line := b.Text(i)
		if scan.HasPrefix(line, "[INFO] Scanning for projects") || scan.HasPrefix(line, "[INFO] BUILD ") || scan.HasPrefix(line, "[INFO] -----") {
			return false
		}
		word := bytes.TrimLeft(line[:min(len(line), 16)], "[ 0123456789")
		if end := bytes.IndexAny(word, "] :"); end > 0 && rules.SeverityOf(word[:end], rules.AsLevel) != rules.NoSeverity {
			n++
		}
	}
	return n*5 > b.Len()*2
}

// form is a form of prefix.
type form uint8

const (
	none    form = iota
	timed        // 2026-01-02T03:04:05.1234567Z text, [03:04:05] text
	jobbed       // job, step and time, a tab behind each of the first two
	barred       // web-1  | text
	tagged       // [stage] text
	stepped      // #12 3.456 text
	tasked       // web:test: text
	formsEnd
)

// forms returns the form of prefix that four out of five of the lines from
// first to end that aren't blank have, and how many lines have it.
func forms(b *block.Block, first, end int) (form, int) {
	var n [formsEnd]int
	lines := 0
	for i := first; i < end; i++ {
		if !b.StartsLine(i) {
			continue
		}
		line := b.Text(i)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		lines++
		f, _ := prefix(line)
		if f == none && bytes.IndexByte(b.Raw(i), '\r') >= 0 {
			f, _ = prefix(b.Raw(i)) // what the line drew over
		}
		n[f]++
	}
	for f := none + 1; f < formsEnd; f++ {
		if n[f] > 0 && n[f]*5 >= lines*4 {
			return f, n[f]
		}
	}
	return none, 0
}

// behind returns b without the prefixes of the form, nil if that would cut it
// into other units. Lines that are cut into segments keep theirs.
func behind(b *block.Block, want form) *block.Block {
	without := block.New(bare(b, 0, b.Len(), want))
	if without.Len() != b.Len() {
		return nil
	}
	without.FirstLine, without.FirstCol, without.Continues, without.Rules = b.FirstLine, b.FirstCol, b.Continues, b.Rules
	return without
}

// bareMost bounds the lines that are given without prefix: a longer one would
// be cut into segments, though it wasn't with what it draws over.
const bareMost = 1000

// bare returns the bytes of the units from first to end without prefixes.
func bare(b *block.Block, first, end int, want form) []byte {
	data := make([]byte, 0, len(b.Range(first, end)))
	for i := first; i < end; i++ {
		raw := b.Raw(i)
		if !b.StartsLine(i) || !b.EndsLine(i) {
			data = append(data, raw...)
			continue
		}
		line := b.Text(i)
		if f, n := prefix(line); f == want {
			line = line[n:]
		}
		if len(line) > bareMost { // a line that drew itself again and again
			data = append(data, raw...)
			continue
		}
		data = append(data, line...)
		if raw[len(raw)-1] == '\n' {
			data = append(data, '\n')
		}
	}
	return data
}

// prefix returns the form and the length of the prefix that a line has.
func prefix(t []byte) (form, int) {
	t0 := len(t)
	t = bytes.TrimPrefix(t, []byte("\ufeff"))
	skip := t0 - len(t)
	if len(t) < 4 {
		return none, 0
	}
	if n := jobPrefix(t); n > 0 {
		return jobbed, skip + n
	}
	var f form
	n := 0
	switch c := t[0]; {
	case scan.IsDigit(c):
		f, n = timed, timePrefix(t)
	case c == '[':
		f, n = bracketPrefix(t)
	case c == '#':
		f, n = stepped, stepPrefix(t)
	case scan.IsLetter(c) || c == '@':
		f, n = namePrefix(t)
	}
	if n == 0 {
		return none, 0
	}
	return f, skip + n
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

// notTags are words in brackets that belong to the line: levels and results.
var notTags = map[string]bool{
	"info": true, "error": true, "warning": true, "warn": true, "debug": true, "trace": true, "fatal": true, "notice": true, "err": true,
	"ok": true, "fail": true, "pass": true, "failed": true, "passed": true, "skip": true, "skipped": true, "run": true, "done": true,
}

// bracketPrefix knows "[stage] ", "[0] " and "[2026-01-02T03:04:05Z] ".
func bracketPrefix(t []byte) (form, int) {
	end := bytes.IndexByte(t[:min(len(t), 60)], ']')
	if end < 2 || end+1 < len(t) && t[end+1] != ' ' && !scan.HasPrefix(t[end+1:], ": ") {
		return none, 0
	}
	word := t[1:end]
	n := min(end+2, len(t))
	if scan.HasPrefix(t[end+1:], ": ") {
		n++
	}
	if scan.IsDigit(word[0]) && timePrefix(word) == len(word) {
		return timed, n
	}
	if notTags[string(bytes.ToLower(word))] || scan.HasPrefix(word, "gw") || !scan.IsLetter(word[0]) && !scan.IsNumber(word) {
		return none, 0
	}
	for _, c := range word {
		if !scan.IsLetter(c) && !scan.IsDigit(c) && bytes.IndexByte([]byte("-_./:@"), c) < 0 {
			return none, 0
		}
	}
	return tagged, n
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

// namePrefix knows "web-1  | " and "web:test: ".
func namePrefix(t []byte) (form, int) {
	n, colons := 0, 0
	for n < len(t) && n < 60 && (scan.IsLetter(t[n]) || scan.IsDigit(t[n]) || bytes.IndexByte([]byte("-_./@:"), t[n]) >= 0) {
		if t[n] == ':' {
			colons++
		}
		n++
	}
	if n == len(t) || t[n] != ' ' {
		return none, 0
	}
	if first := bytes.IndexByte(t[:n], ':'); t[n-1] == ':' && colons == 2 && first < n-2 && scan.IsLetter(t[first+1]) {
		return tasked, n + 1 // a number there is the line of a place
	}
	return barred, scan.Service(t)
}
