package classify

import (
	"bytes"

	"elide/internal/scan"
)

// A tool that runs tests, or looks for mistakes, counts them at the end. The
// words that stand beside the numbers say which of the two it is, whatever
// the tool printed before.

// word is what a counted word speaks of.
type word uint8

const (
	thing   word = 1 << iota // what a runner runs
	outcome                  // what became of it
	mistake                  // what a linter finds
)

var counted = []struct {
	text string
	word word
}{
	{"test", thing}, {"tests", thing}, {"example", thing}, {"examples", thing}, {"run", thing}, {"runs", thing},
	{"spec", thing}, {"specs", thing}, {"scenario", thing}, {"scenarios", thing}, {"feature", thing}, {"features", thing},
	{"steps", thing}, {"suites", thing}, {"suite", thing}, {"cases", thing}, {"assertions", thing}, {"items", thing}, {"checks", thing}, {"executed", thing},
	{"passed", outcome}, {"failed", outcome}, {"pass", outcome}, {"fail", outcome}, {"passing", outcome},
	{"failing", outcome}, {"fails", outcome}, {"failure", outcome}, {"failures", outcome}, {"ok", outcome}, {"skipped", outcome},
	{"skips", outcome}, {"pending", outcome}, {"ignored", outcome}, {"succeeded", outcome}, {"successful", outcome},
	{"error", outcome | mistake}, {"errors", outcome | mistake},
	{"warning", mistake}, {"warnings", mistake}, {"problem", mistake}, {"problems", mistake}, {"issue", mistake},
	{"issues", mistake}, {"offense", mistake}, {"offenses", mistake}, {"violations", mistake}, {"violation", mistake},
	{"diagnostics", mistake}, {"findings", mistake}, {"hints", mistake}, {"finding", mistake}, {"vulnerability", mistake},
	{"vulnerabilities", mistake}, {"suggestions", mistake}, {"defects", mistake}, {"typos", mistake}, {"smells", mistake},
}

func wordOf(s []byte) word {
	if len(s) < 2 || len(s) > 15 {
		return 0
	}
	for _, c := range counted {
		if len(s) == len(c.text) && bytes.EqualFold(s, []byte(c.text)) {
			return c.word
		}
	}
	return 0
}

// counts returns what the line counts: which kinds of words stand beside a
// number, and how many words that speak of outcomes or mistakes do.
func counts(t []byte) (kinds word, outcomes, mistakes int) {
	if len(t) > 240 {
		return 0, 0, 0
	}
	var before []byte              // the word before the number, if nothing but signs is between
	number, told := false, word(0) // told: what the word before the number said of it
	far := 9                       // words since the last number
	found := bytes.Contains(t, []byte("ound "))
	for i := 0; i < len(t); {
		n := fieldLen(t[i:])
		if n == 0 {
			switch t[i] {
			case ',', ';', '|':
				before, number = nil, false
			case '@', '/', '#':
				before = nil // an address or a version, no count
			}
			i++
			continue
		}
		field := t[i : i+n]
		i += n
		isNumber := scan.IsDigit(field[0])
		var w word
		switch {
		case isNumber && i+1 < len(t) && t[i] == '.' && scan.IsDigit(t[i+1]):
			before, told = nil, 0 // "assertion-error: 2.0.1" is a version
		case isNumber:
			w = wordOf(before)
			before, told = nil, w
		case number:
			if w = wordOf(field); w != 0 && w == told {
				w = 0 // "Failed: 3 failures" is one count
			}
		case found && far <= 2:
			w = wordOf(field) & mistake // "found 12 software design suggestions"
		}
		if far++; isNumber {
			far = 0
		}
		if !isNumber && w == 0 && !bytes.EqualFold(field, []byte("found")) {
			before = field // "errors found: 12"
		}
		number = isNumber || number && (w == thing || w == 0 && smallWord(field))
		kinds |= w
		if w&outcome != 0 {
			outcomes++
		}
		if w&mistake != 0 {
			mistakes++
		}
	}
	return kinds, outcomes, mistakes
}

// smallWord may stand between a number and what it counts: "2 tests", "2 of
// 5 tests", "61 unit tests".
func smallWord(s []byte) bool {
	switch string(s) {
	case "unit", "of", "total", "test", "tests", "the", "potential":
		return true
	}
	return false
}

// fieldLen returns the length of the word or the number that t starts with.
func fieldLen(t []byte) int {
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || scan.IsDigit(t[n])) && scan.IsDigit(t[n]) == scan.IsDigit(t[0]) {
		n++
	}
	return n
}

// tailLines is how many lines at the end are searched for a count.
const tailLines = 40

// tail looks for a tool's counts among the last lines.
func (t *tally) tail(lines func(i int) []byte, n int) {
	single := 0
	for i, left := n-1, tailLines; i >= 0 && left > 0; i-- {
		line := bytes.TrimSpace(lines(i))
		if len(line) == 0 {
			continue
		}
		left--
		kinds, outcomes, mistakes := counts(line)
		switch {
		case kinds&thing != 0 && outcomes > 0, outcomes >= 2 && mistakes < outcomes:
			t.countsTests = true
		case kinds&thing == 0 && mistakes > 0 && (mistakes >= 2 || shortCount(line)):
			t.countsMistakes = true
		case outcomes == 1 && len(line) < 32 && (scan.IsDigit(line[0]) || scan.IsDigit(line[len(line)-1])):
			single++
		}
	}
	t.countsTests = t.countsTests || single >= 2 && !t.countsMistakes
}

// shortCount tells whether the line says a count and little else, or what was
// found in how many files.
func shortCount(line []byte) bool {
	blanks := bytes.Count(line, []byte{' '})
	return blanks <= 8 || blanks <= 14 && (bytes.Contains(line, []byte(" files")) || bytes.Contains(line, []byte(" found ")) || bytes.Contains(line, []byte("affected by ")))
}
