package reduce

import "sync"

// The scanners here read one line's text (Section.Text) and answer a small
// question about it. None of them allocates, keeps anything, or looks at a
// byte more than a few times.

// hasPrefix tells whether text starts with prefix.
func hasPrefix(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}

// hasSuffix tells whether text ends with suffix.
func hasSuffix(text []byte, suffix string) bool {
	return len(text) >= len(suffix) && string(text[len(text)-len(suffix):]) == suffix
}

// hasAnyPrefix tells whether text starts with one of the prefixes.
func hasAnyPrefix(text []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if hasPrefix(text, p) {
			return true
		}
	}
	return false
}

// indentWidth returns the width in columns of the blanks that text starts
// with (a tab goes to the next multiple of 8) and how many bytes they are.
// A line of nothing but blanks has all of them as its indentation.
func indentWidth(text []byte) (width, n int) {
	for n < len(text) {
		switch text[n] {
		case ' ':
			width++
		case '\t':
			width += 8 - width%8
		default:
			return width, n
		}
		n++
	}
	return width, n
}

// unindented returns text without the blanks around it.
func unindented(text []byte) []byte {
	start, end := 0, len(text)
	for start < end && isBlank(text[start]) {
		start++
	}
	for end > start && isBlank(text[end-1]) {
		end--
	}
	return text[start:end]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// blankLine tells whether text has nothing but blanks.
func blankLine(text []byte) bool { return len(unindented(text)) == 0 }

// ruleLine returns the byte of which text is a rule: "=====", "-----",
// "_____", "*****", five or more of one kind, blanks around it allowed.
// For a rule of U+2500 and its like ("─────", "━━━━━") it returns '-'.
// 0: text is no rule.
func ruleLine(text []byte) byte {
	text = unindented(text)
	if len(text) < 5 {
		return 0
	}
	c := text[0]
	if c == 0xe2 {
		return boxRule(text)
	}
	if !isRuleByte(c) {
		return 0
	}
	for _, d := range text {
		if d != c {
			return 0
		}
	}
	return c
}

// titledRule returns the title of a line such as "==== FAILURES ====" or
// "_____ test_name _____" and the byte of its rule. Both sides must have a
// rule of the same byte, three or more of it; pytest gives a long title only
// one or two. nil: text is nothing of the kind.
func titledRule(text []byte) (title []byte, rule byte) {
	text = unindented(text)
	if len(text) < 5 || !isRuleByte(text[0]) {
		return nil, 0
	}
	rule = text[0]
	left := runOf(text, rule)
	right := len(text)
	for right > left && text[right-1] == rule {
		right--
	}
	title = unindented(text[left:right])
	if len(title) == 0 || left == right || text[left] != ' ' || right == len(text) || left+len(text)-right < 2 {
		return nil, 0
	}
	return title, rule
}

func isRuleByte(c byte) bool {
	return c == '=' || c == '-' || c == '_' || c == '*' || c == '#' || c == '~' || c == '+'
}

// boxRule tells whether text is a run of box-drawing dashes (U+2500 to
// U+257F, or U+23AF, or U+2014 and U+2015), all of them three bytes long.
func boxRule(text []byte) byte {
	for len(text) > 0 {
		if len(text) < 3 || text[0] != 0xe2 || text[1] != 0x94 && text[1] != 0x95 && text[1] != 0x8e && (text[1] != 0x80 || text[2]|3 != 0x97) {
			return 0
		}
		text = text[3:]
	}
	return '-'
}

// runOf returns how many bytes c text starts with.
func runOf(text []byte, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// digits returns how many decimal digits text starts with.
func digits(text []byte) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// lowerASCII returns c in lower case if it is an ASCII letter.
func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// foldPrefix tells whether text starts with word in any ASCII case.
// word is in lower case.
func foldPrefix(text []byte, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := 0; i < len(word); i++ {
		if lowerASCII(text[i]) != word[i] {
			return false
		}
	}
	return true
}

// wordAt tells whether word, in lower case, stands at text[i:] in any ASCII
// case with no letter, digit or underscore on either side of it. A side on
// which the word itself has none of those ("error:") is not looked at.
func wordAt(text []byte, i int, word string) bool {
	if !foldPrefix(text[i:], word) {
		return false
	}
	if i > 0 && isWordByte(text[i-1]) && isWordByte(word[0]) {
		return false
	}
	end := i + len(word)
	return end == len(text) || !isWordByte(text[end]) || !isWordByte(word[len(word)-1])
}

// findWord returns the first place of word in text as wordAt sees it, or -1.
func findWord(text []byte, word string) int {
	for i := 0; i+len(word) <= len(text); i++ {
		if lowerASCII(text[i]) == word[0] && wordAt(text, i, word) {
			return i
		}
	}
	return -1
}

// starts finds those of a list of strings that start with a byte. It is made
// of the list when it is first asked, so that a list in a package's variable
// costs a process nothing until then.
type starts struct {
	list []string // no more than 255
	once sync.Once
	head [256]uint8 // by byte: which of the list is the first with it, from 1; 0: none
	next []uint8    // the one after each with the same byte, in the list's order
}

// index makes the table. With fold, a letter finds either case.
func (s *starts) index(fold bool) {
	s.next = make([]uint8, len(s.list)+1)
	for i := len(s.list); i > 0; i-- {
		c := s.list[i-1][0]
		s.next[i] = s.head[c]
		s.head[c] = uint8(i)
		if fold && isLetter(c) {
			s.head[c&^0x20] = uint8(i)
		}
	}
}

// wordSet finds the first of several words in one walk over a text, by their
// first byte. Make it once, with newWordSet; it is safe for concurrent use.
type wordSet struct{ starts }

// newWordSet returns the set of the words, which are in lower case and not
// empty.
func newWordSet(words ...string) *wordSet { return &wordSet{starts{list: words}} }

// find returns the first of the set's words in text, as wordAt sees them,
// and its place; -1 if there is none.
func (w *wordSet) find(text []byte) (word string, at int) {
	w.once.Do(w.fold)
	for i, c := range text {
		k := w.head[c]
		if k == 0 || i > 0 && isWordByte(c) && isWordByte(text[i-1]) {
			continue
		}
		for ; k != 0; k = w.next[k] {
			if word := w.list[k-1]; wordAt(text, i, word) {
				return word, i
			}
		}
	}
	return "", -1
}

func (w *wordSet) fold() { w.index(true) }

// in tells whether one of the words stands in text.
func (w *wordSet) in(text []byte) bool {
	_, at := w.find(text)
	return at >= 0
}

// partSet finds any of several strings in one walk over a text, wherever
// they stand and in exactly this case. Make it once, with newPartSet; it is
// safe for concurrent use.
type partSet struct{ starts }

// newPartSet returns the set of the parts, none of which is empty.
func newPartSet(parts ...string) *partSet { return &partSet{starts{list: parts}} }

// in tells whether one of the parts stands in text.
func (p *partSet) in(text []byte) bool {
	p.once.Do(p.exact)
	for i, c := range text {
		if k := p.head[c]; k != 0 && p.matches(text[i:], k) {
			return true
		}
	}
	return false
}

func (p *partSet) exact() { p.index(false) }

// at tells whether text starts with one of the parts.
func (p *partSet) at(text []byte) bool {
	p.once.Do(p.exact)
	return len(text) > 0 && p.matches(text, p.head[text[0]])
}

// matches tells whether text starts with the k-th of the parts or one that
// follows it.
func (p *partSet) matches(text []byte, k uint8) bool {
	for ; k != 0; k = p.next[k] {
		if hasPrefix(text, p.list[k-1]) {
			return true
		}
	}
	return false
}
