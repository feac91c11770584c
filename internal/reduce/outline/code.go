package outline

import (
	"bytes"

	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/scan"
)

// codeOf returns the text with blanks in the place of all that is no code:
// comments, what stands between quotes, the numbers that stand before lines. Line
// ends stay where they are.
//
// An opener without its closer (a file that is cut short, an apostrophe in text)
// hides no more than the rest of its line.
func codeOf(text []byte, lang *languages.Language) []byte {
	c := coder{code: bytes.Clone(text), lang: lang}
	if scan.HasPrefix(text, byteOrderMark) {
		c.hide(len(byteOrderMark))
	}
	for c.fresh, c.blank = true, true; c.at < len(c.code); {
		if c.fresh {
			c.hide(c.at + scan.LineNumber(c.rest()))
		}
		if c.at < len(c.code) { // of a last line the number may be all
			c.step()
		}
	}
	return c.code
}

// byteOrderMark may stand before the first character of a file.
const byteOrderMark = "\ufeff"

// coder goes through a text once.
type coder struct {
	code  []byte
	lang  *languages.Language
	at    int
	fresh bool            // at a line's start
	value bool            // behind a value, where a slash divides
	lacks map[string]bool // closers that don't stand in the rest of the text
	blank bool            // only blanks stand before it in its line
	ends  [256]int        // of a quote, the end of the line in which nothing closes it any more
}

func (c *coder) rest() []byte { return c.code[c.at:] }

// continued stands at the start of lines that begin within a literal or a comment.
const continued = 1

// hide blanks the text up to end out.
func (c *coder) hide(end int) {
	for from := c.at; c.at < end; c.at++ {
		switch {
		case c.code[c.at] == '\n':
		case c.at > from && c.code[c.at-1] == '\n':
			c.code[c.at] = continued
		default:
			c.code[c.at] = ' '
		}
	}
}

// step passes a byte of code, or all of a comment or a literal.
func (c *coder) step() {
	b := c.code[c.at]
	if b != '\n' && b <= ' ' {
		c.at++
		return
	}
	if n := c.hidden(); n > 0 {
		c.value = b != '/' && b != '#'
		c.blank = c.blank && bytes.IndexByte(c.rest()[:n], '\n') < 0
		c.hide(c.at + n)
		return
	}
	c.fresh = b == '\n'
	c.blank = c.fresh
	c.value = scan.IsWordByte(b) || b == ')' || b == ']' || b == '}'
	c.at++
}

// multiline are the literals over several lines, and the comments.
var multiline = [...]struct {
	lexes         languages.Lexes
	opens, closes string
}{
	{languages.Block, "/*", "*/"},
	{languages.Triple, `"""`, `"""`},
	{languages.TripleSingle, "'''", "'''"},
	{languages.Backquote | languages.Template, "`", "`"},
	{languages.AtStrings, `@"`, `"`},
}

// hidden returns how many bytes of a comment or a literal stand here, 0 if none do.
func (c *coder) hidden() int {
	rest := c.rest()
	for _, m := range multiline {
		if !c.lang.Lexes(m.lexes) || !scan.HasPrefix(rest, m.opens) || c.lacks[m.closes] {
			continue
		}
		for n := len(m.opens); ; {
			at := bytes.Index(rest[n:], []byte(m.closes))
			if at < 0 {
				break
			}
			if n += at + len(m.closes); m.lexes != languages.AtStrings || !scan.HasPrefix(rest[n:], `"`) {
				return n
			}
			n++ // two quotes are one in the text
		}
		if c.lacks == nil {
			c.lacks = map[string]bool{}
		}
		c.lacks[m.closes] = true
		return c.lineLeft()
	}
	switch {
	case scan.HasPrefix(rest, "//") && c.lang.Lexes(languages.Slashes):
		return c.lineLeft()
	case rest[0] == '#' && c.lang.Lexes(languages.Hashes) && !scan.HasPrefix(rest, "#["):
		return c.lineLeft()
	case rest[0] == '*' && c.blank && c.lang.Lexes(languages.Block) && !c.lang.Lexes(languages.DashWords):
		return c.lineLeft() // of a comment that began above the text
	case rest[0] == '/' && c.lang.Lexes(languages.Regexps) && !c.value:
		return c.quoted('/')
	case rest[0] == '"':
		return c.quoted('"')
	case rest[0] == '\'' && c.lang.Lexes(languages.Single):
		return c.quoted('\'')
	case rest[0] == '\'': // a character, not a lifetime
		if n := quoted(rest[:min(len(rest), 14)], '\''); n > 0 && (n == 3 || rest[1] == '\\' || rest[1] >= 0x80) {
			return n
		}
	}
	return 0
}

// quoted returns the length of the literal that begins with the quote, 0 if its line
// doesn't close it: then no other of its kind in the line is closed, as all that follow
// stand behind a backslash.
func (c *coder) quoted(quote byte) int {
	if c.at < c.ends[quote] {
		return 0
	}
	n := quoted(c.rest(), quote)
	if n == 0 {
		c.ends[quote] = c.at + c.lineLeft()
	}
	return n
}

func (c *coder) lineLeft() int {
	if n := bytes.IndexByte(c.rest(), '\n'); n >= 0 {
		return n
	}
	return len(c.rest())
}

// quoted returns the length of the literal between two quotes that text begins
// with, 0 if its line doesn't close it.
func quoted(text []byte, quote byte) int {
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		}
	}
	return 0
}
