package scan

import (
	"bytes"
)

// Location is a place in a source file that a line names. Path is
// text[Start:PathEnd]; the whole place, with line and column, text[Start:End].
type Location struct {
	Start, PathEnd, End int
}

// Path returns the path of a place in text.
func (l Location) Path(text []byte) []byte { return text[l.Start:l.PathEnd] }

// FindLocation returns the first place in text that names a file and a line:
//
//	path.ext:12  path.ext:12:5  path.ext(12)  path.ext(12,5)  path.ext:line 12
//	path.ext:[12,5]  path.ext:[line 12]  path.ext:[lines 12-14]  path.ext:(12,5)-(14,3)
//	path.ext:12.29  path.ext:12.29-14.3  path.ext:12-14  path.ext:12:5-9, a colon behind each
//	path.ext, line 12  "path.ext", line 12  path.ext line 12  path.ext on line 12
//
// The file needs an extension (or to be a Makefile or its like), so clock
// times, addresses and ports don't count.
func FindLocation(text []byte) (Location, bool) {
	for i := 1; i+1 < len(text); i++ {
		if !placeSign[text[i]] {
			continue
		}
		end, next := 0, text[i+1]
		switch text[i] {
		case ':':
			if IsDigit(next) || next == '[' || next == '(' || next == 'l' {
				end = ColonLine(text, i)
			}
		case '(':
			if IsDigit(next) {
				end = ParenLine(text, i)
			}
		case 'l':
			if next == 'i' && text[i-1] == ' ' {
				end = wordLine(text, i)
			}
		}
		if end == 0 {
			continue
		}
		pathEnd := i
		if text[i] == 'l' {
			path := bytes.TrimRight(text[:i], " ,\"'")
			pathEnd = len(bytes.TrimSuffix(path, []byte(" on")))
		}
		start := pathStart(text, pathEnd)
		if IsSourcePath(text[start:pathEnd]) {
			return Location{start, pathEnd, end}, true
		}
		i = max(i, min(end, len(text))-1)
	}
	return Location{}, false
}

// placeSign are the bytes that part a path from its line.
var placeSign = [256]bool{':': true, '(': true, 'l': true}

// ColonLine returns the end of ":12", ":12:5", ":[12,5]", ":(12,5)-(14,3)", ":[line 12]" or
// ":line 12" at text[i:], 0 if there is none.
func ColonLine(text []byte, i int) int {
	rest := text[i+1:]
	if HasPrefix(rest, "line ") {
		if n := Digits(rest[5:]); n > 0 {
			return i + 1 + 5 + n
		}
		return 0
	}
	if HasPrefix(rest, "[") {
		i++
		for _, word := range [...]string{"line ", "lines "} {
			if HasPrefix(text[i+1:], word) {
				i += len(word)
			}
		}
		return bracketLine(text, i, ']')
	}
	if n := Span(rest); n > 0 {
		return i + 1 + n
	}
	n := Digits(rest)
	if n == 0 {
		return 0
	}
	end := i + 1 + n
	if end < len(text) && IsWordByte(text[end]) {
		return 0
	}
	if end+1 < len(text) && text[end] == ':' {
		if m := Digits(text[end+1:]); m > 0 {
			end += 1 + m
		}
	}
	return end + extent(text[end:])
}

// extent returns the length of what names a column and an end behind a line, as the GNU
// Coding Standards have it, where a colon follows: ".29", ".29-42", ".29-129.29", "-129",
// "-42" behind a column; else 0.
func extent(rest []byte) int {
	n := dotted(rest)
	if n < len(rest) && rest[n] == '-' {
		if m := Digits(rest[n+1:]); m > 0 {
			n += 1 + m
			n += dotted(rest[n:])
		}
	}
	if n > 0 && n < len(rest) && rest[n] == ':' {
		return n
	}
	return 0
}

// dotted returns the length of ".29" at the start of text, 0 if there is none.
func dotted(text []byte) int {
	if len(text) < 2 || text[0] != '.' || !IsDigit(text[1]) {
		return 0
	}
	return 1 + Digits(text[1:])
}

// Span returns the length of "(12,5)-(14,3)" at the start of text, from line and column to
// line and column, 0 if there is none.
func Span(text []byte) int {
	if !HasPrefix(text, "(") {
		return 0
	}
	from := ParenLine(text, 0)
	if from == 0 || !HasPrefix(text[from:], "-(") {
		return 0
	}
	return ParenLine(text, from+1)
}

