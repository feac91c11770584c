package outline

import (
	"bytes"
	"strings"

	"elide/internal/scan"
)

// declareSigns are the lines of each language that an outline shows.
var declareSigns = [...][]lineSign{
	outlineAny: {{code: anyDeclares}},
	outlinePython: {
		{start: "def |class |async def "},
		{start: "proc |template |iterator |method |macro |func |converter ", has: "("}, // Nim
		{start: "cdef |cpdef |signal |class_name |extends ", not: "="},
		{start: "@", code: func(t []byte) bool { return len(t) > 1 && (scan.IsLetter(t[1]) || t[1] == '_') }},
	},
	outlineRuby: {
		{start: "def |class |module |namespace |task |struct |enum |lib |macro |alias |alias_method "},
		{first: "describe context RSpec shared_examples", end: " do"},
		{first: "private public protected module_function private_class_method memoize helper_method", has: " def "},
	},
	outlineLua: {
		{start: "function |struct |macro |module |mutable |local function |abstract "},
		{has: "function", code: luaFunction},
	},
	outlineShell: {
		{start: "function |sub |package |function! |class |@test "},
		{code: shellFunction},
	},
	outlineSQL: {{code: sqlDeclares}},
	outlineHaskell: {
		{margin: true, start: "module |data |newtype |class |instance |type |deriving |port |-module(|-record(|-behaviour(|-spec "},
		{margin: true, start: "(", has: ") ::"},
		{margin: true, code: haskellFunction},
	},
	outlineElixir: {
		{start: "def |defp |defmodule |defmacro |defmacrop |defprotocol |defimpl |defdelegate |defguard |defguardp |describe |test |defstruct|defexception"},
		{start: "@type |@typep |@opaque |@callback |@macrocallback "},
	},
	outlineML: {
		{margin: true, start: "let |type |val |exception |external |class |namespace |interface "},
		{start: "module |val |member |static |override |abstract "},
	},
	outlineTcl:      {{start: "proc |method |class |namespace eval |oo::class create |oo::define |snit::type "}},
	outlineAssembly: {{margin: true, code: assemblyLabel}},
	outlineCMake:    {{code: cmakeDeclares}},
	outlineLisp: {
		{start: "(def"},
		{margin: true, start: "(ns |(module |(provide"},
	},
	outlineMake:   {{margin: true, code: makeTarget}},
	outlineDocker: {{first: "FROM ENTRYPOINT CMD EXPOSE"}},
	outlineR: {
		{margin: true, start: "setClass(|setGeneric(|setMethod(|setRefClass("},
		{margin: true, has: " <- function(| = function(| <- R6Class(| <- function (| <- setRefClass("},
	},
	outlineTeX: {{start: `\chapter|\section|\subsection|\part|\title|\newcommand|\begin{document}|\documentclass`}},
}

// outlineDeclares tells whether the line declares something that an outline
// shows.
func outlineDeclares(lang outlineLang, line []byte) bool {
	_, n := scan.Indent(line)
	t := line[n:]
	if len(t) == 0 {
		return false
	}
	w := srcFirstWord(t)
	for i := range declareSigns[lang] {
		if sign := &declareSigns[lang][i]; (sign.first == "" || listed(sign.first, w)) && sign.holds(t, w, n > 0) {
			return true
		}
	}
	return false
}

// assemblyLabel tells whether a function begins with the line: "main:",
// "0000000000001139 <main>:", "TEXT main.main(SB) …".
func assemblyLabel(t []byte) bool {
	if scan.HasPrefix(t, "TEXT ") || scan.HasPrefix(t, "Disassembly of section ") {
		return true
	}
	if scan.HasSuffix(t, ">:") {
		return scan.IsWordByte(t[0])
	}
	return len(t) > 1 && (scan.IsLetter(t[0]) || t[0] == '_') && scan.HasSuffix(t, ":") && bytes.IndexByte(t, ' ') < 0
}

