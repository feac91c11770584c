package jsonspan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Parse reads a text. The error is a *SyntaxError. The Doc keeps the text.
func Parse(text []byte) (*Doc, error) {
	if len(text) > MaxBytes {
		return nil, &SyntaxError{MaxBytes, "the text is too long"}
	}
	if at := validUTF8(text); at < len(text) {
		return nil, &SyntaxError{at, "not valid UTF-8"}
	}
	p := parser{text: text, doc: &Doc{text, make([]node, 0, 16+len(text)/64)}}
	p.blanks()
	if !p.value(0) {
		return nil, p.err
	}
	p.blanks()
	if p.at < len(text) {
		return nil, &SyntaxError{p.at, "more text behind the value"}
	}
	return p.doc, nil
}

// validUTF8 returns how many bytes from the front of text are valid UTF-8.
// utf8.Valid looks at each byte from the first on that isn't ASCII; here words
// of ASCII are skipped between such bytes too.
func validUTF8(text []byte) int {
	at := 0
	for {
		at += ascii(text[at:])
		end := at
		for end < len(text) && text[end] >= utf8.RuneSelf {
			end++
		}
		if end == at {
			return at
		}
		if !utf8.Valid(text[at:end]) {
			return at + invalid(text[at:end])
		}
		at = end
	}
}

// ascii returns how many bytes from the front of text are ASCII.
func ascii(text []byte) int {
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		if high := binary.LittleEndian.Uint64(text[n:]) & highs; high != 0 {
			return n + bits.TrailingZeros64(high)/8
		}
	}
	for n < len(text) && text[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// invalid returns the place of the first byte that is no valid UTF-8.
func invalid(text []byte) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(text)
}

// parser reads a text from the front. Its methods return false once there is
// an error.
type parser struct {
	text []byte
	at   int
	doc  *Doc
	err  error
}

func (p *parser) fail(what string) bool {
	if p.at >= len(p.text) {
		what = "the text ends too early"
	}
	p.err = &SyntaxError{p.at, what}
	return false
}

func (p *parser) blanks() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// next returns the next byte, 0 at the end of the text.
func (p *parser) next() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// open adds a node that starts here and returns its index.
func (p *parser) open(kind Kind) int {
	p.doc.nodes = append(p.doc.nodes, node{start: int32(p.at), kind: kind})
	return len(p.doc.nodes) - 1
}

// shut ends a node here.
func (p *parser) shut(i int) bool {
	n := &p.doc.nodes[i]
	n.end, n.next = int32(p.at), int32(len(p.doc.nodes))
	return true
}

func (p *parser) value(depth int) bool {
	if len(p.doc.nodes) >= MaxValues {
		return p.fail("too many values")
	}
	switch c := p.next(); {
	case c == '"':
		return p.string()
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.array(depth + 1)
	case c == 't':
		return p.word("true", True)
	case c == 'f':
		return p.word("false", False)
	case c == 'n':
		return p.word("null", Null)
	case c == '-' || isDigit(c):
		return p.number()
	}
	return p.fail("a value is expected")
}

func (p *parser) word(word string, kind Kind) bool {
	if !bytes.HasPrefix(p.text[p.at:], []byte(word)) {
		return p.fail("a value is expected")
	}
	i := p.open(kind)
	p.at += len(word)
	return p.shut(i)
}

func (p *parser) number() bool {
	i := p.open(Number)
	if p.next() == '-' {
		p.at++
	}
	switch {
	case p.next() == '0':
		p.at++
	case !p.digits():
		return false
	}
	if p.next() == '.' {
		p.at++
		if !p.digits() {
			return false
		}
	}
	if c := p.next(); c == 'e' || c == 'E' {
		p.at++
		if c := p.next(); c == '+' || c == '-' {
			p.at++
		}
		if !p.digits() {
			return false
		}
	}
	return p.shut(i)
}

