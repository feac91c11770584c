package toolcall

import "strings"

// scriptUse tells what a script of Codex's code mode does: JavaScript that
// calls tools.exec_command({cmd: "…"}) and others. Each call is looked at like
// any call, with the arguments that are written out in the script.
func (c call) scriptUse() Use {
	j := javascript{text: c.freeText(), names: map[string]string{}}
	var uses []Use
	for j.next() {
		if name, input, ok := j.toolCall(); ok {
			uses = append(uses, of(name, input, c.depth+1))
		}
	}
	u := merged(uses)
	if j.unresolved {
		for _, text := range j.strings {
			line := lineUse(text, c.depth+1)
			u.Expansion, u.Off = u.Expansion || line.Expansion, u.Off || line.Off
		}
	}
	if u.Key != "" && !j.unresolved {
		u.Key = "script\x00" + u.Key
	} else {
		u.Key = ""
	}
	return u
}

// javascript reads a script from the front, token by token. It knows no
// regular expressions, and takes what is in them for code.
type javascript struct {
	text       string
	at         int
	token      string            // the current one: a name, a sign; of a string its quote
	value      string            // the text of a string
	strings    []string          // of all strings so far
	names      map[string]string // names to which a string was assigned
	unresolved bool              // an argument was not written out
}

// next reads the next token. It returns false at the end.
func (j *javascript) next() bool {
	j.blanks()
	if j.at >= len(j.text) {
		j.token = ""
		return false
	}
	switch c := j.text[j.at]; {
	case c == '"' || c == '\'' || c == '`':
		j.string(c)
	case isName(c):
		start := j.at
		for j.at < len(j.text) && isName(j.text[j.at]) {
			j.at++
		}
		j.token = j.text[start:j.at]
	default:
		j.token = j.text[j.at : j.at+1]
		j.at++
	}
	return true
}

func isName(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}

// blanks skips blanks and comments.
func (j *javascript) blanks() {
	for j.at < len(j.text) {
		rest := j.text[j.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			j.at++
		case strings.HasPrefix(rest, "//"):
			j.skipPast("\n")
		case strings.HasPrefix(rest, "/*"):
			j.skipPast("*/")
		default:
			return
		}
	}
}

func (j *javascript) skipPast(end string) {
	if i := strings.Index(j.text[j.at:], end); i >= 0 {
		j.at += i + len(end)
		return
	}
	j.at = len(j.text)
}

// string reads a string. Expansions of a template stay as they stand.
func (j *javascript) string(quote byte) {
	var b strings.Builder
	j.at++
	for j.at < len(j.text) && j.text[j.at] != quote {
		start := j.at
		switch rest := j.text[j.at:]; {
		case rest[0] == '\\' && len(rest) > 1:
			b.WriteString(jsEscape(rest[1]))
			j.at += 2
		case quote == '`' && strings.HasPrefix(rest, "${"):
			j.skipPast("}")
			b.WriteString(j.text[start:j.at])
		default:
			b.WriteByte(rest[0])
			j.at++
		}
	}
	j.at = min(j.at+1, len(j.text))
	j.token, j.value = string(quote), b.String()
	j.strings = append(j.strings, j.value)
}

func jsEscape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case '\n':
		return ""
	}
	return string(rune(c))
}

func (j *javascript) isString() bool {
	return j.token == `"` || j.token == "'" || j.token == "`"
}

// peek tells whether the next byte that isn't blank is c.
func (j *javascript) peek(c byte) bool {
	j.blanks()
	return j.at < len(j.text) && j.text[j.at] == c
}

// toolCall reads a call of a tool that begins at the current token, tools.NAME(
// or tools["NAME"](, with its first argument as JSON. On its way it takes down
// the strings that names stand for.
func (j *javascript) toolCall() (name string, input []byte, ok bool) {
	if j.token != "tools" {
		j.assignment()
		return "", nil, false
	}
	switch {
	case j.peek('.'):
		j.next()
		j.next()
		name = j.token
	case j.peek('['):
		j.next()
		j.next()
		name = j.value
		j.next()
	}
	if !j.peek('(') {
		return "", nil, false
	}
	j.next()
	j.next()
	return name, j.literal(nil, 0), true
}

// assignment takes down what string a name stands for.
func (j *javascript) assignment() {
	if j.token == "" || !isName(j.token[0]) || !j.peek('=') {
		return
	}
	name := j.token
	if j.next(); j.peek('"') || j.peek('\'') || j.peek('`') {
		j.next()
		j.names[name] = j.value
	}
}
