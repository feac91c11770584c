package outline

import (
	"bytes"
	"elide/internal/languages"

	"elide/internal/scan"
)

// literal returns the end of a literal that starts at pos with byte c, 0 if
// it is none.
func (l *srcLexer) literal(c byte) int {
	rest := l.src[l.pos:]
	switch {
	case c == '"' && l.lang.Lexes(languages.Triple) && scan.HasPrefix(rest, `"""`):
		return l.closed(3, `"""`)
	case c == '\'' && l.lang.Lexes(languages.TripleSingle) && scan.HasPrefix(rest, "'''"):
		return l.closed(3, "'''")
	case c == '"':
		return l.quoted(l.pos+1, '"')
	case c == '\'':
		return l.single(rest)
	case c == '`' && l.lang.Lexes(languages.Template):
		return l.template(l.pos+1, 0)
	case c == '`' && l.lang.Lexes(languages.Backquote):
		return l.closed(1, "`")
	case c == '/' && l.lang.Lexes(languages.Regexps) && l.regexpPlace():
		return l.regexp()
	case (c == '@' || c == '$') && l.lang.Lexes(languages.AtStrings):
		return l.atString(rest)
	case c == '#' && l.lang.Lexes(languages.HashStrings):
		return l.hashString(l.pos)
	case c == '<' && l.lang.Lexes(languages.Heredoc) && scan.HasPrefix(rest, "<<<"):
		return l.heredoc(rest)
	}
	return 0
}

// closed returns the end of a raw literal whose opener is n bytes long.
func (l *srcLexer) closed(n int, closer string) int {
	if end := l.find(l.pos+n, closer); end > 0 {
		return end
	}
	return l.lineEnd()
}

func (l *srcLexer) lineEnd() int {
	if i := bytes.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
		return l.pos + i
	}
	return len(l.src)
}

// quoted returns the end of a string whose text starts at i: behind its quote or,
// where strings end with their line, at the end of the line.
func (l *srcLexer) quoted(i int, quote byte) int {
	long := l.lang.Lexes(languages.Long) && !l.dead["string"]
	newline := 0
	for first := i; i < len(l.src) && i-first < 1<<16; i++ {
		switch c := l.src[i]; {
		case c == quote:
			return i + 1
		case c == '\\':
			i++
		case c == '\n' && !long:
			return i
		case c == '\n' && newline == 0:
			newline = i
		}
	}
	if newline > 0 { // no string is that long: it was none
		l.dead["string"] = true
		return newline
	}
	return min(i, len(l.src))
}

// single returns the end of what a single quote starts: a string, a
// character, or, in Rust and Scala, nothing (a lifetime, a symbol).
func (l *srcLexer) single(rest []byte) int {
	if l.lang.Lexes(languages.Single) {
		return l.quoted(l.pos+1, '\'')
	}
	n := min(len(rest), 14)
	end := 1
	for end < n && rest[end] != '\'' && rest[end] != '\n' {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= n || rest[end] != '\'' {
		return 0
	}
	if l.lang.Lexes(languages.Lifetimes) && end > 2 && rest[1] != '\\' && rest[1] < 0x80 {
		return 0
	}
	return l.pos + end + 1
}

// template returns the end of a template string whose text starts at i, with
// the expressions in it, which may hold templates.
func (l *srcLexer) template(i, depth int) int {
	switch {
	case depth > 40:
		return i
	case depth == 0 && l.dead["template"]:
		return l.lineEnd()
	}
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == '`':
			return i + 1
		case c == '\\':
			i++
		case c == '$' && i+1 < len(l.src) && l.src[i+1] == '{':
			i = l.expression(i+2, depth)
			continue
		}
		i++
	}
	if depth > 0 {
		return i
	}
	l.dead["template"] = true
	return l.lineEnd()
}

// expression returns the end of the ${…} in a template whose text starts at i.
func (l *srcLexer) expression(i, depth int) int {
	for open := 1; i < len(l.src); {
		switch c := l.src[i]; c {
		case '{':
			open++
		case '}':
			open--
			if open == 0 {
				return i + 1
			}
		case '"', '\'':
			i = max(l.quoted(i+1, c), i+1)
			continue
		case '`':
			i = l.template(i+1, depth+1)
			continue
		}
		i++
	}
	return i
}

