package classify

import (
	"bytes"

	"elide/internal/scan"
)

// Between what several commands print stand lines that say so: a shell's prompt,
// the commands that a shell traces, the steps of a CI server, the names that
// head puts over files. A block is cut there.

// mark is a kind of such a line.
type mark uint8

const (
	noMark mark = iota
	opens       // begins a step, whoever prints it
	shuts       // ends one
	dollar      // "$ command"
	user        // "user@host:path$ command"
	glyph       // "❯ command", as other prompts say it
	traced      // "+ command", as a shell says it with -x
	script      // "> name@1.2.3 script", as npm says it
	titled      // "==> file <=="
)

// ciOpens and ciShuts are what the lines of CI servers begin with that open and
// end a step.
var (
	ciOpens = [...]string{"##[group]", "##[section]Starting", "##[command]", "::group::", "travis_fold:start:", "travis_time:start:", "section_start:", "[Pipeline] ", "[Container] ", "[command]", "#!/bin/bash -e", "#!/bin/sh -e"}
	ciShuts = [...]string{"##[endgroup]", "##[section]Finishing", "::endgroup::", "travis_fold:end:", "travis_time:end:", "section_end:", "[Pipeline] }", "[Pipeline] //"}
)

// markOf returns what kind of mark the line is. What stands before a carriage
// return is looked at too: CI servers hide their marks behind one.
func markOf(line, raw []byte) mark {
	if len(raw) > len(line) && (raw[0] == 0x1b || raw[0] == 't' || raw[0] == 's') {
		if m := ciMark(bytes.TrimPrefix(raw, []byte("\x1b[0K"))); m != noMark {
			return m
		}
	}
	if len(line) < 3 || line[0] == ' ' {
		return noMark
	}
	if m := ciMark(line); m != noMark {
		return m
	}
	switch c := line[0]; {
	case c == '$' && line[1] == ' ' && (scan.IsLetter(line[2]) || bytes.IndexByte([]byte("./~_("), line[2]) >= 0):
		return dollar
	case c == '+':
		return shellTrace(line)
	case c == '#':
		return layer(line)
	case c == '>' && npmScript(line):
		return script
	case c == '=' && fileHead(line):
		return titled
	case scan.HasPrefix(line, "❯ "):
		return glyph
	case (scan.IsLower(c) || c == '[' || c == '(') && userPrompt(line):
		return user
	}
	return noMark
}

// shellTrace knows a command that a shell says with -x: "+ make", "++ dirname x".
func shellTrace(line []byte) mark {
	t := line[scan.Run(line, '+'):] // as many as shells are nested
	if len(t) < 2 || t[0] != ' ' || legend(t[1:]) {
		return noMark
	}
	if t = t[1:]; scan.IsLower(t[0]) || bytes.IndexByte([]byte("./_'["), t[0]) >= 0 || scan.IsUpper(t[0]) && bytes.IndexByte(t, '=') > 0 {
		return traced
	}
	return noMark
}

// legend knows what stands behind the plus of "+ actual - expected", by which
// assertions say what the signs of the difference below it mean.
func legend(t []byte) bool {
	return scan.HasAnyPrefix(t, "actual - expected", "expected - actual", "received - expected")
}

func ciMark(line []byte) mark {
	switch {
	case bytes.IndexByte([]byte("#:[ts"), line[0]) < 0:
	case scan.HasAnyPrefix(line, ciShuts[:]...):
		return shuts
	case scan.HasAnyPrefix(line, ciOpens[:]...):
		return opens
	}
	return noMark
}

// layer knows the head of a step of docker's: "#7 [stage 3/5] RUN make", and its
// end: "#7 DONE 1.2s", "#7 ERROR: …".
func layer(line []byte) mark {
	n := 1 + scan.Digits(line[1:])
	if n == 1 || n+2 >= len(line) || line[n] != ' ' {
		return noMark
	}
	switch rest := line[n+1:]; {
	case rest[0] == '[' && bytes.IndexByte(rest, ']') > 0, scan.HasPrefix(rest, "ERROR"), scan.HasPrefix(rest, "CANCELED"):
		return opens
	case scan.HasPrefix(rest, "DONE "), scan.HasPrefix(rest, "CACHED"):
		return shuts
	}
	return noMark
}

// npmScript knows "> name@1.2.3 script" and "> name@1.2.3 script /path".
func npmScript(line []byte) bool {
	if line[1] != ' ' {
		return false
	}
	words := bytes.Fields(line[2:min(len(line), 300)])
	if len(words) < 2 || len(words) > 3 {
		return false
	}
	at := bytes.LastIndexByte(words[0], '@')
	return at > 0 && at+1 < len(words[0]) && scan.IsDigit(words[0][at+1])
}

