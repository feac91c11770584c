package outline

import (
	"bytes"
	"strings"
	"sync"

	"elide/internal/scan"
)

// lineSign says what a line looks like: all that is given holds. Alternatives
// are parted by |, words by blanks.
type lineSign struct {
	first           string // its first word is one of them
	start, has, end string
	not             string // it holds none of these
	margin          bool   // it isn't indented
	then            byte   // what follows the first word begins with a letter like this one: 'A' or 'a'
	code            func(t []byte) bool
}

func (l lineSign) words() string { return l.first }

// holds tells whether the line t, whose first word is w and fits, looks so.
func (l *lineSign) holds(t []byte, w string, indented bool) bool {
	switch {
	case l.start != "" && !oneOf(l.start, t, scan.HasPrefix),
		l.end != "" && !oneOf(l.end, t, scan.HasSuffix),
		l.has != "" && !oneOf(l.has, t, holdsPart),
		l.not != "" && oneOf(l.not, t, holdsPart),
		l.margin && indented:
		return false
	case l.then != 0:
		c := t[min(len(w)+1, len(t)-1)]
		if !scan.IsLetter(c) || c&0x20 != l.then&0x20 {
			return false
		}
	}
	return l.code == nil || l.code(t)
}

// signIndex finds the signs of a table by the first word that they ask for; those
// that ask for none stand under "".
type signIndex map[string][]uint8

func indexSigns[S interface{ words() string }](signs []S) signIndex {
	index := signIndex{}
	for i, sign := range signs {
		for word := range strings.SplitSeq(sign.words(), " ") {
			index[word] = append(index[word], uint8(i))
		}
	}
	return index
}

// oneOf tells whether the line is like one of a list that bars part.
func oneOf(list string, t []byte, like func([]byte, string) bool) bool {
	for more := true; more; {
		var part string
		part, list, more = strings.Cut(list, "|")
		if like(t, part) {
			return true
		}
	}
	return false
}

func holdsPart(t []byte, part string) bool { return scan.Index(t, part) >= 0 }

// letsFunction is true of OCaml's "let add a b =", and of no other "let x =".
func letsFunction(t []byte) bool { return bytes.Count(t, []byte{' '}) > 2 }

// langSign is a sign of a language: one of braces, or one that is read by lines.
type langSign struct {
	lineSign
	lang    *srcLang
	outline outlineLang
	weight  int
}

// langSigns are lines that stand, at the left edge, in files of one language
// alone. The words of a language stand in the texts and comments of files of
// any other: where one of these is met before anything is counted, it decides.
var langSigns = [...]langSign{
	{lineSign{first: "defmodule defprotocol defimpl"}, &langOutline, outlineElixir, 0},
	{lineSign{first: "module", end: " where|("}, &langOutline, outlineHaskell, 0},
	{lineSign{first: "module", has: ".", not: ";|{"}, &langOutline, outlineHaskell, 0},
	{lineSign{first: "module", has: " = ", then: 'A'}, &langOutline, outlineML, 0},
	{lineSign{first: "module", end: ": sig"}, &langOutline, outlineML, 0},
	{lineSign{first: "module", start: "module type "}, &langOutline, outlineML, 0},
	{lineSign{first: "from", has: " import ", not: ";"}, &langOutline, outlinePython, 0},
	{lineSign{first: "import", start: "import qualified "}, &langOutline, outlineHaskell, 0},
	{lineSign{first: "import", start: "import ("}, &langGo, 0, 0},
	{lineSign{first: "import", has: "._|.{"}, &langKotlin, 0, 0},
	{lineSign{first: "import", end: " Foundation| UIKit| SwiftUI| AppKit| XCTest| Combine| Darwin| CoreData| PackageDescription| Vapor"}, &langSwift, 0, 0},
	{lineSign{first: "import", has: " as ", then: 'a', not: "*|'|;|\""}, &langOutline, outlinePython, 0},
	{lineSign{first: "async def class", end: ":", has: "("}, &langOutline, outlinePython, 0},
	{lineSign{first: "class", end: ":", not: " :|::"}, &langOutline, outlinePython, 0},
	{lineSign{first: "require", start: "require '|require \"", end: "'|\""}, &langOutline, outlineRuby, 0},
	{lineSign{first: "require_relative"}, &langOutline, outlineRuby, 0},
	{lineSign{first: "use", has: "::", end: ";", then: 'a'}, &langRust, 0, 0},
	{lineSign{first: "local", has: " = require|local function "}, &langOutline, outlineLua, 0},
	{lineSign{first: "open", then: 'A', not: "{"}, &langOutline, outlineML, 0},
	{lineSign{start: "open! |let%|let rec |let () ="}, &langOutline, outlineML, 0},
	{lineSign{first: "let", end: " =", not: ":|let mut ", code: letsFunction}, &langOutline, outlineML, 0},
	{lineSign{first: "proc", end: "{"}, &langOutline, outlineTcl, 0},
	{lineSign{first: "fn impl pub", end: "{"}, &langRust, 0, 0},
	{lineSign{first: "mod", end: ";"}, &langRust, 0, 0},
	{lineSign{start: "extern crate |pub use |pub mod |#![|macro_rules!"}, &langRust, 0, 0},
	{lineSign{start: "case class |case object |object |sealed trait |sealed abstract class ", end: "{|(|)"}, &langKotlin, 0, 0},
	{lineSign{start: "directive @"}, &langGraphQL, 0, 0},
	{lineSign{first: "scalar", not: ";"}, &langGraphQL, 0, 0},
	{lineSign{first: "input schema extend mutation fragment", end: "{", not: "="}, &langGraphQL, 0, 0},
	{lineSign{first: "extension", end: "{", not: "(| on "}, &langSwift, 0, 0},
	{lineSign{first: "cmake_minimum_required"}, &langOutline, outlineCMake, 0},
	{lineSign{start: "Disassembly of section "}, &langOutline, outlineAssembly, 0},
	{lineSign{start: "TEXT ", has: "(SB)"}, &langOutline, outlineAssembly, 0},
	{lineSign{start: "#import <|#import \"|@interface |@implementation |@import ", not: "{"}, &langObjC, 0, 0},
	{lineSign{start: "#include"}, &langC, 0, 0},
	{lineSign{start: "<?php"}, &langPHP, 0, 0},
	{lineSign{start: "{-# LANGUAGE|{-# OPTIONS|-module("}, &langOutline, outlineHaskell, 0},
	{lineSign{start: "# frozen_string_literal"}, &langOutline, outlineRuby, 0},
	{lineSign{start: "(*", not: "(*)"}, &langOutline, outlineML, 0},
	{lineSign{start: "#' "}, &langOutline, outlineR, 0},
	{lineSign{has: " <- function("}, &langOutline, outlineR, 0},
	{lineSign{start: "(ns |(defun |(define |(in-package"}, &langOutline, outlineLisp, 0},
}

