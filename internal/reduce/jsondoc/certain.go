package jsondoc

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Run is a part of a text of which each byte's place in the syntax of JSON
// is certain. It starts and ends outside of strings.
//
// A text may have been cut anywhere before it came here, so that what reads
// as structure is the inside of a string, and the other way round. A run is
// read strictly from a place that is taken to be outside of strings, and is
// certain only up to what proves that it was:
//
//   - a string whose text can't be structure: had a cut exchanged strings and
//     structure before it, that text would be structure;
//   - a line end between two tokens, as no string holds one;
//   - a document that begins and ends with a line.
//
// So a run ends before the last such proof, never at the place where the
// syntax breaks: that is found out behind the cut that broke it.
type jsonRun struct {
	start, end int32
	early      int32 // brackets that close in it and were opened before it
}

// certainRuns returns the runs of a text, in their order.
func certainRuns(data []byte) []jsonRun {
	var runs []jsonRun
	cuts := cutFinder{data: data}
	for at := bytesOrderMark(data); at < len(data); {
		r := runReader{data: data, cuts: &cuts, at: at, doc: -1, run: jsonRun{start: int32(at), end: int32(at)}}
		for r.at < len(data) && r.token() {
		}
		if r.run.end > r.run.start {
			runs = append(runs, r.run)
		}
		if r.at > at {
			at = r.at
		} else {
			at = nextRun(data, at)
		}
	}
	return runs
}

func bytesOrderMark(data []byte) int {
	if scan.HasPrefix(data, "\ufeff") {
		return len("\ufeff")
	}
	return 0
}

// nextRun returns where a run may begin behind text that is none at i: at the
// next line, or behind the next quote. If i was inside of a string, the quote
// ends it; if not, the run breaks at once, inside of that string.
func nextRun(data []byte, i int) int {
	for ; i < len(data); i++ {
		switch data[i] {
		case '\n', '"':
			return i + 1
		case '\\':
			if i+1 < len(data) && data[i+1] != '\n' {
				i++
			}
		}
	}
	return i
}

// jsonBefore is what stands before a token.
type jsonBefore uint8

const (
	beforeStart jsonBefore = iota // the start of the run, anything may follow
	beforeOpen                    // a bracket that opens
	beforeComma
	beforeColon
	beforeKey    // a string that must be a key
	beforeEither // a string that may be one
	beforeValue
)

// runDepth bounds the brackets that may be open in a run. What is deeper no
// reader of the output follows, and each takes memory.
const runDepth = 10_000

// runReader reads one run.
type runReader struct {
	data    []byte
	cuts    *cutFinder
	at      int
	open    []byte // the brackets opened in the run and not closed
	before  jsonBefore
	newline bool // a line ended behind the last token
	doc     int  // where the document began that is open, at the start of a line; -1: there is none
	early   int32
	run     jsonRun
}

// prove notes that all is certain up to i, where early brackets had closed.
func (r *runReader) prove(i int, early int32) { r.run.end, r.run.early = int32(i), early }

// token reads a token, or a blank. It returns false, and stays before it,
// where no JSON goes on like that.
func (r *runReader) token() bool {
	c := r.data[r.at]
	switch c {
	case '\n':
		if r.newline = true; r.before == beforeStart && r.run.end <= r.run.start {
			r.run.start, r.run.end = int32(r.at+1), int32(r.at+1) // a host's, perhaps
		}
		fallthrough
	case ' ', '\t', '\r':
		for r.at++; r.at < len(r.data) && r.data[r.at] == ' '; r.at++ { // an indent
		}
		return true
	case 0x1b:
		r.at += block.ControlSize(r.data[r.at:])
		return true
	}
	if !r.allowed(c) {
		return false
	}
	from, before, early := r.at, r.before, r.early
	if !r.read(c) {
		return false
	}
	if r.newline && before != beforeStart {
		r.prove(from, early)
	}
	if r.newline = false; c == '"' && provesString(r.data[from+1:r.at-1]) {
		r.prove(from, early)
	}
	r.endDocument(c)
	return true
}

// top returns the innermost bracket that was opened in the run, 0 if it is
// not known.
func (r *runReader) top() byte {
	if len(r.open) == 0 {
		return 0
	}
	return r.open[len(r.open)-1]
}

// allowed tells whether the token that starts with c may stand here.
func (r *runReader) allowed(c byte) bool {
	top := r.top()
	ended := r.before == beforeValue || r.before == beforeEither || r.before == beforeStart
	switch c {
	case ':':
		return r.before == beforeKey || r.before == beforeEither || r.before == beforeStart
	case ',':
		return ended
	case '}', ']':
		return (ended || r.before == beforeOpen || r.before == beforeComma) && (top == 0 || top == c-2) // settings end in a comma
	}
	switch r.before {
	case beforeStart, beforeColon:
		return true
	case beforeOpen, beforeComma:
		return c == '"' || top != '{'
	case beforeValue: // documents may follow each other
		return top == 0 && r.newline && (c == '{' || c == '[')
	}
	return false
}

// read reads the token that starts with c.
func (r *runReader) read(c byte) bool {
	switch c {
	case ':':
		r.at, r.before = r.at+1, beforeColon
	case ',':
		r.at, r.before = r.at+1, beforeComma
	case '{', '[':
		if len(r.open) == runDepth {
			return false
		}
		if len(r.open) == 0 && r.lineStart() {
			r.doc = r.at
		}
		r.open = append(r.open, c)
		r.at, r.before = r.at+1, beforeOpen
	case '}', ']':
		if len(r.open) > 0 {
			r.open = r.open[:len(r.open)-1]
		} else {
			r.early++
		}
		r.at, r.before = r.at+1, beforeValue
	case '"':
		return r.readString()
	default:
		n := strictWord(r.data[r.at:])
		r.at, r.before = r.at+n, beforeValue
		return n > 0
	}
	return true
}

