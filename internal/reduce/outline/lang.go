package outline

import (
	"bytes"
	"path"
	"strings"

	"elide/internal/mark"
	"elide/internal/scan"
)

// srcLang says how a language of braces is written, as far as finding its
// declarations needs to know.
type srcLang struct {
	family srcFamily

	slashes, hashes            bool // line comments: // and #
	blockComment               bool // /* … */
	nestedComment              bool
	directives                 bool // # at the start of a line is the preprocessor's
	triple, tripleSingle       bool // """…""" and '''…'''
	backquote, template        bool // `…` raw, and with ${…}
	singleStrings, longStrings bool // '…' is a string; strings may span lines
	lifetimes                  bool // 'a without a closing quote
	regexps, heredoc           bool
	atStrings, hashStrings     bool
	dashWords                  bool // - is part of a word
	newlines                   bool // a line end may end a statement
}

// srcFamily is how a language writes its declarations.
type srcFamily uint8

const (
	srcNone    srcFamily = iota
	srcC                 // type name(…) {, for C, C++ and Objective-C
	srcJava              // the same with members only: Java, C#, Dart
	srcScript            // JavaScript and TypeScript
	srcKeyword           // a keyword before each declaration: Go, Rust, Kotlin, Swift, Scala, PHP
	srcBlocks            // header { … }: CSS, HCL, protobuf, nginx
	srcLines             // no braces, or none that matter: Indented's
)

var (
	langC       = srcLang{family: srcC, slashes: true, blockComment: true, directives: true}
	langObjC    = srcLang{family: srcC, slashes: true, blockComment: true, directives: true}
	langJava    = srcLang{family: srcJava, slashes: true, blockComment: true, triple: true}
	langCSharp  = srcLang{family: srcJava, slashes: true, blockComment: true, triple: true, atStrings: true, directives: true}
	langDart    = srcLang{family: srcJava, slashes: true, blockComment: true, triple: true, tripleSingle: true, singleStrings: true}
	langScript  = srcLang{family: srcScript, slashes: true, blockComment: true, template: true, singleStrings: true, regexps: true, newlines: true}
	langGo      = srcLang{family: srcKeyword, slashes: true, blockComment: true, backquote: true, newlines: true}
	langRust    = srcLang{family: srcKeyword, slashes: true, blockComment: true, nestedComment: true, lifetimes: true, longStrings: true}
	langKotlin  = srcLang{family: srcKeyword, slashes: true, blockComment: true, nestedComment: true, triple: true, newlines: true}
	langSwift   = srcLang{family: srcKeyword, slashes: true, blockComment: true, nestedComment: true, triple: true, hashStrings: true, newlines: true, lifetimes: true}
	langPHP     = srcLang{family: srcKeyword, slashes: true, hashes: true, blockComment: true, singleStrings: true, longStrings: true, heredoc: true}
	langCSS     = srcLang{family: srcBlocks, blockComment: true, singleStrings: true, dashWords: true}
	langSCSS    = srcLang{family: srcBlocks, slashes: true, blockComment: true, singleStrings: true, dashWords: true}
	langBlocks  = srcLang{family: srcBlocks, slashes: true, hashes: true, blockComment: true, dashWords: true, newlines: true}
	langProto   = srcLang{family: srcBlocks, slashes: true, blockComment: true, singleStrings: true}
	langGraphQL = srcLang{family: srcBlocks, hashes: true, triple: true, newlines: true}
	langOutline = srcLang{family: srcLines}
)

// srcLangOf returns the language of the text: by the name of a file in the
// command that printed it, if there is one, else by a line that no other
// language has, else by what its lines start with. For one that is read line
// by line it also returns which of these it is, if that is clear.
func srcLangOf(text []byte, command string) (*srcLang, outlineLang) {
	if l, outline := srcLangOfName(command); l != nil {
		return l, outline
	}
	if opensMarkup(text) {
		return &langOutline, outlineMarkup
	}
	if l, outline := srcSigned(text); l != nil {
		return l, outline
	}
	return srcLangOfText(text), outlineAny
}

