package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Between what several commands print stand lines that say so: a shell's prompt,
// the commands that a shell traces, the steps of a CI server, the names that
// head puts over files. A block is cut there.

// Mark is a kind of such a line.
type Mark uint8

const (
	NoMark Mark = iota
	Opens       // begins a step, whoever prints it
	Shuts       // ends one
	dollar      // "$ command"
	User        // "user@host:path$ command"
	glyph       // "❯ command", as other prompts say it
	Traced      // "+ command", as a shell says it with -x
	Script      // "> name@1.2.3 script", as npm says it
	Titled      // "==> file <=="
)

// MarkOf returns what kind of mark the line is. What stands before a carriage
// return is looked at too: CI servers hide their marks behind one.
func MarkOf(line, raw []byte) Mark {
	if len(raw) > len(line) && (raw[0] == 0x1b || raw[0] == 't' || raw[0] == 's') {
		if m := ciMark(bytes.TrimPrefix(raw, []byte("\x1b[0K"))); m != NoMark {
			return m
		}
	}
	if len(line) < 3 || line[0] == ' ' {
		return NoMark
	}
	if m := ciMark(line); m != NoMark {
		return m
	}
	switch c := line[0]; {
	case c == '$' && line[1] == ' ' && (scan.IsLetter(line[2]) || bytes.IndexByte([]byte("./~_("), line[2]) >= 0):
		return dollar
	case c == '+':
		return shellTrace(line)
	case c == '>' && npmScript(line):
		return Script
	case c == '=' && FileHead(line):
		return Titled
	case scan.HasPrefix(line, "❯ "):
		return glyph
	case (scan.IsLower(c) || c == '[' || c == '(') && userPrompt(line):
		return User
	}
	return NoMark
}

// shellTrace knows a command that a shell says with -x: "+ make", "++ dirname x".
func shellTrace(line []byte) Mark {
	t := line[scan.Run(line, '+'):] // as many as shells are nested
	if len(t) < 2 || t[0] != ' ' {
		return NoMark
	}
	if form, _ := rules.Opening(rules.Form, t[1:]); form.Kind == rules.FormLegend {
		return NoMark
	}
	if t = t[1:]; scan.IsLower(t[0]) || bytes.IndexByte([]byte("./_'["), t[0]) >= 0 || scan.IsUpper(t[0]) && bytes.IndexByte(t, '=') > 0 {
		return Traced
	}
	return NoMark
}

// ciMark knows what opens and ends the steps of CI servers and of builders of images.
func ciMark(line []byte) Mark {
	if !in("#:[ts", line[0]) {
		return NoMark
	}
	form, _ := rules.Opening(rules.Form, line)
	switch form.Kind {
	case rules.FormOpens:
		return Opens
	case rules.FormShuts:
		return Shuts
	}
	return NoMark
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

// FileHead knows the line that head and tail put before each of several files.
func FileHead(t []byte) bool { return scan.HasPrefix(t, "==> ") && scan.HasSuffix(t, " <==") }

// RuledPath returns the path that a line names between the ends of a rule, perhaps in
// brackets and with a word behind that says how it did: "== src/a.rb ==",
// "== [models/a.sql] FAIL"; nil: it is nothing of the kind.
func RuledPath(t []byte) []byte {
	t = scan.Trim(t)
	if len(t) < 6 || !scan.IsRuleByte(t[0]) || t[1] != t[0] {
		return nil
	}
	n := scan.Run(t, t[0])
	word, behind := field(t[n:min(len(t), 400)])
	if n == len(t) || !isSpace(t[n]) || len(word) == 0 {
		return nil
	}
	if last, more := field(behind); len(last) > 0 {
		if again, _ := field(more); len(again) > 0 || !scan.IsUpperWord(last) && scan.Run(last, t[0]) != len(last) {
			return nil
		}
	}
	path := bytes.Trim(word, "[]")
	if !IsFile(path) {
		return nil
	}
	return path
}

// field returns the first word of the text, and what stands behind it.
func field(t []byte) (word, behind []byte) {
	from := 0
	for from < len(t) && isSpace(t[from]) {
		from++
	}
	to := from
	for to < len(t) && !isSpace(t[to]) {
		to++
	}
	return t[from:to], t[to:]
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
