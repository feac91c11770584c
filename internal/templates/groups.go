package templates

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// Groups tells which units of the block look as if one statement of a program had
// printed them: it returns for each a number that those share, -1 where that isn't
// known.
func Groups(b *block.Block) []int {
	m := NewMiner(b.Len())
	for i := range b.Len() {
		m.Add(i, scan.Template(b.Text(i)))
	}
	m.Merge(b.Text)
	groups := make([]int, b.Len())
	for i, id := range m.Of {
		if groups[i] = -1; id >= 0 {
			groups[i] = int(m.List[id].Group)
		}
	}
	return groups
}
