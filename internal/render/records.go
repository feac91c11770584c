package render

import (
	"bytes"
	"slices"
	"sort"

	"elide.example/elide/internal/mark"
)

// records shows JSON with the keys of like records named once: an object
// that has the keys of the one shown before it, in their order, is shown
// without them. Behind {"id":1,"at":{"line":7,"col":2}} stands {2,{9,4}} for
// {"id":2,"at":{"line":9,"col":4}}.
//
// What stands at the place of an object without keys is known from the last
// object with keys at the same place: the items of all lists that lie
// open in the text are one place, and so are the values of one member of
// those, and so on inwards. Objects that hold a critical piece keep their
// keys, and so does a member that is shown for its own sake.
type records struct {
	top node

	text    []byte // a run of JSON without blanks between its tokens
	parts   []part // the pieces that it is made of, in their order
	pairs   []pair // its containers
	members []member
	full    int // depth of the objects around that keep all their keys
	out     []byte
}

// node is a place at which like values stand.
type node struct {
	keys    [][]byte // of the last object here that was shown with keys, quoted
	members []*node  // the places of its members
	item    *node    // and of the items of lists here
}

// part is a piece of the original in a run.
type part struct {
	at       int  // where its text starts
	critical bool // it decides what to do next
	own      bool // it is shown for its own sake, not for what it stands in
	before   int  // how many of the parts before it are critical
}

// pair is where a container opens and closes: the offsets of its brackets.
type pair struct{ open, close int }

// member is a key and a value: text[key:colon] and text[value:end].
type member struct{ key, colon, value, end int }

// deepest is how many containers deep records are looked at.
const deepest = 200

// add notes that a piece of the run starts at an offset of its text.
func (r *records) add(at int, m mark.Mark) {
	p := part{at: at, critical: m.Rank == mark.Critical}
	p.own = m.Rank >= mark.Outlier && m.Why != mark.WhyNear && m.Why != mark.WhyHeading && m.Why != mark.WhyFirst
	if n := len(r.parts); n > 0 {
		p.before = r.parts[n-1].before
		if r.parts[n-1].critical {
			p.before++
		}
	}
	r.parts = append(r.parts, p)
}

// shorten returns the run's text without the keys that were named before it
// or in it. It is valid up to the next call.
func (r *records) shorten(text []byte) []byte {
	r.text, r.out = text, r.out[:0]
	r.findPairs()
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '{' && (i == 0 || text[i-1] != ':') && r.closing(i) > 0:
			i = r.object(i, &r.top, 0)
		case c == '"':
			i = r.copyTo(i, r.stringEnd(i))
		default:
			i = r.copyTo(i, i+1)
		}
	}
	return r.out
}

func (r *records) copyTo(from, to int) int {
	r.out = append(r.out, r.text[from:to]...)
	return to
}

// findPairs finds the containers that lie whole in the run. If brackets of
// different kinds meet, the text is not what it seemed, and it finds none.
func (r *records) findPairs() {
	r.pairs = r.pairs[:0]
	var open []int // indices of pairs
	for i := 0; i < len(r.text); {
		switch c := r.text[i]; c {
		case '"':
			i = r.stringEnd(i)
			continue
		case '{', '[':
			open = append(open, len(r.pairs))
			r.pairs = append(r.pairs, pair{i, -1})
		case '}', ']':
			if len(open) == 0 {
				break // it closes what was opened before the run
			}
			last := &r.pairs[open[len(open)-1]]
			if r.text[last.open] != c-2 {
				r.pairs = r.pairs[:0]
				return
			}
			last.close = i
			open = open[:len(open)-1]
		}
		i++
	}
}

// closing returns where the container that opens at i is closed, or -1.
func (r *records) closing(i int) int {
	k, ok := slices.BinarySearchFunc(r.pairs, i, func(p pair, i int) int { return p.open - i })
	if !ok {
		return -1
	}
	return r.pairs[k].close
}

// stringEnd returns where the text goes on behind the string at i.
func (r *records) stringEnd(i int) int {
	for i++; i < len(r.text); i++ {
		switch r.text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(r.text)
}

// valueEnd returns where the value at i ends, or -1 if there is none.
func (r *records) valueEnd(i int) int {
	switch r.text[i] {
	case '{', '[':
		return r.closing(i) + 1
	case '"':
		return r.stringEnd(i)
	}
	end := i
	for end < len(r.text) && scalarByte(r.text[end]) {
		end++
	}
	return end
}

func scalarByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '+' || c == '.'
}

