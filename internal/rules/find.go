package rules

import "elide.example/elide/internal/scan"

// found is a rule of which all conditions hold, and by what it is chosen.
type found struct {
	rule   uint16
	ok     bool
	weight uint8
	start  int // bytes of its start
	end    int // bytes of its end
	place  int // of its first has or word
	from   int
	to     int
}

// better tells whether f answers rather than g. Both hold.
func (f *found) better(x *index, g *found, y *index) bool {
	switch {
	case f.start != g.start:
		return f.start > g.start
	case f.weight != g.weight:
		return f.weight > g.weight
	case f.end != g.end:
		return f.end > g.end
	case f.place != g.place:
		return f.place < g.place
	}
	return x.rules[f.rule].order < y.rules[g.rule].order
}

// every is the signs of a text of which none are known.
const every = ^scan.Signs(0)

// find returns the answer for what stands at or behind a place in a text that has these
// signs, or some of them.
func (x *index) find(text []byte, at int, signs scan.Signs) (Hit, bool) {
	if x.anchored && !x.opens(text) {
		return Hit{}, false
	}
	var best found
	x.search(text, at, 0, signs, &best)
	owner, off := x, 0
	if x.titles != nil {
		if c, title, place := ruleOf(text); c != 0 && holds(x.bytes, c) && at <= place+len(title) {
			var other found
			x.titles.search(title, max(at-place, 0), c, signs, &other)
			if other.ok && (!best.ok || other.better(x.titles, &best, x)) {
				best, owner, off = other, x.titles, place
			}
		}
	}
	if !best.ok {
		return Hit{}, false
	}
	return owner.hit(&best, off), true
}

// opening returns the answer of the rules that how the text starts finds.
func (x *index) opening(text []byte) (Hit, bool) {
	if x.titles != nil && len(text) > 0 && scan.IsRuleByte(text[0]) {
		return x.find(text, 0, every) // a title's rule may be the better one
	}
	var best found
	if x.starts(text, 0, &best); best.start == 0 {
		return Hit{}, false
	}
	return x.hit(&best, 0), true
}

// rest returns the answer of the rules that something else finds, for a text with these
// signs.
func (x *index) rest(text []byte, signs scan.Signs) (Hit, bool) {
	if x.anchored {
		return Hit{}, false
	}
	if x.titles != nil && len(text) > 0 && (scan.IsRuleByte(text[0]) || text[0] == 0xe2) {
		return x.find(text, 0, signs)
	}
	var best found
	if x.behind(text, 0, 0, signs, &best); !best.ok {
		return Hit{}, false
	}
	return x.hit(&best, 0), true
}

// mayHave tells whether a text with these signs may hold a literal of has.
func (x *index) mayHave(signs scan.Signs) bool {
	for _, need := range x.needs {
		if signs.Has(need) {
			return true
		}
	}
	return false
}

// hit is the answer of what was found, off bytes into the text.
func (x *index) hit(f *found, off int) Hit {
	r := &x.rules[f.rule]
	return Hit{r.kind, r.tells, f.from + off, f.to + off, int(f.weight)}
}

// opens tells whether a literal begins with the first byte of the text, or it is
// empty: else no rule of an anchored index holds.
func (x *index) opens(text []byte) bool {
	if len(text) == 0 {
		return true
	}
	c := text[0]
	if x.fold {
		c = lower[c]
	}
	cells := x.start.cells
	if len(cells) < 2 {
		return len(cells) == 1 // one literal, which has no states
	}
	next := int(cells[0].base) + int(c)
	return cells[0].accept != 0 || next < len(cells) && cells[next].check == 1
}

func holds(set string, c byte) bool {
	for i := 0; i < len(set); i++ {
		if set[i] == c {
			return true
		}
	}
	return false
}

// search finds the best of the rules that hold. ruled is the byte of the rule that
// the text is the title of.
func (x *index) search(text []byte, at int, ruled byte, signs scan.Signs, best *found) {
	if at == 0 {
		if x.starts(text, ruled, best); best.start > 0 {
			return // the longest start answers
		}
	}
	x.behind(text, at, ruled, signs, best)
}

