package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"elide.example/elide/internal/scan"
)

// compile makes the index of a room's rules.
func compile(room Room, list []Rule) (*index, error) {
	if len(list) > math.MaxUint16 {
		return nil, fmt.Errorf("room %s has %d rules, more than %d", room, len(list), math.MaxUint16)
	}
	var plain, titled []numbered
	bytes := ""
	for i, r := range list {
		if c := r.ruled(); c != nil {
			titled = append(titled, numbered{r, i})
			bytes += c.Literals[0]
		} else {
			plain = append(plain, numbered{r, i})
		}
	}
	x, err := build(room, plain)
	if err == nil && len(titled) > 0 {
		x.bytes = bytes
		x.titles, err = build(room, titled)
		x.anchored = false
	}
	return x, err
}

// numbered is a rule with its place in the room.
type numbered struct {
	Rule
	order int
}

// ruled returns the rule's condition that the text be a rule, nil if it has none.
func (r *Rule) ruled() *Cond {
	if i := slices.IndexFunc(r.Conds, func(c Cond) bool { return c.Op == OpRuled }); i >= 0 {
		return &r.Conds[i]
	}
	return nil
}

// Finder returns the condition by which the rule is found, -1 if none can.
func (r *Rule) Finder() int {
	for _, ops := range [...][]Op{{OpStart, OpIs}, {OpEnd, OpLast}, {OpHas, OpWord}} {
		if i := slices.IndexFunc(r.Conds, func(c Cond) bool { return !c.Not && slices.Contains(ops, c.Op) }); i >= 0 {
			return i
		}
	}
	return -1
}

// weight is how many conditions the rule has: what stands beside a literal is one,
// and a whole text is two, a start and an end.
func (r *Rule) weight() int {
	n := 0
	for _, c := range r.Conds {
		n++
		if c.Op == OpIs && !c.Not {
			n++
		}
		n += min(len(c.Then), 1) + min(len(c.Before), 1)
	}
	return n
}

// builder makes an index.
type builder struct {
	x     index
	text  strings.Builder
	known map[string]uint16
	lists [5][]keyed // of the tries: start, end, has, word, last
}

// keyed is a literal that finds a rule.
type keyed struct {
	key  string
	rule uint16
}

// build makes the index of rules that are all titles, or all not.
func build(room Room, list []numbered) (*index, error) {
	b := builder{x: index{fold: folded[room]}, known: make(map[string]uint16, 2*len(list))}
	for i := range list {
		b.add(uint16(i), &list[i])
	}
	tries := [...]*trie{&b.x.start, &b.x.end, &b.x.has, &b.x.word, &b.x.last}
	for i, t := range tries {
		b.trie(t, b.lists[i])
	}
	b.x.hasAt, b.x.wordAt = filter(b.lists[2], b.x.as()), filter(b.lists[3], &lower)
	b.x.needs = needs(b.lists[2], b.x.fold)
	b.x.text = b.text.String()
	b.x.anchored = len(b.x.end.cells)+len(b.x.has.cells)+len(b.x.word.cells)+len(b.x.last.cells)+len(b.x.loose) == 0
	for _, t := range tries {
		if len(t.cells) > math.MaxUint16-256 || len(t.entries) > math.MaxUint16 {
			return nil, fmt.Errorf("room %s has too many literals for one table", room)
		}
	}
	if n := max(len(b.x.conds), len(b.x.spans), len(b.x.steps)); n > math.MaxUint16 {
		return nil, fmt.Errorf("room %s has %d conditions, more than %d", room, n, math.MaxUint16)
	}
	if len(b.x.text) > math.MaxUint16 {
		return nil, fmt.Errorf("the literals of room %s are longer together than %d bytes", room, math.MaxUint16)
	}
	return &b.x, nil
}

// add takes a rule into the index.
func (b *builder) add(i uint16, r *numbered) {
	out := rule{kind: r.Kind, tells: r.Tells, weight: uint8(min(r.weight(), math.MaxUint8)), order: uint16(r.order)}
	finder := r.Finder()
	out.conds[0] = uint16(len(b.x.conds))
	for k, c := range r.Conds {
		if k == finder {
			out.before, out.then = b.steps(c.Before), b.steps(c.Then)
		} else {
			b.x.conds = append(b.x.conds, b.cond(&c))
		}
	}
	out.conds[1] = uint16(len(b.x.conds))
	out.simple = out.conds[0] == out.conds[1] && out.before[0] == out.before[1] && out.then[0] == out.then[1]
	if finder < 0 {
		b.x.loose = append(b.x.loose, i)
	} else {
		out.whole = r.Conds[finder].Op == OpIs
		b.find(i, &r.Conds[finder], out.weight)
	}
	b.x.rules = append(b.x.rules, out)
}

