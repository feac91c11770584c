package outline

import (
	"sync"
)

// The languages that are voted for, in the order in which a tie is decided.
const (
	voteGo = iota
	voteRust
	votePHP
	voteCS
	voteJava
	voteKotlin
	voteSwift
	voteDart
	voteScript
	voteC
	voteProto
	voteBlocks
	voteCSS
	voteLines
	voted
)

var votedFor = [voted]*srcLang{
	&langGo, &langRust, &langPHP, &langCSharp, &langJava, &langKotlin, &langSwift, &langDart, &langScript, &langC, &langProto, &langBlocks, &langCSS, &langOutline,
}

// srcVotes is how many lines speak for each language.
type srcVotes [voted]int

type votes [voted]int8

// voteSign is what a line speaks for. The first sign that holds counts; those
// without words are asked where a line's first word says nothing.
type voteSign struct {
	lineSign
	votes votes
}

var voteSigns = [...]voteSign{
	{lineSign{first: "package", end: ";"}, votes{voteJava: 20, voteProto: 1}},
	{lineSign{first: "package"}, votes{voteGo: 1, voteKotlin: 1}},
	{lineSign{first: "func", start: "func ("}, votes{voteGo: 5, voteSwift: 1}},
	{lineSign{first: "func", has: "->"}, votes{voteGo: 2, voteSwift: 2}},
	{lineSign{first: "func", end: "() {"}, votes{voteGo: 2, voteSwift: 2}},
	{lineSign{first: "func"}, votes{voteGo: 2, voteSwift: 1}},
	{lineSign{first: "fun"}, votes{voteKotlin: 3}},
	{lineSign{first: "fn impl pub mod trait macro_rules"}, votes{voteRust: 4}},
	{lineSign{first: "use", has: "::"}, votes{voteRust: 3, votePHP: 1}},
	{lineSign{first: "use", has: `\`}, votes{voteRust: 1, votePHP: 4}},
	{lineSign{first: "use"}, votes{voteRust: 1, votePHP: 1}},
	{lineSign{first: "from"}, votes{voteLines: 2, voteScript: 1}},
	{lineSign{first: "def elif module defmodule end require local fi done esac except lambda elsif unless SELECT CREATE INSERT"}, votes{voteLines: 2}},
	{lineSign{first: "class", end: ":"}, votes{voteLines: 3}},
	{lineSign{first: "class", end: "{"}, votes{voteScript: 1, voteC: 1, voteJava: 1}},
	{lineSign{first: "class", end: ";"}, votes{voteC: 1}},
	{lineSign{first: "class"}, votes{voteLines: 1, voteC: 1, voteKotlin: 1}},
	{lineSign{first: "import", start: "import ("}, votes{voteGo: 4}},
	{lineSign{first: "import", start: "import 'package:|import 'dart:"}, votes{voteDart: 10}},
	{lineSign{first: "import", has: " from |'"}, votes{voteScript: 3}},
	{lineSign{first: "import", end: "{"}, votes{voteScript: 3}},
	{lineSign{first: "import", has: `"`}, votes{voteGo: 1, voteScript: 1}},
	{lineSign{first: "import", end: ";"}, votes{voteJava: 3}},
	{lineSign{first: "import", has: "."}, votes{voteKotlin: 2, voteLines: 1}},
	{lineSign{first: "import"}, votes{voteSwift: 1, voteLines: 1}},
	{lineSign{first: "protocol extension guard init deinit"}, votes{voteSwift: 2}},
	{lineSign{first: "using", has: "using System"}, votes{voteCS: 43, voteC: 1}},
	{lineSign{first: "using", end: ";", not: "::|=|using namespace "}, votes{voteCS: 3, voteC: 1}},
	{lineSign{first: "using"}, votes{voteCS: 1, voteC: 1}},
	{lineSign{first: "namespace", has: `\`, end: ";"}, votes{votePHP: 40, voteC: 1}},
	{lineSign{first: "namespace", end: ";"}, votes{voteCS: 30, voteC: 1}}, // of the whole file
	{lineSign{first: "namespace", has: "."}, votes{voteCS: 11, voteC: 1}},
	{lineSign{first: "namespace"}, votes{voteCS: 1, voteC: 1}},
	{lineSign{first: "syntax", start: "syntax = "}, votes{voteProto: 60}},
	{lineSign{first: "message", end: "{", not: ":"}, votes{voteProto: 3}},
	{lineSign{first: "rpc"}, votes{voteProto: 3}},
	{lineSign{first: "resource provider terraform locals variable output", end: "{"}, votes{voteBlocks: 3}},
	{lineSign{first: "val object companion data_class"}, votes{voteKotlin: 2}},
	{lineSign{first: "const", end: "("}, votes{voteScript: 2, voteGo: 3}},
	{lineSign{first: "let", has: "let mut "}, votes{voteScript: 1, voteRust: 4}},
	{lineSign{first: "let"}, votes{voteScript: 1, voteSwift: 1, voteRust: 1}},
	{lineSign{first: "function"}, votes{voteScript: 2, votePHP: 1}},
	{lineSign{first: "export"}, votes{voteScript: 2, voteCSS: -40}}, // the members of an interface look like a style's
	{lineSign{first: "async", has: " def "}, votes{voteScript: 2, voteLines: 1}},
	{lineSign{first: "async", has: " fn "}, votes{voteScript: 2, voteRust: 3}},
	{lineSign{first: "const async"}, votes{voteScript: 2}},
	{lineSign{first: "enum", start: "enum class"}, votes{voteScript: 1, voteKotlin: 3}},
	{lineSign{first: "type", not: "="}, votes{voteScript: 1, voteGo: 1}},
	{lineSign{first: "interface type enum"}, votes{voteScript: 1}},
	{lineSign{first: "public private protected", has: " function |$"}, votes{votePHP: 3}},
	{lineSign{first: "public private protected", has: " func | let "}, votes{voteSwift: 3}},
	{lineSign{first: "public private protected", has: " fun | val "}, votes{voteKotlin: 3}},
	{lineSign{first: "public private protected", end: ":"}, votes{voteC: 2}},
	{lineSign{first: "public private protected", has: " get;| string | override | async "}, votes{voteCS: 2}},
	{lineSign{first: "public private protected", has: " readonly ", not: ": "}, votes{voteCS: 2}},
	{lineSign{first: "public private protected", has: "): | readonly "}, votes{voteScript: 2}},
	{lineSign{first: "public private protected"}, votes{voteJava: 2, voteCS: 1}},
	{lineSign{first: "override internal inline suspend open data sealed abstract final lateinit actual expect", has: " fun | val |data class|sealed class|open class"}, votes{voteKotlin: 3}},
	{lineSign{first: "override internal inline open final", has: " func | let "}, votes{voteSwift: 3}},
	{lineSign{first: "abstract", start: "abstract class"}, votes{voteJava: 1}},
	{lineSign{first: "final", start: "final class"}, votes{voteJava: 1, votePHP: 1}},
	{lineSign{first: "inline"}, votes{voteC: 1}},
	{lineSign{first: "internal"}, votes{voteCS: 1}},
	{lineSign{first: "struct static"}, votes{voteC: 1, voteRust: 1}},
	{lineSign{first: "typedef template extern void int unsigned char"}, votes{voteC: 1}},
	{lineSign{first: "var"}, votes{voteGo: 1, voteScript: 1, voteSwift: 1}},
	{lineSign{first: "return if for while", end: ":"}, votes{voteLines: 1}},

	{lineSign{start: "#include|#define|#ifdef|#ifndef|#pragma|#if "}, votes{voteC: 3}},
	{lineSign{start: "#[|#!["}, votes{voteRust: 2}},
	{lineSign{start: "<?php"}, votes{votePHP: 50}},
	{lineSign{start: "<!DOCTYPE|<html|<?xml"}, votes{voteLines: 50}},
	{lineSign{start: "#!", has: "node"}, votes{voteScript: 20, voteLines: 5}},
	{lineSign{start: "#!"}, votes{voteLines: 5}},
	{lineSign{start: "@Override"}, votes{voteJava: 2, voteKotlin: 1}},
	{lineSign{start: "$", end: ";", code: func(t []byte) bool { return cssDeclaration(t[1:]) }}, votes{voteCSS: 2}},
	{lineSign{start: "$", end: ";"}, votes{votePHP: 2}},
	{lineSign{start: "@media|@import|@include|@mixin|@font-face|@keyframes|@use|@charset"}, votes{voteJava: 1, voteCSS: 2}},
	{lineSign{start: "@"}, votes{voteJava: 1}},
	{lineSign{end: ";", not: "<", code: cssDeclaration}, votes{voteCSS: 1}},
	{lineSign{start: ".PHONY"}, votes{voteLines: 5}},
	{lineSign{has: " := ", margin: true}, votes{voteLines: 5}},
	{lineSign{has: " := "}, votes{voteGo: 2}},
	{lineSign{end: ";", has: "::"}, votes{voteC: 1, voteRust: 1}},
	{lineSign{start: "module.exports|exports.|describe(|it(|'use strict'|\"use strict\"|});|console."}, votes{voteScript: 2}},
	{lineSign{start: "this."}, votes{voteScript: 1, voteJava: 1, voteCS: 1}},
}

var voteSignIndex = sync.OnceValue(func() signIndex { return indexSigns(voteSigns[:]) })

// line counts the votes of a line that is not empty.
func (v *srcVotes) line(t []byte, indented bool) {
	w, index := srcFirstWord(t), voteSignIndex()
	rows := index[w]
	if len(rows) == 0 {
		rows = index[""]
	}
	for _, i := range rows {
		if voteSigns[i].holds(t, w, indented) {
			for k, n := range voteSigns[i].votes {
				v[k] += int(n)
			}
			return
		}
	}
}

func (v *srcVotes) winner() *srcLang {
	best, lang := 0, (*srcLang)(nil)
	for k, n := range v {
		if n > best {
			best, lang = n, votedFor[k]
		}
	}
	return lang
}
