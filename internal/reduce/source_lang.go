package reduce

import "bytes"

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
	srcLines             // no braces, or none that matter: sourceIndent's
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
	if l := srcLangOfName(command); l != nil {
		return l, outlineAny
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
	return foldPrefix(t, "<!doctype ") || foldPrefix(t, "<html") || hasPrefix(t, "<?xml ")
}

// srcLangOfName knows the extension of the last word of a command line that
// has one it knows.
func srcLangOfName(command string) *srcLang {
	var found *srcLang
	for _, word := range bytes.Fields([]byte(command)) {
		word = bytes.Trim(word, "'\"")
		dot := bytes.LastIndexByte(word, '.')
		if dot < 0 || bytes.IndexByte(word[dot:], '/') >= 0 {
			continue
		}
		if l := srcLangOfExt(string(word[dot+1:])); l != nil {
			found = l
		}
	}
	return found
}

func srcLangOfExt(ext string) *srcLang {
	switch ext {
	case "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "ipp", "cu", "ino", "C", "glsl", "hlsl":
		return &langC
	case "m", "mm":
		return &langObjC
	case "java", "groovy", "gradle":
		return &langJava
	case "cs":
		return &langCSharp
	case "dart":
		return &langDart
	case "js", "mjs", "cjs", "jsx", "ts", "tsx", "mts", "cts", "vue", "svelte":
		return &langScript
	case "go":
		return &langGo
	case "rs":
		return &langRust
	case "kt", "kts", "scala", "sc":
		return &langKotlin
	case "swift":
		return &langSwift
	case "php":
		return &langPHP
	case "css":
		return &langCSS
	case "scss", "less":
		return &langSCSS
	case "tf", "hcl", "tfvars", "nix", "bicep":
		return &langBlocks
	case "proto", "thrift", "prisma":
		return &langProto
	case "graphql", "gql":
		return &langGraphQL
	case "py", "pyi", "rb", "rake", "lua", "nim", "hs", "ex", "exs", "mk", "sh", "bash", "zsh", "sql", "html", "htm", "xml", "xhtml", "svg", "tcl", "nse",
		"jl", "ml", "mli", "elm", "erl", "clj", "el", "lisp", "scm", "r", "R", "pl", "pm", "cmake", "ps1", "tex", "f90", "vim", "yml", "yaml", "fs", "fsx":
		return &langOutline
	}
	return nil
}

// srcTyped tells TypeScript from JavaScript.
func srcTyped(text []byte, command string) bool {
	for _, ext := range [...]string{".ts", ".tsx", ".mts", ".cts"} {
		if bytes.Contains([]byte(command), []byte(ext)) {
			return true
		}
	}
	text = text[:min(len(text), 1<<16)]
	n := 2 * srcOneIf(importsType(text) || declaresType(text))
	for _, sign := range [...]string{"\ninterface ", "export interface ", "export type ", "import type ", "\n  type ", " as const", "private ", "readonly ",
		"): string", "): boolean", "): void", ": string,", ": string)", ": string;", ": boolean", ": number)"} {
		n += srcOneIf(codeHolds(text, sign))
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
		line := unindented(text[bytes.LastIndexByte(text[:from+i+1], '\n')+1:])
		if !hasAnyPrefix(line, "*", "/") {
			return true
		}
		from += i + len(part)
	}
}

// declaresType tells whether a line of the text gives a type a name: "type A = ".
func declaresType(text []byte) bool {
	for rest := text; ; {
		i := indexString(rest, "type ")
		if i < 0 {
			return false
		}
		before := unindented(rest[bytes.LastIndexByte(rest[:i], '\n')+1 : i])
		rest = rest[i+len("type "):]
		name := len(srcFirstWord(rest))
		if name > 0 && hasAnyPrefix(rest[name:], " = ", " =\n", "<") && (len(before) == 0 || string(before) == "export " || string(before) == "declare ") {
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
			if hasAnyPrefix(line, "import ", "export {") {
				return true
			}
		}
	}
	return false
}

