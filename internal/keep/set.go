package keep

import "bytes"

// Set matches many patterns at once: its words in one pass over a line, however
// many there are. It is safe for concurrent use. A nil Set matches nothing.
type Set struct {
	words *automaton // that have ASCII alone; nil: none
	wide  *automaton // the other ones, looked for in the line in lower case
	exprs []Pattern
}

// NewSet returns the set of the patterns, nil if there are none.
func NewSet(patterns []Pattern) *Set {
	if len(patterns) == 0 {
		return nil
	}
	s := &Set{}
	var words, wide [][]byte
	for _, p := range patterns {
		switch {
		case p.expr != nil:
			s.exprs = append(s.exprs, p)
		case p.ascii:
			words = append(words, p.folded)
		default:
			wide = append(wide, p.folded)
		}
	}
	s.words, s.wide = newAutomaton(words), newAutomaton(wide)
	return s
}

// Match tells whether the line holds any of the patterns.
func (s *Set) Match(line []byte) bool {
	if s == nil {
		return false
	}
	if s.words.in(line) || s.wide != nil && s.wide.in(bytes.ToLower(line)) {
		return true
	}
	for _, p := range s.exprs {
		if p.Match(line) {
			return true
		}
	}
	return false
}

// automaton finds whether one of some words stands in a text, in one step a byte
// (Aho and Corasick's). A state is the longest front of a word that the bytes
// read so far end in.
type automaton struct {
	class   [256]uint8 // of a byte; 0: it stands in no word
	classes int
	next    []uint16 // the state after a state and a class
}

// found is the state after a word. There is nothing to look for behind it.
const found = 1

// newAutomaton returns the automaton of words in lower case, nil if there are
// none. Their bytes together are fewer than there are states (see maxBytes).
func newAutomaton(words [][]byte) *automaton {
	if len(words) == 0 {
		return nil
	}
	a := &automaton{classes: 1}
	for _, w := range words {
		for _, c := range w {
			if a.class[c] == 0 {
				a.class[c] = uint8(a.classes)
				a.classes++
			}
		}
	}
	for c := 'A'; c <= 'Z'; c++ {
		a.class[c] = a.class[c+'a'-'A']
	}
	a.next = make([]uint16, 2*a.classes) // the start, and found
	for _, w := range words {
		a.add(w)
	}
	a.link()
	return a
}

// add adds the states of a word.
func (a *automaton) add(word []byte) {
	at := 0
	for i, c := range word {
		to := &a.next[at*a.classes+int(a.class[c])]
		switch {
		case *to == found:
			return // a word that it begins with is found first
		case i == len(word)-1:
			*to = found
			return
		case *to == 0:
			*to = uint16(len(a.next) / a.classes)
			at = int(*to)
			a.next = append(a.next, make([]uint16, a.classes)...)
		default:
			at = int(*to)
		}
	}
}

// link fills in, breadth first, where a state goes with a byte that leads on in
// none of its words: where its longest proper end goes that is a state, too.
func (a *automaton) link() {
	ends := make([]uint16, len(a.next)/a.classes)
	queue := make([]uint16, 0, len(ends))
	for at := uint16(0); ; at, queue = queue[0], queue[1:] {
		row, end := a.row(at), a.row(ends[at])
		for c, to := range row {
			switch {
			case end[c] == found:
				row[c] = found
			case to > found:
				if at != 0 {
					ends[to] = end[c]
				}
				queue = append(queue, to)
			case to == 0:
				row[c] = end[c]
			}
		}
		if len(queue) == 0 {
			return
		}
	}
}

func (a *automaton) row(state uint16) []uint16 {
	return a.next[int(state)*a.classes:][:a.classes]
}

// in tells whether a word stands in the text, capital letters of ASCII taken for
// small ones.
func (a *automaton) in(text []byte) bool {
	if a == nil {
		return false
	}
	at := 0
	for _, c := range text {
		at = int(a.next[at*a.classes+int(a.class[c])])
		if at == found {
			return true
		}
	}
	return false
}
