package pipeline

import (
	"bytes"
	"sort"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/mark"
)

// What says that something is missing is shown whatever its section was taken
// for: the marker gives back what is hidden, not what never came. A host cuts an
// output once or twice. Where there are more, they are the output's own, and as
// predictable as any other line that is repeated: the first alikeCuts of a kind
// are shown, the first mostCuts of all, and the last one.
const (
	alikeCuts = 16
	mostCuts  = 64
	// Of a block with more marks than foundCuts the last one is looked for in the
	// last lastCut bytes alone.
	foundCuts = 1000
	lastCut   = 64 << 10
)

// ShowCuts raises the units that hold a mark of something missing.
func ShowCuts(b *block.Block, marks []mark.Mark) {
	c := cuts{b: b, marks: marks, in: make([]bool, b.Len())}
	for i := 0; i < b.Len(); {
		if kin := b.KinOf(i); kin < i && !c.in[kin] {
			i++ // as little as in the line that is the same but for its numbers
			continue
		}
		end := i + 1
		for end < b.Len() && b.KinOf(end) == end {
			end++
		}
		c.show(i, end)
		i = end
	}
	if c.n > 0 {
		raiseCut(b, marks, c.last)
	}
}

// cuts are the marks that were found of a block.
type cuts struct {
	b     *block.Block
	marks []mark.Mark
	in    []bool // which units hold one
	all   [mostCuts]uint64
	n     int // how many of all there are
	found int
	last  cutmark.Mark
}

// show shows the marks in the units from first to end.
func (c *cuts) show(first, end int) {
	text := c.b.Bytes()
	to := c.b.Offset(end-1) + len(c.b.Raw(end-1))
	for at := c.b.Offset(first); ; {
		if c.found >= foundCuts {
			at = max(at, len(text)-lastCut)
		}
		if at >= to {
			return
		}
		m, ok := cutmark.Next(text[:to], at)
		if !ok {
			return
		}
		at, c.last = m.End, m
		c.found++
		for ; first+1 < end && c.b.Offset(first+1) <= m.Start; first++ {
		}
		c.in[first] = true
		kind := kindOfCut(text[m.Start:m.End])
		if c.n < mostCuts && alike(c.all[:c.n], kind) < alikeCuts {
			c.all[c.n] = kind
			c.n++
			raiseCut(c.b, c.marks, m)
		}
	}
}

func alike(all []uint64, kind uint64) int {
	n := 0
	for _, k := range all {
		if k == kind {
			n++
		}
	}
	return n
}

// kindOfCut returns a number that marks share which differ in their figures
// alone.
func kindOfCut(mark []byte) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	for _, c := range mark {
		if '0' <= c && c <= '9' {
			c = '0'
		}
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// raiseCut raises the units of a mark: more than one in a line that was cut into
// segments.
func raiseCut(b *block.Block, marks []mark.Mark, m cutmark.Mark) {
	first := sort.Search(len(marks), func(i int) bool { return b.Offset(i) > m.Start }) - 1
	for i := first; i < len(marks) && b.Offset(i) < m.End; i++ {
		marks[i].Raise(mark.Critical, 255, mark.WhyCut)
		marks[i].Pad = 0
	}
}

// showsCut tells whether the marks of a unit are in what a terminal leaves of it.
// A host that cuts between the bytes of a control code, or within a line that is
// drawn anew again and again, writes its mark where a terminal would not show it.
func showsCut(b *block.Block, unit int) bool {
	raw, text := b.Raw(unit), b.Text(unit)
	m, ok := cutmark.Next(raw, 0)
	if !ok { // a part of one
		return len(raw)-len(text) <= len("\r\n")
	}
	for ; ok; m, ok = cutmark.Next(raw, m.End) {
		if !bytes.Contains(text, raw[m.Start:m.End]) {
			return false
		}
	}
	return true
}
