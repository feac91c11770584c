// Package delta shows a block as its difference from an earlier one that the
// reader has: what is new, what is gone, what still fails.
//
// Compare aligns the units of the two. Marks then changes the marks of the
// later block, so that what stands in the earlier one too is hidden and what
// is new is shown, and lists what the earlier block had: failures that are
// gone, and failures that still stand. AppendHeader writes that list, which
// stands above the reduced text; docs/delta.md is its specification. Planning
// and rendering are the same as for any block.
//
// Everything here is a pure function of the two blocks and takes time about
// linear in their size.
package delta

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// Ranked is a whole block with the verdict of the reducers on its units.
type Ranked struct {
	Sections []block.Section // they tile the block
	Marks    []mark.Mark     // one a unit
}

func (r Ranked) block() *block.Block { return r.Sections[0].Block }

// Alignment says which units of two blocks are the same, but for what differs
// from run to run. Pairs never cross: both lists rise, but for their -1.
type Alignment struct {
	Before []int32 // for each unit of now the unit of before that it equals, -1: it is new
	Now    []int32 // for each unit of before the unit of now that it equals, -1: it is gone

	// Elsewhere holds of a new unit that an equal one is gone from another
	// place of before, Later of a gone unit that an equal one is new in
	// another place of now: what several workers print comes in any order.
	Elsewhere, Later []bool

	moves []move // for each unit of now; nil: none moved
}

// movedAt tells whether unit i of now is a finding that moved.
func (a Alignment) movedAt(i int) bool { return a.moves != nil && a.moves[i].before >= 0 }

// Run is a run of units of before that are gone.
type Run struct {
	First, End int // units of before: First included, End not
	At         int // the unit of now before which they would stand
}

// Gone returns the runs of before that are gone, in order.
func (a Alignment) Gone() []Run {
	var runs []Run
	at := 0
	for j := 0; j < len(a.Now); {
		if a.Now[j] >= 0 {
			at = int(a.Now[j]) + 1
			j++
			continue
		}
		end := j + 1
		for end < len(a.Now) && a.Now[end] < 0 {
			end++
		}
		runs = append(runs, Run{First: j, End: end, At: at})
		j = end
	}
	return runs
}

// Compare aligns two blocks, each given as the sections that tile it. Units
// equal by their text; in the output of a run (tests, builds, logs) by the
// text in which durations, timestamps, process ids, addresses, ports and
// temporary paths are masked. Other numbers are never masked.
func Compare(before, now []block.Section) Alignment {
	ids := identifier{of: map[uint64]int32{}}
	x := aligner{a: ids.units(before), b: ids.units(now)}
	x.align(len(ids.of))
	al := Alignment{Before: x.pair, Now: unpaired(len(x.a))}
	same := comparer{before: before, now: now}
	for i, j := range al.Before {
		if j >= 0 && !same.masked(int(j), i) {
			al.Before[i] = -1 // two texts have one hash
		}
		if al.Before[i] >= 0 {
			al.Now[j] = int32(i)
		}
	}
	al.Elsewhere = loose(x.b, al.Before, x.a, al.Now, len(ids.of))
	al.Later = loose(x.a, al.Now, x.b, al.Before, len(ids.of))
	al.moves = moves(before, now, &al)
	return al
}

func unpaired(n int) []int32 {
	pair := make([]int32, n)
	for i := range pair {
		pair[i] = -1
	}
	return pair
}

// loose tells of each unpaired unit whether an unpaired one of the other
// block has the same id.
func loose(ids, pair, otherIDs, otherPair []int32, n int) []bool {
	free := make([]bool, n)
	for i, id := range otherIDs {
		if otherPair[i] < 0 {
			free[id] = true
		}
	}
	out := make([]bool, len(ids))
	for i, id := range ids {
		out[i] = pair[i] < 0 && free[id]
	}
	return out
}

// identifier numbers units so that equal ones have equal numbers.
type identifier struct {
	of   map[uint64]int32
	mask masker
}

func (n *identifier) units(secs []block.Section) []int32 {
	var ids []int32
	for _, s := range secs {
		for i := range s.Len() {
			h := hash(n.mask.section(s, i))
			id, ok := n.of[h]
			if !ok {
				id = int32(len(n.of))
				n.of[h] = id
			}
			ids = append(ids, id)
		}
	}
	return ids
}

// comparer compares the texts of paired units. It is asked in rising order.
type comparer struct {
	before, now   []block.Section
	first, second masker
}

func (c *comparer) masked(j, i int) bool {
	for j >= c.before[0].End {
		c.before = c.before[1:]
	}
	for i >= c.now[0].End {
		c.now = c.now[1:]
	}
	a, b := c.before[0], c.now[0]
	if bytes.Equal(a.Block.Raw(j), b.Block.Raw(i)) {
		return true
	}
	return bytes.Equal(c.first.section(a, j-a.First), c.second.section(b, i-b.First))
}

// section returns the text of the section's unit i, masked if the section is
// the output of a run. In data a time is a value like any other.
func (m *masker) section(s block.Section, i int) []byte {
	switch s.Shape {
	case shape.TestLog, shape.BuildLog, shape.Log, shape.Stack, shape.JSONLines, shape.Plain:
		m.log = isLog(s.Shape)
		return m.text(s.Text(i))
	}
	return s.Text(i)
}

// isLog tells whether a shape's units are records of their own, each with its
// time.
func isLog(s shape.Shape) bool { return s == shape.Log || s == shape.JSONLines }

const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

// hash is FNV-1a: the same in every process.
func hash(text []byte) uint64 {
	h := uint64(hashSeed)
	for _, c := range text {
		h = (h ^ uint64(c)) * hashPrime
	}
	return h
}
