package reduce

import "bytes"

// The words of a language stand in the texts and comments of files of any
// other. A few lines stand, at the left edge, in files of one language alone;
// where one of them is met before anything is counted, it decides.

// srcSignLines is how many lines are searched for such a line.
const srcSignLines = 400

// srcSigned returns the language that a line of the text gives away, and for
// one that is read line by line which of these it is; nil if no line does.
func srcSigned(text []byte) (*srcLang, outlineLang) {
	closer := ""
	for n := 0; n < srcSignLines && len(text) > 0; n++ {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		line = bytes.TrimRight(line[min(numberGutter(line), len(line)):], " \t\r")
		if closer != "" {
			if bytes.Contains(line, []byte(closer)) {
				closer = ""
			}
			continue
		}
		if len(line) == 0 || line[0] == ' ' || line[0] == '\t' {
			continue
		}
		if hasPrefix(line, "#!") {
			if l, _ := outlineInterpreter(line); l != outlineAny {
				return &langOutline, l
			}
			continue
		}
		if c := srcCommentOpen(line); c != "" {
			if !bytes.Contains(line[2:], []byte(c)) {
				closer = c
			}
			if !hasPrefix(line, "(*") {
				continue
			}
		}
		if lang, outline := srcSign(line); lang != nil {
			return lang, outline
		}
	}
	return nil, outlineAny
}

// srcCommentOpen returns what ends the comment or the documentation that the
// line opens with, "" if it opens with none.
func srcCommentOpen(line []byte) string {
	for _, c := range [...]struct{ open, close string }{{"/*", "*/"}, {`"""`, `"""`}, {"'''", "'''"}, {"=head", "=cut"}, {"=begin", "=end"}, {"(*", "*)"}, {"--[[", "]]"}} {
		if hasPrefix(line, c.open) {
			return c.close
		}
	}
	return ""
}

