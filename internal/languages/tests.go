package languages

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// TestNames are the questions of lines that conditions can't ask.
var TestNames = [...]string{"css-declaration", "css-variable", "make-target", "make-variable", "shell-function", "named"}

var tests = [len(TestNames)]func(t []byte) bool{
	cssDeclaration, func(t []byte) bool { return cssDeclaration(t[1:]) }, MakeTarget, MakeVariable, shellFunction, namesSomething,
}

// cssDeclaration knows "margin-left: 3px;".
func cssDeclaration(t []byte) bool {
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || t[n] == '-') {
		n++
	}
	return n > 1 && n+1 < len(t) && t[n] == ':' && t[n+1] != ':'
}

// makeLook is how many lines are asked whether they are make's.
const makeLook = 600

// Makefile tells whether so many lines are a file of make's: targets, each with a tab
// before what makes it, and variables in both.
func Makefile(n int, text func(i int) []byte) bool {
	targets, recipes, variables, lines := 0, 0, 0, 0
	for i := range min(n, makeLook) {
		t := text(i)
		if scan.Blank(t) || t[0] == '#' {
			continue
		}
		lines++
		if MakeVariable(t) {
			variables++
		}
		switch {
		case t[0] == '\t':
			recipes++
		case i+1 < n && scan.HasPrefix(text(i+1), "\t") && MakeTarget(t) && oneTarget(t):
			targets++
		}
	}
	return targets >= 3 && variables >= 3 && recipes*5 >= lines && (targets+recipes)*2 >= lines-variables
}

// oneTarget tells whether no blank stands before the line's colon, which is no address's:
// tools print other lines with a colon over indented ones.
func oneTarget(t []byte) bool {
	colon := bytes.IndexByte(t, ':')
	return colon > 0 && bytes.IndexByte(t[:colon], ' ') < 0 && !bytes.Contains(t, []byte("://"))
}

// MakeTarget tells whether the line is a rule of make's: "target: prerequisites".
func MakeTarget(t []byte) bool {
	if scan.HasPrefix(t, "define ") || t[0] == '#' || t[0] == '.' && len(t) > 1 && scan.IsUpper(t[1]) && !scan.HasPrefix(t, ".PHONY") && !scan.HasPrefix(t, ".DEFAULT") {
		return scan.HasPrefix(t, "define ")
	}
	colon := bytes.IndexByte(t, ':')
	if colon <= 0 || colon+1 < len(t) && t[colon+1] == '=' {
		return false
	}
	return bytes.IndexByte(t[:colon], '=') < 0
}

// MakeVariable tells whether a variable of make is used, which has a name in
// capitals: $(CC). A shell runs a command in such brackets.
func MakeVariable(t []byte) bool {
	i := scan.Index(t, "$(")
	return i >= 0 && i+2 < len(t) && scan.IsUpper(t[i+2])
}

// shellFunction knows "name() {", and R's "name <- function(".
func shellFunction(t []byte) bool {
	n := 0
	for n < len(t) && (scan.IsWordByte(t[n]) || t[n] == '-' || t[n] == '.' || t[n] == ':') {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return n > 0 && scan.HasAnyPrefix(rest, "()", "<- function", "= function(")
}

// namesSomething tells whether a name stands behind the first word, and what
// belongs to a declaration behind that.
func namesSomething(t []byte) bool {
	w := FirstWord(t)
	if !scan.HasPrefix(t[len(w):], " ") {
		return false
	}
	name := t[len(w)+1:]
	if len(name) == 0 || !scan.IsLetter(name[0]) && name[0] != '_' {
		return false
	}
	rest := name[len(FirstWord(name)):]
	return len(rest) == 0 || rest[0] != ' ' || bytes.ContainsAny(rest, "({:=")
}