// cutFinder finds the marks of what is missing in a text, in rising order: behind
// one within a string nothing tells whether that goes on.
type cutFinder struct {
	data []byte
	next cutmark.Mark
	done bool
}

// within returns a place in data[from:to] that belongs to a mark, the second byte
// of the mark where it starts there, since no token starts at that; 0 if there is
// none. A mark may go on behind the string that it was found in.
func (c *cutFinder) within(from, to int) int {
	for !c.done && c.next.End <= from {
		var more bool
		c.next, more = cutmark.Next(c.data, from)
		c.done = !more
	}
	if c.done || c.next.Start >= to {
		return 0
	}
	return max(c.next.Start+1, from)
}

// lineStart tells whether nothing but blanks stands before the token.
func (r *runReader) lineStart() bool {
	return r.newline || r.before == beforeStart && (int(r.run.start) == bytesOrderMark(r.data) || r.data[r.run.start-1] == '\n')
}

// readString reads a string and tells what it is. The reader stays before what
// is none, and within one at the mark of a cut.
func (r *runReader) readString() bool {
	n := RestOfString(r.data[r.at+1:])
	if n == 0 {
		return false
	}
	end := r.at + 1 + n
	if cut := r.cuts.within(r.at+1, end-1); cut > 0 {
		r.at = cut
		return false
	}
	switch top := r.top(); {
	case r.before == beforeColon || top == '[':
		r.before = beforeValue
	case top == '{':
		r.before = beforeKey
	default:
		r.before = beforeEither
	}
	r.at = end
	return true
}

// endDocument proves a document that began with a line, if c closed it and the
// line ends behind it.
func (r *runReader) endDocument(c byte) {
	if len(r.open) > 0 || c != '}' && c != ']' {
		return
	}
	if doc := r.doc; doc >= 0 {
		r.doc = -1
		if rest := bytes.TrimLeft(r.data[r.at:], " \t\r"); len(rest) == 0 || rest[0] == '\n' {
			r.prove(len(r.data)-max(len(rest)-1, 0), r.early)
		}
	}
}

// RestOfString returns the length of the rest of a string of JSON, its closing quote
// included, 0 if it isn't one.
func RestOfString(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1
		case c < 0x20:
			return 0
		case c == '\\':
			n := strictEscape(text[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		}
	}
	return 0
}

// strictEscape returns the length of the escape that text starts with, 0 if
// there is no such.
func strictEscape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	if text[1] != 'u' {
		if bytes.IndexByte([]byte(`"\/bfnrt`), text[1]) < 0 {
			return 0
		}
		return 2
	}
	if len(text) < 6 {
		return 0
	}
	for _, c := range text[2:6] {
		if !scan.IsDigit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return 0
		}
	}
	return 6
}

// strictWord returns the length of the number or literal that text starts
// with, 0 if it is none. NaN and the infinities are Python's.
func strictWord(text []byte) int {
	n := 0
	for n < len(text) && (scan.IsWordByte(text[n]) || text[n] == '.' || text[n] == '+' || text[n] == '-') {
		n++
	}
	if n < len(text) && bytes.IndexByte([]byte(" \t\r\n,:]}\x1b"), text[n]) < 0 {
		return 0
	}
	switch string(text[:min(n, 9)]) {
	case "true", "false", "null", "NaN", "Infinity", "-Infinity":
		return n
	}
	if !strictNumber(text[:n]) {
		return 0
	}
	return n
}

func strictNumber(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte{'-'})
	n := scan.Digits(text)
	if n == 0 {
		return false
	}
	if text = text[n:]; len(text) > 0 && text[0] == '.' {
		if n = scan.Digits(text[1:]); n == 0 {
			return false
		}
		text = text[1+n:]
	}
	if len(text) > 1 && text[0]|0x20 == 'e' {
		text = text[1:]
		if text[0] == '+' || text[0] == '-' {
			text = text[1:]
		}
		n = scan.Digits(text)
		return n > 0 && n == len(text)
	}
	return len(text) == 0
}

// provesString tells whether the text of a string is no piece of structure:
// it holds what stands in none.
func provesString(text []byte) bool {
	for _, c := range text {
		if !structural[c] {
			return true
		}
	}
	return false
}

// structural are the bytes of which structure is made: brackets, commas,
// colons, blanks, numbers and the letters of literals.
var structural = func() (set [256]bool) {
	for _, c := range []byte(" \t\r\n,:{}[]0123456789+-.eEtrufalsn") {
		set[c] = true
	}
	return set
}()

// Certain notes of each unit of the section whether it stands in a run, and
// whether it begins inside of a string there. The runs are those of the section, nil
// if they were not looked for; records that stand on a line each are shown as they
// stand.
func Certain(s block.Section, marks []mark.Mark, runs []jsonRun) {
	if s.Shape != shape.JSONArray && s.Shape != shape.JSONObject {
		return
	}
	if runs == nil {
		runs = certainRuns(s.Bytes())
	}
	base := s.Offset(s.First)
	unit := 0
	for k, run := range runs {
		inString, at := false, int(run.start)
		for ; unit < len(marks); unit++ {
			from := s.Offset(s.First+unit) - base
			to := from + len(s.Raw(unit))
			if from < int(run.start) {
				continue
			}
			if to > int(run.end) {
				break
			}
			inString = jsonInString(s.Bytes()[at:from], inString)
			at = from
			marks[unit].JSON = mark.PlaceOf(k, inString)
		}
	}
}
