// Package render writes the reduced text: shown pieces by their views, a gap
// in the place of each hidden run, the marker on the last line.
package render

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/marker"
	"elide/internal/plan"
	"elide/internal/reduce"
)

// Source gives the bytes of the original that a piece is.
type Source func(off, n int64) ([]byte, error)

// Text appends the reduced text of the pieces to dst, without the marker.
// The result ends at the start of a line. The error is the source's.
func Text(dst []byte, pieces []plan.Piece, src Source) ([]byte, error) {
	w := writer{out: dst, src: src}
	for i := 0; i < len(pieces); {
		end := runEnd(pieces, i)
		if !pieces[i].Shown {
			w.hide(pieces[i:end])
			if err := w.skip(pieces[i:end], end < len(pieces) && pieces[end].View == plan.JSON); err != nil {
				return nil, err
			}
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

// runEnd returns the end of the run of hidden pieces that starts at i.
func runEnd(pieces []plan.Piece, i int) int {
	end := i + 1
	for end < len(pieces) && !pieces[end].Shown {
		end++
	}
	return end
}

type writer struct {
	out      []byte
	src      Source
	head     []byte // the head that was named last, and still holds
	json     bool   // the last piece shown was shown as JSON
	inString bool   // and stopped inside a string
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
	if p.StartsLine && !(w.json && p.View == plan.JSON) {
		w.startLine()
	}
	w.json = p.View == plan.JSON
	switch p.View {
	case plan.JSON:
		w.out = reduce.CompactJSON(w.out, raw, &w.inString)
	case plan.Resolved:
		return w.resolved(pieces, i, raw)
	default:
		w.out = append(w.out, raw...)
	}
	return nil
}

// resolved writes the text of a unit without its terminal codes, and its
// head only if it isn't the one that was named last.
func (w *writer) resolved(pieces []plan.Piece, i int, raw []byte) error {
	line, eol := cutEOL(raw)
	text := block.Resolve(line)
	n := int(pieces[i].Mark.Head)
	switch {
	case n == 0 || n > len(text):
		w.head = nil
	case w.head != nil && bytes.Equal(w.head, text[:n]):
		text = text[n:]
	default:
		again, err := w.comesAgain(pieces[i+1:], text[:n])
		if err != nil {
			return err
		}
		w.head = nil
		if again {
			w.head = bytes.Clone(text[:n])
			w.out = append(append(w.out, w.head...), '\n')
			text = text[n:]
		}
	}
	w.out = append(append(w.out, text...), eol...)
	return nil
}

// comesAgain tells whether the next shown piece has the same head.
func (w *writer) comesAgain(rest []plan.Piece, head []byte) (bool, error) {
	for _, p := range rest {
		if !p.Shown {
			continue
		}
		if int(p.Mark.Head) != len(head) || p.View != plan.Resolved {
			return false, nil
		}
		raw, err := w.src(p.Off, p.Len)
		if err != nil {
			return false, err
		}
		line, _ := cutEOL(raw)
		return bytes.HasPrefix(block.Resolve(line), head), nil
	}
	return false, nil
}

func cutEOL(raw []byte) (line, eol []byte) {
	n := len(raw)
	if n > 0 && raw[n-1] == '\n' {
		n--
		if n > 0 && raw[n-1] == '\r' {
			n--
		}
	}
	return raw[:n], raw[n:]
}

// hide writes the gaps for a run of hidden pieces: whole lines are named by
// their numbers, what is hidden of a line that is shown in part by its bytes.
func (w *writer) hide(pieces []plan.Piece) {
	for _, g := range gaps(pieces) {
		if g.starts && !w.json {
			w.startLine()
		}
		if g.starts && g.ends {
			w.out = marker.AppendGap(w.out, g.from.Line, g.to.Line)
		} else {
			w.out = marker.AppendSpan(w.out, g.from.Line, g.from.Col, g.to.Col)
		}
	}
}

// skipWindow is how many hidden bytes are read at once.
const skipWindow = 1 << 20

// skip follows the hidden pieces as far as is needed to know whether the JSON
// that is shown next begins inside of a string.
func (w *writer) skip(pieces []plan.Piece, json bool) error {
	if !json {
		w.inString = false
		return nil
	}
	for _, p := range pieces {
		for off := p.Off; off < p.Off+p.Len; off += skipWindow {
			text, err := w.src(off, min(skipWindow, p.Off+p.Len-off))
			if err != nil {
				return err
			}
			w.inString = reduce.JSONInString(text, w.inString)
		}
	}
	return nil
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
