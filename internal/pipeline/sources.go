package pipeline

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/mark"
)

// showSources ranks outputs of runs whose lines stand among one another as each would be alone.
func (r *ranker) showSources(b *block.Block, marks []mark.Mark) {
	if r.inner {
		return
	}
	for _, s := range classify.Sources(b) {
		inner := block.New(s.Text)
		alone := ranker{opt: Options{Worth: r.opt.Worth, Tokens: r.tokens}, told: r.told, whole: s.Text, inner: true}
		alone.weigh(inner)
		secs, ranked := alone.mark(inner)
		if !mostly(secs, inner, ofRun) {
			continue
		}
		for _, sec := range secs {
			for i := sec.First; i < sec.End && ofRun(sec.Shape); i++ {
				m := ranked[i]
				if m.Rank == mark.Bulk {
					continue
				}
				first, last := inner.Columns(i)
				for u, to := s.Units(b, inner.Line(i), first, last); u <= to; u++ {
					marks[u].Raise(m.Rank, m.Score, m.Why)
				}
			}
		}
	}
}
