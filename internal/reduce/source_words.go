package reduce

import "bytes"

// outlineDeclares tells whether the line declares something that an outline
// shows.
func outlineDeclares(lang outlineLang, line []byte) bool {
	_, n := indentWidth(line)
	t := line[n:]
	if len(t) == 0 {
		return false
	}
	w := srcFirstWord(t)
	behind := t[len(w):]
	spaced := len(behind) > 1 && behind[0] == ' '
	switch lang {
	case outlinePython:
		return pythonDeclares(t, w, spaced)
	case outlineRuby:
		return rubyDeclares(t, w, spaced)
	case outlineLua:
		return spaced && (w == "function" || w == "struct" || w == "macro" || w == "module" || w == "mutable") || hasPrefix(t, "local function ") || w == "abstract" || luaFunction(t)
	case outlineShell:
		return shellDeclares(t, w, spaced)
	case outlineSQL:
		return sqlDeclares(t, w)
	case outlineHaskell:
		return n == 0 && haskellDeclares(t, w, spaced)
	case outlineElixir:
		return spaced && (w == "def" || w == "defp" || w == "defmodule" || w == "defmacro" || w == "defmacrop" || w == "defprotocol" || w == "defimpl" || w == "defdelegate" || w == "defguard" || w == "defguardp" || w == "describe" || w == "test") || w == "defstruct" || w == "defexception" ||
			hasAnyPrefix(t, "@type ", "@typep ", "@opaque ", "@callback ", "@macrocallback ")
	case outlineML:
		return spaced && (n == 0 || w == "member" || w == "module" || w == "val" || w == "static" || w == "override" || w == "abstract") && mlWord(w)
	case outlineTcl:
		return spaced && (w == "proc" || w == "method" || w == "class") || hasAnyPrefix(t, "namespace eval ", "oo::class create ", "oo::define ", "snit::type ")
	case outlineAssembly:
		return n == 0 && assemblyLabel(t)
	case outlineCMake:
		return cmakeDeclares(w, behind)
	case outlineLisp:
		return hasAnyPrefix(t, "(def", "(ns ", "(module ", "(provide") && (n == 0 || hasPrefix(t, "(def"))
	case outlineMake:
		return n == 0 && makeTarget(t)
	case outlineDocker:
		return w == "FROM" || w == "ENTRYPOINT" || w == "CMD" || w == "EXPOSE"
	case outlineR:
		return n == 0 && (rFunction(t) || hasAnyPrefix(t, "setClass(", "setGeneric(", "setMethod(", "setRefClass("))
	case outlineTeX:
		return hasAnyPrefix(t, `\chapter`, `\section`, `\subsection`, `\part`, `\title`, `\newcommand`, `\begin{document}`, `\documentclass`)
	}
	return spaced && anyDeclares(t, w)
}

// rFunction tells whether the line gives a function of R, or a class, a name.
func rFunction(t []byte) bool {
	for _, sign := range [...]string{" <- function(", " = function(", " <- R6Class(", " <- function (", " <- setRefClass("} {
		if bytes.Contains(t, []byte(sign)) {
			return true
		}
	}
	return false
}

func pythonDeclares(t []byte, w string, spaced bool) bool {
	switch w {
	case "def", "class":
		return spaced
	case "async":
		return hasPrefix(t, "async def ")
	case "proc", "template", "iterator", "method", "macro", "func", "converter": // Nim
		return spaced && bytes.IndexByte(t, '(') > 0
	case "cdef", "cpdef", "signal", "class_name", "extends":
		return spaced && bytes.IndexByte(t, '=') < 0
	}
	return t[0] == '@' && len(t) > 1 && (isLetter(t[1]) || t[1] == '_')
}

func rubyDeclares(t []byte, w string, spaced bool) bool {
	switch w {
	case "def", "class", "module", "namespace", "task":
		return spaced
	case "describe", "context", "RSpec", "shared_examples":
		return hasSuffix(t, " do") || hasSuffix(t, " do |app|")
	case "private", "public", "protected", "module_function", "private_class_method", "memoize", "helper_method":
		return bytes.Contains(t, []byte(" def "))
	case "struct", "enum", "lib", "macro": // Crystal
		return spaced && isLetter(t[len(w)+1])
	case "alias", "alias_method":
		return spaced
	}
	return false
}

// assemblyLabel tells whether a function begins with the line: "main:",
// "0000000000001139 <main>:", "TEXT main.main(SB) …".
func assemblyLabel(t []byte) bool {
	if hasPrefix(t, "TEXT ") || hasPrefix(t, "Disassembly of section ") {
		return true
	}
	if hasSuffix(t, ">:") {
		return isWordByte(t[0])
	}
	return len(t) > 1 && (isLetter(t[0]) || t[0] == '_') && hasSuffix(t, ":") && bytes.IndexByte(t, ' ') < 0
}

