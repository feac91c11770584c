package matches

import (
	"bytes"

	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/scan"
)

// Declares tells whether the line declares a name that holds the pattern,
// in one of the ways in which programming languages do. An empty pattern
// stands for any name.
func Declares(line, pattern []byte) bool {
	text := scan.Trim(line)
	if len(text) == 0 || commentStart(text) || len(text) > 400 {
		return false
	}
	if rest, ok := behindKeyword(text); ok {
		return holdsFold(declaredName(rest), pattern)
	}
	return len(pattern) > 0 && (assigned(line, pattern) || defined(line, text, pattern))
}

func commentStart(text []byte) bool {
	return scan.HasAnyPrefix(text, "//", "/*", "*", "--", ";", "\"", "'", "# ", "##") || string(text) == "#"
}

// behindKeyword returns what follows the word that declares, if modifiers and
// that word are what the text starts with.
func behindKeyword(text []byte) (rest []byte, ok bool) {
	for {
		n := 0
		if text[0] == '#' || text[0] == '@' {
			n++
		}
		for n < len(text) && (scan.IsWordByte(text[n]) || text[n] == '!' || text[n] == '-') {
			n++
		}
		if n == 0 || n == len(text) {
			return nil, false
		}
		word := string(text[:n])
		text = bytes.TrimLeft(skipParens(text[n:], word), " \t")
		switch {
		case len(text) == 0:
			return nil, false
		case declarationWord(word) && !(modifierWord(word) && declaresNext(text)):
			return text, true
		case !modifierWord(word):
			return nil, false
		}
	}
}

// declaresNext tells whether the text is a word that declares and a name: what stands
// behind a word that is a modifier there, as in "data class Coin".
func declaresNext(text []byte) bool {
	w := languages.FirstWord(text)
	rest := text[len(w):]
	return declarationWord(string(w)) && len(rest) > 1 && rest[0] == ' ' && (scan.IsLetter(rest[1]) || rest[1] == '_')
}

// skipParens steps over what stands in parentheses right behind some words:
// pub(crate), extern("C").
func skipParens(text []byte, word string) []byte {
	if len(text) > 0 && text[0] == '(' && modifierWord(word) {
		if i := bytes.IndexByte(text, ')'); i > 0 {
			return text[i+1:]
		}
	}
	return text
}

// declarationWord tells whether a word declares in any language. What holds
// declarations does too, unless it is a modifier, as C's extern.
func declarationWord(word string) bool {
	role := languages.Anywhere(word)
	return role&languages.Declares != 0 || role&languages.Scope != 0 && role&languages.Modifier == 0
}

func modifierWord(word string) bool { return languages.Anywhere(word)&languages.Modifier != 0 }

// declaredName returns the name behind the word that declares, with what may
// belong to it: the end of a path, a receiver stepped over.
func declaredName(rest []byte) []byte {
	for len(rest) > 0 && (rest[0] == '*' || rest[0] == '&' || rest[0] == '(' || rest[0] == '<' || rest[0] == '[') {
		i := 0
		switch rest[0] {
		case '(':
			i = bytes.IndexByte(rest, ')')
		case '<':
			i = bytes.IndexByte(rest, '>')
		case '[':
			i = bytes.IndexByte(rest, ']')
		}
		if i < 0 {
			return nil
		}
		rest = bytes.TrimLeft(rest[i+1:], " ")
	}
	for _, word := range [...]string{"class ", "struct ", "enum ", "mut ", "function ", "function* ", "self.", "static ", "async ", "def "} {
		rest = bytes.TrimPrefix(rest, []byte(word))
	}
	n := 0
	for n < len(rest) && (scan.IsWordByte(rest[n]) || rest[n] >= 0x80 || rest[n] == '$' || rest[n] == '.' || rest[n] == ':' || rest[n] == '?' || rest[n] == '!' || rest[n] == '-') {
		n++
	}
	if m := wordBehind(rest, n); m > 0 {
		n = m // class EXPORTED Name
	}
	return rest[:n]
}

// wordBehind returns the end of the word behind a macro, which is all in
// capitals, of n bytes; 0 if there is no macro or no word.
func wordBehind(rest []byte, n int) int {
	if n < 2 || n+1 >= len(rest) || rest[n] != ' ' || !scan.IsLetter(rest[n+1]) || !scan.MacroName(rest[:n]) {
		return 0
	}
	for n++; n < len(rest) && scan.IsWordByte(rest[n]); n++ {
	}
	return n
}

// holdsFold tells whether name holds the pattern, cases not told apart.
func holdsFold(name, pattern []byte) bool {
	if len(pattern) == 0 {
		return len(name) > 0
	}
	first := scan.Lower(pattern[0])
	for i := 0; i+len(pattern) <= len(name); i++ {
		if scan.Lower(name[i]) == first && bytes.EqualFold(name[i:i+len(pattern)], pattern) {
			return true
		}
	}
	return false
}

// assigned tells whether the line, without indentation, starts with the name
// and gives it a value: NAME = …, NAME := …, NAME: type.
func assigned(line, pattern []byte) bool {
	name := declaredName(line)
	name = bytes.TrimRight(name, ":")
	if len(name) == 0 || !holdsFold(name, pattern) || bytes.IndexByte(name, '.') >= 0 {
		return false
	}
	rest := bytes.TrimLeft(line[len(name):], " \t")
	return scan.HasAnyPrefix(rest, "= ", ":= ", ": ", "?= ", "+= ", "=(", "=\"", "='") || string(rest) == ":" || string(rest) == "="
}

// notDeclaring are what the words are for that begin no declaration.
const notDeclaring = languages.Flow | languages.Control

// defined tells whether the line is the head of a function as C, Java and
// JavaScript write them: a name with parentheses behind it, and what can't be
// a call around it.
func defined(line, text, pattern []byte) bool {
	open := bytes.IndexByte(text, '(')
	if open <= 0 {
		return false
	}
	head, tail := text[:open], bytes.TrimRight(text[open:], " \t")
	start := len(head)
	for start > 0 && (scan.IsWordByte(head[start-1]) || head[start-1] == '$' || head[start-1] == '~') {
		start--
	}
	if !holdsFold(head[start:], pattern) || bytes.ContainsAny(head, "=.\"'!?{}[]|+/,;") && !bytes.Contains(head, []byte("[]")) {
		return false
	}
	if role := languages.Anywhere(string(languages.FirstWord(head))); role&notDeclaring != 0 && role&languages.Contextual == 0 {
		return false
	}
	indented := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
	last := tail[len(tail)-1]
	typed := start > 0 && (head[start-1] == ' ' || head[start-1] == '*' || head[start-1] == '&' || head[start-1] == ':')
	switch {
	case last == '{':
		return true
	case typed && last != ';':
		return true
	case !indented:
		return last == ')' && !typed && scan.HasSuffix(tail, "()") || typed
	}
	// A method of an interface: the type of its result follows.
	close := bytes.LastIndexByte(tail, ')')
	return close > 0 && close+2 < len(tail) && tail[close+1] == ' ' && scan.IsLetter(last) && scan.IsLetter(tail[close+2])
}
