package reduce

import (
	"bytes"

	"elide/internal/block"
)

// sourceIndent keeps the outline of a source file whose nesting is shown by
// indentation or keywords rather than braces.
func sourceIndent(s block.Section, marks []Mark) { sourceOutline(s, marks) }

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
func indentOutline(s block.Section, marks []Mark, lang outlineLang) {
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
			width, _ := indentWidth(line)
			marks[i].Raise(Outlier, uint8(200-10*min(width/2, 10)), WhyDeclaration)
			named = hasSuffix(line, "(") // its name is on the next line
		}
	}
}

// outlineLangOf asks the file's name first, then what the lines start with.
func outlineLangOf(s block.Section) outlineLang {
	for _, word := range bytes.Fields([]byte(s.Command)) {
		if l := outlineLangOfName(bytes.Trim(word, "'\"")); l != outlineAny {
			return l
		}
	}
	var votes [outlineTeX + 1]int
	for i, n := 0, min(s.Len(), 400); i < n; i++ {
		t := unindented(s.Text(i))
		t = unindented(t[min(numberGutter(t), len(t)):])
		if len(t) > 0 {
			if i == 0 && t[0] == '<' {
				votes[outlineMarkup] += 100
			}
			l, weight := outlineVote(t)
			votes[l] += weight
		}
	}
	best := outlineAny
	votes[outlineAny] = 0
	for l, n := range votes {
		if n > votes[best] {
			best = outlineLang(l)
		}
	}
	return best
}

func outlineLangOfName(name []byte) outlineLang {
	if i := bytes.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	switch {
	case hasPrefix(name, "Makefile") || hasPrefix(name, "GNUmakefile") || string(name) == "makefile":
		return outlineMake
	case string(name) == "CMakeLists.txt":
		return outlineCMake
	case hasPrefix(name, "Dockerfile") || hasPrefix(name, "Containerfile"):
		return outlineDocker
	}
	dot := bytes.LastIndexByte(name, '.')
	if dot < 0 {
		return outlineAny
	}
	switch string(name[dot+1:]) {
	case "py", "pyi", "pyx", "nim", "gd":
		return outlinePython
	case "rb", "rake", "gemspec", "cr":
		return outlineRuby
	case "lua", "jl":
		return outlineLua
	case "sh", "bash", "zsh", "ksh", "bats", "pl", "pm", "r", "R", "ps1", "vim":
		return outlineShell
	case "sql":
		return outlineSQL
	case "hs", "elm", "purs", "erl":
		return outlineHaskell
	case "ex", "exs":
		return outlineElixir
	case "ml", "mli", "fs", "fsx", "fsi":
		return outlineML
	case "clj", "cljs", "el", "lisp", "scm", "rkt":
		return outlineLisp
	case "mk":
		return outlineMake
	case "html", "htm", "xhtml", "xml", "svg", "jsp", "erb", "xsd", "csproj", "plist":
		return outlineMarkup
	case "tex", "sty":
		return outlineTeX
	case "tcl":
		return outlineTcl
	case "s", "S", "asm":
		return outlineAssembly
	case "cmake":
		return outlineCMake
	}
	return outlineAny
}

// outlineVote returns which language a line speaks for, and how loudly.
func outlineVote(t []byte) (outlineLang, int) {
	last := t[len(t)-1]
	switch w := srcFirstWord(t); w {
	case "def", "class":
		if last == ':' || last == '(' || last == ',' {
			return outlinePython, 3
		}
		return outlineRuby, 3
	case "elif", "except", "from", "import", "async", "with", "return", "raise", "try", "proc":
		return outlinePython, 1
	case "end", "elsif", "unless", "attr_accessor", "attr_reader", "require_relative":
		return outlineRuby, 1
	case "require":
		return outlineRuby, 1 + srcOneIf(bytes.IndexByte(t, '(') < 0)
	case "local":
		return outlineLua, 3 * srcOneIf(bytes.Contains(t, []byte("=")) || hasPrefix(t, "local function"))
	case "function":
		return outlineLua, 1 + srcOneIf(last == ')')
	case "fi", "esac", "done", "then", "echo", "export", "sub", "my":
		return outlineShell, 2
	case "SELECT", "CREATE", "INSERT", "ALTER", "DROP", "UPDATE", "create", "select", "insert", "alter":
		return outlineSQL, 3
	case "defmodule", "defp", "defmacro", "defstruct":
		return outlineElixir, 6
	case "module", "data", "newtype", "instance", "where":
		return outlineHaskell, 2
	case "let", "val", "open", "type":
		return outlineML, 1
	case "FROM", "RUN", "COPY", "ENV", "WORKDIR", "ENTRYPOINT", "CMD", "ARG", "EXPOSE":
		return outlineDocker, 3
	}
	switch {
	case hasAnyPrefix(t, "(def", "(ns ", "(require", "(let", "(provide"):
		return outlineLisp, 4
	case t[0] == '<' && len(t) > 1 && (isLetter(t[1]) || t[1] == '!' || t[1] == '?' || t[1] == '/'):
		return outlineMarkup, 1
	case t[0] == '\\' && len(t) > 1 && isLetter(t[1]):
		return outlineTeX, 3
	case bytes.Contains(t, []byte(" :: ")):
		return outlineHaskell, 3
	case hasPrefix(t, "# frozen_string_literal"):
		return outlineRuby, 20
	case hasPrefix(t, "#!"):
		return outlineInterpreter(t)
	case hasAnyPrefix(t, ".PHONY", "$(", "@$(", "ifeq", "ifneq", "ifdef") || bytes.Contains(t, []byte(" := ")) || bytes.Contains(t, []byte("$(")) && bytes.IndexByte(t, ':') > 0:
		return outlineMake, 2
	case bytes.Contains(t, []byte("() {")) || hasPrefix(t, "if ["):
		return outlineShell, 3
	case makeVariable(t):
		return outlineMake, 1
	case cmakeCommand(t):
		return outlineCMake, 3
	}
	return outlineAny, 0
}