// srcVotes is how many lines speak for each language.
type srcVotes struct {
	c, java, cs, dart, script, golang, rust, kotlin, swift, php, css, proto, hcl, lines int
}

const srcVoteLines = 600

// srcLangOfText asks the first lines, those in block comments aside.
func srcLangOfText(text []byte) *srcLang {
	var v srcVotes
	if t := bytes.TrimLeft(text[:min(len(text), 1000)], " \t\r\n"); hasPrefix(t, "<") && !hasPrefix(t, "<?php") {
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
		line = unindented(line[min(numberGutter(line), len(line)):])
		switch {
		case comment:
			comment = !bytes.Contains(line, []byte("*/"))
		case hasPrefix(line, "/*"):
			comment = !bytes.Contains(line, []byte("*/"))
		case len(line) > 0 && !hasAnyPrefix(line, "//", "*"):
			v.line(line, indented)
		}
	}
	return v.winner()
}

func (v *srcVotes) winner() *srcLang {
	best, lang := 0, (*srcLang)(nil)
	for _, c := range [...]struct {
		votes int
		lang  *srcLang
	}{
		{v.golang, &langGo}, {v.rust, &langRust}, {v.php, &langPHP}, {v.cs, &langCSharp}, {v.java, &langJava}, {v.kotlin, &langKotlin},
		{v.swift, &langSwift}, {v.dart, &langDart}, {v.script, &langScript}, {v.c, &langC}, {v.proto, &langProto}, {v.hcl, &langBlocks},
		{v.css, &langCSS}, {v.lines, &langOutline},
	} {
		if c.votes > best {
			best, lang = c.votes, c.lang
		}
	}
	return lang
}

// line counts the votes of a line that is not empty.
func (v *srcVotes) line(t []byte, indented bool) {
	semi := t[len(t)-1] == ';'
	w := srcFirstWord(t)
	if v.heads(t, w, semi) || v.statements(t, w, semi) {
		return
	}
	v.marks(t, semi, indented)
}

// heads counts a line whose first word opens a file or declares something.
func (v *srcVotes) heads(t []byte, w string, semi bool) bool {
	switch w {
	case "package":
		if semi {
			v.java += 20
			v.proto++
		} else {
			v.golang++
			v.kotlin++
		}
	case "func":
		v.golang += 2
		v.swift++
		if bytes.Contains(t, []byte("->")) || hasSuffix(t, "() {") {
			v.swift++
		}
		if bytes.HasPrefix(t, []byte("func (")) {
			v.golang += 3
		}
	case "fun":
		v.kotlin += 3
	case "fn", "impl", "pub", "mod", "trait", "macro_rules":
		v.rust += 4
	case "use":
		v.rust++
		v.php++
		if bytes.Contains(t, []byte("::")) {
			v.rust += 2
		}
		if bytes.IndexByte(t, '\\') >= 0 {
			v.php += 3
		}
	case "def", "elif", "module", "defmodule", "end", "require", "local", "fi", "done", "esac", "from", "except", "lambda", "elsif", "unless", "SELECT", "CREATE", "INSERT":
		v.lines += 2
		if w == "from" || semi {
			v.script++
		}
	case "class":
		v.class(t)
	case "import":
		v.imports(t, semi)
	default:
		return false
	}
	return true
}

