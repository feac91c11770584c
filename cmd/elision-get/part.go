package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"elide/internal/cli"
	"elide/internal/marker"
	"elide/internal/store"
)

// bufferBytes is how much of an original is held at once.
const bufferBytes = 256 << 10

// writePart writes the bytes of the original from start up to end.
func writePart(w io.Writer, o store.Original, start, end int64) error {
	_, err := io.CopyBuffer(onlyWriter{w}, onlyReader{io.NewSectionReader(o, start, end-start)}, make([]byte, bufferBytes))
	return err
}

// onlyWriter and onlyReader hide what would copy in other ways, with small
// buffers.
type (
	onlyWriter struct{ io.Writer }
	onlyReader struct{ io.Reader }
)

// original is a stored one, of which the store knows about where its lines
// are; see store.Expanded.
type original interface {
	store.Original
	Near(line int64) (offset, before int64)
}

// writeRanges writes parts of the original in the order in which they are
// asked for. A part that doesn't end in a line end gets one before the next.
func writeRanges(w io.Writer, o original, ranges []marker.Range) error {
	starts, err := lineStarts(o, wantedLines(ranges))
	if err != nil {
		return err
	}
	var parts [][2]int64
	for _, r := range ranges {
		start, end, err := starts.bounds(r)
		if err != nil {
			return err
		}
		parts = append(parts, [2]int64{start, end})
	}
	for i, part := range parts {
		if err := writePart(w, o, part[0], part[1]); err != nil {
			return err
		}
		if i+1 < len(parts) && !endsLine(o, part[1]) {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// endsLine tells whether the byte before end is a line end.
func endsLine(o store.Original, end int64) bool {
	var last [1]byte
	if end > 0 {
		o.ReadAt(last[:], end-1)
	}
	return last[0] == '\n'
}

// wantedLines returns, in order, the lines at whose start a range starts or
// ends.
func wantedLines(ranges []marker.Range) []int {
	var lines []int
	for _, r := range ranges {
		if r.IsSpan() {
			lines = append(lines, r.Line, r.Line+1)
		} else {
			lines = append(lines, r.First, r.Last+1)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// index knows where some lines of an original start.
type index struct {
	offset map[int]int64 // of a line, counted from 1; absent: beyond the last
	size   int64
	lines  int // how many there are; known if a line beyond the last was looked for
}

// lineStarts finds where the lines start. It reads no more than it must.
func lineStarts(o original, wanted []int) (index, error) {
	x := index{offset: map[int]int64{}, size: o.Size()}
	buf := make([]byte, bufferBytes)
	line, at := 1, int64(0) // line is the one that the byte before at belongs to, or starts at at
	if len(wanted) > 0 && wanted[0] == 1 && x.size > 0 {
		x.offset[1], wanted = 0, wanted[1:]
	}
	for len(wanted) > 0 {
		if offset, before := o.Near(int64(wanted[0])); offset > at {
			line, at = int(before)+1, offset
		}
		n, err := o.ReadAt(buf[:min(int64(len(buf)), x.size-at)], at)
		line, wanted = x.scan(buf[:n], at, line, wanted)
		at += int64(n)
		if err != nil && err != io.EOF {
			return x, err
		}
		if at == x.size {
			break
		}
	}
	x.lines = line
	if x.size == 0 || endsLine(o, x.size) {
		x.lines--
	}
	return x, nil
}

// scan looks for line starts in a piece that stands at offset at. It returns
// the line that the piece ends in and what is still wanted.
func (x *index) scan(piece []byte, at int64, line int, wanted []int) (int, []int) {
	if n := bytes.Count(piece, []byte{'\n'}); line+n < wanted[0] {
		return line + n, wanted
	}
	for pos := 0; len(wanted) > 0; {
		i := bytes.IndexByte(piece[pos:], '\n')
		if i < 0 {
			break
		}
		pos += i + 1
		line++
		if line == wanted[0] {
			if at+int64(pos) < x.size {
				x.offset[line] = at + int64(pos)
			}
			wanted = wanted[1:]
		}
	}
	return line, wanted
}

// bounds returns where a range starts and ends. An end beyond the original's
// is taken for its end, a start is an error.
func (x index) bounds(r marker.Range) (start, end int64, err error) {
	first, after := r.First, r.Last+1
	if r.IsSpan() {
		first, after = r.Line, r.Line+1
	}
	start, ok := x.offset[first]
	if !ok {
		return 0, 0, cli.Usagef("there is no line %d: the original has %d", first, x.lines)
	}
	if end, ok = x.offset[after]; !ok {
		end = x.size
	}
	if !r.IsSpan() {
		return start, end, nil
	}
	if length := end - start; int64(r.First) > length {
		return 0, 0, fmt.Errorf("there is no byte %d in line %d: %w", r.First, r.Line, cli.Usagef("it has %d", length))
	}
	return start + int64(r.First) - 1, min(start+int64(r.Last), end), nil
}
