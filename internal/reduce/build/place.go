package build

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
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

// readFields reads "L:   3 | P:   5 | LT02 | message", whose fields name the line and
// the column by a letter each, below the name of the file.
func (b *buildLine) readFields(bare []byte) bool {
	rest, fields := bare, 0
	for ; len(rest) > 3 && scan.IsUpper(rest[0]) && rest[1] == ':'; fields++ {
		number := bytes.TrimLeft(rest[2:], " ")
		n := scan.Digits(number)
		if rest = bytes.TrimLeft(number[n:], " "); n == 0 || !scan.HasPrefix(rest, "| ") {
			return false
		}
		rest = bytes.TrimLeft(rest[2:], " ")
	}
	code, message, ok := bytes.Cut(rest, []byte(" | "))
	if fields == 0 || !ok || !ruleName(code) {
		return false
	}
	b.row, b.placed = true, true
	b.code, b.exact = scan.Hash(code), scan.Hash(bare)
	b.finish(message, sevLint)
	return true
}
