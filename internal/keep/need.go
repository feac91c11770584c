package keep

import (
	"bytes"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// MayBeIn tells of a text of many lines whether one of them may match. It is false
// only if none does, and found some ten times as fast as that: by parts that every
// line must have which matches, looked for without regard to case. Lines with
// control codes match as a terminal shows them, so that nothing is said of a text
// with any.
func (p Pattern) MayBeIn(text []byte) bool {
	if hasControl(text) {
		return true
	}
	for _, need := range p.needs {
		if !holdsFold(text, need) {
			return false
		}
	}
	return true
}

// hasControl tells whether the text holds a code that changes what stands beside
// it. The carriage return of a line end does not.
func hasControl(text []byte) bool {
	if bytes.IndexByte(text, 0x1b) >= 0 || bytes.IndexByte(text, '\b') >= 0 {
		return true
	}
	for {
		at := bytes.IndexByte(text, '\r')
		if at < 0 {
			return false
		}
		if text = text[at+1:]; len(text) > 0 && text[0] != '\n' {
			return true
		}
	}
}

// holdsFold looks for a lower-case ASCII text in either case, by its rarest byte.
func holdsFold(text []byte, need string) bool {
	at := rarest(need)
	one, other := need[at], upper(need[at])
	next := func(c byte, from int) int {
		if i := bytes.IndexByte(text[from:], c); i >= 0 {
			return from + i
		}
		return len(text)
	}
	a, b := next(one, 0), len(text)
	if other != one {
		b = next(other, 0)
	}
	for {
		i := min(a, b)
		if i == len(text) {
			return false
		}
		if start := i - at; start >= 0 && start+len(need) <= len(text) && equalFold(text[start:start+len(need)], []byte(need)) {
			return true
		}
		if i == a {
			a = next(one, i+1)
		} else {
			b = next(other, i+1)
		}
	}
}

// rarest returns where the byte of a text is that outputs have least of: letters in
// the order of English, and before them what is none.
func rarest(need string) int {
	const common = "qzjxkvbywgpfmuchldrnsioate "
	best, rank := 0, len(common)
	for i := range len(need) {
		if r := strings.IndexByte(common, need[i]); r < rank {
			best, rank = i, r
		}
	}
	return best
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// needsOf returns parts, in lower case, of all that an expression matches; none if
// none is known.
func needsOf(re *syntax.Regexp) (needs []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return asciiPart(string(re.Rune), re.Flags&syntax.FoldCase != 0)
	case syntax.OpCapture, syntax.OpPlus:
		return needsOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needsOf(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			needs = append(needs, needsOf(sub)...)
		}
	}
	return needs
}

// asciiPart returns the longest run of ASCII in a text, in lower case; none if there
// is none. Where it is folded as Unicode has it, letters that others are folded to
// end a run too: the signs of the kelvin and of the long s, and the I with a dot.
func asciiPart(text string, folded bool) []string {
	longest := ""
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r >= utf8.RuneSelf || folded && strings.ContainsRune("kKsSiI", r)
	}) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	if longest == "" {
		return nil
	}
	return []string{strings.ToLower(longest)}
}