// outlineSigns say which of the languages that are read by lines one speaks
// for, and how loudly. The first that holds counts.
var outlineSigns = [...]langSign{
	{lineSign{first: "def class", end: ":|(|,"}, nil, outlinePython, 3},
	{lineSign{first: "def class"}, nil, outlineRuby, 3},
	{lineSign{first: "elif except from import async with return raise try proc"}, nil, outlinePython, 1},
	{lineSign{first: "end elsif unless attr_accessor attr_reader require_relative"}, nil, outlineRuby, 1},
	{lineSign{first: "require", not: "("}, nil, outlineRuby, 2},
	{lineSign{first: "require"}, nil, outlineRuby, 1},
	{lineSign{first: "local", has: "=|local function"}, nil, outlineLua, 3},
	{lineSign{first: "function", end: ")"}, nil, outlineLua, 2},
	{lineSign{first: "function"}, nil, outlineLua, 1},
	{lineSign{first: "fi esac done then echo export sub my"}, nil, outlineShell, 2},
	{lineSign{first: "SELECT CREATE INSERT ALTER DROP UPDATE create select insert alter"}, nil, outlineSQL, 3},
	{lineSign{first: "defmodule defp defmacro defstruct"}, nil, outlineElixir, 6},
	{lineSign{first: "module data newtype instance where"}, nil, outlineHaskell, 2},
	{lineSign{first: "let val open type"}, nil, outlineML, 1},
	{lineSign{first: "FROM RUN COPY ENV WORKDIR ENTRYPOINT CMD ARG EXPOSE"}, nil, outlineDocker, 3},
	{lineSign{start: "(def|(ns |(require|(let|(provide"}, nil, outlineLisp, 4},
	{lineSign{start: "<", code: func(t []byte) bool {
		return len(t) > 1 && (scan.IsLetter(t[1]) || t[1] == '!' || t[1] == '?' || t[1] == '/')
	}}, nil, outlineMarkup, 1},
	{lineSign{start: `\`, code: func(t []byte) bool { return len(t) > 1 && scan.IsLetter(t[1]) }}, nil, outlineTeX, 3},
	{lineSign{has: " :: "}, nil, outlineHaskell, 3},
	{lineSign{start: "# frozen_string_literal"}, nil, outlineRuby, 20},
	{lineSign{start: "#!", has: "python"}, nil, outlinePython, 20},
	{lineSign{start: "#!", has: "ruby"}, nil, outlineRuby, 20},
	{lineSign{start: "#!", has: "lua"}, nil, outlineLua, 20},
	{lineSign{start: "#!", has: "make"}, nil, outlineMake, 20},
	{lineSign{start: "#!", has: "elixir"}, nil, outlineElixir, 20},
	{lineSign{start: "#!", has: "tclsh"}, nil, outlineTcl, 20},
	{lineSign{start: "#!", has: "sh|perl"}, nil, outlineShell, 20},
	{lineSign{start: ".PHONY|$(|@$(|ifeq|ifneq|ifdef"}, nil, outlineMake, 2},
	{lineSign{has: " := "}, nil, outlineMake, 2},
	{lineSign{start: "if ["}, nil, outlineShell, 3},
	{lineSign{has: "() {"}, nil, outlineShell, 3},
	{lineSign{code: makeVariable}, nil, outlineMake, 1},
	{lineSign{code: cmakeCommand}, nil, outlineCMake, 3},
}

var (
	langSignIndex    = sync.OnceValue(func() signIndex { return indexSigns(langSigns[:]) })
	outlineSignIndex = sync.OnceValue(func() signIndex { return indexSigns(outlineSigns[:]) })
)

// signOf returns the first sign that the line bears, nil if it bears none.
func signOf(signs []langSign, index signIndex, t []byte) *langSign {
	w := srcFirstWord(t)
	for _, rows := range [...][]uint8{index[w], index[""]} {
		for _, i := range rows {
			if signs[i].holds(t, w, false) {
				return &signs[i]
			}
		}
	}
	return nil
}
