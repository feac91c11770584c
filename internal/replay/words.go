package replay

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words, numbers and paths that a fact may be, read by hand: what is looked at
// is every byte of a transcript.

// isWord tells whether a byte may stand in an identifier.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// The lengths of words that are looked at.
const (
	leastWord   = 5
	leastNumber = 3
)

// eachWord calls do with each word of at least five letters, digits and low lines,
// and each number of three digits or four.
func eachWord(text string, do func(word string)) {
	for i := 0; i < len(text); {
		if !isWord(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && isWord(text[i]) {
			i++
		}
		if word := text[start:i]; len(word) >= leastWord || len(word) >= leastNumber && isNumber(word) {
			do(word)
		}
	}
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// hasStructure tells a name that somebody made up from a plain word: fooBar, foo_2,
// FOOBAR.
func hasStructure(word string) bool {
	upper := true
	for i := 0; i < len(word); i++ {
		c := word[i]
		if c == '_' || '0' <= c && c <= '9' {
			return true
		}
		if 'a' <= c && c <= 'z' {
			upper = false
			if i+1 < len(word) && 'A' <= word[i+1] && word[i+1] <= 'Z' {
				return true
			}
		}
	}
	return upper && len(word) > leastWord
}

// pathScan finds paths in a text: names with a slash, and names of files with an
// extension. It remembers how far a run reaches, so that it is linear.
type pathScan struct {
	text     string
	slashEnd int // end of the run of letters of a path that was looked at last
	nameEnd  int // and of a run of letters of a file's name
	fileEnd  int // where the file's name in it ends, 0 if there is none
	lastDot  int // the dot of its extension
}

// eachPath calls do with each path in a text and its place.
func eachPath(text string, do func(start, end int)) {
	s := pathScan{text: text}
	for i := 0; i < len(text); {
		if end := s.at(i); end > 0 {
			do(i, end)
			i = end
			continue
		}
		i++
	}
}

// at returns the end of the path that begins at i, 0 if none does.
func (s *pathScan) at(i int) int {
	c := s.text[i]
	if !s.letter(i) && !strings.ContainsRune(".~@+-/", rune(c)) || i > 0 && (s.before(i) || s.text[i-1] == '/') {
		return 0
	}
	if end := s.slashed(i); end > 0 {
		return end
	}
	if i > 0 && (s.text[i-1] == '.' || s.text[i-1] == '-') {
		return 0
	}
	return s.file(i)
}

// letter tells whether a letter, digit or low line begins at i, or goes on there.
func (s *pathScan) letter(i int) bool {
	if c := s.text[i]; c < utf8.RuneSelf {
		return isWord(c)
	}
	r, _ := utf8.DecodeRuneInString(s.text[i:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// before tells whether a letter, digit or low line stands before i.
func (s *pathScan) before(i int) bool {
	if c := s.text[i-1]; c < utf8.RuneSelf {
		return isWord(c)
	}
	r, _ := utf8.DecodeLastRuneInString(s.text[:i])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// run returns the end of the run of letters and signs that begins at i.
func (s *pathScan) run(i int, signs string) int {
	for i < len(s.text) {
		if c := s.text[i]; c < utf8.RuneSelf {
			if !isWord(c) && strings.IndexByte(signs, c) < 0 {
				break
			}
			i++
			continue
		}
		if !s.letter(i) {
			break
		}
		_, n := utf8.DecodeRuneInString(s.text[i:])
		i += n
	}
	return i
}

// slashed returns the end of a path with slashes that begins at i.
func (s *pathScan) slashed(i int) int {
	if i >= s.slashEnd {
		s.slashEnd = s.run(i, ".~@+-")
	}
	end, at := 0, s.slashEnd
	for at < len(s.text) && s.text[at] == '/' {
		next := s.run(at+1, ".@+-")
		if next == at+1 {
			break
		}
		end, at = next, next
	}
	return end
}

// file returns the end of the name of a file with its extension that begins at i.
func (s *pathScan) file(i int) int {
	if i >= s.nameEnd {
		s.names(i)
	}
	if i < s.lastDot {
		return s.fileEnd
	}
	return 0
}

// names looks for the last extension in the run of names and dots at i.
func (s *pathScan) names(i int) {
	s.fileEnd, s.lastDot = 0, 0
	at := s.run(i, "+-")
	s.nameEnd = max(at, i+1)
	if at == i {
		return
	}
	for at < len(s.text) && s.text[at] == '.' {
		next := s.run(at+1, "+-")
		if next == at+1 {
			break
		}
		if end := s.extension(at + 1); end > 0 {
			s.fileEnd, s.lastDot = end, at
		}
		at = next
		s.nameEnd = at
	}
}

// longestExtension is how long a file's extension is.
const longestExtension = 5

// extension returns the end of the extension that begins at i, 0 if there is none.
func (s *pathScan) extension(i int) int {
	end := i
	for end < len(s.text) && (s.text[end]|0x20) >= 'a' && (s.text[end]|0x20) <= 'z' {
		end++
	}
	if end == i || end-i > longestExtension || end < len(s.text) && (s.text[end] == '(' || s.letter(end)) {
		return 0
	}
	return end
}

// parts returns the names of a path.
func parts(path string) []string {
	var list []string
	for name := range strings.SplitSeq(path, "/") {
		if name != "" && name != "." && name != ".." && name != "~" {
			list = append(list, name)
		}
	}
	return list
}

// suffixes returns the ends of a path, the longest first.
func suffixes(path string) []string {
	names := parts(path)
	list := make([]string, len(names))
	for i := range names {
		list[i] = strings.Join(names[i:], "/")
	}
	return list
}

// deepest is how many names at the end of a path are looked at.
const deepest = 9

// eachPart calls do with each stretch of names of a path.
func eachPart(path string, do func(part string)) {
	names := parts(path)
	names = names[max(0, len(names)-deepest):]
	whole := strings.Join(names, "/")
	start := 0
	for i := range names {
		end := start
		for _, name := range names[i:] {
			end += len(name)
			do(whole[start:end])
			end++ // the slash
		}
		start += len(names[i]) + 1
	}
}

// set is a set of texts.
type set map[string]struct{}

func (s set) has(text string) bool { _, ok := s[text]; return ok }
func (s set) add(text string)      { s[text] = struct{}{} }

// numbered removes the number that a tool writes before a line of a file: "  12→",
// "12: ", "12|", "12ab|".
func numbered(line string) string {
	rest := strings.TrimLeft(line, " \t\r\f\v")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if digits == 0 {
		return line
	}
	after := rest[digits:]
	if text, ok := cutMark(after); ok {
		return text
	}
	if len(after) > 2 && 'a' <= after[0] && after[0] <= 'z' && 'a' <= after[1] && after[1] <= 'z' {
		if text, ok := cutMark(after[2:]); ok {
			return text
		}
	}
	return line
}

func cutMark(text string) (string, bool) {
	for _, mark := range []string{"→", "\t", ": ", ":", "|", " | ", ". "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest, true
		}
	}
	return text, false
}

// eachLine calls do with each line of a text as it can be compared: without blanks
// round it, and, if it has a number before it, also without that.
func eachLine(text string, do func(line string)) {
	for line := range strings.SplitSeq(text, "\n") {
		do(strings.TrimSpace(line))
		if bare := numbered(line); len(bare) != len(line) {
			do(strings.TrimSpace(bare))
		}
	}
}

// squash makes one blank of each run of blanks.
func squash(text string) string { return strings.Join(strings.Fields(text), " ") }
