// Package classify tells what a block is: it cuts the block into sections
// and gives each its shape, from evidence in the text alone.
package classify

import (
	"elide/internal/block"
	"elide/internal/shape"
)

// Sections cuts b into sections that tile it. command, what printed the
// block, is a hint: it settles what the text leaves open and never overrules
// it.
func Sections(b *block.Block, command string) []block.Section {
	return []block.Section{{Block: b, End: b.Len(), Shape: shape.Plain, Command: command}}
}
