package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// IsFile tells whether the text is the name of a file of source, or of one without
// an ending in a folder.
func IsFile(p []byte) bool {
	if !IsPath(p) {
		return false
	}
	slash := bytes.LastIndexByte(p, '/')
	return scan.IsSourcePath(p) || slash >= 0 && slash+1 < len(p) && bytes.IndexByte(p[slash:], '.') < 0
}

// Location knows path:line: and path(line,col): with a severity behind
// (a diagnostic) or any other text (a match of grep).
func Location(t []byte) Kind { return located(t, scan.SignsOf(t)) }

func located(t []byte, s scan.Signs) Kind {
	if scan.IsDigit(t[0]) {
		return numbered(t)
	}
	if s.Has(scan.SignDigit) && s.Any(scan.SignDash|scan.SignEquals) && aroundMatch(t) {
		return Around
	}
	if !s.Any(scan.SignColon) {
		return Other // both forms have one
	}
	colon := bytes.IndexByte(t, ':')
	if colon < 0 {
		return Other
	}
	if paren := bytes.IndexByte(t[:colon], '('); paren > 0 && placedInParens(t, paren) {
		return Finding
	}
	if colon == 1 && len(t) > 3 && t[2] == '\\' { // a drive
		if i := bytes.IndexByte(t[2:], ':'); i >= 0 {
			colon = i + 2
		}
	}
	switch {
	case colon <= 0 || colon+1 >= len(t):
		return Other
	case IsPath(t[:colon]):
		return placed(t[:colon], t[colon+1:])
	case gradedColumn(t, colon):
		return Finding
	}
	return Other
}

// placedInParens knows "path(line,col): text".
func placedInParens(t []byte, paren int) bool {
	end := scan.ParenLine(t, paren)
	return end > 0 && IsPath(t[:paren]) && bytes.Contains(t[end-1:], []byte("): "))
}

// placed decides on a line by what stands behind its path and a colon: the
// numbers of line and column, then a severity or other text.
func placed(path, rest []byte) Kind {
	numbers := 0
	if n := scan.Span(rest); n > 0 && n < len(rest) && rest[n] == ':' {
		return behindPlace(rest[n+1:], 2)
	}
	for numbers < 4 && len(rest) > 0 && scan.IsDigit(rest[0]) {
		n := scan.Digits(rest)
		if n == len(rest) || rest[n] != ':' {
			if n < len(rest) && rest[n] == ' ' && IsFile(path) && remark(dashed(rest[n+1:], numbers)) {
				return Finding
			}
			break
		}
		rest = rest[n+1:]
		numbers++
	}
	if numbers > 0 {
		return behindPlace(rest, numbers)
	}
	if len(rest) > 1 && rest[0] == ' ' && severe(rest[1:]) {
		return Finding
	}
	return Other
}

// gradedColumn tells whether behind the word that ends at colon, which may be
// the name of a script, stand line, column and a severity.
func gradedColumn(t []byte, colon int) bool {
	rest := t[colon+1:]
	for range 2 {
		n := scan.Digits(rest)
		if n == 0 || n == len(rest) || rest[n] != ':' {
			return false
		}
		rest = rest[n+1:]
	}
	return scan.IsLetter(t[0]) && !bytes.ContainsAny(t[:colon], " \t\"'=<[,(") && len(rest) > 1 && rest[0] == ' ' && severe(rest[1:])
}

// severe tells whether the text opens with a severity.
func severe(t []byte) bool {
	if _, n := rules.SignAt(t); n > 0 {
		return true
	}
	sev, _ := rules.SeverityAt(t, rules.AsMessage)
	return sev != rules.NoSeverity || scan.HasPrefix(t, "undefined reference")
}

// remark tells whether the text, which stands behind a place and a blank, may be
// what a linter has to say of it.
func remark(t []byte) bool {
	return severe(t) || len(t) > 3 && (scan.IsLetter(t[0]) || t[0] == '[') && bytes.IndexByte(t, ' ') > 0
}

// dashed returns what stands behind the dash that some put between a line and
// column and what they have to say: "a.py:3:7 - error: text".
func dashed(t []byte, numbers int) []byte {
	if numbers == 1 {
		return bytes.TrimPrefix(t, []byte("- "))
	}
	return t
}

