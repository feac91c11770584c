//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// TestDocCommands: each command line of elide that the pages show, in a block of its
// own, is one that it takes: the command is there, and so are its flags.
func TestDocCommands(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		fenced := false
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			shown, indented := strings.CutPrefix(line, "    ")
			shown, asked := strings.CutPrefix(shown, "$ ")
			if !indented && !(fenced && asked) {
				continue
			}
			for _, args := range callsOf(shown) {
				tried++
				if err := accepts(newRoot(nil), args); err != nil {
					t.Errorf("%s: %s%v", page, line, err)
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d commands", tried)
	}
}

// callsOf returns the arguments of each call of elide in a line of shell.
func callsOf(line string) (calls [][]string) {
	file, err := syntax.NewParser().Parse(strings.NewReader(line), "")
	if err != nil {
		return nil // no command, but what one printed
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 || call.Args[0].Lit() != program {
			return true
		}
		var args []string
		for _, w := range call.Args[1:] {
			args = append(args, unquoted(w.Parts))
		}
		calls = append(calls, args)
		return true
	})
	return calls
}

// unquoted returns the text of a word, with an x for what only a shell knows.
func unquoted(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			b.WriteString(unquoted(p.Parts))
		default:
			b.WriteString("x")
		}
	}
	return b.String()
}

// accepts returns what is wrong with the arguments of a command.
func accepts(c *command, args []string) error {
	for next := c.find(args); next != nil; next = c.find(args) {
		c, args = next, args[1:]
	}
	if c.raw {
		return nil
	}
	rest, err := c.parse(c.flagSet(program), args)
	if err == nil && len(rest) > 0 && !c.wantsArgs {
		return usage(program, os.ErrInvalid)
	}
	return err
}
