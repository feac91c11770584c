package block

import (
	"bytes"
	"math/bits"

	"elide.example/elide/internal/scan"
)

// Of 10 MB of what runners of tests print three lines of four stood there before, byte
// for byte, and of a service's log four of ten. Who reads a line by itself need not read
// it again.

// Twins finds the lines that stood in a block before, among those that it remembers.
type Twins struct {
	b     *Block
	slots []twinSlot
	shift int
	kins  *kins
}

// twinSlot is a line and the upper half of its hash.
type twinSlot struct {
	hash uint32
	unit int32 // plus one; 0: there is none
}

// mostTwins is how many lines are remembered, as the power of two: 1 MiB of them.
const mostTwins = 17

// NewTwins makes what finds them in b; its units are to be asked for in rising order.
func NewTwins(b *Block) *Twins {
	size := min(bits.Len(uint(b.Len())), mostTwins)
	return &Twins{b, make([]twinSlot, 1<<size), 64 - size, newKins(b)}
}

// Of returns the last unit before unit i that is the same whole line, its line end
// included, and the last that is so but for its numbers, which is the same unit where
// there is one; i if none is remembered.
func (t *Twins) Of(i int) (twin, kin int) {
	raw := t.b.Raw(i)
	if len(raw) == 0 || raw[len(raw)-1] != '\n' || !t.b.StartsLine(i) {
		return i, i
	}
	h := scan.Hash(raw)
	s := &t.slots[h*scan.Prime>>t.shift]
	if s.unit > 0 && s.hash == uint32(h>>32) && bytes.Equal(raw, t.b.Raw(int(s.unit)-1)) {
		before := int(s.unit) - 1
		s.unit = int32(i) + 1
		return before, before
	}
	*s = twinSlot{uint32(h >> 32), int32(i) + 1}
	return i, t.kins.of(i)
}
