package classify

import "bytes"

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
	glyph       // "❯ command", "PS C:\\> command", as other prompts say it
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
	switch c := line[0]; {
	case c == ':', c == '#' && (line[1] == '#' || line[1] == '!'), c == '[' && (line[1] == 'P' || line[1] == 'C' || line[1] == 'c'), hasPrefix(line, "travis_"), hasPrefix(line, "section_"):
		if m := ciMark(line); m != noMark {
			return m
		}
		if c == '[' && userPrompt(line) {
			return user
		}
	case c == '$' && line[1] == ' ' && (isAlpha(line[2]) || bytes.IndexByte([]byte("./~_("), line[2]) >= 0):
		return dollar
	case c == '+' && (line[1] == ' ' || line[1] == '+'):
		t := bytes.TrimLeft(line, "+") // as many as shells are nested
		if len(t) < 2 || t[0] != ' ' {
			return noMark
		}
		if t = t[1:]; t[0] != ' ' && !legend(t) && (isLower(t[0]) || bytes.IndexByte([]byte("./_'["), t[0]) >= 0 || isUpper(t[0]) && bytes.IndexByte(t, '=') > 0) {
			return traced
		}
	case c == '#':
		return layer(line)
	case c == '>':
		if npmScript(line) {
			return script
		}
	case c == '=' && fileHead(line):
		return titled
	case c == 0xe2:
		if hasPrefix(line, "❯ ") || hasPrefix(line, "➜ ") {
			return glyph
		}
	case hasPrefix(line, "PS ") && bytes.Contains(line[:min(len(line), 120)], []byte("> ")):
		return glyph
	case isLower(c) || c == '[' || c == '(':
		if userPrompt(line) {
			return user
		}
	}
	return noMark
}

// legend knows what stands behind the plus of "+ actual - expected", by which
// assertions say what the signs of the difference below it mean.
func legend(t []byte) bool {
	return hasPrefix(t, "actual - expected") || hasPrefix(t, "expected - actual") || hasPrefix(t, "received - expected")
}

func ciMark(line []byte) mark {
	for _, p := range ciShuts {
		if hasPrefix(line, p) {
			return shuts
		}
	}
	for _, p := range ciOpens {
		if hasPrefix(line, p) {
			return opens
		}
	}
	return noMark
}

// layer knows the head of a step of docker's: "#7 [stage 3/5] RUN make", and its
// end: "#7 DONE 1.2s", "#7 ERROR: …".
func layer(line []byte) mark {
	n := 1 + digitRun(line[1:])
	if n == 1 || n+2 >= len(line) || line[n] != ' ' {
		return noMark
	}
	switch rest := line[n+1:]; {
	case rest[0] == '[' && bytes.IndexByte(rest, ']') > 0, hasPrefix(rest, "ERROR"), hasPrefix(rest, "CANCELED"):
		return opens
	case hasPrefix(rest, "DONE "), hasPrefix(rest, "CACHED"):
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
	return at > 0 && at+1 < len(words[0]) && isDigit(words[0][at+1])
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
		if last == script && c.marks[i] == noMark && hasPrefix(c.b.Text(i), "> ") {
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
	return hasPrefix(line, "yarn run v") || hasPrefix(line, "Executing ") || hasPrefix(line, "shell: ")
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
	t = t[digitRun(t):]
	if len(t) < 2 || t[0] != ',' {
		return 1
	}
	n := 0
	for _, d := range t[1 : 1+min(digitRun(t[1:]), 6)] {
		n = 10*n + int(d-'0')
	}
	return n
}