// luaFunction tells whether a function is given a name: "name = function(…)".
func luaFunction(t []byte) bool {
	i := bytes.Index(t, []byte("function"))
	return i > 2 && i+8 < len(t) && (t[i+8] == '(' || t[i+8] == ' ') && bytes.Contains(t[:i], []byte(" = ")) && !hasPrefix(t, "--") && !isWordByte(t[i-1])
}

func shellDeclares(t []byte, w string, spaced bool) bool {
	switch w {
	case "function", "sub", "package", "function!", "class":
		return spaced
	}
	n := 0
	for n < len(t) && (isWordByte(t[n]) || t[n] == '-' || t[n] == '.' || t[n] == ':') {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return n > 0 && (hasPrefix(rest, "()") || hasPrefix(rest, "<- function") || hasPrefix(rest, "= function(")) || hasPrefix(t, "@test ")
}

// sqlServes are statements of a dump that only go with a table that it named:
// its owner, the sequence that counts its rows, the constraint's first line.
var sqlServes = newPartSet(" OWNER TO ", " OWNED BY ", "SET DEFAULT nextval(")

func sqlDeclares(t []byte, w string) bool {
	if w == "ADD" && hasPrefix(t, "ADD CONSTRAINT ") {
		return true
	}
	for _, verb := range [...]string{"create", "alter", "drop", "grant", "declare", "with", "begin", "rename"} {
		if len(w) == len(verb) && foldPrefix(t, verb) {
			return (verb != "begin" && verb != "with" || len(t) > 6) && !(t[0] == 'A' && sqlServes.in(t)) && !hasPrefix(t, "WITH (")
		}
	}
	return false
}

func haskellDeclares(t []byte, w string, spaced bool) bool {
	switch w {
	case "module", "data", "newtype", "class", "instance", "type", "deriving", "port":
		return spaced
	}
	if t[0] == '-' { // Erlang's attributes
		return hasAnyPrefix(t, "-module(", "-record(", "-behaviour(", "-spec ")
	}
	if w == "import" || w == "where" || w == "infixl" || w == "infixr" || w == "infix" || w == "then" || w == "else" || w == "in" || w == "of" || w == "end" {
		return false
	}
	return 'a' <= t[0] && t[0] <= 'z' || t[0] == '_' || hasPrefix(t, "(") && bytes.Contains(t, []byte(") ::"))
}

// cmakeDeclares tells whether a command of CMake defines something that the
// rest of a project may name.
func cmakeDeclares(w string, behind []byte) bool {
	if !hasPrefix(bytes.TrimLeft(behind, " "), "(") {
		return false
	}
	switch string(bytes.ToLower([]byte(w))) {
	case "function", "macro", "project", "add_executable", "add_library", "add_custom_target", "add_test", "add_subdirectory", "option", "find_package", "cmake_minimum_required", "install":
		return true
	}
	return false
}

func mlWord(w string) bool {
	switch w {
	case "let", "type", "module", "val", "exception", "external", "class", "open", "member", "static", "override", "abstract", "namespace", "interface":
		return w != "open"
	}
	return false
}

// makeTarget tells whether the line is a rule "target: prerequisites".
func makeTarget(t []byte) bool {
	if hasPrefix(t, "define ") || t[0] == '#' || t[0] == '.' && len(t) > 1 && 'A' <= t[1] && t[1] <= 'Z' && !hasPrefix(t, ".PHONY") && !hasPrefix(t, ".DEFAULT") {
		return hasPrefix(t, "define ")
	}
	colon := bytes.IndexByte(t, ':')
	if colon <= 0 || colon+1 < len(t) && t[colon+1] == '=' {
		return false
	}
	return bytes.IndexByte(t[:colon], '=') < 0
}

// anyDeclares is for languages that are not known: their usual keywords with
// a name behind them.
func anyDeclares(t []byte, w string) bool {
	switch w {
	case "def", "class", "module", "function", "sub", "proc", "func", "fn", "struct", "interface", "type", "subroutine", "program", "entity", "architecture", "macro", "section", "procedure", "package":
	default:
		return false
	}
	name := t[len(w)+1:]
	if len(name) == 0 || !isLetter(name[0]) && name[0] != '_' {
		return false
	}
	rest := name[len(srcFirstWord(name)):]
	return len(rest) == 0 || rest[0] != ' ' || bytes.ContainsAny(rest, "({:=")
}
