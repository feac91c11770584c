// Package render writes the reduced text: shown pieces by their views, a gap
// in the place of each hidden run, the marker on the last line.
package render

import (
	"slices"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/reduce/page"
)

// Source gives the bytes of the original that a piece is.
type Source func(off, n int64) ([]byte, error)

// Text appends the reduced text of the pieces to dst, without the marker.
// The result ends at the start of a line. The error is the source's.
func Text(dst []byte, pieces []plan.Piece, src Source) ([]byte, error) {
	w := writer{out: slices.Grow(dst, room(pieces)), src: src}
	for i := 0; i < len(pieces); {
		end := runEnd(pieces, i)
		if !pieces[i].Shown {
			w.hide(pieces[i:end])
			i = end
			continue
		}
		if err := w.show(pieces, i); err != nil {
			return nil, err
		}
		i++
	}
	w.startLine()
	return w.out, nil
}

// gapRoom is what is set aside for a gap; most are shorter.
const gapRoom = 32

// room returns about how long the text of the pieces is.
func room(pieces []plan.Piece) int {
	n := 0
	for i := range pieces {
		if pieces[i].Shown {
			n += int(pieces[i].Len)
		} else if i == 0 || pieces[i-1].Shown {
			n += gapRoom
		}
	}
	return n
}

// runEnd returns the end of the run of hidden pieces that starts at i.
func runEnd(pieces []plan.Piece, i int) int {
	end := i + 1
	for end < len(pieces) && !pieces[end].Shown {
		end++
	}
	return end
}

type writer struct {
	out  []byte
	src  Source
	head []byte // the head that was named last, and still holds
	bare bool   // what stands below it starts with a mark, not with a number
	json uint16 // the run of JSON that the last piece shown stood in
}

// startLine ends the line that the output is in, if it is in one.
func (w *writer) startLine() {
	if n := len(w.out); n > 0 && w.out[n-1] != '\n' {
		w.out = append(w.out, '\n')
	}
}

// show writes piece i by its view.
func (w *writer) show(pieces []plan.Piece, i int) error {
	p := pieces[i]
	raw, err := w.src(p.Off, p.Len)
	if err != nil {
		return err
	}
	run := uint16(0)
	if p.View == plan.JSON {
		run = p.Mark.JSON.Run()
	}
	if p.StartsLine && (run == 0 || run != w.json) {
		w.startLine()
	}
	w.json = run
	if p.View != plan.Resolved {
		w.endHead(raw)
	}
	switch {
	case run > 0:
		inString := p.Mark.JSON.InString()
		w.out = jsondoc.CompactJSON(w.out, raw, &inString)
	case p.View == plan.Page:
		w.page(p, raw)
	case p.View == plan.Resolved:
		return w.resolved(pieces, i, raw)
	default:
		w.out = append(w.out, raw...)
	}
	return nil
}

// page writes the text of a piece of a page.
func (w *writer) page(p plan.Piece, raw []byte) {
	w.out, _ = page.Text(w.out, raw, page.State(p.Mark.Page-1))
	if p.EndsLine {
		w.startLine()
	}
}

// hide writes the gaps for a run of hidden pieces: whole lines are named by
// their numbers, what is hidden of a line that is shown in part by its bytes.
func (w *writer) hide(pieces []plan.Piece) {
	for _, g := range gaps(pieces) {
		if g.starts && w.json == 0 {
			w.startLine()
		}
		if g.starts && g.ends {
			w.out = marker.AppendGap(w.out, g.from.Line, g.to.Line)
		} else {
			w.out = marker.AppendSpan(w.out, g.from.Line, g.from.Col, g.to.Col)
		}
	}
}

// gap is a part of a hidden run that has one name. If it is more than a
// line, it is whole lines.
type gap struct {
	from, to     plan.Place
	starts, ends bool // at the start of a line, at the end of one
}

func (g gap) whole() bool { return g.starts && g.ends }

func gaps(pieces []plan.Piece) []gap {
	var out []gap
	for _, p := range pieces {
		out = append(out, gap{p.First, p.Last, p.StartsLine, p.EndsLine})
		for n := len(out); n > 1 && joins(out[n-2], out[n-1]); n-- {
			out[n-2].to, out[n-2].ends = out[n-1].to, out[n-1].ends
			out = out[:n-1]
		}
	}
	return out
}

// joins tells whether b goes on in the line that a stops in, or both are
// whole lines.
func joins(a, b gap) bool {
	return !a.ends && a.to.Line == b.from.Line || a.whole() && b.whole()
}
