package build

import (
	"bytes"

	"elide/internal/rules"
	"elide/internal/scan"
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

// failPhrases are what a line without a severity says when something went
// wrong.
var failPhrases = scan.NewWordSet("error", "errors", "failed", "failure", "fails", "fatal", "exception", "panic", "undefined reference", "multiple definition",
	"unresolved", "cannot", "can't", "could not", "couldn't", "unable", "not found", "no such", "no module named", "permission denied",
	"segmentation fault", "core dumped", "killed", "out of memory", "no space left", "exit code", "exit status", "exited with",
	"non-zero", "nonzero", "ld returned", "did not", "does not exist", "denied", "refused", "timed out", "timeout", "invalid",
	"conflict", "conflicts", "conflicting", "mismatch", "missing", "aborting", "aborted", "unreachable", "unknown option", "unrecognized",
	"broken", "corrupt", "rejected", "unexpected", "unmet", "unsatisfiable", "incompatible", "requires", "violation", "not supported", "usage")

// saysFailure tells whether the text says that something went wrong: one of
// the phrases stands in it, not as part of an option, a path or a name, and
// not denied by a count of nought.
func saysFailure(text []byte) bool {
	return anyWord(text, failPhrases, func(at, n int) bool { return !denied(text, at, n) })
}

// anyWord tells whether one of the words stands in the text, not as part of
// another, where ok takes it.
func anyWord(text []byte, words *scan.WordSet, ok func(at, n int) bool) bool {
	for at := 0; at < len(text); {
		word, i := words.Find(text[at:])
		if i < 0 {
			return false
		}
		i += at
		if standsAlone(text, i, len(word)) && ok(i, len(word)) {
			return true
		}
		at = i + len(word)
	}
	return false
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

// resultPhrases are how tools sum up, resultCounts what they count when they
// do.
var (
	resultPhrases = scan.NewWordSet("finished", "built in", "build success", "build successful", "build failed", "build failure", "build succeeded",
		"compiled successfully", "compiled with", "successfully", "could not compile", "total time", "rated at", "play recap", "apply complete", "plan:",
		"newly installed", "up to date", "up-to-date", "done in", "fixable", "completed", "succeeded", "changed=", "would reformat",
		"left unchanged", "would install", "exit code", "exit status", "actionable tasks", "tests run:", "looking for funding", "elapsed")
	resultCounts = scan.NewWordSet("problems", "problem", "errors", "error", "warnings", "warning", "vulnerabilities", "vulnerability", "packages", "package",
		"reformatted", "offenses", "offense", "violations", "issues", "issue", "modules", "files", "passed", "failed", "failures", "tasks", "targets")
)

// resultLine is how long a line that sums up may be.
const resultLine = 200

// saysResult tells whether the line sums up: it is short, and says so or
// counts what such lines count.
func saysResult(text []byte) bool {
	if len(text) > resultLine {
		return false
	}
	if word, at := resultPhrases.Find(text); at >= 0 && standsAlone(text, at, len(word)) {
		return true
	}
	return anyWord(text, resultCounts, func(at, _ int) bool { return counted(text[:at]) })
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
