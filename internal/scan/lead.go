package scan

import (
	"bytes"
)

// Lead is a place that a line starts with: path text[Start:PathEnd], the
// message behind it text[Message:End]. End is len(text), or where words that
// say the place stand behind the message.
type Lead struct {
	Start, PathEnd, Message, End int
}

// Path returns the path of the place in text.
func (p Lead) Path(text []byte) []byte { return text[p.Start:p.PathEnd] }

// FindLead reads the place that a line starts with, in the forms
//
//	a.c:3:5: …  a.ts(3,5): …  "a.f90", line 3: …  File "a.py", line 3, …
//	a.js: line 3, col 5, …   In a.sh line 3:   bin/run:3:5: …
//	lib/A.pm: … at line 3, column 5. …   … at line 3, column 5. …
//
// A path without an extension needs line and column behind it, and so does one
// with blanks in it, which must start as paths do. It differs
// from FindLocation in that it looks at nothing behind the start, and so is
// cheap for lines that start with none.
func FindLead(text []byte) (Lead, bool) {
	p := Lead{End: len(text)}
	switch {
	case HasPrefix(text, `File "`):
		p.Start = 6
	case HasPrefix(text, "In "):
		p.Start = 3
	}
	limit := min(len(text), p.Start+MaxPath)
	for i := p.Start; i < limit; i++ {
		after := 0
		switch text[i] {
		case ':':
			after = ColonLine(text, i)
		case '(':
			after = ParenLine(text, i)
		case ' ', '"', '\'', ',', '\t':
			return p, p.worded(text, i) || p.endsInPlace(text)
		}
		if after > 0 && i > p.Start && after < len(text)+1 {
			p.PathEnd, p.Message = i, after
			column := bytes.IndexByte(text[i+1:after], ':') > 0
			return p, namesFile(text, p, column)
		}
	}
	return p, false
}

// namesFile tells whether the path of p can be a file's. One without an
// extension must have a column behind it, and not look like a time.
func namesFile(text []byte, p Lead, column bool) bool {
	path := p.Path(text)
	if len(path) > 0 && path[len(path)-1] == ']' {
		return false
	}
	if p.Message < len(text) && text[p.Message] == '/' {
		return false // a host and its port
	}
	if IsSourcePath(path) {
		return true
	}
	return column && len(path) > 1 && !IsDigit(path[0]) && (path[0] == '/' || path[0] == '.' || IsLetter(path[0])) &&
		p.Message < len(text) && text[p.Message] == ':'
}

// worded reads a line number in words behind the path text[start:i].
func (p *Lead) worded(text []byte, i int) bool {
	path := bytes.TrimRight(text[p.Start:i], ":")
	rest := bytes.TrimLeft(text[i:min(len(text), i+12)], ` ,"'`)
	if !FoldPrefix(rest, "line ") {
		return false
	}
	n := Digits(rest[5:])
	if n == 0 || len(path) < 2 {
		return false
	}
	p.PathEnd = p.Start + len(path)
	p.Message = len(text) - len(bytes.TrimLeft(text[i:], ` ,"'`)) + 5
	p.Message += Digits(text[p.Message:])
	return IsSourcePath(path) || HasPrefix(text, "In ") || bytes.IndexByte(path, '/') >= 0
}

// endsInPlace reads a message that its line number stands behind: "A.pm: Code
// before strictures are enabled at line 2, column 1.  See page 429".
func (p *Lead) endsInPlace(text []byte) bool {
	at := Index(text, " at line ")
	if at < 8 {
		return false
	}
	rest := text[at+9:]
	n := Digits(rest)
	if n == 0 {
		return false
	}
	p.Start, p.PathEnd, p.Message, p.End = 0, 0, 0, at
	if colon := Index(text[:at], ": "); colon > 0 && IsSourcePath(text[:colon]) {
		p.PathEnd, p.Message = colon, colon+1
		return true
	}
	return HasPrefix(rest[n:], ", column ") || HasPrefix(rest[n:], ", col ")
}
