// Package rules holds what is known of the lines of tools: how their results,
// heads, frames and totals begin, end and look. It stands in families/*.rules, one
// file a family of tools, and is compiled into table.go, in which Find looks.
//
// A rule is a room (which question is asked), a kind (the answer) and conditions:
//
//	test skip     start "not ok " has "# TODO" | "# SKIP"
//	test noise    start "1.." then digits end
//	path library  has "node_modules/" "/go/pkg/mod/"
//
// Of the rules of a room whose conditions all hold, the one with the longest start
// answers; then the one with more conditions; then the one with the longest end or last;
// then the one whose has or word stands leftmost; then the first, by the names of
// the files and the order in them.
package rules

import "elide.example/elide/internal/scan"

//go:generate go run ./gen

// Hit is a rule's answer.
type Hit struct {
	Kind     Kind
	Tells    Tells
	From, To int // the place of its literal in the text: that of start, else of end, else of the first has or word
	Conds    int // how many conditions say so
}

// current is the table that is asked. The checker puts others in its place.
var current = &embedded

// Find returns what the rules say of the text. It is safe for concurrent use and
// doesn't allocate.
func Find(room Room, text []byte) (Hit, bool) { return current[room].find(text, 0, every) }

// FindIn is Find of a text that has these signs, or some of them.
func FindIn(room Room, text []byte, signs scan.Signs) (Hit, bool) {
	return current[room].find(text, 0, signs)
}

// Opening is Find, but for the rules alone that how the text starts finds: what it
// returns is Find's answer, and false that Find may have another. It looks at no more of
// most texts than their first bytes.
func Opening(room Room, text []byte) (Hit, bool) { return current[room].opening(text) }

// Rest is Find of a text that has these signs, or some of them, and for which Opening
// answered nothing.
func Rest(room Room, text []byte, signs scan.Signs) (Hit, bool) {
	return current[room].rest(text, signs)
}

// FindFrom is Find with only what stands at or behind a place: of Start, End and Is
// nothing unless that is 0. What is before it is still seen as the text's.
func FindFrom(room Room, text []byte, at int) (Hit, bool) { return current[room].find(text, at, every) }

// Set is rules of the user's, above the embedded ones: where one of them answers,
// those aren't asked. A nil Set is the embedded ones alone. It is safe for
// concurrent use.
type Set struct{ own [roomsEnd]*index }

// Find returns what the rules of the set say of the text, as the function Find does.
func (s *Set) Find(room Room, text []byte) (Hit, bool) { return s.FindFrom(room, text, 0) }

// FindFrom does what the function FindFrom does, with the rules of the set.
func (s *Set) FindFrom(room Room, text []byte, at int) (Hit, bool) {
	if s != nil && s.own[room] != nil {
		if h, ok := s.own[room].find(text, at, every); ok {
			return h, true
		}
	}
	return FindFrom(room, text, at)
}

// Own returns what the user's rules alone say of the text.
func (s *Set) Own(room Room, text []byte) (Hit, bool) {
	if s == nil || s.own[room] == nil {
		return Hit{}, false
	}
	return s.own[room].find(text, 0, every)
}

// Has tells whether rules of the user's stand in the room.
func (s *Set) Has(room Room) bool { return s != nil && s.own[room] != nil }

// Compile makes a set of a user's files, whatever command they are bound to.
func Compile(files ...*File) (*Set, error) {
	var s Set
	for room := range roomsEnd {
		var list []Rule
		for _, f := range files {
			list = appendRoom(list, room, f)
		}
		if len(list) == 0 {
			continue
		}
		x, err := compile(room, list)
		if err != nil {
			return nil, err
		}
		x.bound()
		s.own[room] = x
	}
	return &s, nil
}

// mostTries is at how many places of a line users' rules of has and word are tried,
// each. What is asked beside a literal may take as long as the line, and an output may
// have it at each place: 1 MB of lines of 1,000 ones took 8 rules such as
// has "1" then digits "%" 5.5 s; so it takes 0.6.
const mostTries = 64

// bound bounds what a text may cost.
func (x *index) bound() {
	x.tries = mostTries
	if x.titles != nil {
		x.titles.tries = mostTries
	}
}

// appendRoom appends the file's rules of the room.
func appendRoom(list []Rule, room Room, f *File) []Rule {
	for _, r := range f.Rules {
		if r.Kind.Room() == room {
			list = append(list, r)
		}
	}
	return list
}
