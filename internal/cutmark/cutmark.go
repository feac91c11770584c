// Package cutmark finds the places where a text says that something of it is
// missing: what an agent's host, or a tool, threw away before the text came.
//
//	... [4933 characters truncated] ...
//	Output too large (34.2KB). Full output saved to: /tmp/x.txt
//	…14527 tokens truncated…
//	(1043 more lines below)
//
// A marker can't give back what never came, so such a mark is never hidden, a
// comparison says nothing of what it stands for, and what stands on its two
// sides is no longer one document.
//
// There is one grammar for all hosts, known or not. A mark is a few words that
// stand apart (in brackets, at an ellipsis, at the start of a line) and speak of
// cutting: a number of lines, bytes or the like and a verb, a verb alone among
// nouns for outputs, or where the whole was saved. Only tags have to be known by
// name. TestForms holds the forms that hosts are known to write.
//
// Text may be what came, or the inside of a JSON string: an escaped line end
// ends a line as well, an escaped ellipsis is one.
package cutmark

import "bytes"

// Mark is the place of a mark: text[Start:End].
type Mark struct{ Start, End int }

// In tells whether the text holds a mark.
func In(text []byte) bool {
	_, ok := Next(text, 0)
	return ok
}

// Repeated is what a note says, behind "same as above, ", of a text that is the
// same as another: of what was cut out of the two it knows nothing.
func Repeated(text []byte) string {
	if In(text) {
		return "cut there too, "
	}
	return ""
}

// Next returns the first mark that ends behind from.
func Next(text []byte, from int) (Mark, bool) {
	start, tried := from, 0
	for at := from; ; at++ {
		var as reading
		if at, as = nextCue(text, at); at < 0 {
			return Mark{}, false
		}
		if at >= start+window {
			start, tried = at, 0
		}
		if tried++; tried > mostTried {
			at = start + window - 1
			continue
		}
		if m, ok := around(text, at, as); ok && m.End > from {
			return m, true
		}
	}
}

// A text whose every other word could be a mark's is about something else, and is
// not to take seconds: of each window the first cues are looked at.
const (
	window    = 1 << 10
	mostTried = 16
)

// Bounds of what is looked at round a cue. The longest mark seen, SWE-agent's
// note on what to do instead, has 330 bytes.
const (
	mostBefore = 120
	mostBehind = 400
)

// around returns the mark that the cue at belongs to.
func around(text []byte, at int, as reading) (Mark, bool) {
	if as&asMore != 0 {
		at += cueLen - 1
	}
	s := scene{text: text, at: at, lo: lineStart(text, at)}
	if as&(asSentence|asFrame) == 0 && !s.mayStandApart() {
		return Mark{}, false
	}
	s.hi = lineEnd(text, at)
	for _, try := range [...]struct {
		as   reading
		read func(scene) (Mark, bool)
	}{{asTag, scene.tag}, {asApart, scene.bracketed}, {asApart, scene.elliptic}, {asSentence, scene.sentence}, {asFrame, scene.framed}} {
		if as&try.as == 0 {
			continue
		}
		if m, ok := try.read(s); ok {
			return m, true
		}
	}
	return Mark{}, false
}

// scene is a cue and the part of its line that is looked at.
type scene struct {
	text       []byte
	at, lo, hi int
}

// mayStandApart tells whether something before the cue could begin a mark that
// stands apart.
func (s scene) mayStandApart() bool {
	return bytes.ContainsAny(s.text[s.lo:s.at], "([<.\\") || bytes.Contains(s.text[s.lo:s.at], []byte("…"))
}

// lineStart returns where the line starts that at stands in, or as far before
// it as is looked.
func lineStart(text []byte, at int) int {
	from := max(at-mostBefore, 0)
	before := text[from:at]
	lo := 0
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		lo = i + 1
	}
	for i := len(before); i > lo; {
		if i = lo + bytes.LastIndexByte(before[lo:i], '\\'); i < lo {
			break
		}
		if i+1 < len(before) && before[i+1] == 'n' {
			lo = i + len(`\n`)
			break
		}
	}
	return from + lo
}

// lineEnd returns where the line ends that at stands in, or as far behind it
// as is looked.
func lineEnd(text []byte, at int) int {
	behind := text[at:min(at+mostBehind, len(text))]
	for _, end := range [...]string{"\n", `\n`} {
		if i := bytes.Index(behind, []byte(end)); i >= 0 {
			behind = behind[:i]
		}
	}
	return at + len(bytes.TrimRight(behind, "\r"))
}

// tags are those that hosts put round, or in the place of, what is cut. Their
// names say it, or there would be no telling.
var tags = [...]string{"persisted-output", "elided_chars", "output_head", "output_tail", "truncated-output"}

