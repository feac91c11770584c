package line

import (
	"bytes"
	"unicode/utf8"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// contentKind knows the lines of files and listings: source, prose, tables.
func (s *Seen) contentKind(t []byte, indent int) Kind {
	last, code := t[len(t)-1], codeOf(t)
	switch {
	case code == rules.CodeDefinition:
		return Definition
	case Closes(t):
		return Indented
	case last == '{' || last == ';' || last == '}' && len(t) < 4 || scan.HasSuffix(t, "},"):
		return Brace
	case code == rules.CodeBrace:
		return Brace
	case code == rules.CodeIndented:
		return Indented
	case listed(t):
		return Path
	case setter(t):
		return Setting
	case s.alignedColumns(t):
		return Columns
	case (s.Spaced() || last >= utf8.RuneSelf) && s.saysSomething(t, last):
		return Sentence
	case s.Equals() && assigns(t), last == ')' && indent > 0 && !remarks(t):
		return Indented
	}
	return Other
}

// remarks tells whether the last bracket of a line stands behind a blank, and that behind
// no keyword: "a.b -> c.d (l.25)" is no call, nor "if (x)".
func remarks(t []byte) bool {
	open := bytes.LastIndexByte(t, '(')
	return open > 1 && t[open-1] == ' ' && !scan.IsWord(t[bytes.LastIndexByte(t[:open-1], ' ')+1:open-1])
}

// codeOf returns what the line is by the word of a language that it begins with.
func codeOf(t []byte) rules.Kind {
	known, _ := rules.Opening(rules.Code, t)
	return known.Kind
}

// listed tells whether the line is one entry of a listing: a path, or a
// branch of a drawn tree.
func listed(t []byte) bool {
	if Branch(t) || sized(t) || shortStatus(t) {
		return true
	}
	return bytes.IndexByte(t, ' ') < 0 && bytes.IndexByte(t, '/') >= 0 && IsPath(t) && bytes.IndexByte(t, '(') < 0
}

// Branch tells whether the line is a branch of a drawn tree.
func Branch(t []byte) bool {
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
	if n := scan.Digits(t); n+1 < len(t) && t[n] == ' ' && bytes.IndexByte(t[n+1:], ' ') < 0 && bytes.IndexByte(t[n+1:], '/') > 0 && IsPath(t[n+1:]) {
		return true
	}
	tab := bytes.IndexByte(t, '\t')
	return tab > 0 && tab < 10 && tab+1 < len(t) && IsPath(t[tab+1:]) && len(bytes.TrimRight(t[:tab], "KMGTB.0123456789")) == 0
}

// shortStatus knows "M path" and "?? path", as git status prints them.
func shortStatus(t []byte) bool {
	n := 0
	for n < len(t) && in("MADRCUT?!", t[n]) {
		n++
	}
	return n > 0 && n <= 2 && len(t) > n+3 && t[n] == ' ' && IsPath(bytes.TrimLeft(t[n:], " \t"))
}

// setter tells whether the line is a setting: [section], key = value, key: value.
func setter(t []byte) bool {
	if t[0] == '[' {
		return t[len(t)-1] == ']' && bytes.IndexByte(t, ' ') < 0
	}
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || scan.IsDigit(t[n]) || in("_-./@'\"*", t[n])) {
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
func (s *Seen) alignedColumns(t []byte) bool {
	if s.MayBeJobs() && bytes.Count(t, []byte{'\t'}) >= 2 || t[0] == '|' && bytes.Count(t, []byte{'|'}) >= 3 {
		return true
	}
	runs, words := 0, 0
	if s.signs.Any(scan.SignBlanks) {
		runs, words = columns(t)
	}
	return runs >= 2 || runs == 1 && words <= 3 || bytes.Count(t, []byte{','}) >= 3 && bytes.Count(t, []byte(", ")) <= 1
}

// columns returns how many runs of blanks stand in the text, and how many words.
func columns(t []byte) (runs, words int) {
	words = 1
	for i := 0; i+2 < len(t); i++ {
		if t[i+1] != ' ' && t[i+1] != '\t' {
			continue
		}
		if t[i] != ' ' && t[i] != '\t' {
			words++
		}
		if t[i] != ' ' && t[i+1] == ' ' && t[i+2] == ' ' {
			runs++
		}
	}
	return runs, words
}

// saysSomething tells whether the line is a sentence or a part of one: five
// words or more, nearly all letters; or in a script without blanks.
func (s *Seen) saysSomething(t []byte, last byte) bool {
	words := bytes.Count(t, []byte{' '}) + 1
	switch {
	case words < 4 && last < utf8.RuneSelf, s.Equals() && bytes.Contains(t, []byte(" = ")):
		return false
	case words < 4:
		return utf8.RuneCount(t) > 8
	}
	letters := 0
	for _, c := range t {
		if scan.IsLetter(c) || c == ' ' || c >= utf8.RuneSelf {
			letters++
		}
	}
	return letters*10 >= len(t)*8
}

// Dashes tells whether the line is the rule below a table's head.
func Dashes(t []byte) bool {
	return len(bytes.Trim(t, "-+|= ")) == 0
}

// Closes tells whether the line is a word that ends or parts a block, alone.
func Closes(t []byte) bool {
	word := t
	for n := len(word); n > 1 && in(",);", word[n-1]); n-- {
		word = word[:n-1]
	}
	return codeOf(word) == rules.CodeCloses || scan.HasSuffix(t, " then") || scan.HasSuffix(t, " do")
}

// assigns tells whether the line is an assignment to a name.
func assigns(t []byte) bool {
	i := bytes.Index(t, []byte(" = "))
	if i <= 0 {
		return false
	}
	for _, c := range t[:i] {
		if !scan.IsLetter(c) && !scan.IsDigit(c) && !in("_.,[]'\"* ", c) {
			return false
		}
	}
	return bytes.Count(t[:i], []byte{' '}) < 3
}
