package build

import (
	"bytes"

	"elide/internal/rules"
	"elide/internal/scan"
)

// behindPlace returns what of a line follows its place: without the signs
// between them, and the column that a place may end with in words.
func behindPlace(text []byte, p scan.Lead) []byte {
	message := bytes.TrimLeft(text[min(p.Message, p.End):p.End], " :-,)]>")
	return message
}

// gradeIn returns the severity that text names behind "Severity: ", in words
// or by perlcritic's numbers, of which 5 is the gravest. What is graded lower
// is a finding nevertheless.
func gradeIn(text []byte) severity {
	i := scan.Index(text, "everity: ")
	if i < 1 {
		return sevNone
	}
	rest := text[i+len("everity: "):]
	if scan.HasPrefix(rest, "5") {
		return SevError
	}
	switch sev, _ := rules.SeverityAt(rest, rules.AsGrade); {
	case sev >= rules.SeverityError:
		return SevError
	case sev == rules.SeverityWarning:
		return sevWarning
	case sev != rules.NoSeverity, len(rest) > 0 && scan.IsDigit(rest[0]):
		return sevLint
	}
	return sevNone
}
