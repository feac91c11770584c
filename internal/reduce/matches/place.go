package matches

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// place is what a line of a search says of itself before its text.
type place struct {
	text      int // where the text starts; 0: it is no such line
	near      bool
	starred   bool // a star or an angle says that it matches
	decorated bool // more than a number says that it is one
}

// placed reads the ways in which tools number the lines that they found: "  Line 12: text"
// (opencode), "L12: text" (Gemini CLI), "*12ab|text" (pi), "  > 12: text", " 12 | text".
func placed(text []byte) place {
	var p place
	i := 0
	blanks := func() {
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
	}
	blanks()
	if i < len(text) && (text[i] == '*' || text[i] == '>') {
		p.starred = true
		i++
		blanks()
	}
	for _, word := range [...]string{"Line ", "line ", "L"} {
		if scan.HasPrefix(text[i:], word) {
			p.decorated = true
			i += len(word)
			break
		}
	}
	n := scan.Digits(text[i:])
	if n == 0 || n > 9 {
		return place{}
	}
	i += n
	if column := []byte(", Char "); scan.HasPrefix(text[i:], string(column)) {
		i += len(column)
		i += scan.Digits(text[i:])
	}
	letters := i
	for i < len(text) && i < letters+3 && 'a' <= text[i] && text[i] <= 'z' { // a check of the line's text
		i++
	}
	hashed := i > letters
	if !hashed && !p.decorated {
		blanks()
	}
	if i == len(text) || hashed && text[i] != '|' {
		return place{}
	}
	switch c := text[i]; {
	case c == '|':
		p.decorated = true
	case c == ':' && (p.decorated || p.starred):
	case c == '-' && p.decorated:
		p.near = true
	default:
		return place{}
	}
	p.text = i + 1
	p.decorated = p.decorated || p.starred
	return p
}

// headed returns the path that stands over its matches, nil if the line is none: alone, or
// with what tools put round it: "path:", "## path", "File: path", "path (3 matches)".
func headed(text []byte) []byte {
	t := bytes.TrimRight(text, " \t")
	rest := bytes.TrimLeft(t, "#=")
	for _, word := range [...]string{" ", "File: ", "Matches in ", "[", "📁 "} {
		rest = bytes.TrimPrefix(rest, []byte(word))
	}
	marked := len(rest) < len(t)
	if end := bytes.LastIndex(rest, []byte(" (")); end > 0 && (bytes.HasSuffix(rest, []byte(" matches)")) || bytes.HasSuffix(rest, []byte(" match)"))) {
		rest, marked = rest[:end], true
	}
	rest = bytes.TrimRight(rest, " =:]")
	if len(rest) == 0 || marked && !bytes.ContainsAny(rest, "./\\") || !wholePath(rest) {
		return nil
	}
	return rest
}