// behind is search but for the rules that how the text starts finds.
func (x *index) behind(text []byte, at int, ruled byte, signs scan.Signs, best *found) {
	if at == 0 {
		x.ends(&x.end, text, len(text), ruled, best)
		x.ends(&x.last, text, -1, ruled, best)
	}
	if x.most[0] > 0 && x.mayHave(signs) {
		x.within(text, at, ruled, best)
	}
	if x.most[1] > 0 {
		x.words(text, at, ruled, best)
	}
	if at == 0 {
		for _, r := range x.loose {
			x.consider(text, at, ruled, best, r, 0, 0)
		}
	}
}

// starts asks the rules that a start or a whole text finds.
func (x *index) starts(text []byte, ruled byte, best *found) {
	a := x.start.walk(x.text, text, x.as())
	for ; a != 0 && !best.ok; a = x.start.accepts[a-1].shorter {
		l := &x.start.accepts[a-1]
		for _, r := range x.start.entries[l.lo:l.hi] {
			if !x.rules[r].whole || len(text) == int(l.n) {
				x.considerStart(text, ruled, best, r, int(l.n))
			}
		}
	}
}

// considerStart is consider for a rule whose literal begins the text.
func (x *index) considerStart(text []byte, ruled byte, best *found, r uint16, n int) {
	f := found{rule: r, weight: x.rules[r].weight, start: n, to: n, ok: true}
	if x.rules[r].whole {
		f.end = n
	}
	if x.judge(text, ruled, &f) && (!best.ok || f.better(x, best, x)) {
		*best = f
	}
}

// ends asks the rules that an end at that place finds; -1: where the text's tail begins.
func (x *index) ends(t *trie, text []byte, to int, ruled byte, best *found) {
	if len(t.accepts) == 0 {
		return
	}
	if to < 0 {
		to = len(scan.WithoutTail(text))
	}
	for a := t.back(x.text, text[:to], x.as()); a != 0; a = t.accepts[a-1].shorter {
		l := &t.accepts[a-1]
		for _, r := range t.entries[l.lo:l.hi] {
			f := found{rule: r, weight: x.rules[r].weight, end: int(l.n), from: to - int(l.n), to: to, ok: true}
			if x.judge(text, ruled, &f) && (!best.ok || f.better(x, best, x)) {
				*best = f
			}
		}
	}
}

// within asks the rules that a literal finds wherever it stands.
func (x *index) within(text []byte, at int, ruled byte, best *found) {
	places := 0
	for i := at; i < len(text); i++ {
		if best.ok && best.weight >= x.most[0] {
			return // none that stands further right is better
		}
		if i = next(x.hasAt, text, i); i < 0 {
			return
		}
		a := x.has.walk(x.text, text[i:], x.as())
		if a != 0 {
			if places++; x.tries > 0 && places > x.tries {
				return
			}
		}
		for ; a != 0; a = x.has.accepts[a-1].shorter {
			l := &x.has.accepts[a-1]
			for _, r := range x.has.entries[l.lo:l.hi] {
				x.consider(text, i, ruled, best, r, i, i+int(l.n))
			}
		}
	}
}

// words does the same for words.
func (x *index) words(text []byte, at int, ruled byte, best *found) {
	places := 0
	for i := at; i < len(text); i++ {
		if best.ok && best.weight >= x.most[1] && best.place < i {
			return
		}
		if i = next(x.wordAt, text, i); i < 0 {
			return
		}
		if i > 0 && scan.IsWordByte(text[i-1]) && scan.IsWordByte(text[i]) {
			continue
		}
		a := x.word.walk(x.text, text[i:], &lower)
		if a != 0 {
			if places++; x.tries > 0 && places > x.tries {
				return
			}
		}
		for ; a != 0; a = x.word.accepts[a-1].shorter {
			l := &x.word.accepts[a-1]
			if to := i + int(l.n); bounded(text, i, to) {
				for _, r := range x.word.entries[l.lo:l.hi] {
					x.consider(text, i, ruled, best, r, i, to)
				}
			}
		}
	}
}

