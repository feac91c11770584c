package build

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// severity is how bad a diagnostic says it is.
type severity uint8

const (
	sevNone    severity = iota
	sevNote             // belongs to the diagnostic before it
	sevWarning          // the build goes on
	sevLint             // a finding of a tool that names no severity
	SevError
)

// ofSeverity is what a word or a sign says, in this package's terms.
var ofSeverity = [...]severity{rules.SeverityNote: sevNote, rules.SeverityWarning: sevWarning, rules.SeverityError: SevError, rules.SeverityFatal: SevError}

// severityAt returns the severity that the word at the start of text names,
// and the length of the word.
func severityAt(text []byte) (severity, int) {
	sev, n := rules.SeverityAt(text, rules.AsMessage)
	return ofSeverity[sev], n
}

// glyphSeverity returns the severity of the sign that text starts with, and
// the length of the sign with what encloses it.
func glyphSeverity(text []byte) (severity, int) {
	sev, n := rules.SignAt(text)
	return ofSeverity[sev], n
}

// bracketSeverity reads "[ERROR] ", "##[error]", "::error file=a.go::",
// "[E] " and "%Error: " at the start of text.
func bracketSeverity(text []byte) (severity, int) {
	if len(text) > 0 && scan.IsLetter(text[0]) {
		return sevNone, 0
	}
	start := 0
	for start < len(text) && start < 3 && (text[start] == '#' || text[start] == ':' || text[start] == '%' || text[start] == '>') {
		start++
	}
	if start == len(text) {
		return sevNone, 0
	}
	if text[start] != '[' {
		if start == 0 || text[start-1] == '#' || text[start-1] == '>' {
			return sevNone, 0
		}
		sev, n := severityAt(text[start:])
		return sev, start + n
	}
	sev, n := severityAt(text[start+1:])
	if end := start + 1 + n; n > 0 && end < len(text) && text[end] == ']' {
		return sev, end + 1
	}
	return sevNone, 0
}

// resultLine is how long a line that sums up may be.
const resultLine = 200

// says tells whether the text says that something went wrong, and whether it sums
// up: it is short, and says so or counts what such lines count. A phrase is no part
// of an option, a path or a name, and a failure is not denied by a count of nought.
func says(text []byte) (failure, result bool) {
	short := len(text) <= resultLine
	for at := 0; !failure || !result && short; {
		h, ok := rules.FindFrom(rules.Phrase, text, at)
		if !ok {
			break
		}
		at = h.To
		if !standsAlone(text, h.From, h.To-h.From) {
			continue
		}
		failure = failure || h.Kind.Fails(rules.InTool) && !denied(text, h.From, h.To-h.From)
		switch h.Kind {
		case rules.PhraseResult, rules.PhraseVerdict:
			result = short
		case rules.PhraseFailures, rules.PhraseMistake, rules.PhraseCount:
			result = result || short && counted(text[:h.From])
		}
	}
	return failure, result
}

// fails tells whether a phrase of the text says in this role that something went wrong.
func fails(text []byte, role rules.Role) bool {
	for at := 0; ; {
		h, ok := rules.FindFrom(rules.Phrase, text, at)
		if !ok {
			return false
		}
		at = h.To
		if n := h.To - h.From; h.Kind.Fails(role) && standsAlone(text, h.From, n) && !denied(text, h.From, n) {
			return true
		}
	}
}

// standsAlone tells whether text[at:at+n] is a word of a sentence, not part
// of an option (-Werror), a path (src/error.c) or a symbol (on_error()).
func standsAlone(text []byte, at, n int) bool {
	if at > 0 {
		switch text[at-1] {
		case '-', '/', '.', '_', '\\', '$', '@', '=', '+', '<', '&':
			return false
		}
	}
	end := at + n
	if end+1 < len(text) {
		switch text[end] {
		case '-', '/', '_', '\\', '@', '+':
			return false
		case '.', '(', '=', ':', '[':
			if scan.HasPrefix(text[end:], "(s)") {
				return true
			}
			return !scan.IsWordByte(text[end+1]) || text[end] == ':' || text[end] == '['
		}
	}
	return true
}

// denied tells whether the word is denied: "0 errors", "no error",
// "errors: 0", "failed=0", "exit code 0", "without errors".
func denied(text []byte, at, n int) bool {
	before := bytes.TrimRight(text[:at], " ")
	word := before[bytes.LastIndexAny(before, " \t,;([")+1:]
	switch string(word) {
	case "0", "no", "No", "without", "zero", "NO", "if", "on":
		return true
	}
	after := bytes.TrimLeft(text[at+n:], " :=()s")
	return len(after) > 0 && after[0] == '0' && scan.Digits(after) == 1 && (len(after) == 1 || after[1] != '.' && after[1] != 'x')
}

// counted tells whether a number stands in the last two words.
func counted(before []byte) bool {
	blanks := 0
	for i := len(before) - 1; i >= 0 && blanks < 3; i-- {
		switch c := before[i]; {
		case scan.IsDigit(c):
			return i == 0 || before[i-1] == ' ' || before[i-1] == '(' || scan.IsDigit(before[i-1]) || before[i-1] == ','
		case c == ' ':
			blanks++
		}
	}
	return false
}
