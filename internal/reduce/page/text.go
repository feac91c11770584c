// Package page ranks pages of HTML, by what of them is text that a reader sees, and documents of XML.
package page

import (
	"bytes"
	"html"

	"elide.example/elide/internal/scan"
)

// State is what a part of a page begins in. The zero value is text.
type State uint8

const (
	inText State = iota
	inTag
	inScriptTag // and what follows it isn't text
	inStyleTag
	inDrawingTag
	inComment
	inScript
	inStyle
	inDrawing

	mode      = 1<<4 - 1
	preformed = 1 << 4 // blanks and line ends count
)

// unseen are the elements whose contents are no text: in what of them a part begins, and
// how they end.
var unseen = [...]struct {
	name, end string
	tag, in   State
}{
	{"script", "</script", inScriptTag, inScript},
	{"style", "</style", inStyleTag, inStyle},
	{"svg", "</svg", inDrawingTag, inDrawing},
}

// Text appends to dst the text of a part of a page that begins in the state, without its
// tags, and returns the state behind it. Elements that stand as blocks begin lines.
func Text(dst, part []byte, s State) ([]byte, State) {
	start := len(dst)
	for len(part) > 0 {
		switch s & mode {
		case inText:
			at := tagAt(part)
			dst = appendText(dst, start, part[:at], s)
			if part = part[at:]; len(part) > 0 {
				dst, part, s = open(dst, start, part, s)
			}
		case inComment:
			part, s = skip(part, s, "-->", inText)
		case inScript, inStyle, inDrawing:
			part, s = skip(part, s, unseen[s&mode-inScript].end, inTag)
		default:
			part, s = closeTag(part, s)
		}
	}
	return dst, s
}

// tagAt returns where the first tag or comment begins, or the end.
func tagAt(text []byte) int {
	for i, c := range text {
		if c == '<' && i+1 < len(text) && (scan.IsLetter(text[i+1]) || text[i+1] == '/' || text[i+1] == '!' || text[i+1] == '?') {
			return i
		}
	}
	return len(text)
}

// appendText appends text, of which blanks and line ends side by side count as one.
func appendText(dst []byte, start int, text []byte, s State) []byte {
	if bytes.IndexByte(text, '&') >= 0 {
		text = []byte(html.UnescapeString(string(text)))
	}
	for _, c := range text {
		if s&preformed == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
			if n := len(dst); n == start || dst[n-1] == ' ' || dst[n-1] == '\n' {
				continue
			}
			c = ' '
		}
		if c != '\n' && c != '\r' {
			dst = append(dst, c)
		}
	}
	return dst
}

// open reads the start of a tag or of a comment.
func open(dst []byte, start int, part []byte, s State) ([]byte, []byte, State) {
	if scan.HasPrefix(part, "<!--") {
		return dst, part[len("<!--"):], s&^mode | inComment
	}
	i := 1
	closes := part[i] == '/'
	if closes {
		i++
	}
	name := i
	for i < len(part) && (scan.IsLetter(part[i]) || scan.IsDigit(part[i])) {
		i++
	}
	s = s&^mode | inTag
	switch word := string(bytes.ToLower(part[name:i])); word {
	case "pre", "textarea":
		if s |= preformed; closes {
			s &^= preformed
		}
	case "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "br", "hr", "tr", "table", "section", "article", "header", "footer", "nav", "main", "aside", "form",
		"h1", "h2", "h3", "h4", "h5", "h6", "title", "body", "option", "blockquote", "figure", "figcaption", "summary", "details", "button":
		dst = endLine(dst, start)
		if word == "li" && !closes {
			dst = append(dst, "- "...)
		}
	case "td", "th":
		if n := len(dst); !closes && n > start && dst[n-1] != '\n' {
			dst = append(bytes.TrimRight(dst, " "), " | "...)
		}
	case "script", "style", "svg":
		for _, u := range unseen {
			if u.name == word && !closes {
				s = s&^mode | u.tag
			}
		}
	}
	return dst, part[i:], s
}

// endLine ends the line of what was appended since start, if there is one.
func endLine(dst []byte, start int) []byte {
	for n := len(dst); n > start && dst[n-1] == ' '; n-- {
		dst = dst[:n-1]
	}
	if n := len(dst); n > start && dst[n-1] != '\n' {
		dst = append(dst, '\n')
	}
	return dst
}

// closeTag reads up to the end of a tag.
func closeTag(part []byte, s State) ([]byte, State) {
	end := bytes.IndexByte(part, '>')
	if end < 0 {
		return nil, s
	}
	in := inText
	for _, u := range unseen {
		if s&mode == u.tag && (end == 0 || part[end-1] != '/') {
			in = u.in
		}
	}
	return part[end+1:], s&^mode | in
}

// skip reads up to the end of what is no text.
func skip(part []byte, s State, end string, then State) ([]byte, State) {
	for i := 0; i+len(end) <= len(part); i++ {
		if scan.FoldPrefix(part[i:], end) {
			return part[i+len(end):], s&^mode | then
		}
	}
	return nil, s
}