// tag reads a tag that stands for what is cut, and the note behind it.
func (s scene) tag() (Mark, bool) {
	open := bytes.LastIndexByte(s.text[s.lo:min(s.at+1, len(s.text))], '<')
	if open < 0 {
		return Mark{}, false
	}
	start := s.lo + open
	name := bytes.TrimPrefix(s.text[start+1:s.hi], []byte("/"))
	for _, tag := range tags {
		if rest, ok := bytes.CutPrefix(name, []byte(tag)); ok && len(rest) > 0 && rest[0] == '>' {
			return Mark{start, s.hi - len(rest) + 1}, true
		}
	}
	return Mark{}, false
}

// bracketed reads what stands in brackets, the nearest first.
func (s scene) bracketed() (Mark, bool) {
	at := s.at
	for range 2 {
		open := s.opening(at)
		if open < 0 {
			return Mark{}, false
		}
		if end := s.closing(open); end > 0 && speaks(s.text[open+1:end], apart) {
			return s.widened(open, end+1), true
		}
		at = open
	}
	return Mark{}, false
}

// opening returns the place of the bracket before at that isn't closed before
// it, -1 if there is none.
func (s scene) opening(at int) int {
	depth := 0
	for i := at - 1; i >= s.lo; i-- {
		switch s.text[i] {
		case ')', ']', '>':
			depth++
		case '(', '[', '<':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// closing returns the place of the bracket that closes the one at open, 0 if
// there is none.
func (s scene) closing(open int) int {
	depth := 0
	for i := open; i < s.hi; i++ {
		switch s.text[i] {
		case '(', '[', '<':
			depth++
		case ')', ']', '>':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// widened takes the ellipses beside a mark and a note behind it into it.
func (s scene) widened(start, end int) Mark {
	if n := ellipsisBefore(s.text[s.lo:start]); n > 0 {
		start -= n
	}
	if at, n := ellipsisIn(s.text[end:s.hi]); n > 0 && len(bytes.TrimLeft(s.text[end:end+at], " ")) == 0 {
		end += at + n
	}
	if bytes.HasPrefix(s.text[end:s.hi], []byte("<NOTE>")) {
		end = s.hi
	}
	return Mark{start, end}
}

// mostWords is how far from its ellipsis a mark's cue stands, in bytes.
const mostWords = 60

// elliptic reads what stands behind an ellipsis, up to the next one or as far as
// the sentence goes.
func (s scene) elliptic() (Mark, bool) {
	from := max(s.lo, s.at-mostWords)
	at, n := lastEllipsis(s.text[from:s.at])
	if n == 0 {
		return Mark{}, false
	}
	start, inner := from+at, from+at+n
	end := s.sentenceEnd(inner)
	if end < s.at {
		return Mark{}, false
	}
	if i, m := ellipsisIn(s.text[s.at:end]); m > 0 {
		if speaks(s.text[inner:s.at+i], apart) {
			return Mark{start, s.at + i + m}, true
		}
		return Mark{}, false
	}
	return Mark{start, end}, speaks(bytes.TrimRight(s.text[inner:end], " |│"), leads)
}

// sentenceEnd returns where the words end that start at from.
func (s scene) sentenceEnd(from int) int {
	for i := from; i < s.hi; i++ {
		switch c := s.text[i]; {
		case c == '"':
			return i
		case c == '.' && i > s.at && s.text[i-1] != '.' && i+1 < s.hi && s.text[i+1] == ' ':
			return i
		}
	}
	return s.hi
}

// mostLead is how far from its start a sentence comes to the point, in bytes.
const mostLead = 100

// sentence reads a line, or what a JSON string starts with, that says it in
// words.
func (s scene) sentence() (Mark, bool) {
	m, ok := s.line()
	return m, ok && says(s.text[m.Start:m.End])
}

// framed reads a line that has a frame, or that says it of an output. A word alone
// is no such line if it is a string.
func (s scene) framed() (Mark, bool) {
	m, ok := s.line()
	if !ok {
		return m, false
	}
	line := s.text[m.Start:m.End]
	return m, string(line) == "TRUNCATED" && !s.quoted(m) || inFrame(line) || announces(line)
}

func (s scene) quoted(m Mark) bool {
	return m.Start > 0 && s.text[m.Start-1] == '"'
}

// line returns the line, or the string, that the cue stands early in.
func (s scene) line() (Mark, bool) {
	lo, hi := s.lo, s.hi
	if i := bytes.LastIndexByte(s.text[lo:s.at], '"'); i >= 0 {
		lo += i + 1
	}
	if i := bytes.IndexByte(s.text[s.at:hi], '"'); i >= 0 {
		hi = s.at + i
	}
	if s.at-lo > mostLead {
		return Mark{}, false
	}
	lo += len(s.text[lo:hi]) - len(bytes.TrimLeft(s.text[lo:hi], " \t"))
	line := bytes.TrimRight(s.text[lo:hi], " \t\r\\")
	return Mark{lo, lo + len(line)}, len(line) > 0
}
