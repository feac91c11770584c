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
		return spaced && (w == "function" || w == "struct" || w == "macro" || w == "module" || w == "mutable") || hasPrefix(t, "local function ") || w == "abstract" ||
			n == 0 && bytes.Contains(t, []byte("= function"))
	case outlineShell:
		return shellDeclares(t, w, spaced)
	case outlineSQL:
		return sqlDeclares(t, w)
	case outlineHaskell:
		return n == 0 && haskellDeclares(t, w, spaced)
	case outlineElixir:
		return spaced && (w == "def" || w == "defp" || w == "defmodule" || w == "defmacro" || w == "defmacrop" || w == "defprotocol" || w == "defimpl" || w == "defdelegate" || w == "describe" || w == "test") || w == "defstruct" || w == "defexception"
	case outlineML:
		return spaced && (n == 0 || w == "member" || w == "module" || w == "val" || w == "static" || w == "override" || w == "abstract") && mlWord(w)
	case outlineLisp:
		return hasAnyPrefix(t, "(def", "(ns ", "(module ", "(provide") && (n == 0 || hasPrefix(t, "(def"))
	case outlineMake:
		return n == 0 && makeTarget(t)
	case outlineDocker:
		return w == "FROM" || w == "ENTRYPOINT" || w == "CMD" || w == "EXPOSE"
	case outlineTeX:
		return hasAnyPrefix(t, `\chapter`, `\section`, `\subsection`, `\part`, `\title`, `\newcommand`, `\begin{document}`, `\documentclass`)
	}
	return spaced && anyDeclares(t, w)
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

func sqlDeclares(t []byte, w string) bool {
	for _, verb := range [...]string{"create", "alter", "drop", "grant", "declare", "with", "begin", "rename"} {
		if len(w) == len(verb) && foldPrefix(t, verb) {
			return verb != "begin" && verb != "with" || len(t) > 6
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
	n := len(w)
	for n < len(t) && (t[n] == '\'' || isWordByte(t[n])) {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return n > 0 && (hasPrefix(rest, "::") || hasPrefix(rest, ": ") || rest != nil && hasPrefix(rest, "(") && hasSuffix(t, "->"))
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
	if hasPrefix(t, "define ") || t[0] == '#' || t[0] == '.' && !hasPrefix(t, ".PHONY") && !hasPrefix(t, ".DEFAULT") {
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