// find puts the literals by which the rule is found into their list.
func (b *builder) find(i uint16, c *Cond, weight uint8) {
	list := map[Op]int{OpStart: 0, OpIs: 0, OpEnd: 1, OpHas: 2, OpWord: 3, OpLast: 4}[c.Op]
	for _, l := range c.Literals {
		if c.Op == OpEnd || c.Op == OpLast {
			l = reversed(l)
		}
		b.lists[list] = append(b.lists[list], keyed{l, i})
	}
	if list == 2 || list == 3 {
		b.x.most[list-2] = max(b.x.most[list-2], weight)
	}
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

func (b *builder) cond(c *Cond) cond {
	out := cond{op: c.Op, not: c.Not, n: uint16(c.N), before: b.steps(c.Before), then: b.steps(c.Then)}
	out.literals[0] = uint16(len(b.x.spans))
	for _, l := range c.Literals {
		b.x.spans = append(b.x.spans, b.span(l))
	}
	out.literals[1] = uint16(len(b.x.spans))
	return out
}

func (b *builder) steps(list []Step) [2]uint16 {
	from := uint16(len(b.x.steps))
	for _, s := range list {
		b.x.steps = append(b.x.steps, step{s.Class, b.span(s.Literal)})
	}
	return [2]uint16{from, uint16(len(b.x.steps))}
}

// span puts a literal into the text, once.
func (b *builder) span(l string) span {
	at, ok := b.known[l]
	if !ok {
		at = uint16(b.text.Len())
		b.known[l] = at
		b.text.WriteString(l)
	}
	return span{at, uint16(len(l))}
}

// trie makes a trie of the literals.
func (b *builder) trie(t *trie, list []keyed) {
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	t.cells = make([]cell, 1, 512)
	var keys []string
	var open []uint16 // the accepts that the next one may begin with
	for i := 0; i < len(list); {
		key, lo := list[i].key, len(t.entries)
		for ; i < len(list) && list[i].key == key; i++ {
			t.entries = append(t.entries, list[i].rule)
		}
		s := b.span(key)
		a := accept{at: s.at, n: s.n, lo: uint16(lo), hi: uint16(len(t.entries))}
		for len(open) > 0 && !strings.HasPrefix(key, keys[open[len(open)-1]]) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			a.shorter = open[len(open)-1] + 1
		}
		open = append(open, uint16(len(keys)))
		t.accepts = append(t.accepts, a)
		keys = append(keys, key)
	}
	g := grower{t: t, keys: keys, free: 1}
	g.grow(0, 0, 0, len(keys))
}

// grower lays the states of a trie into its cells.
type grower struct {
	t    *trie
	keys []string // sorted, each once
	free int      // all cells before it are taken
}

// grow lays the states below s, behind which keys[lo:hi] go on from depth.
func (g *grower) grow(s, depth, lo, hi int) {
	if hi-lo == 1 || len(g.keys[lo]) == depth {
		g.t.cells[s].accept = uint16(lo + 1)
		if lo++; lo == hi {
			return
		}
	}
	var next [256]int // by byte: behind its last key
	first, last := g.keys[lo][depth], g.keys[hi-1][depth]
	for i := lo; i < hi; i++ {
		next[g.keys[i][depth]] = i + 1
	}
	base := g.place(&next, int(first), int(last))
	g.t.cells[s].base = uint16(base)
	for c := int(first); c <= int(last); c++ {
		if next[c] > 0 {
			g.t.cells[base+c].check = uint16(s + 1)
		}
	}
	for c := int(first); c <= int(last); c++ {
		if next[c] > 0 {
			g.grow(base+c, depth+1, lo, next[c])
			lo = next[c]
		}
	}
}

// place returns a base at which the cells of all the bytes are free.
func (g *grower) place(next *[256]int, first, last int) int {
	for g.free < len(g.t.cells) && g.t.cells[g.free].check != 0 {
		g.free++
	}
	for base := max(g.free-first, 0); ; base++ {
		if need := base + last + 1; need > len(g.t.cells) {
			g.t.cells = append(g.t.cells, make([]cell, need-len(g.t.cells))...)
		}
		if g.fits(next, base, first, last) {
			return base
		}
	}
}

func (g *grower) fits(next *[256]int, base, first, last int) bool {
	for c := first; c <= last; c++ {
		if next[c] > 0 && (base+c == 0 || g.t.cells[base+c].check != 0) {
			return false
		}
	}
	return true
}

// filter makes what next reads, of literals in the order of a trie's. With fewer
// than four bytes any may follow.
func filter(list []keyed, c *as) []uint64 {
	if len(list) == 0 {
		return nil
	}
	f := make([]uint64, 256+threeSlots/64)
	for i, k := range list {
		group := uint64(1) << (i * groups / len(list))
		var at [4][]byte // the bytes that may stand there
		for n := range at {
			at[n] = startsOf(k.key, n, c)
			for _, b := range at[n] {
				f[b] |= group << (n * groups)
			}
		}
		for _, x := range at[0] {
			for _, y := range at[1] {
				for _, z := range at[2] {
					slot := three(x, y, z)
					f[256+slot/64] |= 1 << (slot % 64)
				}
			}
		}
	}
	return f
}

// startsOf returns the bytes that may stand n bytes into a text that begins with the key.
func startsOf(key string, n int, c *as) (all []byte) {
	for b := range 256 {
		if n >= len(key) || c[b] == key[n] {
			all = append(all, byte(b))
		}
	}
	return all
}

// needs returns the fewest signs of which a text must have one of each to hold one of the
// literals.
func needs(list []keyed, fold bool) (all []scan.Signs) {
	for _, k := range list {
		need := scan.SignsOf([]byte(k.key))
		if fold {
			need = 0 // either case of a letter will do
		}
		if !slices.ContainsFunc(all, func(other scan.Signs) bool { return need.Has(other) }) {
			all = append(slices.DeleteFunc(all, func(other scan.Signs) bool { return other.Has(need) }), need)
		}
	}
	return all
}
