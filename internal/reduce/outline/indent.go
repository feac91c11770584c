package outline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/page"
	"elide.example/elide/internal/scan"
)

// indentOutline marks the declarations of a language that is read by lines.
func indentOutline(s block.Section, marks []mark.Mark, lang *languages.Language) {
	if lang.ID == languages.Markup {
		page.Reduce(s, marks)
		return
	}
	text, named := outlineText{lang: lang}, false
	text.closer = startsInText(s, lang)
	for i := range marks {
		if !s.StartsLine(s.First + i) {
			continue
		}
		line := s.Text(i)
		line = line[min(scan.LineNumber(line), len(line)):]
		if hidden := text.hidden(line); hidden {
			continue
		}
		if lang.Declares(line) || lang.ID == languages.CMake && named {
			width, _ := scan.Indent(line)
			marks[i].Raise(mark.Outlier, uint8(200-10*min(width/2, 10)), mark.WhyDeclaration)
			named = scan.HasSuffix(line, "(") // its name is on the next line
		}
	}
}

// outlineText follows what hides lines from an outline: strings and comments
// over several lines.
type outlineText struct {
	lang   *languages.Language
	closer string
}

// hidden tells whether the line starts within such a text, and notes whether
// the next one does.
func (o *outlineText) hidden(line []byte) bool {
	starts := o.closer != ""
	rest := line
	for {
		if o.closer != "" {
			i := bytes.Index(rest, []byte(o.closer))
			if i < 0 {
				return starts
			}
			rest, o.closer = rest[i+len(o.closer):], ""
			continue
		}
		n := 0
		if n, o.closer = o.lang.Opens(rest, len(rest) == len(line)); n == 0 {
			o.closer = ""
			return starts
		}
		rest = rest[n:]
	}
}

// startsInText returns what ends the text over several lines in which a part of
// a file begins, "" if it begins in none. Quotes of three look alike on both
// sides: it is within them if most of what is declared would be, did it begin
// outside.
func startsInText(s block.Section, lang *languages.Language) string {
	if !lang.Lexes(languages.Triple) {
		return ""
	}
	text, closer := outlineText{lang: lang}, ""
	inside, outside := 0, 0
	for i := range s.Len() {
		if !s.StartsLine(s.First + i) {
			continue
		}
		line := s.Text(i)
		line = line[min(scan.LineNumber(line), len(line)):]
		hidden := text.hidden(line)
		if closer == "" {
			closer = text.closer
		}
		if lang.Declares(line) {
			inside += mark.OneIf(hidden)
			outside += mark.OneIf(!hidden)
		}
	}
	if inside > 1 && inside > 2*outside {
		return closer
	}
	return ""
}