// statements counts a line whose first word is one of the others that speak
// for a language.
func (v *srcVotes) statements(t []byte, w string, semi bool) bool {
	switch w {
	case "protocol", "extension", "guard", "init", "deinit":
		v.swift += 2
	case "using":
		v.cs += 1 + 2*srcOneIf(semi && !bytes.Contains(t, []byte("::")) && !hasPrefix(t, "using namespace ") && bytes.IndexByte(t, '=') < 0)
		v.c++
		if bytes.Contains(t, []byte("using System")) {
			v.cs += 40
		}
	case "namespace":
		v.c++
		v.cs += 1 + 10*srcOneIf(bytes.IndexByte(t, '.') > 0)
		switch {
		case semi && bytes.IndexByte(t, '\\') >= 0:
			v.php += 40
		case semi:
			v.cs += 20 // of the whole file
		}
	case "syntax", "message", "rpc":
		v.proto += 60 * srcOneIf(hasPrefix(t, "syntax = "))
		v.proto += 3 * srcOneIf(w == "rpc" || w == "message" && t[len(t)-1] == '{' && bytes.IndexByte(t, ':') < 0)
	case "resource", "provider", "terraform", "locals", "variable", "output":
		if t[len(t)-1] == '{' {
			v.hcl += 3
		}
	case "val", "object", "companion", "data_class":
		v.kotlin += 2
	case "const", "let", "export", "function", "async":
		v.words(t, w)
	case "interface", "type", "enum":
		v.script++
		v.kotlin += 3 * srcOneIf(hasPrefix(t, "enum class"))
		if hasPrefix(t, "type ") && !bytes.Contains(t, []byte("=")) {
			v.golang++
		}
	case "public", "private", "protected":
		v.members(t)
	case "override", "internal", "inline", "suspend", "open", "data", "sealed", "abstract", "final", "lateinit", "actual", "expect":
		v.modified(t)
	case "struct", "typedef", "template", "extern", "static", "void", "int", "unsigned", "char":
		v.c++
		if w == "struct" || w == "static" {
			v.rust++
		}
	case "var":
		v.golang++
		v.script++
		v.swift++
	case "return", "if", "for", "while":
		if t[len(t)-1] == ':' {
			v.lines++
		}
	default:
		return false
	}
	return true
}

// marks counts lines that don't start with a word that says much.
func (v *srcVotes) marks(t []byte, semi, indented bool) {
	switch {
	case hasAnyPrefix(t, "#include", "#define", "#ifdef", "#ifndef", "#pragma", "#if "):
		v.c += 3
	case hasAnyPrefix(t, "#[", "#!["):
		v.rust += 2
	case hasPrefix(t, "<?php"):
		v.php += 50
	case hasPrefix(t, "<!DOCTYPE") || hasPrefix(t, "<html") || hasPrefix(t, "<?xml"):
		v.lines += 50
	case hasPrefix(t, "#!"):
		v.lines += 5
		if bytes.Contains(t, []byte("node")) {
			v.script += 20
		}
	case hasPrefix(t, "@Override"):
		v.java += 2
		v.kotlin++
	case t[0] == '$' && semi:
		v.php += 2 * srcOneIf(!cssDeclaration(t[1:]))
		v.css += 2 * srcOneIf(cssDeclaration(t[1:]))
	case t[0] == '@':
		v.java++
		v.css += 2 * srcOneIf(hasAnyPrefix(t, "@media", "@import", "@include", "@mixin", "@font-face", "@keyframes", "@use", "@charset"))
	case semi && cssDeclaration(t) && bytes.IndexByte(t, '<') < 0:
		v.css++
	case bytes.Contains(t, []byte(" := ")) && indented:
		v.golang += 2
	case hasPrefix(t, ".PHONY") || !indented && bytes.Contains(t, []byte(" := ")):
		v.lines += 5
	case semi && bytes.Contains(t, []byte("::")):
		v.c++
		v.rust++
	case hasAnyPrefix(t, "module.exports", "exports.", "describe(", "it(", "'use strict'", "\"use strict\"", "});", "console."):
		v.script += 2
	case hasPrefix(t, "this."):
		v.script++
		v.java++
		v.cs++
	}
}

