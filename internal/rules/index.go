package rules

import "elide.example/elide/internal/scan"

// index holds the rules of a room so that they are read in place. All numbers
// point into its own lists.
type index struct {
	text   string // all literals
	start  trie   // of Start and Is
	end    trie   // of End, each backwards
	has    trie
	word   trie
	last   trie     // of Last, each backwards
	hasAt  []uint64 // where a literal of has can stand, see filter
	wordAt []uint64
	needs  []scan.Signs // of has, each of which some literals need; nil: there is no has
	most   [2]uint8     // the most conditions of a rule that has or word finds
	loose  []uint16     // rules without a literal that finds them
	rules  []rule
	conds  []cond
	spans  []span // literals of conditions
	steps  []step
	bytes  string // of which the text may be a rule: then titles are asked too
	titles *index
	tries  int // places in a text at which the literals of has, and of word, are looked at; 0: all
	fold   bool

	anchored bool // every rule is found by how the text starts
}

// trie finds the literals that a text begins with.
type trie struct {
	cells   []cell
	accepts []accept
	entries []uint16 // rules
}

// cell is a state: the bytes read so far. The state behind one byte more is at base
// plus that byte, if that one's check is this state's place plus one.
type cell struct{ base, check, accept uint16 }

// accept is a literal that was read, or of which all but a rest was that no other
// shares. Its rules are entries[lo:hi].
type accept struct {
	at      uint16 // in text
	n       uint16
	lo, hi  uint16
	shorter uint16 // the longest other one that it begins with, plus one
}

type span struct{ at, n uint16 }

// rule is a rule without the condition that finds it.
type rule struct {
	kind   Kind
	tells  Tells
	weight uint8 // how many conditions it has
	whole  bool  // the literal is the text
	simple bool  // there is no more to it
	order  uint16
	before [2]uint16 // of the literal: steps[before[0]:before[1]]
	then   [2]uint16
	conds  [2]uint16
}

type cond struct {
	op           Op
	not          bool
	n            uint16
	literals     [2]uint16 // spans
	before, then [2]uint16
}

type step struct {
	class   Class
	literal span
}
