package toolcall

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// unknown stands in a text for what a script works out when it runs.
const unknown = "${…}"

// literal appends the value that begins at the current token as JSON, with all
// that isn't a list or an object as a string, and reads up to its end. What is
// not written out in the script is null.
func (j *javascript) literal(dst []byte, depth int) []byte {
	switch {
	case j.token == "{" && depth < deepestShell:
		return j.list(dst, depth, "}", j.member)
	case j.token == "[" && depth < deepestShell:
		return j.list(dst, depth, "]", j.literal)
	}
	text, ok := j.stringValue()
	if !ok && (isNumber(j.token) || j.token == "true" || j.token == "false") {
		text, ok = j.token, true
	}
	if rest := j.rest(); ok {
		return jsonspan.AppendString(dst, []byte(text+rest))
	}
	j.unresolved = true
	return append(dst, "null"...)
}

// stringValue returns the string that the current token is or stands for.
func (j *javascript) stringValue() (string, bool) {
	if j.isString() {
		return j.value, true
	}
	text, ok := j.names[j.token]
	return text, ok
}

// list appends a list or an object: what one does for each token that begins
// an element.
func (j *javascript) list(dst []byte, depth int, end string, one func([]byte, int) []byte) []byte {
	start := len(dst)
	dst = append(dst, j.token...)
	for j.next() && j.token != end {
		if j.token == "," {
			continue
		}
		before := len(dst)
		if before > start+1 {
			dst = append(dst, ',')
		}
		if with := one(dst, depth+1); len(with) > len(dst) {
			dst = with
		} else {
			dst = dst[:before]
		}
	}
	return append(dst, end...)
}

// member appends a member of an object. One whose key isn't written out adds
// nothing.
func (j *javascript) member(dst []byte, depth int) []byte {
	key := j.token
	if j.isString() {
		key = j.value
	}
	named := j.isString() || isName(key[0])
	if !named || !j.peek(':') {
		return j.shorthand(dst, key, named)
	}
	dst = append(jsonspan.AppendString(dst, []byte(key)), ':')
	j.next()
	j.next()
	return j.literal(dst, depth)
}

// shorthand appends a member whose key is also the name of its value.
func (j *javascript) shorthand(dst []byte, key string, named bool) []byte {
	text, ok := j.names[key]
	j.rest()
	if !ok || !named {
		j.unresolved = true
		return dst
	}
	dst = append(jsonspan.AppendString(dst, []byte(key)), ':')
	return jsonspan.AppendString(dst, []byte(text))
}

// rest reads up to the end of an expression whose first token was read. It
// returns what a sum adds to a string there.
func (j *javascript) rest() string {
	var text strings.Builder
	open := 0
	for {
		if open == 0 && (j.peek(',') || j.peek(')') || j.peek(']') || j.peek('}') || j.peek(';')) || !j.next() {
			return text.String()
		}
		switch j.token {
		case "(", "[", "{":
			open++
		case ")", "]", "}":
			open--
		case "+":
		default:
			if part, ok := j.stringValue(); ok {
				text.WriteString(part)
			} else {
				text.WriteString(unknown)
			}
		}
	}
}
