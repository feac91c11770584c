package expand

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// readRanges reads a page of some ranges, or of all if there are none.
func readRanges(o Original, ranges []marker.Range, from position, room int) (Page, error) {
	if len(ranges) == 0 {
		ranges = []marker.Range{{First: 1, Last: beyond - 1}}
		if o.Size() == 0 {
			return Page{What: "empty"}, nil
		}
	}
	if from.line == 0 {
		from = position{part: 1, line: lineOf(ranges[0]), byte: startByte(ranges[0])}
	}
	parts, starts, err := findParts(o, ranges, from.line, from.line+1, beyond)
	if err != nil {
		return Page{}, err
	}
	if !starts.begin(parts, from) {
		return Page{}, &PageError{from.String()}
	}
	r := rangeReader{o: o, ranges: ranges, parts: parts, room: room, at: from}
	if err := r.read(); err != nil {
		return Page{}, err
	}
	return Page{Text: r.text, Next: r.next, What: r.what(starts.lines)}, nil
}

// begin has the part that a page starts in start there, and tells whether it
// can.
func (x index) begin(parts []part, from position) bool {
	line, err := x.part(marker.Range{Line: from.line, First: from.byte, Last: from.byte})
	if err != nil || from.part > len(parts) {
		return false
	}
	p := &parts[from.part-1]
	if line.start < p.start || line.start >= p.end {
		return false
	}
	p.start = line.start
	return true
}

// lineOf returns the line in which a range starts.
func lineOf(r marker.Range) int {
	if r.IsSpan() {
		return r.Line
	}
	return r.First
}

// startByte returns where in its line a range starts.
func startByte(r marker.Range) int {
	if r.IsSpan() {
		return r.First
	}
	return 1
}

// rangeReader fills a page with parts of an original.
type rangeReader struct {
	o      store.Original
	ranges []marker.Range
	parts  []part
	room   int
	at     position // of what is read next

	text  []byte
	shown []marker.Range
	next  string
}

// read fills the page: it takes what fits of the part that at is in, and of
// those behind it.
func (r *rangeReader) read() error {
	for i := r.at.part - 1; i < len(r.parts); i++ {
		if i >= r.at.part {
			r.at = position{part: i + 1, line: lineOf(r.ranges[i]), byte: startByte(r.ranges[i])}
		}
		whole, err := r.take(r.parts[i], i+1 < len(r.parts))
		if err != nil {
			return err
		}
		if !whole {
			r.next = r.at.String()
			return nil
		}
	}
	return nil
}

// take appends what fits of a part, and a line end if the part has none and
// another follows. It tells whether that was all.
func (r *rangeReader) take(p part, more bool) (whole bool, err error) {
	left := int64(r.room - len(r.text))
	piece := make([]byte, max(0, min(p.end-p.start, left)))
	if n, err := r.o.ReadAt(piece, p.start); n < len(piece) {
		return false, unread(err)
	}
	unended := more && (p.end == p.start || !endsLine(r.o, p.end))
	whole = p.end-p.start <= left
	if whole && unended {
		whole = p.end-p.start < left
		piece = piece[:min(int64(len(piece)), max(left-1, 0))]
	}
	if !whole {
		piece = piece[:cut(piece, len(r.text) == 0)]
	}
	r.text = append(r.text, piece...)
	r.pass(piece)
	if whole && unended {
		r.text = append(r.text, '\n')
	}
	return whole, nil
}

func unread(err error) error {
	if err == nil || err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// cut returns how much of a piece is shown if more follows: whole lines or,
// where it must be something, whole characters.
func cut(piece []byte, must bool) int {
	if n := bytes.LastIndexByte(piece, '\n') + 1; n > 0 || !must {
		return n
	}
	return wholeRunes(piece)
}

// wholeRunes returns how much of the text is there without a character that its
// end may have cut.
func wholeRunes(text []byte) int {
	for n := 1; n < utf8.UTFMax && n < len(text); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[len(text)-n:]) {
				return len(text) - n
			}
			break
		}
	}
	return len(text)
}

// pass moves on behind a piece, and notes what it was.
func (r *rangeReader) pass(piece []byte) {
	if len(piece) == 0 {
		return
	}
	first := r.at
	lines := bytes.Count(piece, []byte{'\n'})
	tail := len(piece) - 1 - bytes.LastIndexByte(piece, '\n')
	last := first.line + lines
	if tail == 0 {
		last--
	}
	shown := marker.Range{First: first.line, Last: last}
	if lines == 0 && (first.byte > 1 || r.ranges[first.part-1].IsSpan()) || lines == 0 && !r.ends(tail) {
		shown = marker.Range{Line: first.line, First: first.byte, Last: first.byte + tail - 1}
	}
	r.shown = append(r.shown, shown)
	if r.at.line += lines; lines > 0 {
		r.at.byte = 1
	}
	r.at.byte += tail
}

// ends tells whether a piece of that length, which holds no line end, goes to
// the end of its part, and so of its line.
func (r *rangeReader) ends(length int) bool {
	p := r.parts[r.at.part-1]
	return p.start+int64(length) == p.end
}

// what says what the page shows of so many lines.
func (r *rangeReader) what(lines int) string {
	const most = 3
	if len(r.shown) == 1 && r.shown[0] == (marker.Range{First: 1, Last: lines}) {
		return all(lines)
	}
	text := "lines "
	if len(r.shown) == 1 && (r.shown[0].IsSpan() || r.shown[0].First == r.shown[0].Last) {
		text = "line "
	}
	for i, s := range r.shown[:min(len(r.shown), most)] {
		if i > 0 {
			text += ", "
		}
		text += s.String()
	}
	if len(r.shown) > most {
		text += " and more"
	}
	return fmt.Sprintf("%s of %d", text, lines)
}

// all says that all lines are shown.
func all(lines int) string {
	if lines == 1 {
		return "its one line"
	}
	return "all " + strconv.Itoa(lines) + " lines"
}
