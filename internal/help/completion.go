// Package help makes of what our programs say of themselves what people have
// beside --help: manual pages, and what shells complete.
//
// A manual page is made of what --help prints, so that there is one text of each
// command, and both say the same (Page).
//
// A script for each shell asks the program itself, at every press of the key,
// what may stand at the cursor: "PROGRAM __complete WORD…", where the last
// word is the one that is being typed. The program answers with a line for
// each candidate, behind a tab what it is, and at last a line of a colon and a
// number that says what the shell is to do beside it. Where the word is
// --flag=value, the candidates are for the value. That is the protocol of cobra,
// which elision-get and elision-bench are made with; so one script serves all of
// them, and it can't get out of step with the program.
//
// Candidates may hold what others wrote, such as the command of an entry. No
// script evaluates any of it.
package help

import (
	"embed"
	"fmt"
	"io"
	"strings"
	"unicode"

	"elide.example/elide/internal/cli"
)

// CompletionRequest is the first argument of a program that is asked for candidates.
const CompletionRequest = "__complete"

// Candidate is a word that may stand at the cursor, and what it is.
type Candidate struct{ Word, About string }

// Directive says what the shell is to do beside offering the candidates. They
// add up. All but Line are cobra's.
type Directive int

// The directives. Without one a space follows the word, and where there is no
// candidate, the shell offers files.
const (
	NoSpace Directive = 2  // the word goes on
	NoFiles Directive = 4  // offer no files
	Folders Directive = 16 // offer folders only
	Line    Directive = 64 // behind -- stands the command line of another program: complete that
)

// WriteCandidates answers a request.
func WriteCandidates(w io.Writer, list []Candidate, d Directive) error {
	var b strings.Builder
	for _, c := range list {
		b.WriteString(OneLine(c.Word))
		if c.About != "" {
			b.WriteString("\t" + OneLine(c.About))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, ":%d\n", d)
	_, err := io.WriteString(w, b.String())
	return err
}

// OneLine returns the text without anything that would be taken for the
// protocol's, or that a terminal would act on.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, text)
}

//go:embed scripts
var scripts embed.FS

// Shells returns the names of the shells that there are scripts for.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Script returns the script for a shell. It completes elide, elision-get and
// elision-bench.
func Script(shell string) (string, error) {
	text, err := scripts.ReadFile("scripts/elide." + shell)
	if err != nil {
		return "", cli.Unknown("shell", shell, Shells())
	}
	return string(text), nil
}
