package outline

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
)

// Indented keeps the outline of a source file whose nesting is shown by
// indentation or keywords rather than braces.
func Indented(s block.Section, marks []mark.Mark) { sourceOutline(s, marks) }

// outlineLang is a language, or a family of them, that is read line by line.
type outlineLang uint8

const (
	outlineAny outlineLang = iota
	outlinePython
	outlineRuby
	outlineLua
	outlineShell
	outlineSQL
	outlineHaskell
	outlineElixir
	outlineML
	outlineLisp
	outlineMake
	outlineDocker
	outlineMarkup
	outlineTcl
	outlineCMake
	outlineAssembly
	outlineTeX
	outlineR
)

// indentOutline marks the declarations of a language without braces; which
// one is asked if lang doesn't say.
func indentOutline(s block.Section, marks []mark.Mark, lang outlineLang) {
	if lang == outlineAny {
		lang = outlineLangOf(s)
	}
	if lang == outlineMarkup {
		markupOutline(s, marks)
		return
	}
	text, named := outlineText{lang: lang}, false
	text.closer = startsInText(s, lang)
	for i := range marks {
		if !s.StartsLine(s.First + i) {
			continue
		}
		line := s.Text(i)
		line = line[min(numberGutter(line), len(line)):]
		if hidden := text.hidden(line); hidden {
			continue
		}
		if lang == outlineML && text.within(line) || outlineDeclares(lang, line) || lang == outlineCMake && named {
			width, _ := scan.Indent(line)
			marks[i].Raise(mark.Outlier, uint8(200-10*min(width/2, 10)), mark.WhyDeclaration)
			named = scan.HasSuffix(line, "(") // its name is on the next line
		}
	}
}

// outlineLangOf asks what the lines start with.
func outlineLangOf(s block.Section) outlineLang {
	var votes [outlineR + 1]int
	index := outlineSignIndex()
	for i, n := 0, min(s.Len(), 400); i < n; i++ {
		t := scan.Trim(s.Text(i))
		t = scan.Trim(t[min(numberGutter(t), len(t)):])
		if len(t) > 0 {
			if i == 0 && t[0] == '<' {
				votes[outlineMarkup] += 100
			}
			if sign := signOf(outlineSigns[:], index, t); sign != nil {
				votes[sign.outline] += sign.weight
			}
		}
	}
	best := outlineAny
	for l, n := range votes {
		if n > votes[best] {
			best = outlineLang(l)
		}
	}
	return best
}

// cmakeCommand tells whether the line begins with a command that CMake alone has.
func cmakeCommand(t []byte) bool {
	for _, w := range [...]string{"cmake_minimum_required", "target_", "add_library", "add_executable", "find_package", "set_property", "set_target_properties", "include_directories", "add_subdirectory", "install(targets", "endif(", "message(status", "add_custom_", "enable_testing"} {
		if scan.FoldPrefix(t, w) {
			return bytes.IndexByte(t, '(') > 0
		}
	}
	return false
}

// makeRules tells whether the section is a file of make's: targets, each with a
// tab before what makes it, and variables in both.
func makeRules(s block.Section) bool {
	rules, recipes, variables, lines := 0, 0, 0, 0
	for i := range min(s.Len(), 600) {
		text := s.Text(i)
		if scan.Blank(text) || text[0] == '#' {
			continue
		}
		lines++
		variables += mark.OneIf(makeVariable(text))
		switch {
		case text[0] == '\t':
			recipes++
		case makeTarget(text) && i+1 < s.Len() && scan.HasPrefix(s.Text(i+1), "\t"):
			rules++
		}
	}
	return rules >= 3 && variables >= 3 && recipes*5 >= lines && (rules+recipes)*2 >= lines-variables
}

// makeVariable tells whether a variable of make is used, which has a name in
// capitals: $(CC). A shell runs a command in such brackets.
func makeVariable(t []byte) bool {
	i := bytes.Index(t, []byte("$("))
	return i >= 0 && i+2 < len(t) && 'A' <= t[i+2] && t[i+2] <= 'Z'
}

// outlineText follows what hides lines from an outline: strings and comments
// over several lines.
type outlineText struct {
	lang   outlineLang
	closer string
	levels []int // of OCaml: the indentations of the module bodies that are open
}

// within tells whether the line declares something in the body of a module of
// OCaml, and follows where bodies open and close.
func (o *outlineText) within(line []byte) bool {
	width, n := scan.Indent(line)
	t := bytes.TrimRight(line[n:], " \t\r")
	if len(t) == 0 {
		return false
	}
	for len(o.levels) > 0 && width < o.levels[len(o.levels)-1] {
		o.levels = o.levels[:len(o.levels)-1]
	}
	at := 0
	if len(o.levels) > 0 {
		at = o.levels[len(o.levels)-1]
	}
	w := srcFirstWord(t)
	declares := width == at && (mlWord(w) || w == "and") && len(t) > len(w) && (t[len(w)] == ' ' || t[len(w)] == '%') && !scan.HasSuffix(t, " in")
	if len(o.levels) < srcDeepest && (scan.HasSuffix(t, " struct") || scan.HasSuffix(t, " sig") || scan.HasSuffix(t, ": sig") || scan.HasSuffix(t, " object") || string(t) == "sig" || string(t) == "struct") {
		o.levels = append(o.levels, width+2)
	}
	return declares
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
		if n, o.closer = o.opener(rest); n == 0 {
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
func startsInText(s block.Section, lang outlineLang) string {
	if lang != outlinePython && lang != outlineElixir {
		return ""
	}
	text, closer := outlineText{lang: lang}, ""
	inside, outside := 0, 0
	for i := range s.Len() {
		if !s.StartsLine(s.First + i) {
			continue
		}
		line := s.Text(i)
		line = line[min(numberGutter(line), len(line)):]
		hidden := text.hidden(line)
		if closer == "" {
			closer = text.closer
		}
		if outlineDeclares(lang, line) {
			inside += mark.OneIf(hidden)
			outside += mark.OneIf(!hidden)
		}
	}
	if inside > 1 && inside > 2*outside {
		return closer
	}
	return ""
}

// opener returns the length up to and including what starts such a text, and
// what will end it.
func (o *outlineText) opener(rest []byte) (int, string) {
	switch o.lang {
	case outlinePython, outlineElixir:
		return tripleQuote(rest)
	case outlineRuby:
		if scan.HasPrefix(rest, "=begin") {
			return len(rest), "=end"
		}
	}
	for _, c := range [...]struct {
		lang        outlineLang
		open, close string
	}{{outlineLua, "--[[", "]]"}, {outlineHaskell, "{-", "-}"}, {outlineML, "(*", "*)"}, {outlineSQL, "/*", "*/"}} {
		if c.lang != o.lang {
			continue
		}
		i := scan.Index(rest, c.open)
		if i >= 0 && (c.lang != outlineSQL || bytes.Count(rest[:i], []byte{'\''})%2 == 0 && bytes.Count(rest[:i], []byte{'"'})%2 == 0) {
			return i + len(c.open), c.close
		}
	}
	return 0, ""
}

// tripleQuote finds the first opening triple quote that isn't in a comment or
// a string of one line.
func tripleQuote(rest []byte) (int, string) {
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; c {
		case '#':
			return 0, ""
		case '\\':
			i++
		case '"', '\'':
			if i+2 < len(rest) && rest[i+1] == c && rest[i+2] == c {
				return i + 3, string(rest[i : i+3])
			}
			for i++; i < len(rest) && rest[i] != c; i++ {
				if rest[i] == '\\' {
					i++
				}
			}
		}
	}
	return 0, ""
}
