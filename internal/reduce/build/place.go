package build

import (
	"bytes"

	"elide/internal/scan"
)

// leadPlace is a place that a line starts with: path text[start:PathEnd], the
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
// from scan.FindLocation in that it looks at nothing behind the start, and so is
// cheap for lines that start with none.
func findLeadPlace(text []byte) (leadPlace, bool) {
	p := leadPlace{end: len(text)}
	switch {
	case scan.HasPrefix(text, `File "`):
		p.start = 6
	case scan.HasPrefix(text, "In "):
		p.start = 3
	}
	limit := min(len(text), p.start+scan.MaxPath)
	for i := p.start; i < limit; i++ {
		after := 0
		switch text[i] {
		case ':':
			after = scan.ColonLine(text, i)
		case '(':
			after = scan.ParenLine(text, i)
		case ' ', '"', '\'', ',', '\t':
			return p, p.worded(text, i) || p.endsInPlace(text)
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
	if scan.IsSourcePath(path) {
		return true
	}
	return column && len(path) > 1 && !scan.IsDigit(path[0]) && (path[0] == '/' || path[0] == '.' || scan.IsLetter(path[0])) &&
		p.message < len(text) && text[p.message] == ':'
}

// worded reads a line number in words behind the path text[start:i].
func (p *leadPlace) worded(text []byte, i int) bool {
	path := bytes.TrimRight(text[p.start:i], ":")
	rest := bytes.TrimLeft(text[i:min(len(text), i+12)], ` ,"'`)
	if !scan.FoldPrefix(rest, "line ") {
		return false
	}
	n := scan.Digits(rest[5:])
	if n == 0 || len(path) < 2 {
		return false
	}
	p.pathEnd = p.start + len(path)
	p.message = len(text) - len(bytes.TrimLeft(text[i:], ` ,"'`)) + 5
	p.message += scan.Digits(text[p.message:])
	return scan.IsSourcePath(path) || scan.HasPrefix(text, "In ") || bytes.IndexByte(path, '/') >= 0
}

// endsInPlace reads a message that its line number stands behind: "A.pm: Code
// before strictures are enabled at line 2, column 1.  See page 429".
func (p *leadPlace) endsInPlace(text []byte) bool {
	at := scan.Index(text, " at line ")
	if at < 8 {
		return false
	}
	rest := text[at+9:]
	n := scan.Digits(rest)
	if n == 0 {
		return false
	}
	p.start, p.pathEnd, p.message, p.end = 0, 0, 0, at
	if colon := scan.Index(text[:at], ": "); colon > 0 && scan.IsSourcePath(text[:colon]) {
		p.pathEnd, p.message = colon, colon+1
		return true
	}
	return scan.HasPrefix(rest[n:], ", column ") || scan.HasPrefix(rest[n:], ", col ")
}

// behindPlace returns what of a line follows its place: without the signs
// between them, and the column that a place may end with in words.
func behindPlace(text []byte, p leadPlace) []byte {
	message := bytes.TrimLeft(text[min(p.message, p.end):p.end], " :-,)]>")
	return message
}

// gradeIn returns the severity that text names behind "Severity: ", in words
// or by perlcritic's numbers, of which 5 is the gravest. What is graded lower
// is a finding nevertheless.
func gradeIn(text []byte) severity {
	i := scan.Index(text, "everity: ")
	if i < 1 {
		return sevNone
	}
	rest := text[i+9:]
	switch {
	case scan.HasPrefix(rest, "5"):
		return SevError
	case scan.FoldPrefix(rest, "high"), scan.FoldPrefix(rest, "medium"), scan.FoldPrefix(rest, "critical"), scan.FoldPrefix(rest, "error"), scan.FoldPrefix(rest, "blocker"), scan.FoldPrefix(rest, "major"):
		return SevError
	case len(rest) > 0 && scan.IsDigit(rest[0]), scan.FoldPrefix(rest, "low"), scan.FoldPrefix(rest, "info"), scan.FoldPrefix(rest, "minor"):
		return sevLint
	case scan.FoldPrefix(rest, "warning"):
		return sevWarning
	}
	return sevNone
}