// object shows the object at i, which is at the place n, and returns where
// the text goes on.
func (r *records) object(i int, n *node, depth int) int {
	end := r.closing(i) + 1
	first := len(r.members)
	defer func() { r.members = r.members[:first] }()
	if depth > deepest || !r.readMembers(i+1, end-1) {
		return r.copyTo(i, end)
	}
	count := len(r.members) - first
	known := r.known(n, r.members[first:])
	if !known {
		n.name(r.text, r.members[first:])
	}
	if r.full > 0 || r.critical(i, end) {
		r.full++
		defer func() { r.full-- }()
	}
	drop := known && count > 1 && r.full == 0
	for k := range count {
		r.copyTo(i, i+1) // the bracket, or the comma
		m := r.members[first+k]
		if !drop || r.own(m.key) {
			r.copyTo(m.key, m.value)
		}
		r.value(m.value, m.end, n.member(k), depth+1)
		i = m.end
	}
	return r.copyTo(i, end)
}

// value shows the value text[i:end].
func (r *records) value(i, end int, n *node, depth int) {
	switch {
	case r.text[i] == '{' && end > i+2:
		r.object(i, n, depth)
	case r.text[i] == '[' && end > i+2 && depth <= deepest:
		r.list(i, end, n, depth)
	default:
		r.copyTo(i, end)
	}
}

func (r *records) list(i, end int, n *node, depth int) {
	if n.item == nil {
		n.item = &node{}
	}
	for i < end-1 {
		r.copyTo(i, i+1)
		i++
		to := r.valueEnd(i)
		if to <= i {
			break
		}
		r.value(i, to, n.item, depth+1)
		if i = to; r.text[i] != ',' {
			break
		}
	}
	r.copyTo(i, end)
}

// readMembers appends the members in text[i:end], what stands between the
// brackets of an object. It returns false if they are not well formed.
func (r *records) readMembers(i, end int) bool {
	for {
		m := member{key: i}
		if i >= end || r.text[i] != '"' {
			return false
		}
		if m.colon = r.stringEnd(i); m.colon >= end-1 || r.text[m.colon] != ':' {
			return false
		}
		m.value = m.colon + 1
		if m.end = r.valueEnd(m.value); m.end <= m.value || m.end > end {
			return false
		}
		r.members = append(r.members, m)
		if m.end == end {
			return true
		}
		if r.text[m.end] != ',' {
			return false
		}
		i = m.end + 1
	}
}

// known tells whether the members have the keys of the place, in their order.
func (r *records) known(n *node, members []member) bool {
	if len(n.keys) != len(members) {
		return false
	}
	for k, m := range members {
		if !bytes.Equal(n.keys[k], r.text[m.key:m.colon]) {
			return false
		}
	}
	return true
}

// name gives the place the keys of the members.
func (n *node) name(text []byte, members []member) {
	n.keys, n.members = make([][]byte, len(members)), make([]*node, len(members))
	for k, m := range members {
		n.keys[k] = bytes.Clone(text[m.key:m.colon])
	}
}

func (n *node) member(k int) *node {
	if n.members[k] == nil {
		n.members[k] = &node{}
	}
	return n.members[k]
}

// critical tells whether a critical piece has a part in text[i:end].
func (r *records) critical(i, end int) bool {
	first := max(r.behind(i)-1, 0)
	last := r.behind(end-1) - 1
	if last < 0 {
		return false
	}
	return r.parts[last].critical || r.parts[last].before > r.parts[first].before
}

// own tells whether a piece that is shown for its own sake starts with the
// member whose key is at i.
func (r *records) own(i int) bool {
	for k := r.behind(i) - 1; k >= 0 && r.parts[k].at == i; k-- {
		if r.parts[k].own {
			return true
		}
	}
	return false
}

// behind returns the index of the first part that starts behind i.
func (r *records) behind(i int) int {
	return sort.Search(len(r.parts), func(k int) bool { return r.parts[k].at > i })
}
