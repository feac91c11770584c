package pipeline

import (
	"io"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/plan"
)

// changed is a block's plan as its difference from an earlier one.
type changed struct {
	head   []byte // what is gone, and what still fails
	pieces []plan.Piece
}

// since plans the block as its difference from the earlier one; nil if the
// earlier one is empty, takes more than one pass, or can't be read.
func (r *ranker) since(b *block.Block, now delta.Ranked) *changed {
	before, ok := r.earlier(now)
	if !ok {
		return nil
	}
	d := delta.Marks(before, now, delta.Compare(before.Sections, now.Sections))
	return &changed{
		head:   delta.AppendHeader(nil, r.opt.Since.Hash, d),
		pieces: plan.Pieces(nil, b, 0, d.Marks, r.views(b, now.Sections, now.Marks), r.limits()),
	}
}

// earlier ranks the earlier block as if it were to be shown.
func (r *ranker) earlier(now delta.Ranked) (before delta.Ranked, ok bool) {
	if r.opt.Since.Hash == r.hash {
		return now, true
	}
	size := r.opt.Since.Original.Size()
	if size == 0 || size > passBytes {
		return before, false
	}
	data := make([]byte, size)
	if n, err := r.opt.Since.Original.ReadAt(data, 0); err != nil && (err != io.EOF || int64(n) != size) {
		return before, false
	}
	if first, _ := pass(data, true); len(first) < len(data) {
		return before, false
	}
	secs, marks := r.mark(block.New(data))
	return delta.Ranked{Sections: secs, Marks: marks}, true
}