// numbered knows what stands below a path in a heading: "12:text" of rg and
// "12:5  error  text" and "12 | ERROR | text" of linters.
func numbered(t []byte) Kind {
	n := scan.Digits(t)
	if scan.HasPrefix(t[n:], " | ERROR ") || scan.HasPrefix(t[n:], " | WARNING ") {
		return Finding
	}
	if scan.HasPrefix(t[n:], " | ") || scan.HasPrefix(t[n:], " |") && len(t) == n+2 {
		return Quoted
	}
	if n == len(t) || t[n] != ':' && t[n] != '-' {
		return Other
	}
	rest := t[n+1:]
	if m := scan.Digits(rest); t[n] == ':' && m > 0 {
		word := bytes.TrimLeft(rest[m:], " ")
		if len(rest)-m-len(word) >= 2 && severe(word) {
			return Finding
		}
	}
	if t[n] == ':' && numberedRow(rest) {
		return Columns
	}
	if t[n] == ':' && len(rest) > 0 && !scan.IsDigit(rest[0]) {
		return Match
	}
	if t[n] == '-' && n <= 6 && (len(rest) == 0 || !scan.IsDigit(rest[0])) {
		return Around
	}
	return Other
}

// numberedRow tells whether cells stand behind a number that counts the rows of a
// table: "   1:         19820       21489816  [B", two numbers at least.
func numberedRow(rest []byte) bool {
	for range 2 {
		cell := bytes.TrimLeft(rest, " ")
		n := scan.Digits(cell)
		if len(rest)-len(cell) < 3 || n == 0 || n == len(cell) || cell[n] != ' ' {
			return false
		}
		rest = cell[n:]
	}
	return true
}

// pathMost is the length of the longest path that is looked for: Linux takes no longer one.
const pathMost = 4096

// aroundMatch tells whether the line is one that grep shows next to a match:
// "path-12-text", "path=12=text".
func aroundMatch(t []byte) bool {
	for i := 1; i+2 < len(t) && i <= pathMost && t[i] != ' ' && t[i] != ':'; i++ {
		if t[i] != '-' && t[i] != '=' || !scan.IsDigit(t[i+1]) {
			continue
		}
		n := i + 1 + scan.Digits(t[i+1:])
		if n < len(t) && t[n] == t[i] && n-i <= 7 && IsPath(t[:i]) && (n+1 == len(t) || !scan.IsDigit(t[n+1])) {
			return true
		}
	}
	return false
}

// behindPlace decides between a diagnostic and a match by what stands behind the
// place: a severity, a word behind one blank, a linter's code, whatever stands behind
// line and column. A search gives the line alone, unless it is asked for more.
func behindPlace(rest []byte, numbers int) Kind {
	apart := len(rest) > 2 && rest[0] == ' ' && (scan.IsLetter(rest[1]) || in("['\"`", rest[1]))
	if scan.HasPrefix(rest, "in `") {
		return Frame
	}
	if numbers == 1 && measured(rest) {
		return Columns
	}
	switch {
	case ruleNamed(rest):
		return Finding
	case placedResult(rest):
		return Result
	}
	rest = bytes.TrimLeft(rest, " ")
	if apart || numbers == 2 && len(rest) > 0 || severe(rest) || graded(rest) {
		return Finding // what grep finds is seldom indented by one blank
	}
	return Match
}

// graded knows "message  [category/rule] [5]", a finding with its confidence.
func graded(rest []byte) bool {
	n := len(rest)
	return n > 12 && rest[n-1] == ']' && scan.IsDigit(rest[n-2]) && scan.HasSuffix(rest[:n-2], "] [")
}

// placedResult knows "test_adds:PASS" and "test_takes:FAIL: Expected 3 Was 2", as
// a runner of C prints behind a test's place.
func placedResult(rest []byte) bool {
	i := bytes.IndexByte(rest, ':')
	if i <= 0 || !scan.IsWord(rest[:i]) {
		return false
	}
	for _, word := range [...]string{"PASS", "FAIL", "IGNORE"} {
		if scan.HasPrefix(rest[i+1:], word) && (len(rest) == i+1+len(word) || rest[i+1+len(word)] == ':') {
			return true
		}
	}
	return false
}

// ruleNamed knows "\tRule:\tmessage".
func ruleNamed(rest []byte) bool {
	if len(rest) < 4 || rest[0] != '\t' || !scan.IsUpper(rest[1]) {
		return false
	}
	n := bytes.IndexByte(rest[1:], '\t')
	return n > 1 && rest[n] == ':' && bytes.IndexByte(rest[1:n], ' ') < 0
}

// measured knows "\tname\t\t66.7%", what a tool measured of a place.
func measured(rest []byte) bool {
	return len(rest) > 4 && rest[0] == '\t' && rest[len(rest)-1] == '%' && scan.IsDigit(rest[len(rest)-2]) && bytes.IndexByte(rest[1:], '\t') > 0
}

// IsPath tells whether the text is one word with a dot or a slash in it, or a file of
// source that needs neither: Makefile.
func IsPath(p []byte) bool {
	dot := false
	for _, c := range p {
		switch {
		case c == ' ' || c == '\t' || c == '"' || c == '=' || c == '<' || c == '[' || c == '\'' || c == ',':
			return false
		case c == '.' || c == '/' || c == '\\':
			dot = true
		}
	}
	return dot || scan.IsSourcePath(p)
}
