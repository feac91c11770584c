package rewrite

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/held"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
)

// above returns what is sent for result n if something of it stands above. The
// zero value leaves its outcome as it is.
func (c *conversation) above(s *shown, n int) outcome {
	r := c.results[n]
	if !r.may() || r.again {
		return outcome{}
	}
	blocks := make([][]byte, len(r.decoded()))
	needs := slices.Clone(r.out.needs)
	holding, chained := false, false
	var named []ref
	for i, data := range r.decoded() {
		blocks[i] = r.out.block(i)
		if r.lost[i] || len(data) < held.LeastHolding || bytes.Contains(data, []byte(marker.Open)) {
			continue
		}
		base := blocks[i]
		if base != nil && r.exact && r.out.reference && c.refersUp(r.earlier[i]) {
			base, chained = nil, true
		}
		text, results := c.gaps(s, r, c.text(spot{int32(n), int32(i)}), base)
		if text == nil {
			continue
		}
		named = append(named, results...)
		own := r.facts.blocks[i].digest
		blocks[i], holding = held.Finish(text, own, data), true
		if !slices.ContainsFunc(needs, func(n need) bool { return n.digest == own }) {
			needs = append(needs, need{own, metaOf(shape.Plain, len(blocks[i]))})
		}
	}
	if !holding {
		return outcome{}
	}
	out := r.replace(blocks, true, needs)
	out.above = named
	if was := r.out; was.text != nil && !chained && (len(out.text) >= len(was.text) || out.tokens >= was.tokens) {
		return outcome{}
	}
	return out
}

// may tells whether gaps may stand in a result. In an error they may, though it
// is not to be reduced: a test that fails again shows what is new.
func (r *result) may() bool {
	return !r.facts.broken && r.Call.Name != "" && !r.use.AsPrinted()
}

// refersUp tells whether an output is sent with gaps for what stands above it:
// then it is not there to be referred to.
func (c *conversation) refersUp(d digest) bool {
	at, ok := c.originals[d]
	return ok && at.result.above.text != nil
}

// gaps returns what is sent for an output in place of base (nil: the output
// itself), with gaps for what stands above, nil if nothing does; and what they
// name.
func (c *conversation) gaps(s *shown, r *result, text above.Text, base []byte) (out []byte, named []ref) {
	all := held.Rows(text, base)
	lines, at := held.Lines(text, all)
	runs := s.index.Find(lines, !r.exact, func(text int) bool {
		at := s.spots[text]
		return at.block < 0 || !c.isGone(int(at.result))
	})
	if r.exact {
		runs = held.InPlace(lines, runs, func(run above.Run) above.Line { return s.index.Shown(run.Text)[run.At] }, func(run above.Run) bool {
			at := s.spots[run.Text]
			return at.block != asked && r.sharesFile(c.results[at.result])
		})
	}
	gaps := held.Gaps(all, at, runs, func(run above.Run) []byte {
		if !c.stands(s, text, lines, run) {
			return nil // two texts have one sum
		}
		return held.Text(lines[run.First:run.End], c.where(s, run))
	})
	for _, g := range gaps {
		if at := s.spots[g.Run.Text]; at.block >= 0 {
			named = append(named, ref{int(at.result), g.Saved})
		}
	}
	if gaps == nil {
		return nil, nil
	}
	return held.Put(all, gaps), named
}

// where says where the lines of a run stand.
func (c *conversation) where(s *shown, run above.Run) held.Where {
	at := s.spots[run.Text]
	if at.block < 0 {
		return held.Where{Written: true, Asked: at.block == asked}
	}
	r := c.results[at.result]
	return held.Where{Lines: s.index.Shown(run.Text)[run.At:], Name: held.Label(r.use, r.Call.Name)}
}

// stands tells whether the lines of a run stand where it says.
func (c *conversation) stands(s *shown, own above.Text, lines []above.Line, run above.Run) bool {
	text := c.text(s.spots[run.Text])
	there := s.index.Shown(run.Text)[run.At:]
	for i, l := range lines[run.First:run.End] {
		if !bytes.Equal(own.Bare[l.No-1], text.Bare[there[i].No-1]) {
			return false
		}
	}
	return true
}

// sharesFile tells whether two calls read the same file, or one reads what the
// other writes.
func (r *result) sharesFile(other *result) bool {
	return slices.ContainsFunc(r.use.Reads, func(p string) bool {
		return slices.Contains(other.use.Reads, p) || slices.Contains(other.use.Writes, p)
	})
}
