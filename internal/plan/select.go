package plan

import (
	"cmp"
	"slices"

	"elide.example/elide/internal/mark"
)

// Limits are what the output may cost, everything in it counted. 0: no limit.
type Limits struct {
	Tokens int // estimated
	Bytes  int
}

// Overhead is what an output costs beside its shown pieces.
type Overhead struct {
	MarkerTokens, MarkerBytes int
	GapTokens, GapBytes       int // the longest gap, its line end included
}

// Select shows the pieces that matter, as many as the limits allow: a piece
// of higher rank before one of lower, a higher score before a lower, an
// earlier one before a later. Within limits it shows a prefix of that order,
// the longest that fits, so a larger limit never drops what a smaller kept.
func Select(pieces []Piece, lim Limits, over Overhead) {
	if lim.Tokens <= 0 && lim.Bytes <= 0 {
		for i := range pieces {
			pieces[i].Shown = pieces[i].Mark.Rank > mark.Bulk
		}
		return
	}
	for i := range pieces {
		pieces[i].Shown = false
	}
	order := byWorth(pieces)
	for _, i := range order[:longestFit(pieces, order, lim, over)] {
		pieces[i].Shown = true
	}
}

// byWorth returns the indices of the pieces that may be shown, best first.
func byWorth(pieces []Piece) []int {
	var order []int
	for i := range pieces {
		if pieces[i].Mark.Rank > mark.Bulk {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := pieces[a].Mark, pieces[b].Mark
		return cmp.Or(cmp.Compare(y.Rank, x.Rank), cmp.Compare(y.Score, x.Score))
	})
	return order
}

// longestFit returns how many of the ordered pieces fit. It shows one after
// the other on a copy and keeps the count of gaps that are left: one fewer
// if the piece closes a gap, one more if it splits one.
func longestFit(pieces []Piece, order []int, lim Limits, over Overhead) int {
	shown := make([]bool, len(pieces)+2) // with a shown piece at either side
	shown[0], shown[len(shown)-1] = true, true
	gaps, best := 1, 0
	tok, size := over.MarkerTokens, over.MarkerBytes
	for k, i := range order {
		shown[i+1] = true
		gaps--
		for _, side := range [...]int{i, i + 2} {
			if !shown[side] {
				gaps++
			}
		}
		tok += pieces[i].Tokens + parts(pieces[i])*over.GapTokens
		size += int(pieces[i].Len) + 1 + parts(pieces[i])*over.GapBytes
		if within(tok+gaps*over.GapTokens, lim.Tokens) && within(size+gaps*over.GapBytes, lim.Bytes) {
			best = k + 1
		}
	}
	return best
}

// parts returns at how many ends the piece breaks off in a line: what is
// hidden there needs a gap of its own.
func parts(p Piece) int {
	n := 0
	if !p.StartsLine {
		n++
	}
	if !p.EndsLine {
		n++
	}
	return n
}

func within(cost, limit int) bool { return limit <= 0 || cost <= limit }

// Fold hides for good what the limits would not show and folds it into its
// neighbours. A piece that does not belong to the best of some passes can't
// belong to the best of all, so folding after each pass changes nothing of
// what Select shows in the end, and bounds what has to be remembered.
func Fold(pieces []Piece, lim Limits, over Overhead) []Piece {
	Select(pieces, lim, over)
	out := pieces[:0]
	for _, p := range pieces {
		if p.Shown {
			p.Shown = false
			out = append(out, p)
			continue
		}
		p.Mark, p.View, p.Tokens = mark.Mark{}, Verbatim, 0
		if n := len(out); n > 0 && foldable(out[n-1], p) {
			out[n-1].Len += p.Len
			out[n-1].Units += p.Units
			out[n-1].Last, out[n-1].EndsLine = p.Last, p.EndsLine
			continue
		}
		out = append(out, p)
	}
	return out
}

// foldable tells whether a gap could name both as one: whole lines, or parts
// of one line.
func foldable(a, b Piece) bool {
	if a.Mark.Rank > mark.Bulk {
		return false
	}
	return a.EndsLine && a.StartsLine && b.StartsLine && b.EndsLine || !a.EndsLine && a.Last.Line == b.First.Line
}
