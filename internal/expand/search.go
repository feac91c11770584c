package expand

import (
	"bufio"
	"bytes"
	"io"
	"strconv"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// A line longer than longLine is not shown whole: only the pieces of it
// that match, each longLine bytes with half of the one before.
const longLine = 2048

// A line longer than mostLine is not held either, but searched in windows of as
// much, each of which begins with the last longLine bytes of the one before.
// Of the lines before one that matches, no more than mostBefore bytes are held, with
// what it takes to hold a line.
var mostLine = 4 << 20 // overridden by test

const (
	mostBefore = 16 << 20
	lineBytes  = 48
)

// hit is a line of a search's answer: bytes of a line of the original.
type hit struct {
	line  int
	match bool // else it stands near a line that matches
	first int  // where text starts in the line, counted from 1
	piece bool // it is not the line from its start, and says which bytes it is
	text  []byte
}

// append appends the hit as number:text, number-text if it only stands near,
// or with the bytes that it is behind the number.
func (h hit) append(dst []byte) []byte {
	if h.piece {
		r := marker.Range{Line: h.line, First: h.first, Last: max(h.first, h.first+len(h.text)-1)}
		dst = append(dst, r.String()...)
	} else {
		dst = strconv.AppendInt(dst, int64(h.line), 10)
	}
	mark := byte('-')
	if h.match {
		mark = ':'
	}
	dst = append(dst, mark)
	dst = append(dst, h.text...)
	return append(dst, '\n')
}

// Grep writes the lines of the original that match as number:text, and as
// number-text the lines around them; of long lines the pieces that match. It
// tells whether there was any.
func Grep(w io.Writer, o store.Original, pattern keep.Pattern, context int) (bool, error) {
	out := bufio.NewWriterSize(w, 64<<10)
	var line []byte
	found := false
	s := searcher{pattern: pattern, context: context, show: func(apart bool, h hit) error {
		line = h.append(separator(line[:0], apart))
		found = true
		_, err := out.Write(line)
		return err
	}}
	if err := s.search(o, 0, 1); err != nil {
		return found, err
	}
	return found, out.Flush()
}

// separator appends what stands between lines that are not next to each other.
func separator(dst []byte, apart bool) []byte {
	if apart {
		dst = append(dst, "--\n"...)
	}
	return dst
}

// searcher finds the lines that match and those around them.
type searcher struct {
	pattern keep.Pattern
	context int
	from    position                      // what stands before is not shown, but looked at for what is near
	show    func(apart bool, h hit) error // apart: h is not next to the hit before, where lines around matches were asked for

	before [][]byte // the last lines that were not shown, at most context
	held   int      // the bytes of before
	after  int      // how many lines are still to be shown
	last   int      // the line that was shown last
}

// searchBytes is how much is read at once: little, as an expression may take long,
// and what ends a search ends it when it reads (Within).
const searchBytes = 64 << 10

// search looks at the lines of the original from the one at the offset.
func (s *searcher) search(o store.Original, offset int64, line int) error {
	r := bufio.NewReaderSize(io.NewSectionReader(o, offset, o.Size()-offset), searchBytes)
	for ; ; line++ {
		text, whole, err := readLine(r, nil)
		switch {
		case err != nil:
			return err
		case !whole:
			err = s.long(r, line, text)
		case len(text) == 0:
			return nil
		default:
			err = s.look(line, bytes.TrimSuffix(text, []byte{'\n'}))
		}
		if err != nil {
			return err
		}
	}
}

// readLine appends what is left of a line to text, up to mostLine bytes in all.
// whole tells whether that is its end.
func readLine(r *bufio.Reader, text []byte) (_ []byte, whole bool, err error) {
	for len(text) < mostLine {
		piece, err := r.ReadSlice('\n')
		text = append(text, piece...)
		switch err {
		case bufio.ErrBufferFull:
		case nil, io.EOF:
			return text, true, nil
		default:
			return text, false, err
		}
	}
	return text, false, nil
}

func (s *searcher) look(line int, text []byte) error {
	if !s.matches(text) {
		return s.pass(line, text)
	}
	if err := s.showBefore(line); err != nil {
		return err
	}
	s.after = s.context
	if len(text) <= longLine {
		return s.put(hit{line: line, match: true, first: 1, text: text})
	}
	_, err := s.pieces(line, 0, 0, text)
	return err
}

// long looks at a line that begins with window and goes on in r.
func (s *searcher) long(r *bufio.Reader, line int, window []byte) error {
	head := bytes.Clone(window[:longLine])
	found, shown := false, 0
	for base, whole := 0, false; ; base += mostLine - longLine {
		text := bytes.TrimSuffix(window, []byte{'\n'})
		if s.matches(text) {
			if err := s.showBefore(line); err != nil {
				return err
			}
			end, err := s.pieces(line, base, max(0, shown-base), text)
			if err != nil {
				return err
			}
			found, shown = true, base+end
		}
		if whole {
			break
		}
		var err error
		window = append(window[:0], window[mostLine-longLine:]...)
		if window, whole, err = readLine(r, window); err != nil {
			return err
		}
	}
	if found {
		s.after = s.context
		return nil
	}
	return s.pass(line, head)
}

// pass passes over a line that doesn't match, unless it stands near one that does.
// Of a long one its start will do.
func (s *searcher) pass(line int, text []byte) error {
	switch {
	case s.after > 0:
		s.after--
		return s.near(line, text)
	case s.context > 0:
		if len(text) > longLine {
			text = bytes.Clone(text[:longLine])
		}
		s.before, s.held = append(s.before, text), s.held+lineBytes+len(text)
		for len(s.before) > s.context || s.held > mostBefore {
			s.held -= lineBytes + len(s.before[0])
			s.before = s.before[1:]
		}
	}
	return nil
}

// showBefore shows the lines before one that matches.
func (s *searcher) showBefore(line int) error {
	for i, b := range s.before {
		if err := s.near(line-len(s.before)+i, b); err != nil {
			return err
		}
	}
	s.before, s.held = s.before[:0], 0
	return nil
}

// matches looks at the line as a terminal shows it, as patterns are meant.
func (s *searcher) matches(text []byte) bool {
	return s.pattern.Match(block.Resolve(bytes.TrimSuffix(text, []byte{'\r'})))
}

// near shows a line that stands near one that matches: of a long one its start.
func (s *searcher) near(line int, text []byte) error {
	return s.put(hit{line: line, first: 1, text: text[:min(len(text), longLine)]})
}

// pieces shows the pieces of a long line that match, from at on. text stands in the
// line behind base bytes. It returns where the last piece ends.
func (s *searcher) pieces(line, base, at int, text []byte) (shown int, err error) {
	from := at
	for at < len(text) {
		end := s.piece(text, at)
		if end == at {
			at += longLine / 2
			continue
		}
		if err := s.put(hit{line: line, match: true, first: base + at + 1, piece: true, text: text[at:end]}); err != nil {
			return end, err
		}
		at, shown = end, end
	}
	if shown > 0 || from > 0 {
		return max(shown, from), nil
	}
	// The match is longer than a piece.
	return len(text), s.put(hit{line: line, match: true, first: base + 1, piece: base > 0, text: text})
}

// piece returns where the piece of a long line that starts at at ends, grown
// for as long as its next half matches too; at if it doesn't match.
func (s *searcher) piece(text []byte, at int) int {
	end := min(at+longLine, len(text))
	if !s.matches(text[at:end]) {
		return at
	}
	for end < len(text) && s.matches(text[end-longLine/2:min(end+longLine/2, len(text))]) {
		end = min(end+longLine/2, len(text))
	}
	return end
}

// put shows a hit, or as much of it as doesn't stand before from.
func (s *searcher) put(h hit) error {
	if h.line < s.from.line {
		return nil
	}
	if skip := s.from.byte - h.first; h.line == s.from.line && skip > 0 {
		if skip >= len(h.text) {
			return nil
		}
		h.text, h.first, h.piece = h.text[skip:], s.from.byte, true
	}
	apart := s.context > 0 && s.last > 0 && h.line > s.last+1
	s.last = h.line
	return s.show(apart, h)
}
