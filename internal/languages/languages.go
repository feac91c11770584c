// Package languages holds what is known of programming languages, as far as an
// outline of a file needs it: the names of their files, the lines that give them
// away, the words that declare, and what begins a comment or a string. It stands in
// known/*.lang, one file a language, and is compiled into table.go.
//
// A file has a line for each thing that is known; one that begins with a blank goes
// on with the line before:
//
//	names    go
//	family   keyword
//	lexes    slashes block backquote newlines
//	body     func
//	sign     start "import ("
//	vote 5   first func start "func ("
//	declare  margin start "setClass("
//	text     "{-" until "-}"
//
// What a condition can say stands in sign.go, what a word can be in roles.go. Behind
// like stands a language whose words, signs aside, are this one's too.
package languages

import (
	"path"
	"strings"

	"elide.example/elide/internal/scan"
)

//go:generate go run ./gen

// ID is a language.
type ID uint8

// Family is how a language writes its declarations.
type Family uint8

const (
	NoFamily Family = iota // it is only what others are like
	TypeName               // type name(…) {, for C, C++ and Objective-C
	Members                // the same with members only: Java, C#, Dart
	Script                 // JavaScript and TypeScript
	Keyword                // a keyword before each declaration: Go, Rust, Kotlin, Swift, Scala, PHP
	Blocks                 // header { … }: CSS, HCL, protobuf, nginx
	Lines                  // no braces, or none that matter: it is read line by line
	familiesEnd
)

// FamilyNames are what the families are called in a file.
var FamilyNames = [familiesEnd]string{"none", "typename", "members", "script", "keyword", "blocks", "lines"}

// Lexes is how a language writes comments and literals.
type Lexes uint32

const (
	Slashes      Lexes = 1 << iota // // begins a comment
	Hashes                         // # begins a comment
	Block                          // /* … */
	Directives                     // # at the start of a line is the preprocessor's
	Triple                         // """…"""
	TripleSingle                   // '''…'''
	Backquote                      // `…` raw
	Template                       // `…` with ${…}
	Single                         // '…' is a string
	Regexps                        // /…/
	AtStrings                      // @"…", $"…"
	DashWords                      // - is part of a word
)

// LexesNames are what these are called in a file, in the same order.
var LexesNames = [...]string{
	"slashes", "hashes", "block", "directives", "triple", "triplesingle", "backquote", "template", "single", "regexps", "atstrings", "dashwords",
}

// Language is what is known of one.
type Language struct {
	ID       ID
	Name     string
	Family   Family
	lexes    Lexes
	names    []string // of files: their extensions, or whole
	declares []sign
	texts    []text
}

// text is what starts a text over several lines, a comment or a string, and what
// ends it.
type text struct {
	margin bool // it starts at the left edge
	opens  []string
	closes string // "": nothing does
}

// Lexes tells whether the language writes so.
func (l *Language) Lexes(what Lexes) bool { return l.lexes&what != 0 }

// Get returns the language.
func Get(id ID) *Language { return &known[id] }

// Named returns the language of the last file in a command line whose name is
// known, nil if there is none.
func Named(command string) (last *Language) {
	for word := range strings.FieldsSeq(command) {
		word = strings.Trim(word, "'\"")
		word = word[strings.LastIndexByte(word, '/')+1:]
		ext := strings.TrimPrefix(path.Ext(word), ".")
		for i := range known {
			for _, name := range known[i].names {
				if name == ext || name == word && len(word) >= len("Makefile") {
					last = &known[i]
				}
			}
		}
	}
	return last
}

// Opens finds the first text over several lines that starts in a line, or in the rest
// of one. It returns the length up to and including what starts it, 0 if none does,
// and what will end it: a zero byte if nothing does.
func (l *Language) Opens(rest []byte, margin bool) (n int, closer string) {
	if l.Lexes(Triple) && l.Family == Lines {
		return tripleQuote(rest)
	}
	for i := range l.texts {
		t := &l.texts[i]
		for _, open := range t.opens {
			at := scan.Index(rest, open)
			if at < 0 || t.margin && (at > 0 || !margin) || l.Lexes(Single) && quoted(rest[:at]) {
				continue
			}
			if t.closes == "" {
				return len(rest), "\x00"
			}
			if t.margin {
				return len(rest), t.closes
			}
			return at + len(open), t.closes
		}
	}
	return 0, ""
}

// quoted tells whether a string is open behind the text.
func quoted(text []byte) bool {
	single, double := 0, 0
	for _, c := range text {
		switch c {
		case '\'':
			single++
		case '"':
			double++
		}
	}
	return single%2+double%2 > 0
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
