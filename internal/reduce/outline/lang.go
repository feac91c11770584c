package outline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// languageOf returns the language of the text: by the name of a file in the command
// that printed it, if there is one, else by a line that no other language has, else
// by what its lines start with. It is nil if nothing speaks for one, and Any if it is
// read by lines.
func languageOf(text []byte, command string) *languages.Language {
	if l := languages.Named(command); l != nil {
		return l
	}
	if opensMarkup(text) {
		return languages.Get(languages.Markup)
	}
	if l := signedLanguage(text); l != nil {
		return l
	}
	return votedLanguage(text)
}

// opensMarkup tells whether the text opens as a page does, whatever code it
// quotes.
func opensMarkup(text []byte) bool {
	t := bytes.TrimLeft(text[:min(len(text), 1000)], " \t\r\n")
	return scan.FoldPrefix(t, "<!doctype") || scan.FoldPrefix(t, "<html") || scan.FoldPrefix(t, "<?xml")
}

// srcTyped tells TypeScript from JavaScript.
func srcTyped(text []byte, command string) bool {
	for _, ext := range [...]string{".ts", ".tsx", ".mts", ".cts"} {
		if bytes.Contains([]byte(command), []byte(ext)) {
			return true
		}
	}
	text = text[:min(len(text), 1<<16)]
	n := 0
	for _, sign := range [...]string{"\ninterface ", "export interface ", "export type ", "import type ", "\n  type ", " as const", "private ", "readonly ",
		"): string", "): boolean", "): void", ": string,", ": string)", ": string;", ": boolean", ": number)"} {
		n += mark.OneIf(scan.Index(text, sign) >= 0)
	}
	return n >= 2
}

// votingLines is how many lines are asked which language they are of.
const votingLines = 600

// votedLanguage asks the first lines, those in block comments aside.
func votedLanguage(text []byte) *languages.Language {
	var v languages.Votes
	if t := bytes.TrimLeft(text[:min(len(text), 1000)], " \t\r\n"); scan.HasPrefix(t, "<") && !scan.HasPrefix(t, "<?php") {
		return languages.Get(languages.Any)
	}
	comment := false
	for n := 0; n < votingLines && len(text) > 0; n++ {
		line := nextLine(&text)
		indented := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		line = scan.Trim(line[min(scan.LineNumber(line), len(line)):])
		switch {
		case comment:
			comment = !bytes.Contains(line, []byte("*/"))
		case scan.HasPrefix(line, "/*"):
			comment = !bytes.Contains(line, []byte("*/"))
		case len(line) > 0 && !scan.HasAnyPrefix(line, "//", "*"):
			v.Line(line, indented, false)
		}
	}
	return v.Winner()
}

// lineLanguage asks the same of a text that is read by lines.
func lineLanguage(s block.Section) *languages.Language {
	var v languages.Votes
	for i, n := 0, min(s.Len(), signedLines); i < n; i++ {
		t := scan.Trim(s.Text(i))
		t = scan.Trim(t[min(scan.LineNumber(t), len(t)):])
		if len(t) > 0 {
			if i == 0 && t[0] == '<' {
				v[languages.Markup] += 100
			}
			v.Line(t, false, true)
		}
	}
	if l := v.Winner(); l != nil {
		return l
	}
	return languages.Get(languages.Any)
}

// nextLine takes a line off the text, without its end.
func nextLine(text *[]byte) []byte {
	line, rest, _ := bytes.Cut(*text, []byte{'\n'})
	*text = rest
	return line
}

// signedLines is how many lines are searched for one that only one language has.
const signedLines = 400

// signedLanguage returns the language that a line of the text gives away, nil if no
// line does.
func signedLanguage(text []byte) *languages.Language {
	for n := 0; n < signedLines && len(text) > 0; n++ {
		line := nextLine(&text)
		line = bytes.TrimRight(line[min(scan.LineNumber(line), len(line)):], " \t\r")
		if len(line) == 0 || line[0] == ' ' || line[0] == '\t' {
			continue
		}
		if scan.HasPrefix(line, "#!") && !scan.HasPrefix(line, "#![") {
			var v languages.Votes
			if v.Line(line, false, true); v.Winner() != nil {
				return v.Winner()
			}
			continue
		}
		if l := languages.Signed(line); l != nil {
			return l
		}
	}
	return nil
}

// firstWord returns the word of letters, digits and underscores that t starts with.
func firstWord(t []byte) string { return string(languages.FirstWord(t)) }