// opensMarkup tells whether the text opens as a page does, whatever code it
// quotes.
func opensMarkup(text []byte) bool {
	t := bytes.TrimLeft(text[:min(len(text), 1000)], " \t\r\n")
	return scan.FoldPrefix(t, "<!doctype ") || scan.FoldPrefix(t, "<html") || scan.HasPrefix(t, "<?xml ")
}

// langNames are the extensions of names of files, and whole names.
var langNames = [...]struct {
	names   string
	lang    *srcLang
	outline outlineLang
}{
	{"c h cc cpp cxx hh hpp hxx inl ipp cu ino C glsl hlsl", &langC, 0},
	{"m mm", &langObjC, 0},
	{"java groovy gradle", &langJava, 0},
	{"cs", &langCSharp, 0},
	{"dart", &langDart, 0},
	{"js mjs cjs jsx ts tsx mts cts vue svelte", &langScript, 0},
	{"go", &langGo, 0},
	{"rs", &langRust, 0},
	{"kt kts scala sc", &langKotlin, 0},
	{"swift", &langSwift, 0},
	{"php", &langPHP, 0},
	{"css", &langCSS, 0},
	{"scss less", &langSCSS, 0},
	{"tf hcl tfvars nix bicep", &langBlocks, 0},
	{"proto thrift prisma", &langProto, 0},
	{"graphql gql", &langGraphQL, 0},
	{"Makefile GNUmakefile makefile mk", &langOutline, outlineMake},
	{"CMakeLists.txt cmake", &langOutline, outlineCMake},
	{"Dockerfile Containerfile", &langOutline, outlineDocker},
	{"py pyi pyx nim gd", &langOutline, outlinePython},
	{"rb rake gemspec cr", &langOutline, outlineRuby},
	{"lua jl nse", &langOutline, outlineLua},
	{"sh bash zsh ksh bats pl pm r R ps1 vim", &langOutline, outlineShell},
	{"sql", &langOutline, outlineSQL},
	{"hs elm purs erl", &langOutline, outlineHaskell},
	{"ex exs", &langOutline, outlineElixir},
	{"ml mli fs fsx fsi", &langOutline, outlineML},
	{"clj cljs el lisp scm rkt", &langOutline, outlineLisp},
	{"html htm xhtml xml svg jsp erb xsd csproj plist", &langOutline, outlineMarkup},
	{"tex sty", &langOutline, outlineTeX},
	{"tcl", &langOutline, outlineTcl},
	{"s S asm", &langOutline, outlineAssembly},
	{"f90 yml yaml", &langOutline, outlineAny},
}

// srcLangOfName knows the last file in a command line whose name it knows.
func srcLangOfName(command string) (lang *srcLang, outline outlineLang) {
	for word := range strings.FieldsSeq(command) {
		word = strings.Trim(word, "'\"")
		word = word[strings.LastIndexByte(word, '/')+1:]
		for _, l := range langNames {
			if len(word) >= len("Makefile") && listed(l.names, word) || listed(l.names, strings.TrimPrefix(path.Ext(word), ".")) {
				lang, outline = l.lang, l.outline
			}
		}
	}
	return lang, outline
}

// listed tells whether the word is one of a list that blanks part.
func listed(list, word string) bool {
	for one := range strings.SplitSeq(list, " ") {
		if one == word {
			return true
		}
	}
	return false
}

// srcTyped tells TypeScript from JavaScript.
func srcTyped(text []byte, command string) bool {
	for _, ext := range [...]string{".ts", ".tsx", ".mts", ".cts"} {
		if bytes.Contains([]byte(command), []byte(ext)) {
			return true
		}
	}
	text = text[:min(len(text), 1<<16)]
	n := 2 * mark.OneIf(importsType(text) || declaresType(text))
	for _, sign := range [...]string{"\ninterface ", "export interface ", "export type ", "import type ", "\n  type ", " as const", "private ", "readonly ",
		"): string", "): boolean", "): void", ": string,", ": string)", ": string;", ": boolean", ": number)"} {
		n += mark.OneIf(codeHolds(text, sign))
	}
	return n >= 2
}