// digits reads a digit or more.
func (p *parser) digits() bool {
	if !isDigit(p.next()) {
		return p.fail("a digit is expected")
	}
	for isDigit(p.next()) {
		p.at++
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (p *parser) array(depth int) bool {
	if depth > MaxDepth {
		return p.fail("too many arrays and objects in each other")
	}
	i := p.open(Array)
	p.at++
	p.blanks()
	if p.next() == ']' {
		p.at++
		return p.shut(i)
	}
	for {
		if !p.value(depth) {
			return false
		}
		p.blanks()
		c := p.next()
		if c != ',' && c != ']' {
			return p.fail("a comma or the end of the array is expected")
		}
		p.at++
		if c == ']' {
			return p.shut(i)
		}
		p.blanks()
	}
}

func (p *parser) object(depth int) bool {
	if depth > MaxDepth {
		return p.fail("too many arrays and objects in each other")
	}
	i := p.open(Object)
	p.at++
	p.blanks()
	if p.next() == '}' {
		p.at++
		return p.shut(i)
	}
	for {
		if !p.member(depth) {
			return false
		}
		p.blanks()
		c := p.next()
		if c != ',' && c != '}' {
			return p.fail("a comma or the end of the object is expected")
		}
		p.at++
		if c == '}' {
			p.shut(i)
			return p.distinct(i)
		}
		p.blanks()
	}
}

func (p *parser) member(depth int) bool {
	if p.next() != '"' {
		return p.fail("a key is expected")
	}
	if !p.string() {
		return false
	}
	p.blanks()
	if p.next() != ':' {
		return p.fail("a colon is expected")
	}
	p.at++
	p.blanks()
	return p.value(depth)
}

// string reads a string: its quotes, no control character, and escapes that
// there are.
func (p *parser) string() bool {
	i := p.open(String)
	p.at++
	for {
		p.at += plain(p.text[p.at:])
		switch c := p.next(); {
		case c == '"':
			p.at++
			return p.shut(i)
		case c == '\\':
			p.doc.nodes[i].escaped = true
			if !p.escape() {
				return false
			}
		default:
			return p.fail("a control character in a string")
		}
	}
}

// escape reads an escape.
func (p *parser) escape() bool {
	p.at++
	switch p.next() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		p.at++
		return true
	case 'u':
		p.at++
		for range 4 {
			if _, ok := hexDigit(p.next()); !ok {
				return p.fail("four hexadecimal digits are expected")
			}
			p.at++
		}
		return true
	}
	return p.fail("an escape is expected")
}

// ones and highs are words of which each byte is 1, or the highest bit.
const ones, highs = 0x0101010101010101, 0x8080808080808080

// plain returns how many bytes from the front of text are neither a quote nor
// a backslash nor a control character. It looks at eight bytes at once: of
// each, the high bit of a word is set if it is one of these (Mycroft's test
// for a zero byte, on what an exclusive or leaves).
func plain(text []byte) int {
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		w := binary.LittleEndian.Uint64(text[n:])
		quote, slash := w^('"'*ones), w^('\\'*ones)
		found := ((quote - ones) &^ quote) | ((slash - ones) &^ slash) | ((w - 0x20*ones) &^ w)
		if found &= highs; found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
	}
	for ; n < len(text); n++ {
		if c := text[n]; c == '"' || c == '\\' || c < 0x20 {
			break
		}
	}
	return n
}

// few is up to how many members each key is compared with each other one.
const few = 8

// distinct tells whether no two keys of object i are the same.
func (p *parser) distinct(i int) bool {
	v := Value{p.doc, int32(i)}
	var keys [few]Value
	n := 0
	for k := range v.Members() {
		if n == few {
			return p.distinctMany(v)
		}
		for _, other := range keys[:n] {
			if sameText(k, other) {
				return p.twice(k)
			}
		}
		keys[n] = k
		n++
	}
	return true
}

func (p *parser) distinctMany(v Value) bool {
	seen := make(map[string]bool)
	for k := range v.Members() {
		text := k.Str()
		if seen[text] {
			return p.twice(k)
		}
		seen[text] = true
	}
	return true
}

func (p *parser) twice(key Value) bool {
	start, _ := key.Span()
	p.err = &SyntaxError{start, "a key that the object has already"}
	return false
}

// sameText tells whether two strings hold the same text.
func sameText(a, b Value) bool {
	if !a.escaped() && !b.escaped() {
		return bytes.Equal(a.Raw(), b.Raw())
	}
	return a.Str() == b.Str()
}