// luaFunction tells whether a function is given a name: "name = function(…)".
func luaFunction(t []byte) bool {
	i := bytes.Index(t, []byte("function"))
	return i > 2 && i+8 < len(t) && (t[i+8] == '(' || t[i+8] == ' ') && bytes.Contains(t[:i], []byte(" = ")) && !scan.HasPrefix(t, "--") && !scan.IsWordByte(t[i-1])
}

// shellFunction knows "name() {", and R's "name <- function(".
func shellFunction(t []byte) bool {
	n := 0
	for n < len(t) && (scan.IsWordByte(t[n]) || t[n] == '-' || t[n] == '.' || t[n] == ':') {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return n > 0 && (scan.HasPrefix(rest, "()") || scan.HasPrefix(rest, "<- function") || scan.HasPrefix(rest, "= function("))
}

// sqlServes are statements of a dump that only go with a table that it named:
// its owner, the sequence that counts its rows, the constraint's first line.
var sqlServes = scan.NewPartSet(" OWNER TO ", " OWNED BY ", "SET DEFAULT nextval(")

func sqlDeclares(t []byte) bool {
	if scan.HasPrefix(t, "ADD CONSTRAINT ") {
		return true
	}
	w := srcFirstWord(t)
	for _, verb := range [...]string{"create", "alter", "drop", "grant", "declare", "with", "begin", "rename"} {
		if len(w) == len(verb) && scan.FoldPrefix(t, verb) {
			return (verb != "begin" && verb != "with" || len(t) > 6) && !(t[0] == 'A' && sqlServes.In(t)) && !scan.HasPrefix(t, "WITH (")
		}
	}
	return false
}

// haskellFunction tells whether a function's type or one of its equations
// begins with the line.
func haskellFunction(t []byte) bool {
	return ('a' <= t[0] && t[0] <= 'z' || t[0] == '_') && !listed("import where infixl infixr infix then else in of end", srcFirstWord(t))
}

// cmakeDeclares tells whether a command of CMake defines something that the
// rest of a project may name.
func cmakeDeclares(t []byte) bool {
	w := srcFirstWord(t)
	return scan.HasPrefix(bytes.TrimLeft(t[len(w):], " "), "(") &&
		listed("function macro project add_executable add_library add_custom_target add_test add_subdirectory option find_package cmake_minimum_required install", strings.ToLower(w))
}

// mlWord tells whether a word of OCaml's declares.
func mlWord(w string) bool {
	return listed("let type module val exception external class member static override abstract namespace interface", w)
}

// makeTarget tells whether the line is a rule "target: prerequisites".
func makeTarget(t []byte) bool {
	if scan.HasPrefix(t, "define ") || t[0] == '#' || t[0] == '.' && len(t) > 1 && 'A' <= t[1] && t[1] <= 'Z' && !scan.HasPrefix(t, ".PHONY") && !scan.HasPrefix(t, ".DEFAULT") {
		return scan.HasPrefix(t, "define ")
	}
	colon := bytes.IndexByte(t, ':')
	if colon <= 0 || colon+1 < len(t) && t[colon+1] == '=' {
		return false
	}
	return bytes.IndexByte(t[:colon], '=') < 0
}

// anyDeclares is for languages that are not known: their usual keywords with
// a name behind them.
func anyDeclares(t []byte) bool {
	w := srcFirstWord(t)
	if !listed("def class module function sub proc func fn struct interface type subroutine program entity architecture macro section procedure package", w) || !scan.HasPrefix(t[len(w):], " ") {
		return false
	}
	name := t[len(w)+1:]
	if len(name) == 0 || !scan.IsLetter(name[0]) && name[0] != '_' {
		return false
	}
	rest := name[len(srcFirstWord(name)):]
	return len(rest) == 0 || rest[0] != ' ' || bytes.ContainsAny(rest, "({:=")
}