// regexpPlace tells whether a slash here can start a regular expression: it
// can't behind a value.
func (l *srcLexer) regexpPlace() bool {
	switch p := l.prev; p.kind {
	case srcNumber, srcString, srcBlock:
		return false
	case srcWord:
		return l.lang.Is(string(l.src[p.start:p.end]), languages.Operator)
	case srcPunct:
		return p.punct != ')' && p.punct != ']' && p.punct != '}' && p.punct != '<'
	}
	return true
}

// longestRegexp bounds the search for the end of a regular expression.
const longestRegexp = 500

// regexp returns the end of the regular expression at pos, 0 if its line
// doesn't close it.
func (l *srcLexer) regexp() int {
	class := false
	for i := l.pos + 1; i < min(len(l.src), l.pos+longestRegexp); i++ {
		switch l.src[i] {
		case '\n':
			return 0
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class && i > l.pos+1 {
				return l.word(i + 1)
			}
		}
	}
	return 0
}

// atString returns the end of C#'s @"…", $@"…" and $"…".
func (l *srcLexer) atString(rest []byte) int {
	n := 0
	for n < len(rest) && (rest[n] == '@' || rest[n] == '$') {
		n++
	}
	switch {
	case n == len(rest) || rest[n] != '"':
		return 0
	case bytes.IndexByte(rest[:n], '@') >= 0:
	case scan.HasPrefix(rest[n:], `"""`):
		return l.closed(n+3, `"""`)
	default:
		return l.quoted(l.pos+n+1, '"')
	}
	for i := l.pos + n + 1; ; {
		end := l.find(i, `"`)
		if end < 0 {
			return l.lineEnd()
		}
		if end == len(l.src) || l.src[end] != '"' {
			return end
		}
		i = end + 1
	}
}

// hashString returns the end of #"…"# (Swift; Rust behind its r) at i.
func (l *srcLexer) hashString(i int) int {
	n := scan.Run(l.src[i:min(len(l.src), i+16)], '#')
	if i+n >= len(l.src) || l.src[i+n] != '"' {
		return 0
	}
	if end := l.find(i+n+1, `"`+"################"[:n]); end > 0 {
		return end
	}
	return l.lineEnd()
}

// heredoc returns the end of PHP's <<<NAME … NAME.
func (l *srcLexer) heredoc(rest []byte) int {
	i := 3
	for i < len(rest) && (rest[i] == '\'' || rest[i] == '"' || rest[i] == ' ') {
		i++
	}
	n := i
	for n < len(rest) && scan.IsWordByte(rest[n]) {
		n++
	}
	if n == i || l.dead["<<<"] {
		return 0
	}
	name := string(rest[i:n])
	for at := l.pos + n; ; {
		end := l.find(at, name)
		if end < 0 {
			l.dead["<<<"] = true
			return l.lineEnd()
		}
		if start := bytes.LastIndexByte(l.src[:end], '\n') + 1; scan.Blank(l.src[start : end-len(name)]) {
			return end
		}
		at = end
	}
}

// prefixedString returns the end of a literal that begins with the word
// src[start:end]: R"x(…)x", r"…", r#"…"#. 0: there is none.
func (l *srcLexer) prefixedString(start, end int) int {
	if end >= len(l.src) || end-start > 3 {
		return 0
	}
	word, c := l.src[start:end], l.src[end]
	raw := word[len(word)-1]
	switch {
	case c == '"' && raw == 'R' && l.lang.Lexes(languages.Directives):
		return l.delimited(end + 1)
	case (c == '"' || c == '#') && (raw == 'r') && l.lang.Lexes(languages.Lifetimes):
		return l.hashString(end)
	}
	return 0
}

// delimited returns the end of C++'s R"delimiter(…)delimiter" whose
// delimiter starts at i.
func (l *srcLexer) delimited(i int) int {
	paren := bytes.IndexByte(l.src[i:min(len(l.src), i+18)], '(')
	if paren < 0 || l.dead[`R"`] {
		return 0
	}
	if end := l.find(i+paren, ")"+string(l.src[i:i+paren])+`"`); end > 0 {
		return end
	}
	l.dead[`R"`] = true
	return l.lineEnd()
}