func (v *srcVotes) words(t []byte, w string) {
	v.script += 1 + srcOneIf(w != "let")
	switch {
	case w == "let" && bytes.Contains(t, []byte("let mut ")):
		v.rust += 4
	case w == "let":
		v.swift++
		v.rust++
	case w == "const" && bytes.HasSuffix(t, []byte("(")):
		v.golang += 3
	case w == "function":
		v.php++
	case w == "export": // the members of an interface look like a style's
		v.css -= 40
	case w == "async":
		v.lines += srcOneIf(bytes.Contains(t, []byte(" def ")))
		v.rust += 3 * srcOneIf(bytes.Contains(t, []byte(" fn ")))
	}
}

func (v *srcVotes) class(t []byte) {
	switch t[len(t)-1] {
	case ':':
		v.lines += 3
	case '{':
		v.script++
		v.c++
		v.java++
	case ';':
		v.c++
	default:
		v.lines++
		v.c++
		v.kotlin++
	}
}

func (v *srcVotes) imports(t []byte, semi bool) {
	last := t[len(t)-1]
	switch {
	case hasPrefix(t, "import ("):
		v.golang += 4
	case hasAnyPrefix(t, "import 'package:", "import 'dart:"):
		v.dart += 10
	case bytes.Contains(t, []byte(" from ")) || last == '{' || bytes.IndexByte(t, '\'') > 0:
		v.script += 3
	case bytes.IndexByte(t, '"') > 0:
		v.golang++
		v.script++
	case semi:
		v.java += 3
	case bytes.IndexByte(t, '.') > 0:
		v.kotlin += 2
		v.lines++
	default:
		v.swift++
		v.lines++
	}
}

// modified counts a line that begins with a modifier of several languages.
func (v *srcVotes) modified(t []byte) {
	v.kotlin += 3 * srcOneIf(bytes.Contains(t, []byte(" fun ")) || bytes.Contains(t, []byte(" val ")) || hasAnyPrefix(t, "data class", "sealed class", "open class"))
	v.swift += 3 * srcOneIf(bytes.Contains(t, []byte(" func ")) || bytes.Contains(t, []byte(" let ")))
	v.java += srcOneIf(hasPrefix(t, "abstract class") || hasPrefix(t, "final class"))
	v.php += srcOneIf(hasPrefix(t, "final class"))
	v.c += srcOneIf(hasPrefix(t, "inline"))
	v.cs += srcOneIf(hasPrefix(t, "internal "))
}

// members counts a line that begins with public, private or protected.
func (v *srcVotes) members(t []byte) {
	switch {
	case bytes.Contains(t, []byte(" function ")) || bytes.IndexByte(t, '$') > 0:
		v.php += 3
	case bytes.Contains(t, []byte(" func ")) || bytes.Contains(t, []byte(" let ")):
		v.swift += 3
	case bytes.Contains(t, []byte(" fun ")) || bytes.Contains(t, []byte(" val ")):
		v.kotlin += 3
	case t[len(t)-1] == ':':
		v.c += 2
	case bytes.Contains(t, []byte(" get;")) || bytes.Contains(t, []byte(" string ")) || bytes.Contains(t, []byte(" override ")) || bytes.Contains(t, []byte(" async ")):
		v.cs += 2
	case bytes.Contains(t, []byte("): ")) || bytes.Contains(t, []byte(" readonly ")) && bytes.Contains(t, []byte(": ")):
		v.script += 2
	case bytes.Contains(t, []byte(" readonly ")):
		v.cs += 2
	default:
		v.java += 2
		v.cs++
	}
}

// cssDeclaration knows "margin-left: 3px;".
func cssDeclaration(t []byte) bool {
	n := 0
	for n < len(t) && (isLetter(t[n]) || t[n] == '-') {
		n++
	}
	return n > 1 && n+1 < len(t) && t[n] == ':' && t[n+1] != ':'
}

// srcFirstWord returns the word of letters, digits and underscores that t
// starts with.
func srcFirstWord(t []byte) string {
	n := 0
	for n < len(t) && isWordByte(t[n]) {
		n++
	}
	return string(t[:n])
}

func srcOneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
