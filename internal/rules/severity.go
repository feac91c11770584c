package rules

import "elide.example/elide/internal/scan"

// Severity is how bad something is said to be.
type Severity uint8

// The severities, the worst last.
const (
	NoSeverity Severity = iota
	SeverityDebug
	SeverityNote // informs, or belongs to what is said before it
	SeverityWarning
	SeverityError
	SeverityFatal
)

// Role is where a word counts as a severity.
type Role uint8

// The roles. A word may have several.
const (
	AsMessage Role = 1 << iota // before a message or behind a place, as compilers and linters have it
	AsLevel                    // in a column of a record, as loggers have it
	AsLetter                   // the same, alone and in capitals
	AsGrade                    // behind "Severity: ", as security linters have it
)

// everyRole are the roles of words.
const everyRole = AsMessage | AsLevel | AsGrade

// severities are what the kinds of words and signs say.
var severities = [kindsEnd]struct {
	severity Severity
	role     Role
}{
	WordNote: {SeverityNote, everyRole}, WordWarning: {SeverityWarning, everyRole}, WordError: {SeverityError, everyRole}, WordFatal: {SeverityFatal, everyRole},
	WordErrorGrade: {SeverityError, AsGrade}, WordNoteGrade: {SeverityNote, AsGrade},
	WordNoteMessage: {SeverityNote, AsMessage}, WordWarningMessage: {SeverityWarning, AsMessage}, WordErrorMessage: {SeverityError, AsMessage}, WordFatalMessage: {SeverityFatal, AsMessage},
	WordDebugLevel: {SeverityDebug, AsLevel}, WordErrorLevel: {SeverityError, AsLevel}, WordFatalLevel: {SeverityFatal, AsLevel},
	WordWarningLetter: {SeverityWarning, AsMessage | AsLetter}, WordErrorLetter: {SeverityError, AsMessage | AsLetter},

	SignNote: {SeverityNote, AsMessage}, SignWarning: {SeverityWarning, AsMessage}, SignError: {SeverityError, AsMessage},
}

// SeverityOf returns how bad the word, all of it, says that something is, in any of
// these roles.
func SeverityOf(word []byte, role Role) Severity {
	h, _ := Find(Word, word)
	if s := severities[h.Kind]; s.role&role != 0 {
		return s.severity
	}
	return NoSeverity
}

// severityMost is the length in bytes up to which a word can be a severity.
const severityMost = 32

// SeverityAt returns how bad the word says it is that the text begins with, and the
// word's length, whatever it says; 0 if the text begins with none.
func SeverityAt(text []byte, role Role) (Severity, int) {
	n := 0
	for n < len(text) && n <= severityMost && (scan.IsLetter(text[n]) || text[n] >= 0x80) {
		// a full-width colon ends a word as ':' does
		if begins(text[n:], "：", &exact) || begins(text[n:], "\u00a0", &exact) {
			break
		}
		n++
	}
	if n == 0 || n > severityMost {
		return NoSeverity, 0
	}
	return SeverityOf(text[:n], role), n
}

// SignAt returns how bad the sign says it is that the text begins with, and the
// sign's length.
func SignAt(text []byte) (Severity, int) {
	h, _ := Find(Sign, text)
	return severities[h.Kind].severity, h.To
}

// The roles of a phrase: whose line it stands in.
const (
	InTool   Role = 16 << iota // a tool's that reads its input: a compiler, a linter, a package manager
	InRecord                   // a service's
	InDump                     // one around stack traces and results of tests

	Anywhere = InTool | InRecord | InDump
)

// failing are the roles in which the kinds of phrases say that something went wrong.
var failing = [kindsEnd]Role{
	PhraseFailures: Anywhere, PhraseFailure: Anywhere, PhraseVerdict: InTool | InRecord,
	PhraseRefusal: InTool | InRecord, PhraseComplaint: InTool, PhraseTrouble: InRecord | InDump, PhraseRecord: InRecord,
}

// Fails tells whether a phrase of the kind says in this role that something went wrong.
func (k Kind) Fails(role Role) bool { return failing[k]&role != 0 }

// Passes tells whether lines of the kind say, of a run of tests, that something goes well,
// or nothing that matters.
func (k Kind) Passes() bool {
	switch k {
	case TestPass, TestGood, TestSkip, TestStart, TestNoise:
		return true
	}
	return false
}

// SaysFailure tells whether a phrase in the text says so.
func SaysFailure(text []byte, role Role) bool {
	for at := 0; ; {
		h, ok := FindFrom(Phrase, text, at)
		if !ok || h.Kind.Fails(role) {
			return ok
		}
		at = h.To
	}
}
