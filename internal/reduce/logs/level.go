package logs

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// level is the severity that a log record states about itself.
type level = rules.Severity

const (
	levelNone  = rules.NoSeverity
	levelInfo  = rules.SeverityNote
	levelWarn  = rules.SeverityWarning
	levelError = rules.SeverityError
	levelFatal = rules.SeverityFatal
)

// levelOfWord returns the level that a word of any case names.
func levelOfWord(word []byte) level { return rules.SeverityOf(word, rules.AsLevel) }

// levelOfLetter returns the level that a single letter names in the logs of
// Android, glog, klog, Ruby and MongoDB.
func levelOfLetter(letter []byte) level {
	if letter[0] < 'A' || letter[0] > 'Z' {
		return levelNone
	}
	return rules.SeverityOf(letter, rules.AsLetter)
}

// levelColumns is how many words of a line's head are looked at for a level,
// levelHead how many bytes.
const (
	levelColumns = 16
	levelHead    = 200
)

// levelWord is a level that stands in the head of a line.
type levelWord struct {
	column uint8
	level  level
	firm   bool // in capitals, in brackets or behind "level="
	letter bool // a single letter
}

// levelLayout says where in a record of this log its level stands.
type levelLayout struct {
	words   [levelColumns]bool
	letters [levelColumns]bool
	found   bool
}

// of returns the level of a line.
func (l *levelLayout) of(text []byte) level {
	if !l.found {
		return levelNone
	}
	got := levelNone
	scanLevels(text, func(w levelWord) bool {
		if w.letter && l.letters[w.column] || !w.letter && l.words[w.column] {
			got = w.level
			return false
		}
		return true
	})
	return got
}

// findLevelLayout learns from an even sample of the section in which columns
// levels stand. A word is taken for a level only where a good part of the log
// has levels, so that "error" in a message is not one.
func findLevelLayout(s block.Section) *levelLayout {
	const sample = 1000
	var firm, loose, letters [levelColumns]int
	lines := 0
	step := max(1, s.Len()/sample)
	for i := 0; i < s.Len(); i += step {
		text := s.Text(i)
		if len(text) == 0 || text[0] == ' ' || text[0] == '\t' {
			continue
		}
		lines++
		scanLevels(text, func(w levelWord) bool {
			switch {
			case w.letter:
				letters[w.column]++
			case w.firm:
				firm[w.column]++
				return false
			default:
				loose[w.column]++
			}
			return true
		})
	}
	layout := &levelLayout{}
	for c := range layout.words {
		layout.words[c] = firm[c]*25 >= lines && firm[c] > 2 || (firm[c]+loose[c])*3 >= lines && lines > 2
		layout.letters[c] = letters[c]*2 >= lines && lines > 2
		layout.found = layout.found || layout.words[c] || layout.letters[c]
	}
	return layout
}

// scanLevels calls yield for the words in the head of a line that can be a
// level, until it returns false.
func scanLevels(text []byte, yield func(levelWord) bool) {
	text = text[:min(len(text), levelHead)]
	for i, column := 0, uint8(0); i < len(text) && column < levelColumns; column++ {
		for i < len(text) && levelGap[text[i]] {
			i++
		}
		start := i
		for i < len(text) && !levelGap[text[i]] {
			i++
		}
		if start == i {
			return
		}
		if w, ok := asLevel(text, start, i); ok {
			w.column = column
			if !yield(w) {
				return
			}
		}
	}
}

// levelGap are the bytes that part the words of a record's head.
var levelGap = [256]bool{
	' ': true, '\t': true, '[': true, ']': true, '(': true, ')': true, '|': true, '<': true, '>': true, ',': true, ';': true, '"': true, '{': true, '}': true,
}

// asLevel reads the word text[start:end] as a level: ERROR, error:, E,
// level=error, ERROR/worker, E/Tag, E0312.
func asLevel(text []byte, start, end int) (levelWord, bool) {
	word := text[start:end]
	n := 0
	for n < len(word) && scan.IsLetter(word[n]) {
		n++
	}
	switch {
	case n == 0:
		return levelWord{}, false
	case n < len(word) && word[n] == '=':
		return keyedLevel(word[:n], word[n+1:], text[min(len(text), end+1):])
	case n == 1:
		letter := len(word) == 1 || word[1] == '/' || len(word) == 5 && scan.Digits(word[1:]) == 4
		l := levelOfLetter(word[:1])
		return levelWord{level: l, letter: true}, letter && l != levelNone
	case n < len(word) && word[n] != ':' && word[n] != '/' && word[n] != '-':
		return levelWord{}, false
	}
	l := levelOfWord(word[:n])
	firm := scan.IsUpperWord(word[:n]) || start > 0 && text[start-1] == '[' && end < len(text) && text[end] == ']'
	return levelWord{level: l, firm: firm}, l != levelNone
}

// keyedLevel reads level=error and level="error".
func keyedLevel(key, value, quoted []byte) (levelWord, bool) {
	switch string(key) {
	case "level", "lvl", "severity", "loglevel":
	default:
		return levelWord{}, false
	}
	if len(value) == 0 {
		n := 0
		for n < len(quoted) && scan.IsLetter(quoted[n]) {
			n++
		}
		value = quoted[:n]
	}
	l := levelOfWord(value)
	return levelWord{level: l, firm: true}, l != levelNone
}
