package reduce

import "bytes"

// severity is how bad a diagnostic says it is.
type severity uint8

const (
	sevNone    severity = iota
	sevNote             // belongs to the diagnostic before it
	sevWarning          // the build goes on
	sevLint             // a finding of a tool that names no severity
	sevError
)

// severityWords are the words that compilers, linters and package managers
// put before a message or behind a place, by what they mean, in the languages
// these tools are most often translated to.
var severityWords = severityTable(map[severity]string{
	sevError: "error err fatal failed failure critical severe panic exception failing crash abort aborted bug unhandled e " +
		"fehler erreur errore erro fel fejl feil virhe błąd chyba hata fout hiba eroare schwerwiegend fatale " +
		"ошибка помилка エラー 错误 錯誤 오류 致命错误 致命的エラー 严重错误 lỗi",
	sevWarning: "warning warn wrn w deprecated deprecation caution style performance portability convention refactor " +
		"warnung avertissement attention advertencia aviso avviso varning advarsel varoitus ostrzeżenie varování uyarı waarschuwing " +
		"предупреждение внимание попередження 警告 경고",
	sevNote: "note info hint help remark notice information suggestion tip " +
		"hinweis anmerkung bemerkung remarque nota huomautus uwaga poznámka замечание примечание 附注 备注 附註 備考 備註 참고",
})

func severityTable(words map[severity]string) map[string]severity {
	table := map[string]severity{}
	for sev, list := range words {
		for _, w := range bytes.Fields([]byte(list)) {
			table[string(w)] = sev
		}
	}
	return table
}

// severityWordMax is the length in bytes up to which a word can be a severity.
const severityWordMax = 32

// severityAt returns the severity that the word at the start of text names,
// and the length of the word.
func severityAt(text []byte) (severity, int) {
	n := 0
	for n < len(text) && n <= severityWordMax && (isLetter(text[n]) || text[n] >= 0x80) {
		// a full-width colon ends a word as ':' does
		if hasPrefix(text[n:], "：") || hasPrefix(text[n:], "\u00a0") {
			break
		}
		n++
	}
	if n == 0 || n > severityWordMax {
		return sevNone, 0
	}
	var buf [severityWordMax]byte
	for i, c := range text[:n] {
		buf[i] = lowerASCII(c)
	}
	return severityWords[string(buf[:n])], n
}

// glyphSeverity returns the severity of the sign that text starts with, and
// the length of the sign with what encloses it.
func glyphSeverity(text []byte) (severity, int) {
	if len(text) == 0 || text[0] < 0x80 && text[0] != '[' {
		return sevNone, 0
	}
	for _, g := range [...]struct {
		sign string
		sev  severity
	}{
		{"✘", sevError}, {"✖", sevError}, {"✗", sevError}, {"×", sevError}, {"❌", sevError}, {"⨯", sevError}, {"✕", sevError}, {"[!]", sevError},
		{"❯❯❱", sevError}, {"❯❱", sevWarning},
		{"⚠", sevWarning}, {"▲", sevWarning}, {"‼", sevWarning},
		{"ℹ", sevNote}, {"╭", sevNote}, {"╰", sevNote}, {"│", sevNote},
	} {
		if hasPrefix(text, g.sign) {
			return g.sev, len(g.sign)
		}
	}
	return sevNone, 0
}

// bracketSeverity reads "[ERROR] ", "##[error]", "::error file=a.go::",
// "[E] " and "%Error: " at the start of text.
func bracketSeverity(text []byte) (severity, int) {
	if len(text) > 0 && isLetter(text[0]) {
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
var failPhrases = newWordSet("error", "errors", "failed", "failure", "fails", "fatal", "exception", "panic", "undefined reference", "multiple definition",
	"unresolved", "cannot", "can't", "could not", "couldn't", "unable", "not found", "no such", "no module named", "permission denied",
	"segmentation fault", "core dumped", "killed", "out of memory", "no space left", "exit code", "exit status", "exited with",
	"non-zero", "nonzero", "ld returned", "did not", "does not exist", "denied", "refused", "timed out", "timeout", "invalid",
	"conflict", "conflicts", "conflicting", "mismatch", "missing", "aborting", "aborted", "unreachable", "unknown option", "unrecognized",
	"broken", "corrupt", "rejected", "unexpected", "unmet", "unsatisfiable", "incompatible", "requires", "violation", "not supported", "usage")

// saysFailure tells whether the text says that something went wrong: one of
// the phrases stands in it, not as part of an option, a path or a name, and
// not denied by a count of nought.
func saysFailure(text []byte) bool {
	for at := 0; at < len(text); {
		word, i := failPhrases.find(text[at:])
		if i < 0 {
			return false
		}
		i += at
		if standsAlone(text, i, len(word)) && !denied(text, i, len(word)) {
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
			if hasPrefix(text[end:], "(s)") {
				return true
			}
			return !isWordByte(text[end+1]) || text[end] == ':' || text[end] == '['
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
	return len(after) > 0 && after[0] == '0' && digits(after) == 1 && (len(after) == 1 || after[1] != '.' && after[1] != 'x')
}

// resultPhrases are how tools sum up, resultCounts what they count when they
// do.
var (
	resultPhrases = newWordSet("finished", "built in", "build success", "build successful", "build failed", "build failure", "build succeeded",
		"compiled successfully", "compiled with", "successfully", "could not compile", "total time", "rated at", "play recap", "apply complete", "plan:",
		"newly installed", "up to date", "up-to-date", "done in", "fixable", "completed", "succeeded", "changed=", "would reformat",
		"left unchanged", "would install", "exit code", "exit status", "actionable tasks", "tests run:", "looking for funding", "elapsed")
	resultCounts = newWordSet("problems", "problem", "errors", "error", "warnings", "warning", "vulnerabilities", "vulnerability", "packages", "package",
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
	if word, at := resultPhrases.find(text); at >= 0 && standsAlone(text, at, len(word)) {
		return true
	}
	for at := 0; at < len(text); {
		word, i := resultCounts.find(text[at:])
		if i < 0 {
			return false
		}
		i += at
		if standsAlone(text, i, len(word)) && counted(text[:i]) {
			return true
		}
		at = i + len(word)
	}
	return false
}

// counted tells whether a number stands in the last two words.
func counted(before []byte) bool {
	blanks := 0
	for i := len(before) - 1; i >= 0 && blanks < 3; i-- {
		switch c := before[i]; {
		case isDigit(c):
			return i == 0 || before[i-1] == ' ' || before[i-1] == '(' || isDigit(before[i-1]) || before[i-1] == ','
		case c == ' ':
			blanks++
		}
	}
	return false
}
