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

	from    int // the first of the units whose lines are hashed
	hashes  [ahead]uint64
	touched byte // so that reading ahead is not for nothing
}

// twinSlot is a line and the upper half of its hash.
type twinSlot struct {
	hash uint32
	unit int32 // plus one; 0: there is none
}

// mostTwins is how many lines are remembered, as the power of two: 1 MiB of them.
const mostTwins = 17

// ahead is how many lines are hashed at once, and what stands in their places read: one
// after the other each would be waited for, as the lines of a long block are in no cache.
const ahead = 16

// NewTwins makes what finds them in b; its units are to be asked for in rising order.
func NewTwins(b *Block) *Twins {
	size := min(bits.Len(uint(b.Len())), mostTwins)
	return &Twins{b: b, slots: make([]twinSlot, 1<<size), shift: 64 - size, kins: newKins(b), from: -ahead}
}

// Of returns the last unit before unit i that is the same whole line, its line end
// included, and the last that is so but for its numbers, which is the same unit where
// there is one; i if none is remembered.
func (t *Twins) Of(i int) (twin, kin int) {
	raw := t.b.Raw(i)
	if len(raw) == 0 || raw[len(raw)-1] != '\n' || !t.b.StartsLine(i) {
		return i, i
	}
	h := t.hash(i)
	s := &t.slots[h*scan.Prime>>t.shift]
	if s.unit > 0 && s.hash == uint32(h>>32) && bytes.Equal(raw, t.b.Raw(int(s.unit)-1)) {
		before := int(s.unit) - 1
		s.unit = int32(i) + 1
		return before, before
	}
	*s = twinSlot{uint32(h >> 32), int32(i) + 1}
	return i, t.kins.of(i)
}

// hash returns the hash of unit i, and reads ahead.
func (t *Twins) hash(i int) uint64 {
	if i >= t.from+ahead {
		t.from = i
		lines := t.hashes[:min(ahead, t.b.Len()-i)]
		for k := range lines {
			lines[k] = scan.Hash(t.b.Raw(i + k))
		}
		for _, h := range lines {
			if unit := t.slots[h*scan.Prime>>t.shift].unit; unit > 0 {
				t.touched += t.b.data[t.b.units[unit-1].start]
			}
		}
	}
	return t.hashes[i-t.from]
}