// consider takes the rule, whose literal stands at text[from:to], for the best if it
// holds and is better.
func (x *index) consider(text []byte, at int, ruled byte, best *found, r uint16, from, to int) {
	f := found{rule: r, weight: x.rules[r].weight, place: from, from: from, to: to, ok: true}
	if best.ok && !f.better(x, best, x) {
		return
	}
	if x.judge(text, ruled, &f) {
		*best = f
	}
}

// as is how the room compares.
func (x *index) as() *as {
	if x.fold {
		return &lower
	}
	return &exact
}

// walk returns the longest literal that text begins with, as its place in accepts
// plus one; 0: none.
func (t *trie) walk(literals string, text []byte, c *as) uint16 {
	cells := t.cells
	if len(cells) == 0 {
		return 0
	}
	last := uint16(0)
	for s, i := 0, 0; ; i++ {
		state := cells[s]
		if state.accept != 0 {
			l := &t.accepts[state.accept-1]
			if int(l.n) > i { // the rest is of this one alone
				if begins(text[i:], literals[int(l.at)+i:int(l.at)+int(l.n)], c) {
					return state.accept
				}
				return last
			}
			last = state.accept
		}
		if i >= len(text) {
			return last
		}
		next := int(state.base) + int(c[text[i]])
		if next >= len(cells) || int(cells[next].check) != s+1 {
			return last
		}
		s = next
	}
}

// back is walk from the end of the text.
func (t *trie) back(literals string, text []byte, c *as) uint16 {
	cells, last := t.cells, uint16(0)
	for s, i := 0, 0; ; i++ {
		state := cells[s]
		if state.accept != 0 {
			l := &t.accepts[state.accept-1]
			if int(l.n) > i {
				if endsBackwards(text[:len(text)-i], literals[int(l.at)+i:int(l.at)+int(l.n)], c) {
					return state.accept
				}
				return last
			}
			last = state.accept
		}
		if i >= len(text) {
			return last
		}
		next := int(state.base) + int(c[text[len(text)-1-i]])
		if next >= len(cells) || int(cells[next].check) != s+1 {
			return last
		}
		s = next
	}
}

// endsBackwards tells whether text, read from its end, begins with the literal.
func endsBackwards(text []byte, literal string, c *as) bool {
	if len(text) < len(literal) {
		return false
	}
	for i := 0; i < len(literal); i++ {
		if c[text[len(text)-1-i]] != literal[i] {
			return false
		}
	}
	return true
}

// groups is how many groups of literals a filter tells apart.
const groups = 16

// next returns the first place from i on at which one of the literals of a filter
// can begin, -1 if there is none.
//
// A filter has for each byte which groups of literals have it first, then which have it
// second, then third, then fourth; and behind that a set of the first three together. The
// bytes read last are held against all four at once, without a branch each: they would be
// guessed wrong.
func next(filter []uint64, text []byte, i int) int {
	const first = 1<<groups - 1
	at, threes := (*[256]uint64)(filter), (*[threeSlots / 64]uint64)(filter[256:])
	read := uint64(0) // which groups may have the last byte first, the last two, three, four
	for ; i < len(text); i++ {
		read = at[text[i]] & (read<<groups | first)
		if read >= 1<<(3*groups) && among(threes, text[i-3:]) {
			return i - 3
		}
	}
	switch {
	case read>>(2*groups)&first != 0 && among(threes, text[i-3:]):
		return i - 3
	case read>>groups&first != 0:
		return i - 2
	case read&first != 0:
		return i - 1
	}
	return -1
}

// among tells whether the three bytes that the text begins with may be those of a literal.
func among(threes *[threeSlots / 64]uint64, text []byte) bool {
	k := three(text[0], text[1], text[2])
	return threes[k/64]>>(k%64)&1 != 0
}

// threeSlots is how large the set of three bytes together is: of has 86 are taken at most,
// of the words of one room 380, some of which have two bytes.
const threeSlots = 1024

// three returns the slot of three bytes.
func three(a, b, c byte) uint { return (uint(a) + uint(b)*33 + uint(c)*1031) % threeSlots }
