package pipeline

import (
	"bytes"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/heads"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/plan"
)

// TestHeadsAreShown: under whatever limit, what is shown is shown with the lines that
// it stands under, but for what was shown as it costs no more than its gap.
func TestHeadsAreShown(t *testing.T) {
	for _, data := range samples(t) {
		if len(data) == 0 {
			continue
		}
		b := block.New(data)
		r := ranker{o: bytes.NewReader(data)}
		secs, marks := r.mark(b)
		for _, limit := range []int{0, 200, 800} {
			shown := shownUnits(b, marks, limit)
			for _, s := range secs {
				for i, at := range heads.Of(s) {
					for _, h := range at {
						if h := s.First + int(h); h >= s.First && shown[s.First+i] && marks[s.First+i].Rank > mark.Bulk && !shown[h] {
							t.Fatalf("within %d: %q is shown without %q", limit, s.Text(i), b.Text(h))
						}
					}
				}
			}
		}
	}
}

func shownUnits(b *block.Block, marks []mark.Mark, limit int) []bool {
	pieces := plan.Pieces(nil, b, 0, marks, func(int) plan.View { return plan.Verbatim }, plan.Limits{Tokens: limit})
	plan.Select(pieces, plan.Limits{Tokens: limit}, plan.Overhead{})
	shown := make([]bool, 0, b.Len())
	for _, p := range pieces {
		for range p.Units {
			shown = append(shown, p.Shown)
		}
	}
	return shown
}