// cmakeCommand tells whether the line begins with a command that CMake alone has.
func cmakeCommand(t []byte) bool {
	for _, w := range [...]string{"cmake_minimum_required", "target_", "add_library", "add_executable", "find_package", "set_property", "set_target_properties", "include_directories", "add_subdirectory", "install(targets", "endif(", "message(status", "add_custom_", "enable_testing"} {
		if foldPrefix(t, w) {
			return bytes.IndexByte(t, '(') > 0
		}
	}
	return false
}

// cmakeCommands tells whether the section is a file of CMake's.
func cmakeCommands(s block.Section) bool {
	commands, lines := 0, 0
	for i := range min(s.Len(), 400) {
		if t := unindented(s.Text(i)); len(t) > 0 && t[0] != '#' {
			lines++
			commands += srcOneIf(cmakeCommand(t) && !hasSuffix(t, "{") && !hasSuffix(t, ";"))
		}
	}
	return commands >= 6 && commands*8 >= lines
}

// makeRules tells whether the section is a file of make's: targets, each with a
// tab before what makes it, and variables in both.
func makeRules(s block.Section) bool {
	rules, recipes, variables, lines := 0, 0, 0, 0
	for i := range min(s.Len(), 600) {
		text := s.Text(i)
		if blankLine(text) || text[0] == '#' {
			continue
		}
		lines++
		variables += srcOneIf(makeVariable(text))
		switch {
		case text[0] == '\t':
			recipes++
		case makeTarget(text) && i+1 < s.Len() && hasPrefix(s.Text(i+1), "\t"):
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

// outlineInterpreter reads the #! line.
func outlineInterpreter(t []byte) (outlineLang, int) {
	for _, c := range [...]struct {
		name string
		lang outlineLang
	}{{"python", outlinePython}, {"ruby", outlineRuby}, {"lua", outlineLua}, {"make", outlineMake}, {"elixir", outlineElixir}, {"tclsh", outlineTcl}, {"sh", outlineShell}, {"perl", outlineShell}} {
		if bytes.Contains(t, []byte(c.name)) {
			return c.lang, 20
		}
	}
	return outlineAny, 0
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
	width, n := indentWidth(line)
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
	if width > at && w == "let" && hasSuffix(t, " =") && bytes.Count(t, []byte{' '}) > 2 && !hasPrefix(t, "let open ") && bytes.IndexByte(t[:6], ')') < 0 {
		return bytes.IndexByte(t, ':') < 0 && bytes.IndexByte(t, ',') < 0 // a function within another
	}
	declares := width == at && (mlWord(w) || w == "and") && len(t) > len(w) && (t[len(w)] == ' ' || t[len(w)] == '%') && !hasSuffix(t, " in")
	if len(o.levels) < srcDeepest && (hasSuffix(t, " struct") || hasSuffix(t, " sig") || hasSuffix(t, ": sig") || hasSuffix(t, " object") || string(t) == "sig" || string(t) == "struct") {
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
			inside += srcOneIf(hidden)
			outside += srcOneIf(!hidden)
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
		if hasPrefix(rest, "=begin") {
			return len(rest), "=end"
		}
	case outlineLua:
		if i := bytes.Index(rest, []byte("--[[")); i >= 0 {
			return i + 4, "]]"
		}
	case outlineHaskell:
		if i := bytes.Index(rest, []byte("{-")); i >= 0 {
			return i + 2, "-}"
		}
	case outlineML:
		if i := bytes.Index(rest, []byte("(*")); i >= 0 {
			return i + 2, "*)"
		}
	case outlineSQL:
		if i := bytes.Index(rest, []byte("/*")); i >= 0 && bytes.Count(rest[:i], []byte{'\''})%2 == 0 && bytes.Count(rest[:i], []byte{'"'})%2 == 0 {
			return i + 2, "*/"
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