// srcSign returns the language in whose files alone such a line stands.
func srcSign(t []byte) (*srcLang, outlineLang) {
	last := t[len(t)-1]
	switch w := srcFirstWord(t); w {
	case "defmodule", "defprotocol", "defimpl":
		return &langOutline, outlineElixir
	case "module":
		switch {
		case len(t) < 8 || t[6] != ' ':
		case hasSuffix(t, " where"), hasSuffix(t, "("), bytes.IndexByte(t, '.') > 0 && last != '{' && last != ';':
			return &langOutline, outlineHaskell
		case len(t) > 7 && 'A' <= t[7] && t[7] <= 'Z' && bytes.Contains(t, []byte(" = ")), hasSuffix(t, ": sig"), hasPrefix(t, "module type "):
			return &langOutline, outlineML
		}
	case "from":
		if bytes.Contains(t, []byte(" import ")) && last != ';' {
			return &langOutline, outlinePython
		}
	case "import":
		switch {
		case hasPrefix(t, "import qualified "):
			return &langOutline, outlineHaskell
		case hasPrefix(t, "import ("):
			return &langGo, outlineAny
		case hasSuffix(t, "._"), bytes.Contains(t, []byte(".{")):
			return &langKotlin, outlineAny
		case swiftModule(string(t[len("import"):])):
			return &langSwift, outlineAny
		case bytes.Contains(t, []byte(" as ")) && bytes.IndexByte(t, '*') < 0 && bytes.IndexByte(t, '\'') < 0 && last != ';' && last != '"' && bytes.Count(t, []byte{'.'}) < 2 && 'a' <= t[7] && t[7] <= 'z':
			return &langOutline, outlinePython
		}
	case "async", "def", "class":
		if last == ':' && t[len(t)-2] != ' ' && (w == "class" && bytes.Count(t, []byte{':'}) == 1 || bytes.IndexByte(t, '(') > 0) {
			return &langOutline, outlinePython
		}
	case "require":
		if len(t) > 8 && (t[8] == '\'' || t[8] == '"') && last == t[8] {
			return &langOutline, outlineRuby
		}
	case "require_relative":
		return &langOutline, outlineRuby
	case "use":
		if bytes.Contains(t, []byte("::")) && last == ';' && 'a' <= t[4] && t[4] <= 'z' {
			return &langRust, outlineAny
		}
	case "local":
		if bytes.Contains(t, []byte(" = require")) || hasPrefix(t, "local function ") {
			return &langOutline, outlineLua
		}
	case "open":
		if n := len("open "); len(t) > n && ('A' <= t[n] && t[n] <= 'Z' || hasPrefix(t, "open! ")) && last != '{' {
			return &langOutline, outlineML
		}
	case "let":
		if hasPrefix(t, "let%") || hasPrefix(t, "let rec ") || hasPrefix(t, "let () =") || hasSuffix(t, " =") && bytes.IndexByte(t, ':') < 0 && bytes.Count(t, []byte{' '}) > 2 && !hasPrefix(t, "let mut ") {
			return &langOutline, outlineML
		}
	case "proc":
		if last == '{' {
			return &langOutline, outlineTcl
		}
	case "fn", "impl", "pub", "mod", "extern":
		if last == '{' && (w == "fn" || w == "impl" || w == "pub") || hasPrefix(t, "extern crate ") || w == "mod" && last == ';' || hasPrefix(t, "pub use ") || hasPrefix(t, "pub mod ") {
			return &langRust, outlineAny
		}
	case "case", "object", "sealed":
		if hasAnyPrefix(t, "case class ", "case object ", "object ", "sealed trait ", "sealed abstract class ") && (last == '{' || last == '(' || last == ')') {
			return &langKotlin, outlineAny
		}
	case "directive", "input", "scalar", "schema", "extend", "mutation", "fragment":
		if hasPrefix(t, "directive @") || w == "scalar" && bytes.Count(t, []byte{' '}) == 1 && last != ';' || last == '{' && w != "directive" && bytes.IndexByte(t, '=') < 0 {
			return &langGraphQL, outlineAny
		}
	case "extension":
		if last == '{' && bytes.IndexByte(t, '(') < 0 && !bytes.Contains(t, []byte(" on ")) {
			return &langSwift, outlineAny
		}
	case "cmake_minimum_required":
		return &langOutline, outlineCMake
	}
	switch {
	case hasPrefix(t, "Disassembly of section "), hasPrefix(t, "TEXT ") && bytes.Contains(t, []byte("(SB)")):
		return &langOutline, outlineAssembly
	case hasAnyPrefix(t, "#import <", "#import \"", "@interface ", "@implementation ", "@import ") && last != '{':
		return &langObjC, outlineAny
	case hasPrefix(t, "#include"):
		return &langC, outlineAny
	case hasPrefix(t, "<?php"):
		return &langPHP, outlineAny
	case hasAnyPrefix(t, "{-# LANGUAGE", "{-# OPTIONS"):
		return &langOutline, outlineHaskell
	case hasPrefix(t, "# frozen_string_literal"):
		return &langOutline, outlineRuby
	case hasPrefix(t, "-module("):
		return &langOutline, outlineHaskell
	case hasPrefix(t, "#!["), hasPrefix(t, "macro_rules!"):
		return &langRust, outlineAny
	case hasPrefix(t, "(*") && !hasPrefix(t, "(*)"):
		return &langOutline, outlineML
	case hasPrefix(t, "#' "), bytes.Contains(t, []byte(" <- function(")):
		return &langOutline, outlineR
	case hasAnyPrefix(t, "(ns ", "(defun ", "(define ", "(in-package"):
		return &langOutline, outlineLisp
	}
	return nil, outlineAny
}

// swiftModule tells whether the name behind "import" is of a framework that
// Swift alone imports so.
func swiftModule(name string) bool {
	switch name {
	case " Foundation", " UIKit", " SwiftUI", " AppKit", " XCTest", " Combine", " Darwin", " CoreData", " PackageDescription", " Vapor":
		return true
	}
	return false
}