// ParenLine returns the end of "(12)" or "(12,5)" at text[i:], or 0.
func ParenLine(text []byte, i int) int { return bracketLine(text, i, ')') }

func bracketLine(text []byte, i int, closing byte) int {
	n := Digits(text[i+1:])
	if n == 0 {
		return 0
	}
	end := i + 1 + n
	for end < len(text) && (text[end] == ',' || text[end] == ' ' || text[end] == '-' || text[end] == ':' || IsDigit(text[end])) {
		end++
	}
	if end < len(text) && text[end] == closing {
		return end + 1
	}
	return 0
}

// wordLine returns the end of "line 12" at text[i:], or 0.
func wordLine(text []byte, i int) int {
	if !HasPrefix(text[i:], "line ") {
		return 0
	}
	if n := Digits(text[i+5:]); n > 0 {
		return i + 5 + n
	}
	return 0
}

// MaxPath bounds how far back a path is looked for, so that a long line
// without blanks costs no more than its length.
const MaxPath = 512

// pathStart returns where the path that ends at text[:end] starts.
func pathStart(text []byte, end int) int {
	start := end
	for start > 0 && end-start < MaxPath && isPathByte(text[start-1]) {
		start--
	}
	// C:\src\a.cs, file:///src/a.mjs, webpack:///./src/a.js
	if start > 1 && text[start-1] == ':' && start < end && (text[start] == '/' || text[start] == '\\') {
		start--
		for start > 0 && IsLetter(text[start-1]) {
			start--
		}
	}
	return start
}

func isPathByte(c byte) bool {
	switch c {
	case ' ', '\t', '"', '\'', '`', '(', ')', '<', '>', '[', '{', '}', '|', ',', ';', ':', '=':
		return false
	}
	return c > 0x20
}

// IsSourcePath tells whether path can be a source file's: it ends in an
// extension of one to eight letters and Digits, a letter first, or in a name
// that needs none.
func IsSourcePath(path []byte) bool {
	start, dot := len(path), -1
	for ; start > 0 && path[start-1] != '/' && path[start-1] != '\\'; start-- {
		if dot < 0 && path[start-1] == '.' {
			dot = start - 1
		}
	}
	name := path[start:]
	if dot -= start; dot < 0 {
		switch string(name) {
		case "Makefile", "makefile", "GNUmakefile", "Dockerfile", "Rakefile", "Gemfile", "Jenkinsfile", "Vagrantfile", "BUILD", "WORKSPACE", "Podfile", "Justfile", "justfile":
			return true
		}
		return false
	}
	ext := name[dot+1:]
	if len(ext) == 0 || len(ext) > 8 || !IsLetter(ext[0]) {
		return false
	}
	for _, c := range ext {
		if !IsWordByte(c) && c != '+' {
			return false
		}
	}
	return true
}

// LocationAt is FindLocation of a text that begins with the place: it looks no
// further than that.
func LocationAt(text []byte) (Location, bool) {
	i := 0
	for ; i < len(text); i++ {
		if isPathByte(text[i]) {
			continue
		}
		end := 0
		switch text[i] {
		case ':':
			if i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '\\') && areLetters(text[:i]) {
				continue // file:///src/a.mjs
			}
			end = ColonLine(text, i)
		case '(':
			end = ParenLine(text, i)
		default:
			if i > 0 {
				end = lineBehind(text, i)
			}
		}
		return Location{0, i, end}, i > 0 && end > 0 && IsSourcePath(text[:i])
	}
	return Location{}, false
}

func areLetters(text []byte) bool {
	for _, c := range text {
		if !IsLetter(c) {
			return false
		}
	}
	return len(text) > 0
}

// lineBehind returns the end of `, line 12`, ` line 12` or ` on line 12` at text[i:], or 0.
func lineBehind(text []byte, i int) int {
	if HasPrefix(text[i:], " on line ") {
		return wordLine(text, i+len(" on "))
	}
	for i < len(text) && (text[i] == ' ' || text[i] == ',' || text[i] == '"' || text[i] == '\'') {
		i++
	}
	if i == len(text) {
		return 0
	}
	return wordLine(text, i)
}
