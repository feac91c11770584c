package classify

import (
	"bytes"
	"unicode/utf8"

	"elide/internal/scan"
)

// contentKind knows the lines of files and listings: source, prose, tables.
func contentKind(t []byte, indent int) kind {
	last := t[len(t)-1]
	switch {
	case defines(t, last):
		return definition
	case closes(t):
		return indented
	case last == '{' || last == ';' || last == '}' && len(t) < 4 || scan.HasSuffix(t, "},"):
		return brace
	case keyword(t, braceWords[t[0]]):
		return brace
	case keyword(t, indentWords[t[0]]) && (last == ':' || bytes.Contains(t, []byte("import "))):
		return indented
	case listed(t):
		return path
	case setter(t):
		return setting
	case alignedColumns(t):
		return columns
	case saysSomething(t, last):
		return sentence
	case assigns(t), last == ')' && indent > 0:
		return indented
	}
	return other
}

var braceWords = [256][]string{
	'p': {"package ", "public ", "private ", "protected ", "pub "},
	'i': {"import {", "import (", "interface ", "impl "},
	'u': {"use ", "using "},
	'f': {"func ", "fn ", "function "},
	'c': {"const ", "class "},
	'e': {"export ", "enum "},
	's': {"struct ", "static "},
	't': {"type ", "typedef "},
	'n': {"namespace "},
	'l': {"let "},
	'v': {"var ", "void "},
	'm': {"mod "},
}

var indentWords = [256][]string{
	'd': {"def ", "defmodule "},
	'c': {"class "},
	'i': {"if ", "import "},
	'e': {"elif ", "else:", "except"},
	'f': {"for ", "from "},
	'w': {"while ", "with "},
	't': {"try:"},
	'a': {"async "},
	'r': {"return ", "raise "},
}

func keyword(t []byte, words []string) bool {
	for _, w := range words {
		if scan.HasPrefix(t, w) {
			return true
		}
	}
	return false
}

// listed tells whether the line is one entry of a listing: a path, or a
// branch of a drawn tree.
func listed(t []byte) bool {
	if branch(t) || sized(t) || shortStatus(t) {
		return true
	}
	return bytes.IndexByte(t, ' ') < 0 && bytes.IndexByte(t, '/') >= 0 && isPath(t) && bytes.IndexByte(t, '(') < 0
}

// branch tells whether the line is a branch of a drawn tree.
func branch(t []byte) bool {
	if t = bytes.TrimLeft(t, " "); len(t) == 0 || scan.IsLetter(t[0]) || scan.IsDigit(t[0]) {
		return false
	}
	return scan.HasAnyPrefix(t, "├", "└", "│", "|-- ", "`-- ", "+-- ")
}

// sized knows "12K\tpath" and "12 path", as du and wc print them.
func sized(t []byte) bool {
	if !scan.IsDigit(t[0]) {
		return false
	}
	if n := scan.Digits(t); n+1 < len(t) && t[n] == ' ' && bytes.IndexByte(t[n+1:], ' ') < 0 && bytes.IndexByte(t[n+1:], '/') > 0 && isPath(t[n+1:]) {
		return true
	}
	tab := bytes.IndexByte(t, '\t')
	return tab > 0 && tab < 10 && tab+1 < len(t) && isPath(t[tab+1:]) && len(bytes.TrimRight(t[:tab], "KMGTB.0123456789")) == 0
}

// shortStatus knows "M path" and "?? path", as git status prints them.
func shortStatus(t []byte) bool {
	n := 0
	for n < len(t) && bytes.IndexByte([]byte("MADRCUT?!"), t[n]) >= 0 {
		n++
	}
	return n > 0 && n <= 2 && len(t) > n+3 && t[n] == ' ' && isPath(bytes.TrimLeft(t[n:], " \t"))
}

// setter tells whether the line is a setting: [section], key = value, key: value.
func setter(t []byte) bool {
	if t[0] == '[' {
		return t[len(t)-1] == ']' && bytes.IndexByte(t, ' ') < 0
	}
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || scan.IsDigit(t[n]) || bytes.IndexByte([]byte("_-./@'\"*"), t[n]) >= 0) {
		n++
	}
	if n == 0 || n == len(t) {
		return false
	}
	if t[n] == ':' {
		return n+1 == len(t) || t[n+1] == ' ' && bytes.Count(t, []byte{' '}) < 8
	}
	return scan.HasPrefix(t[n:], " = ") && !scan.HasSuffix(t, "(") || t[n] == '='
}

