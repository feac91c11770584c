package pipeline

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/worth"
)

// Families gives the families of what the original hides before anyone asks what they
// are worth, and the line of each unit. Of one that takes several passes it tells nothing.
func Families(o Original, opt Options) (fs worth.Families, lines []int, err error) {
	r := ranker{o: o, opt: opt, families: &fs}
	if err := r.askRules(); err != nil {
		return fs, nil, err
	}
	err = r.passes(func(b *block.Block) bool {
		if b.Continues {
			return false
		}
		r.weigh(b)
		r.mark(b)
		for i := range b.Len() {
			lines = append(lines, b.Line(i))
		}
		return false
	})
	return fs, lines, err
}
