package expand

import (
	"bytes"
	"io"
	"math"
	"slices"

	"elide.example/elide/internal/marker"
)

// WriteRanges writes parts of the original in the order in which they are
// asked for. A part that doesn't end in a line end gets one before the next.
// The error is a *RangeError, before anything is written, or one of reading or
// writing.
func WriteRanges(w io.Writer, o Original, ranges []marker.Range) error {
	parts, _, err := findParts(o, ranges)
	if err != nil {
		return err
	}
	for i, p := range parts {
		if err := writePart(w, o, p.start, p.end); err != nil {
			return err
		}
		if i+1 < len(parts) && !endsLine(o, p.end) {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// part is where a range stands in an original.
type part struct{ start, end int64 }

// findParts finds the ranges, and where the lines start that are wanted
// besides.
func findParts(o Original, ranges []marker.Range, besides ...int) ([]part, index, error) {
	starts, err := lineStarts(o, wantedLines(ranges, besides))
	if err != nil {
		return nil, starts, err
	}
	parts := make([]part, len(ranges))
	for i, r := range ranges {
		if parts[i], err = starts.part(r); err != nil {
			return nil, starts, err
		}
	}
	return parts, starts, nil
}

// wantedLines returns, in order, the lines at whose start a range starts or
// ends, and those besides.
func wantedLines(ranges []marker.Range, besides []int) []int {
	lines := slices.Clone(besides)
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
func lineStarts(o Original, wanted []int) (index, error) {
	x := index{offset: map[int]int64{}, size: o.Size()}
	buf := make([]byte, min(bufferBytes, x.size))
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

// part returns where a range starts and ends. An end beyond the original's is
// taken for its end, a start is a *RangeError.
func (x index) part(r marker.Range) (part, error) {
	first, after := r.First, r.Last+1
	if r.IsSpan() {
		first, after = r.Line, r.Line+1
	}
	start, ok := x.offset[first]
	if !ok {
		return part{}, &RangeError{Line: first, Have: int64(x.lines)}
	}
	end, ok := x.offset[after]
	if !ok {
		end = x.size
	}
	if !r.IsSpan() {
		return part{start, end}, nil
	}
	if length := end - start; int64(r.First) > length {
		return part{}, &RangeError{Line: r.Line, Byte: r.First, Have: length}
	}
	return part{start + int64(r.First) - 1, min(start+int64(r.Last), end)}, nil
}

// countLines returns how many lines the original has.
func countLines(o Original) (int, error) {
	x, err := lineStarts(o, []int{beyond})
	return x.lines, err
}

// beyond is a line that no original has.
const beyond = math.MaxInt
