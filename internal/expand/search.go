package expand

import (
	"bufio"
	"bytes"
	"io"
	"strconv"

	"elide/internal/block"
	"elide/internal/keep"
	"elide/internal/marker"
	"elide/internal/store"
)

// A line longer than longLine is not shown whole: only the pieces of it
// that match, each longLine bytes with half of the one before.
const longLine = 2048

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
		text, err := r.ReadBytes('\n')
		if len(text) > 0 {
			if err := s.look(line, bytes.TrimSuffix(text, []byte{'\n'})); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *searcher) look(line int, text []byte) error {
	switch {
	case s.matches(text):
		return s.found(line, text)
	case s.after > 0:
		s.after--
		return s.near(line, text)
	case s.context > 0:
		if len(s.before) == s.context {
			s.before = append(s.before[:0], s.before[1:]...)
		}
		s.before = append(s.before, text)
	}
	return nil
}

// matches looks at the line as a terminal shows it, as patterns are meant.
func (s *searcher) matches(text []byte) bool {
	return s.pattern.Match(block.Resolve(bytes.TrimSuffix(text, []byte{'\r'})))
}

// found shows a line that matches, behind those before it.
func (s *searcher) found(line int, text []byte) error {
	for i, b := range s.before {
		if err := s.near(line-len(s.before)+i, b); err != nil {
			return err
		}
	}
	s.before, s.after = s.before[:0], s.context
	if len(text) <= longLine {
		return s.put(hit{line: line, match: true, first: 1, text: text})
	}
	return s.pieces(line, text)
}

// near shows a line that stands near one that matches: of a long one its start.
func (s *searcher) near(line int, text []byte) error {
	return s.put(hit{line: line, first: 1, text: text[:min(len(text), longLine)]})
}

// pieces shows the pieces of a long line that match.
func (s *searcher) pieces(line int, text []byte) error {
	shown := false
	for at := 0; at < len(text); {
		end := s.piece(text, at)
		if end == at {
			at += longLine / 2
			continue
		}
		if err := s.put(hit{line: line, match: true, first: at + 1, piece: true, text: text[at:end]}); err != nil {
			return err
		}
		at, shown = end, true
	}
	if shown {
		return nil
	}
	return s.put(hit{line: line, match: true, first: 1, text: text}) // the match is longer than a piece
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
