package block

import (
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/shape"
)

// Section is a run of a block's units that has one shape. Sections tile
// their block.
type Section struct {
	*Block
	First, End int // units of the Block: First included, End not
	Shape      shape.Shape
	Command    string // what printed the block, as far as it is known; a hint
	Sought     string // what it searched for, as an extended regular expression; "" if nothing, or it isn't known
}

// Len returns the number of units in the section.
func (s Section) Len() int { return s.End - s.First }

// Text returns the section's unit i, counted from 0, as Block.Text does.
func (s Section) Text(i int) []byte { return s.Block.Text(s.First + i) }

// Look returns what was read of the section's unit i, or reads it.
func (s Section) Look(i int) line.Seen {
	if s.Seen != nil {
		return s.Seen[s.First+i]
	}
	return s.see(i)
}

// Looks returns what was read of each of the section's units, or reads them.
func (s Section) Looks() []line.Seen {
	if s.Seen != nil {
		return s.Seen[s.First:s.End]
	}
	looks := make([]line.Seen, s.Len())
	for i := range looks {
		looks[i] = s.see(i)
	}
	return looks
}

func (s *Section) see(i int) line.Seen { return line.See(s.Text(i)) }

// Twin returns the section's last unit before unit i that is the same line; i if there is
// none.
func (s Section) Twin(i int) int {
	if twin := s.TwinOf(s.First+i) - s.First; twin >= 0 {
		return twin
	}
	return i
}

// Kin is Twin but for numbers: see Block.Kin.
func (s Section) Kin(i int) int {
	if kin := s.KinOf(s.First+i) - s.First; kin >= 0 {
		return kin
	}
	return i
}

// Raw returns the bytes of the section's unit i, counted from 0.
func (s Section) Raw(i int) []byte { return s.Block.Raw(s.First + i) }

// Segment tells whether the section's unit i is only a part of a line.
func (s Section) Segment(i int) bool { return s.partial(s.First + i) }

// Bytes returns the bytes of the section.
func (s Section) Bytes() []byte { return s.Range(s.First, s.End) }
