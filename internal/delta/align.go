package delta

import (
	"slices"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// A region of at most diffUnits units is given to the diff, whose time is
// quadratic at worst, as long as the squares of their sizes add up to less
// than diffWork. What is larger is split at anchors first, at most maxDepth
// times over: units that stand once on either side, as in patience diff, or,
// where there are none, the nth of a kind on either side.
const (
	diffUnits = 1 << 10
	diffWork  = 1 << 26
	maxDepth  = 24
)

// aligner pairs the equal numbers of two lists so that pairs don't cross.
type aligner struct {
	a, b []int32
	pair []int32 // for each of b its partner in a, -1: none

	inA, inB []int32 // scratch: how often a number stands in a region
	work     int
}

func (x *aligner) align(numbers int) {
	x.pair = unpaired(len(x.b))
	x.inA, x.inB = make([]int32, numbers), make([]int32, numbers)
	x.region(0, len(x.a), 0, len(x.b), 0)
}

// region pairs a[a0:a1] with b[b0:b1].
func (x *aligner) region(a0, a1, b0, b1, depth int) {
	for a0 < a1 && b0 < b1 && x.a[a0] == x.b[b0] {
		x.pair[b0] = int32(a0)
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && x.a[a1-1] == x.b[b1-1] {
		a1, b1 = a1-1, b1-1
		x.pair[b1] = int32(a1)
	}
	if a0 == a1 || b0 == b1 {
		return
	}
	as, bs, anchors := x.shared(a0, a1, b0, b1)
	size := len(as) + len(bs)
	switch {
	case len(as) == 0:
		return
	case size <= diffUnits && x.work+size*size <= diffWork:
		x.work += size * size
		x.diff(as, bs)
		return
	case len(anchors) == 0:
		anchors = x.nths(as, bs)
	}
	x.split(longestRise(anchors), a0, a1, b0, b1, depth)
}

// split pairs the anchors and what is between them.
func (x *aligner) split(anchors []anchor, a0, a1, b0, b1, depth int) {
	for _, k := range anchors {
		x.pair[k.b] = k.a
	}
	if depth == maxDepth {
		return
	}
	for _, k := range anchors {
		x.region(a0, int(k.a), b0, int(k.b), depth+1)
		a0, b0 = int(k.a)+1, int(k.b)+1
	}
	x.region(a0, a1, b0, b1, depth+1)
}

// anchor is a pair that the rest of a region is split at.
type anchor struct{ a, b int32 }

// shared returns the places on either side whose numbers stand on both, and
// the pairs of those that stand once on either, in the order of b. What
// stands on one side only takes no part in any alignment.
func (x *aligner) shared(a0, a1, b0, b1 int) (as, bs []int32, once []anchor) {
	for _, id := range x.a[a0:a1] {
		x.inA[id]++
	}
	for _, id := range x.b[b0:b1] {
		x.inB[id]++
	}
	where := map[int32]int32{}
	for i := a0; i < a1; i++ {
		id := x.a[i]
		if x.inB[id] > 0 {
			as = append(as, int32(i))
		}
		if x.inA[id] == 1 && x.inB[id] == 1 {
			where[id] = int32(i)
		}
	}
	for i := b0; i < b1; i++ {
		id := x.b[i]
		if x.inA[id] > 0 {
			bs = append(bs, int32(i))
		}
		if at, ok := where[id]; ok {
			once = append(once, anchor{at, int32(i)})
		}
	}
	for _, id := range x.a[a0:a1] {
		x.inA[id] = 0
	}
	for _, id := range x.b[b0:b1] {
		x.inB[id] = 0
	}
	return as, bs, once
}

// nths pairs the first of a kind in as with the first in bs, the second with
// the second, and so on.
func (x *aligner) nths(as, bs []int32) []anchor {
	next := make([]int32, len(as)) // the next of its kind, from 1; 0: none
	first := x.inA
	for k := len(as) - 1; k >= 0; k-- {
		id := x.a[as[k]]
		next[k] = first[id]
		first[id] = int32(k) + 1
	}
	var pairs []anchor
	for _, i := range bs {
		id := x.b[i]
		if k := first[id]; k > 0 {
			pairs = append(pairs, anchor{as[k-1], i})
			first[id] = next[k-1]
		}
	}
	for _, i := range as {
		first[x.a[i]] = 0
	}
	return pairs
}

// longestRise returns the longest run of pairs, given in the order of b, that
// rises in a too.
func longestRise(pairs []anchor) []anchor {
	var tops []int32 // the pair with the lowest a that ends a rise of each length
	from := make([]int32, len(pairs))
	for k, p := range pairs {
		n, _ := slices.BinarySearchFunc(tops, p.a, func(top, a int32) int { return int(pairs[top].a - a) })
		from[k] = -1
		if n > 0 {
			from[k] = tops[n-1]
		}
		if n == len(tops) {
			tops = append(tops, int32(k))
		} else {
			tops[n] = int32(k)
		}
	}
	rise := make([]anchor, len(tops))
	if len(tops) == 0 {
		return rise
	}
	for n, k := len(tops)-1, tops[len(tops)-1]; n >= 0; n, k = n-1, from[k] {
		rise[n] = pairs[k]
	}
	return rise
}

// diff pairs the places as and bs by a shortest edit script. The numbers are
// renamed to runes from 1; there are too few of them to reach the surrogates.
// Without a time-out the result does not depend on the clock.
func (x *aligner) diff(as, bs []int32) {
	names := map[int32]rune{}
	edits := (&diffmatchpatch.DiffMatchPatch{}).DiffMainRunes(renamed(names, x.a, as), renamed(names, x.b, bs), false)
	i, k := 0, 0
	for _, e := range edits {
		for range e.Text { // once a rune
			switch e.Type {
			case diffmatchpatch.DiffDelete:
				i++
			case diffmatchpatch.DiffInsert:
				k++
			default:
				x.pair[bs[k]] = as[i]
				i, k = i+1, k+1
			}
		}
	}
}

func renamed(names map[int32]rune, ids, places []int32) []rune {
	out := make([]rune, len(places))
	for k, at := range places {
		r, ok := names[ids[at]]
		if !ok {
			r = rune(len(names) + 1)
			names[ids[at]] = r
		}
		out[k] = r
	}
	return out
}
