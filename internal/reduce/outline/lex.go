package outline

import (
	"bytes"
	"elide/internal/languages"

	"elide/internal/scan"
)

// srcKind is what a token of source code is.
type srcKind uint8

const (
	srcEnd srcKind = iota
	srcWord
	srcNumber
	srcString // any literal in quotes
	srcPunct  // one byte
	srcArrow  // =>
	srcBlock  // a braced block that is over
	srcDirective
)

// srcToken is a token; its text is src[start:end].
type srcToken struct {
	start, end int
	indent     int // columns before the first token of its line
	kind       srcKind
	fresh      bool // first of its line
	punct      byte
}

// byteOrderMark may stand before the first character of a file.
const byteOrderMark = "\ufeff"

// srcLexer cuts source code into tokens and drops comments. It is as exact
// as finding declarations needs: what stands in strings, comments, regular
// expressions and preprocessor lines never comes out as code.
//
// An opener without its closer (a file that is cut short, an apostrophe in
// text) hides no more than the rest of its line; which closers are missing
// is remembered, so that nothing is searched for twice.
type srcLexer struct {
	src   []byte
	pos   int
	lang  *languages.Language
	prev  srcToken
	fresh bool
	line  int // start of the line that pos is in
	width int // indentation of that line
	dead  map[string]bool
}

func newSrcLexer(src []byte, lang *languages.Language) *srcLexer {
	l := &srcLexer{src: src, lang: lang, fresh: true, dead: map[string]bool{}}
	if scan.HasPrefix(src, byteOrderMark) {
		l.pos = len(byteOrderMark)
	}
	l.startLine(0)
	if lang.Lexes(languages.Block) {
		l.skipCommentTail()
	}
	return l
}

// skipCommentTail starts behind a block comment that the text begins inside of.
func (l *srcLexer) skipCommentTail() {
	end := bytes.Index(l.src, []byte("*/"))
	if end >= 0 && !bytes.Contains(l.src[:end], []byte("/*")) && blockCommentText(l.src[:end]) {
		l.advance(end + 2)
	}
}

// blockCommentText tells whether every line starts with the asterisk of a
// block comment, the first one aside.
func blockCommentText(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return true
		}
		text = text[i+1:]
		if t := bytes.TrimLeft(text, " \t"); len(t) > 0 && t[0] != '*' {
			return false
		}
	}
}

// advance moves to pos, over any number of lines.
func (l *srcLexer) advance(pos int) {
	if i := bytes.LastIndexByte(l.src[l.pos:pos], '\n'); i >= 0 {
		l.startLine(l.pos + i + 1)
	}
	l.pos = pos
}

// startLine notes a new line at offset at; a line number before its text
// (cat -n, nl) belongs to the indentation.
func (l *srcLexer) startLine(at int) {
	l.line, l.fresh = at, true
	end := min(len(l.src), at+400)
	text := l.src[at:end]
	if n := scan.LineNumber(text); n > 0 {
		at, text = at+n, text[n:]
	}
	l.width, _ = scan.Indent(text)
	l.pos = max(l.pos, at)
}

// next returns the next token; its kind is srcEnd behind the last one.
func (l *srcLexer) next() srcToken {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if c == '\n' {
			l.pos++
			l.startLine(l.pos)
			continue
		}
		if c <= ' ' || c == '\\' {
			l.pos++
			continue
		}
		if l.comment(c) {
			continue
		}
		return l.token(c)
	}
	return srcToken{start: len(l.src), end: len(l.src)}
}

// comment skips a comment at pos, if there is one.
func (l *srcLexer) comment(c byte) bool {
	rest := l.src[l.pos:]
	switch {
	case c == '/' && len(rest) > 1 && rest[1] == '/' && l.lang.Lexes(languages.Slashes):
		l.skipLine()
	case c == '/' && len(rest) > 1 && rest[1] == '*' && l.lang.Lexes(languages.Block):
		l.blockComment()
	case c == '#' && l.lang.Lexes(languages.Hashes) && !scan.HasPrefix(rest, "#["):
		l.skipLine()
	default:
		return false
	}
	return true
}

func (l *srcLexer) skipLine() {
	if i := bytes.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
		l.pos += i
		return
	}
	l.pos = len(l.src)
}

// blockComment skips a block comment, and those within where they nest.
func (l *srcLexer) blockComment() {
	depth, i := 1, l.pos+2
	for depth > 0 {
		end := l.find(i, "*/")
		if end < 0 {
			l.skipLine()
			return
		}
		if l.lang.Lexes(languages.Nested) {
			depth += bytes.Count(l.src[i:end-2], []byte("/*"))
		}
		depth--
		i = end
	}
	l.advance(i)
}

// find returns the offset behind the next closer at or after from, -1 if
// there is none.
func (l *srcLexer) find(from int, closer string) int {
	if from > len(l.src) || l.dead[closer] {
		return -1
	}
	i := bytes.Index(l.src[from:], []byte(closer))
	if i < 0 {
		l.dead[closer] = true
		return -1
	}
	return from + i + len(closer)
}

// token returns the token that starts at pos with byte c, and moves behind it.
func (l *srcLexer) token(c byte) srcToken {
	t := srcToken{start: l.pos, indent: l.width, fresh: l.fresh, kind: srcPunct, punct: c}
	l.fresh = false
	end := l.pos + 1
	switch {
	case scan.IsLetter(c) || c == '_' || c == '$' || c >= 0x80:
		end = l.word(l.pos)
		t.kind, t.punct = srcWord, 0
		if q := l.prefixedString(l.pos, end); q > 0 {
			t.kind, end = srcString, q
		}
	case scan.IsDigit(c):
		end = l.word(l.pos)
		t.kind, t.punct = srcNumber, 0
	case c == '"' || c == '\'' || c == '`' || c == '/' || c == '@' || c == '$' || c == '#' || c == '<':
		if e := l.literal(c); e > 0 {
			t.kind, end = srcString, e
		}
	case c == '=' && end < len(l.src) && l.src[end] == '>':
		t.kind, t.punct, end = srcArrow, 0, end+1
	}
	if c == '#' && t.fresh && t.kind == srcPunct && l.lang.Lexes(languages.Directives) {
		t.kind, end = srcDirective, l.directive()
	}
	t.end = end
	l.advance(end)
	if t.end > t.start {
		l.prev = t
	}
	return t
}

// word returns the end of the word or number at i.
func (l *srcLexer) word(i int) int {
	for i < len(l.src) && (scan.IsWordByte(l.src[i]) || l.src[i] == '$' || l.src[i] >= 0x80 || l.lang.Lexes(languages.DashWords) && l.src[i] == '-') {
		i++
	}
	return i
}

// directive returns the end of a preprocessor line, its continuations and
// the comment that it may end in.
func (l *srcLexer) directive() int {
	for i := l.pos; ; {
		end := len(l.src)
		if n := bytes.IndexByte(l.src[i:], '\n'); n >= 0 {
			end = i + n
		}
		line := bytes.TrimRight(l.src[i:end], "\r")
		if end == len(l.src) || len(line) == 0 || line[len(line)-1] != '\\' {
			return end
		}
		i = end + 1
	}
}
