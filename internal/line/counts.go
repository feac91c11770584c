package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// A tool that runs tests, or looks for mistakes, counts them at the end. The
// words that stand beside the numbers say which of the two it is, whatever
// the tool printed before.

// CountWord is what a counted word speaks of.
type CountWord uint8

const (
	Thing   CountWord = 1 << iota // what a runner runs
	outcome                       // what became of it
	mistake                       // what a linter finds
)

// countWords are what the rules say of a counted word.
var countWords = [...]CountWord{rules.CountThing: Thing, rules.CountOutcome: outcome, rules.CountMistake: mistake, rules.CountEither: outcome | mistake, rules.CountBetween: 0}

func wordOf(s []byte) CountWord {
	known, _ := rules.Find(rules.Count, s)
	return countWords[known.Kind]
}

// Counts returns what the line counts: which kinds of words stand beside a
// number, and how many words that speak of outcomes or mistakes do.
func Counts(t []byte) (kinds CountWord, outcomes, mistakes int) {
	at := 0
	for at < len(t) && !scan.IsDigit(t[at]) {
		at++
	}
	if at == len(t) || len(t) > 240 { // without a number nothing is counted
		return 0, 0, 0
	}
	var before []byte                   // the word before the number, if nothing but signs is between
	number, told := false, CountWord(0) // told: what the word before the number said of it
	far := 9                            // words since the last number
	found := bytes.Contains(t, []byte("ound "))
	for i := 0; i < len(t); {
		n := fieldLen(t[i:])
		if n == 0 {
			switch t[i] {
			case ',', ';', '|', '`':
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
		var w CountWord
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
		if !isNumber && w == 0 && (n != len("found") || !scan.FoldPrefix(field, "found")) {
			before = field // "errors found: 12"
		}
		number = isNumber || number && (w == Thing || w == 0 && smallWord(field))
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
	known, _ := rules.Find(rules.Count, s)
	return known.Kind == rules.CountBetween && scan.IsLower(s[0])
}

// fieldLen returns the length of the word or the number that t starts with.
func fieldLen(t []byte) int {
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || scan.IsDigit(t[n])) && scan.IsDigit(t[n]) == scan.IsDigit(t[0]) {
		n++
	}
	return n
}
