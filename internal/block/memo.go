package block

import "elide.example/elide/internal/scan"

// TwinOf returns the last unit of the block before unit i that is the same line; i if
// there is none.
func (b *Block) TwinOf(i int) int {
	if b.Twin == nil {
		return i
	}
	return int(b.Twin[i])
}

// KinOf is TwinOf but for numbers: see Kin.
func (b *Block) KinOf(i int) int {
	if b.Kin == nil {
		return i
	}
	return int(b.Kin[i])
}

// Answer is what is told of a line when it is first asked.
type Answer uint8

const (
	Unasked Answer = iota
	No
	Yes
)

// Memo returns a T for each unit of the block, the same at each call: what is told of a
// line by itself in one section is told of its twin in the next. Of 10 MB of the logs of
// many test runs three lines of five stood in another section before. Who asks for the
// same T at once has to keep order.
func Memo[T any](b *Block) []T {
	key := any((*T)(nil))
	if kept, ok := b.memos[key]; ok {
		return kept.([]T)
	}
	if b.memos == nil {
		b.memos = map[any]any{}
	}
	kept := make([]T, b.Len())
	b.memos[key] = kept
	return kept
}

// Template returns scan.Template of the section's unit i without the blanks around it, which
// its kins have too; it is told once. Who asks at once has to keep order.
func (s Section) Template(i int) uint64 {
	b, at := s.Block, s.First+i
	if b.templates == nil {
		b.templates = make([]uint64, b.Len())
	}
	if kin := b.KinOf(at); kin < at && b.templates[kin] != 0 {
		b.templates[at] = b.templates[kin]
	}
	if b.templates[at] == 0 {
		b.templates[at] = scan.Template(scan.Trim(b.Text(at)))
	}
	return b.templates[at]
}
