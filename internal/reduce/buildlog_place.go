package reduce

import "bytes"

// leadPlace is a place that a line starts with: path text[start:pathEnd], the
// message behind it text[message:end]. end is len(text), or where words that
// say the place stand behind the message.
type leadPlace struct {
	start, pathEnd, message, end int
}

func (p leadPlace) path(text []byte) []byte { return text[p.start:p.pathEnd] }

// findLeadPlace reads the place that a line starts with, in the forms
//
//	a.c:3:5: …  a.ts(3,5): …  "a.f90", line 3: …  File "a.py", line 3, …
//	a.js: line 3, col 5, …   In a.sh line 3:   bin/run:3:5: …
//	lib/A.pm: … at line 3, column 5. …   … at line 3, column 5. …
//
// A path without an extension needs line and column behind it, and so does one
// with blanks in it, which must start as paths do. It differs
// from findLocation in that it looks at nothing behind the start, and so is
// cheap for lines that start with none.
func findLeadPlace(text []byte) (leadPlace, bool) {
	p := leadPlace{end: len(text)}
	switch {
	case hasPrefix(text, `File "`):
		p.start = 6
	case hasPrefix(text, "In "):
		p.start = 3
	case text[0] == '"' || text[0] == '\'' || text[0] == '[':
		p.start = 1
	}
	limit := min(len(text), p.start+maxPath)
	for i := p.start; i < limit; i++ {
		after := 0
		switch text[i] {
		case ':':
			after = colonLine(text, i)
		case '(':
			after = parenLine(text, i)
		case ' ', '"', '\'', ',', '\t':
			return p, p.worded(text, i) || p.blanked(text, i) || p.endsInPlace(text)
		}
		if after > 0 && i > p.start && after < len(text)+1 {
			p.pathEnd, p.message = i, after
			column := bytes.IndexByte(text[i+1:after], ':') > 0
			return p, namesFile(text, p, column)
		}
	}
	return p, false
}

// namesFile tells whether the path of p can be a file's. One without an
// extension must have a column behind it, and not look like a time.
func namesFile(text []byte, p leadPlace, column bool) bool {
	path := p.path(text)
	if len(path) > 0 && path[len(path)-1] == ']' {
		return false
	}
	if p.message < len(text) && text[p.message] == '/' {
		return false // a host and its port
	}
	if sourcePath(path) {
		return true
	}
	return column && len(path) > 1 && !isDigit(path[0]) && (path[0] == '/' || path[0] == '.' || isLetter(path[0])) &&
		p.message < len(text) && text[p.message] == ':'
}

// worded reads a line number in words behind the path text[start:i].
func (p *leadPlace) worded(text []byte, i int) bool {
	path := bytes.TrimRight(text[p.start:i], ":")
	rest := bytes.TrimLeft(text[i:min(len(text), i+12)], ` ,"'`)
	if !foldPrefix(rest, "line ") {
		return false
	}
	n := digits(rest[5:])
	if n == 0 || len(path) < 2 {
		return false
	}
	p.pathEnd = p.start + len(path)
	p.message = len(text) - len(bytes.TrimLeft(text[i:], ` ,"'`)) + 5
	p.message += digits(text[p.message:])
	return sourcePath(path) || hasPrefix(text, "In ") || bytes.IndexByte(path, '/') >= 0
}

// blanked reads a path with blanks in it, of which text[start:i] has none: it
// starts as paths do, and line and column stand behind it.
func (p *leadPlace) blanked(text []byte, i int) bool {
	if text[i] != ' ' || !hasAnyPrefix(text[p.start:], "/", "./", "../") && !hasPrefix(text[p.start+1:], `:\`) {
		return false
	}
	for limit := min(len(text), p.start+maxPath); i < limit; i++ {
		if text[i] != ':' {
			continue
		}
		after := colonLine(text, i)
		if after == 0 {
			return false
		}
		p.pathEnd, p.message = i, after
		return bytes.IndexByte(text[i+1:after], ':') > 0 && sourcePath(p.path(text))
	}
	return false
}

// endsInPlace reads a message that its line number stands behind: "A.pm: Code
// before strictures are enabled at line 2, column 1.  See page 429".
func (p *leadPlace) endsInPlace(text []byte) bool {
	at := indexString(text, " at line ")
	if at < 8 {
		return false
	}
	rest := text[at+9:]
	n := digits(rest)
	if n == 0 {
		return false
	}
	p.start, p.pathEnd, p.message, p.end = 0, 0, 0, at
	if colon := indexString(text[:at], ": "); colon > 0 && sourcePath(text[:colon]) {
		p.pathEnd, p.message = colon, colon+1
		return true
	}
	return hasPrefix(rest[n:], ", column ") || hasPrefix(rest[n:], ", col ")
}

// behindPlace returns what of a line follows its place: without the signs
// between them, and the column that a place may end with in words.
func behindPlace(text []byte, p leadPlace) []byte {
	message := bytes.TrimLeft(text[min(p.message, p.end):p.end], " :-,)]>")
	for _, word := range [...]string{"col ", "column ", "char "} {
		if hasPrefix(message, word) {
			if n := digits(message[len(word):]); n > 0 {
				return bytes.TrimLeft(message[len(word)+n:], " ,:-)")
			}
		}
	}
	return message
}

// gradeIn returns the severity that text names behind "Severity: ", in words
// or by perlcritic's numbers, of which 5 is the gravest. What is graded lower
// is a finding nevertheless.
func gradeIn(text []byte) severity {
	i := indexString(text, "everity: ")
	if i < 1 {
		return sevNone
	}
	rest := text[i+9:]
	switch {
	case hasPrefix(rest, "5"):
		return sevError
	case foldPrefix(rest, "high"), foldPrefix(rest, "medium"), foldPrefix(rest, "critical"), foldPrefix(rest, "error"), foldPrefix(rest, "blocker"), foldPrefix(rest, "major"):
		return sevError
	case len(rest) > 0 && isDigit(rest[0]), foldPrefix(rest, "low"), foldPrefix(rest, "info"), foldPrefix(rest, "minor"):
		return sevLint
	case foldPrefix(rest, "warning"):
		return sevWarning
	}
	return sevNone
}
