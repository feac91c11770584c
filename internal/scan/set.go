package scan

import (
	"sync"
)

// starts finds those of a list of strings that start with a byte. It is made
// of the list when it is first asked, so that a list in a package's variable
// costs a process nothing until then.
type starts struct {
	list []string // no more than 255
	once sync.Once
	head [256]uint8 // by byte: which of the list is the first with it, from 1; 0: none
	next []uint8    // the one after each with the same byte, in the list's order
	pair [pairs / 64]uint64
}

// pairs is how many kinds of two bytes in a row are told apart.
const pairs = 1 << 12

// pairOf returns the kind of two bytes in a row.
func pairOf(a, b byte) uint { return (uint(a)<<5 ^ uint(b)) % pairs }

// opens tells whether one of the list may start with these two bytes: most that share
// the first with one don't share the second.
func (s *starts) opens(a, b byte) bool { k := pairOf(a, b); return s.pair[k/64]>>(k%64)&1 != 0 }

// index makes the table. With fold, a letter finds either case.
func (s *starts) index(fold bool) {
	s.next = make([]uint8, len(s.list)+1)
	for i := len(s.list); i > 0; i-- {
		c := s.list[i-1][0]
		s.next[i] = s.head[c]
		s.head[c] = uint8(i)
		if fold && IsLetter(c) {
			s.head[c&^0x20] = uint8(i)
		}
		for b := range 256 {
			if part := s.list[i-1]; len(part) == 1 || part[1] == byte(b) {
				k := pairOf(c, byte(b))
				s.pair[k/64] |= 1 << (k % 64)
			}
		}
	}
}

// WordSet finds the first of several words in one walk over a text, by their
// first byte. Make it once, with NewWordSet; it is safe for concurrent use.
type WordSet struct{ starts }

// NewWordSet returns the set of the words, which are in lower case and not
// empty.
func NewWordSet(words ...string) *WordSet { return &WordSet{starts{list: words}} }

// Find returns the first of the set's words in text, as scan.WordAt sees them,
// and its place; -1 if there is none.
func (w *WordSet) Find(text []byte) (word string, at int) {
	w.once.Do(w.fold)
	for i, c := range text {
		k := w.head[c]
		if k == 0 || i > 0 && IsWordByte(c) && IsWordByte(text[i-1]) {
			continue
		}
		for ; k != 0; k = w.next[k] {
			if word := w.list[k-1]; WordAt(text, i, word) {
				return word, i
			}
		}
	}
	return "", -1
}

func (w *WordSet) fold() { w.index(true) }

// In tells whether one of the words stands in text.
func (w *WordSet) In(text []byte) bool {
	_, at := w.Find(text)
	return at >= 0
}

// partSet finds any of several strings in one walk over a text, wherever
// they stand and in exactly this case. Make it once, with NewPartSet; it is
// safe for concurrent use.
type partSet struct{ starts }

// NewPartSet returns the set of the parts, none of which is empty.
func NewPartSet(parts ...string) *partSet { return &partSet{starts{list: parts}} }

// In tells whether one of the parts stands in text.
func (p *partSet) In(text []byte) bool {
	p.once.Do(p.exact)
	for i, c := range text {
		k := p.head[c]
		if k == 0 || i+1 < len(text) && !p.opens(c, text[i+1]) {
			continue
		}
		if p.matches(text[i:], k) {
			return true
		}
	}
	return false
}

func (p *partSet) exact() { p.index(false) }

// At tells whether text starts with one of the parts.
func (p *partSet) At(text []byte) bool {
	p.once.Do(p.exact)
	return len(text) > 0 && p.matches(text, p.head[text[0]])
}

// matches tells whether text starts with the k-th of the parts or one that
// follows it.
func (p *partSet) matches(text []byte, k uint8) bool {
	for ; k != 0; k = p.next[k] {
		if HasPrefix(text, p.list[k-1]) {
			return true
		}
	}
	return false
}