// codeHolds tells whether a line of the text that starts no comment holds the
// part: JSDoc writes types too.
func codeHolds(text []byte, part string) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(part))
		if i < 0 {
			return false
		}
		line := scan.Trim(text[bytes.LastIndexByte(text[:from+i+1], '\n')+1:])
		if !scan.HasAnyPrefix(line, "*", "/") {
			return true
		}
		from += i + len(part)
	}
}

// declaresType tells whether a line of the text gives a type a name: "type A = ".
func declaresType(text []byte) bool {
	for rest := text; ; {
		i := scan.Index(rest, "type ")
		if i < 0 {
			return false
		}
		before := scan.Trim(rest[bytes.LastIndexByte(rest[:i], '\n')+1 : i])
		rest = rest[i+len("type "):]
		name := len(srcFirstWord(rest))
		if name > 0 && scan.HasAnyPrefix(rest[name:], " = ", " =\n", "<") && (len(before) == 0 || string(before) == "export " || string(before) == "declare ") {
			return true
		}
	}
}

// importsType tells whether the text imports a type among other names:
// "import { type A }", "import a, {type B}".
func importsType(text []byte) bool {
	for _, sign := range [...]string{"{ type ", "{type ", ", type "} {
		if i := bytes.Index(text, []byte(sign)); i >= 0 {
			line := text[bytes.LastIndexByte(text[:i], '\n')+1:]
			if scan.HasAnyPrefix(line, "import ", "export {") {
				return true
			}
		}
	}
	return false
}

const srcVoteLines = 600

// srcLangOfText asks the first lines, those in block comments aside.
func srcLangOfText(text []byte) *srcLang {
	var v srcVotes
	if t := bytes.TrimLeft(text[:min(len(text), 1000)], " \t\r\n"); scan.HasPrefix(t, "<") && !scan.HasPrefix(t, "<?php") {
		return &langOutline
	}
	comment := false
	for n := 0; n < srcVoteLines && len(text) > 0; n++ {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		indented := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		line = scan.Trim(line[min(numberGutter(line), len(line)):])
		switch {
		case comment:
			comment = !bytes.Contains(line, []byte("*/"))
		case scan.HasPrefix(line, "/*"):
			comment = !bytes.Contains(line, []byte("*/"))
		case len(line) > 0 && !scan.HasAnyPrefix(line, "//", "*"):
			v.line(line, indented)
		}
	}
	return v.winner()
}

// srcSignLines is how many lines are searched for such a line.
const srcSignLines = 400

// srcSigned returns the language that a line of the text gives away, and for
// one that is read line by line which of these it is; nil if no line does.
func srcSigned(text []byte) (*srcLang, outlineLang) {
	for n := 0; n < srcSignLines && len(text) > 0; n++ {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		line = bytes.TrimRight(line[min(numberGutter(line), len(line)):], " \t\r")
		if len(line) == 0 || line[0] == ' ' || line[0] == '\t' {
			continue
		}
		if scan.HasPrefix(line, "#!") {
			if sign := signOf(outlineSigns[:], outlineSignIndex(), line); sign != nil {
				return &langOutline, sign.outline
			}
			continue
		}
		if sign := signOf(langSigns[:], langSignIndex(), line); sign != nil {
			return sign.lang, sign.outline
		}
	}
	return nil, outlineAny
}

// cssDeclaration knows "margin-left: 3px;".
func cssDeclaration(t []byte) bool {
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || t[n] == '-') {
		n++
	}
	return n > 1 && n+1 < len(t) && t[n] == ':' && t[n+1] != ':'
}

// srcFirstWord returns the word of letters, digits and underscores that t
// starts with.
func srcFirstWord(t []byte) string {
	n := 0
	for n < len(t) && scan.IsWordByte(t[n]) {
		n++
	}
	return string(t[:n])
}
