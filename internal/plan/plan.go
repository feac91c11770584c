// Package plan decides which units of a block are shown.
//
// It is told how much each unit matters and what it costs, and knows nothing
// of shapes: budgets, cheap runs and the folding of what is hidden are the
// same for all of them.
package plan

import (
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/tokens"
)

// Place is a byte of the original: its line, and its place in that line,
// both counted from 1.
type Place struct{ Line, Col int }

// View is how the text of a shown piece may be shortened.
type View uint8

// The views. Terminal codes and overwrites are resolved in all but Verbatim.
const (
	Verbatim View = iota // as it came
	Resolved             // as a terminal leaves it
	JSON                 // and without blanks between JSON tokens
	Page                 // the text of a page, without tags
)

// Piece is a part of the original that is shown or hidden as one: a unit, or
// a run of bulk units. Pieces tile the original.
type Piece struct {
	Off, Len    int64 // bytes of the original
	First, Last Place // its first and its last byte
	Units       int
	Tokens      int // estimated, if it may be shown and a limit asks for it

	Mark       mark.Mark
	View       View
	StartsLine bool
	EndsLine   bool
	Shown      bool
}

// Pieces appends the pieces of a block, or of one pass over a large one:
// base is the offset of b in the original. marks and views are of b's units.
// Runs of bulk are folded into one piece each; a run that costs no more than
// the gap in its place is marked to be shown. What pieces cost is estimated for a limit
// of tokens.
func Pieces(dst []Piece, b *block.Block, base int64, marks []mark.Mark, views func(unit int) View, lim Limits) []Piece {
	before := len(dst)
	dst = slices.Grow(dst, folded(marks))
	for i := 0; i < b.Len(); {
		if marks[i].Rank > mark.Bulk {
			dst = append(dst, piece(b, base, i, i+1, marks[i], views(i)))
			i++
			continue
		}
		end := i + 1
		for end < b.Len() && marks[end].Rank == mark.Bulk {
			end++
		}
		dst = appendRun(dst, b, base, marks, i, end, views)
		i = end
	}
	for i := before; lim.Tokens > 0 && i < len(dst); i++ {
		if p := &dst[i]; p.Mark.Rank > mark.Bulk {
			p.Tokens = tokens.Estimate(b.Bytes()[p.Off-base:][:p.Len])
		}
	}
	return dst
}

// folded returns how many pieces the marks make, but for runs that are shown
// or parted. Pieces are large: a list of them that grows is held twice.
func folded(marks []mark.Mark) int {
	n := 0
	for i, m := range marks {
		if i == 0 || m.Rank > mark.Bulk || marks[i-1].Rank > mark.Bulk {
			n++
		}
	}
	return n
}

// cheapBytes bounds the runs whose tokens are counted: no text of this
// length costs as little as a gap, but for runs of blanks.
const cheapBytes = 180

// GapTokens is what the gap for a run of units costs, its line end included.
func GapTokens(b *block.Block, first, end int) int {
	var buf [40]byte
	gap := marker.AppendGap(buf[:0], b.Line(first), b.Line(end-1))
	return tokens.Estimate(append(gap, '\n'))
}

func appendRun(dst []Piece, b *block.Block, base int64, marks []mark.Mark, first, end int, views func(int) View) []Piece {
	text := b.Range(first, end)
	if len(text) <= cheapBytes && tokens.Estimate(text) <= GapTokens(b, first, end) {
		for i := first; i < end; i++ {
			m := marks[i]
			m.Raise(mark.Sample, 0, mark.WhyCheap)
			dst = append(dst, piece(b, base, i, i+1, m, views(i)))
		}
		return dst
	}
	for first < end {
		part := wholeLines(b, first, end)
		dst = append(dst, piece(b, base, first, part, mark.Mark{}, Verbatim))
		first = part
	}
	return dst
}

// wholeLines returns the end of the first part of a hidden run that a gap can
// name: what it hides of a line that it doesn't hide whole, or as many
// whole lines as there are.
func wholeLines(b *block.Block, first, end int) int {
	if !b.StartsLine(first) {
		for i := first; i < end; i++ {
			if b.EndsLine(i) {
				return i + 1
			}
		}
		return end
	}
	if b.EndsLine(end - 1) {
		return end
	}
	for last := end - 1; last > first; last-- {
		if b.StartsLine(last) {
			return last
		}
	}
	return end
}

func piece(b *block.Block, base int64, first, end int, m mark.Mark, v View) Piece {
	text := b.Range(first, end)
	firstCol, _ := b.Columns(first)
	_, lastCol := b.Columns(end - 1)
	return Piece{
		Off: base + int64(b.Offset(first)), Len: int64(len(text)),
		First: Place{b.Line(first), firstCol}, Last: Place{b.Line(end - 1), lastCol},
		Units: end - first, Mark: m, View: v,
		StartsLine: b.StartsLine(first), EndsLine: b.EndsLine(end - 1),
	}
}