// userPrompt knows "user@host:path$ command" and its like in brackets or with
// a percent sign.
func userPrompt(line []byte) bool {
	head := line[:min(len(line), 120)]
	at := bytes.IndexByte(head, '@')
	if at < 1 || bytes.IndexByte(head[:at], ' ') >= 0 && head[0] != '(' {
		return false
	}
	for _, end := range [...]string{"$ ", "% ", "# "} {
		i := bytes.Index(head[at:], []byte(end))
		if i < 0 || at+i+2 >= len(head) {
			continue
		}
		between := head[at+1 : at+i]
		if len(between) > 1 && bytes.Count(between, []byte{' '}) <= 2 && !bytes.ContainsAny(between, "\"'(=,;") && (bytes.IndexByte(between, ':') > 0 || bytes.IndexByte(between, ' ') > 0 || between[len(between)-1] == ']') {
			return true
		}
	}
	return false
}

// settleMarks keeps the marks of those kinds that mean one here: a shell's do if the block opens with one of its kind, or if one
// stands right behind a step's. In a diff's hunk and in a block of code between
// fences nothing is one.
func (c *cutter) settleMarks() {
	var sure [titled + 1]bool
	sure[opens], sure[shuts], sure[script], sure[titled] = true, true, true, true
	users, last := 0, opens
	var h hunk
	fenced := 0 // up to which unit a block of code goes
	for i := range c.marks {
		if !c.b.StartsLine(i) {
			continue
		}
		if i < fenced || h.open() && h.takes(c.b.Text(i)) {
			c.marks[i] = noMark
			continue
		}
		switch c.kinds[i] {
		case diffHunk:
			h, last = readHunk(c.b.Text(i)), noMark
			continue
		case fence:
			fenced, last = c.fenceEnd(i), noMark
			continue
		}
		if last == script && c.marks[i] == noMark && scan.HasPrefix(c.b.Text(i), "> ") {
			c.marks[i] = script // the command behind the script's name
		}
		m := c.marks[i]
		switch {
		case m == user:
			users++
			sure[user] = sure[user] || users > 1
		case m == noMark:
			if last != noMark && c.kinds[i] != blank && !stepDetail(c.b.Text(i)) {
				last = noMark
			}
			continue
		}
		if last != noMark {
			sure[m] = true
		}
		last = m
	}
	for i, m := range c.marks {
		if m != noMark && !sure[m] {
			c.marks[i] = noMark
		}
	}
}

// fenceMost is how many units a block of code between fences may have.
const fenceMost = 200

// fenceEnd returns the unit behind the block of code that the fence at i opens,
// i if none closes it.
func (c *cutter) fenceEnd(i int) int {
	for j := i + 1; j < min(len(c.kinds), i+fenceMost); j++ {
		if c.kinds[j] == fence {
			return j + 1
		}
	}
	return i
}

// stepDetail knows what may stand between the mark of a step and its command.
func stepDetail(line []byte) bool {
	return scan.HasAnyPrefix(line, "yarn run v", "Executing ", "shell: ")
}

// hunk is what is still to come of a diff's hunk: lines of the old file and of
// the new.
type hunk struct{ old, new int }

func (h *hunk) open() bool { return h.old > 0 || h.new > 0 }

// takes tells whether the line belongs to the hunk, and counts it.
func (h *hunk) takes(line []byte) bool {
	sign := byte(' ')
	if len(line) > 0 {
		sign = line[0]
	}
	switch sign {
	case ' ':
		h.old--
		h.new--
	case '-':
		h.old--
	case '+':
		h.new--
	case '\\':
	default:
		*h = hunk{}
		return false
	}
	return true
}

// readHunk reads "@@ -1,3 +1,4 @@".
func readHunk(head []byte) hunk {
	return hunk{old: hunkCount(head, '-'), new: hunkCount(head, '+')}
}

// hunkCount returns the number behind the sign, a line number and a comma; 1 if
// there is no comma.
func hunkCount(head []byte, sign byte) int {
	t := head[bytes.IndexByte(head, sign)+1:]
	t = t[scan.Digits(t):]
	if len(t) < 2 || t[0] != ',' {
		return 1
	}
	n := 0
	for _, d := range t[1 : 1+min(scan.Digits(t[1:]), 6)] {
		n = 10*n + int(d-'0')
	}
	return n
}