// alignedColumns tells whether the line is a row of a table: cells parted by
// tabs, bars or runs of blanks, or three or more commas without a blank.
func alignedColumns(t []byte) bool {
	if bytes.Count(t, []byte{'\t'}) >= 2 || t[0] == '|' && bytes.Count(t, []byte{'|'}) >= 3 {
		return true
	}
	runs := 0
	for i := 0; i+2 < len(t); i++ {
		if t[i] != ' ' && t[i+1] == ' ' && t[i+2] == ' ' {
			runs++
		}
	}
	return runs >= 2 || runs == 1 && len(bytes.Fields(t)) <= 3 || bytes.Count(t, []byte{','}) >= 3 && bytes.Count(t, []byte(", ")) <= 1
}

// saysSomething tells whether the line is a sentence or a part of one: five
// words or more, nearly all letters; or in a script without blanks.
func saysSomething(t []byte, last byte) bool {
	words := bytes.Count(t, []byte{' '}) + 1
	if bytes.Contains(t, []byte(" = ")) {
		return false
	}
	if words < 4 {
		return last >= utf8.RuneSelf && utf8.RuneCount(t) > 8
	}
	letters := 0
	for _, c := range t {
		if scan.IsLetter(c) || c == ' ' || c >= utf8.RuneSelf {
			letters++
		}
	}
	return letters*10 >= len(t)*8
}

// dashes tells whether the line is the rule below a table's head.
func dashes(t []byte) bool {
	return len(bytes.Trim(t, "-+|= ")) == 0
}

var definers = [256][]string{
	'd': {"def ", "defp ", "defmodule "},
	'c': {"class "},
	'm': {"module "},
	'l': {"local function "},
	'f': {"function "},
	'a': {"async def "},
	's': {"sub "},
	'p': {"proc "},
}

// defines tells whether the line begins a function, class or module in a
// language that doesn't put a brace behind it.
func defines(t []byte, last byte) bool {
	for _, w := range definers[t[0]] {
		if scan.HasPrefix(t, w) && len(t) > len(w) && (scan.IsLetter(t[len(w)]) || t[len(w)] == '_') {
			return last == ':' || last == ')' || last == ',' || last == '('
		}
	}
	return false
}

// closes tells whether the line is a word that ends or parts a block, alone.
func closes(t []byte) bool {
	switch string(bytes.TrimRight(t, ",);")) {
	case "end", "fi", "done", "esac", "else", "then", "do", "begin", "ensure", "rescue", "endif", "endfor":
		return true
	}
	return scan.HasSuffix(t, " then") || scan.HasSuffix(t, " do")
}

// assigns tells whether the line is an assignment to a name.
func assigns(t []byte) bool {
	i := bytes.Index(t, []byte(" = "))
	if i <= 0 {
		return false
	}
	for _, c := range t[:i] {
		if !scan.IsLetter(c) && !scan.IsDigit(c) && bytes.IndexByte([]byte("_.,[]'\"* "), c) < 0 {
			return false
		}
	}
	return bytes.Count(t[:i], []byte{' '}) < 3
}

// markdown tells whether the units are a page of Markdown, whatever its fences
// hold: it has headings below the first, and code between fences, or a few
// headings and fences that name the language of what they hold.
func (c *cutter) markdown(first, end int) bool {
	const look = 4000
	fences, named, headings, open := 0, 0, 0, false
	for i := first; i < min(end, first+look); i++ {
		switch t := c.b.Text(i); {
		case scan.HasPrefix(t, "```") || scan.HasPrefix(t, "~~~"):
			open = !open
			fences++
			if open && len(t) > 3 && scan.IsLetter(t[3]) {
				named++
			}
		case !open && scan.HasPrefix(t, "##") && scan.HasPrefix(bytes.TrimLeft(t, "#"), " "):
			headings++
		}
	}
	return fences >= 4 && (headings >= 3 || headings >= 1 && named >= 2)
}

// restructured tells whether the units are a page of reStructuredText: it has
// directives and underlined headings, and all code in it is indented.
func (c *cutter) restructured(first, end int) bool {
	const look = 4000
	directives, headings, before := 0, 0, 0
	for i := first; i < min(end, first+look); i++ {
		t := c.b.Text(i)
		switch {
		case scan.HasPrefix(t, ".. ") && bytes.HasSuffix(bytes.TrimRight(t[:min(len(t), 40)], " "), []byte("::")), scan.HasPrefix(t, ".. code-block:: "), scan.HasPrefix(t, ".. currentmodule:: "):
			directives++
		case scan.HasPrefix(t, "def ") || scan.HasPrefix(t, "class ") && bytes.HasSuffix(t, []byte{':'}):
			return false
		case len(t) >= 4 && len(t) == before && (t[0] == '=' || t[0] == '-' || t[0] == '~') && len(bytes.Trim(t, string(t[:1]))) == 0:
			headings++
		}
		before = len(t)
	}
	return directives >= 3 && headings >= 2
}
