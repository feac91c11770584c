// Package shellline reads the shell lines that agents have run, as far as
// elide has to know: which of them are to be left alone, and how a host's own
// wrapping round a line looks (ParseClaude). A line is never changed, and
// reading it never runs a part of it.
//
// All is a pure function of its arguments and may be called concurrently.
package shellline

import (
	"errors"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// longest bounds a line that is looked into.
const longest = 32 << 10

var errTooLong = errors.New("it is too long")

// parse reads a line as bash would, which for what matters here is near enough
// to what zsh and sh make of it.
func parse(line string) (*syntax.File, error) {
	if len(line) > longest {
		return nil, errTooLong
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
}

// Excluded tells whether the line runs a program of elide's own, so that its
// output is reduced already or to be seen whole, or a command that the list
// names by its first words, such as "git diff". A line that can't be read is
// not excluded.
func Excluded(line string, ignore []string) bool {
	file, err := parse(line)
	if err != nil {
		return false
	}
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			found = found || excluded(wordsOf(call.Args), ignore)
		}
		return !found
	})
	return found
}

// excluded tells it of a command.
func excluded(words, ignore []string) bool {
	return slices.ContainsFunc(programs(words), func(w []string) bool { return ownProgram(w[0]) || listed(w, ignore) })
}

// Background tells whether the line leaves a process behind that goes on while
// the shell does not wait for it. Of a line that can't be read it says so too.
func Background(line string) bool {
	file, err := parse(line)
	if err != nil {
		return true
	}
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok {
			found = found || leftBehind(s)
		}
		return !found
	})
	return found
}

func leftBehind(s *syntax.Stmt) bool {
	_, coproc := s.Cmd.(*syntax.CoprocClause)
	return s.Background || s.Coprocess || s.Disown || coproc
}

// listed tells whether the list has the first words of a command.
func listed(words, list []string) bool {
	for _, entry := range list {
		first := strings.Fields(entry)
		if len(first) > 0 && len(first) <= len(words) && startsWith(words, first) {
			return true
		}
	}
	return false
}

func startsWith(words, first []string) bool {
	for i, word := range first {
		if words[i] != word && (i > 0 || base(words[i]) != word) {
			return false
		}
	}
	return true
}

// wordsOf returns what the words are after quotes. What a word is that the
// shell makes up when it runs can't be known: such a one is dynamic.
func wordsOf(args []*syntax.Word) []string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = literal(arg)
	}
	return words
}

// dynamic stands for a word that is not known before the line runs. No word of
// a command line is the same: it could not be passed on.
const dynamic = "\x00"

func literal(word *syntax.Word) string {
	var b strings.Builder
	if !appendParts(&b, word.Parts, false) {
		return dynamic
	}
	return b.String()
}

func appendParts(b *strings.Builder, parts []syntax.WordPart, quoted bool) bool {
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			appendUnescaped(b, part.Value, quoted)
		case *syntax.SglQuoted:
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			if !appendParts(b, part.Parts, true) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// appendUnescaped appends a literal without its backslashes. Between double
// quotes they stand for themselves but before a few characters.
func appendUnescaped(b *strings.Builder, text string, quoted bool) {
	for i := 0; i < len(text); i++ {
		escape := text[i] == '\\' && i+1 < len(text)
		if escape && (!quoted || strings.IndexByte("$`\"\\\n", text[i+1]) >= 0) {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
}

// base returns the name of a program without its folder.
func base(program string) string { return program[strings.LastIndexByte(program, '/')+1:] }

// Program returns the program that a shell's own name for itself stands for:
// the name or the absolute path of bash, zsh, sh or dash. It is not ok if it
// is none of these. A login shell has a dash before its name.
func Program(shell string) (program string, ok bool) {
	program = strings.TrimPrefix(shell, "-")
	switch name := base(program); name {
	case "bash", "zsh", "sh", "dash":
		return program, program == name || program[0] == '/'
	}
	return program, false
}

// Quote returns text as one word of a shell line.
func Quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
