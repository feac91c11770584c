package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"elide/internal/block"
	"elide/internal/keep"
	"elide/internal/marker"
	"elide/internal/store"
)

// A line longer than longLine is not printed whole: only the pieces of it
// that match, each longLine bytes with half of the one before.
const longLine = 2048

// searcher prints the lines that match and those around them.
type searcher struct {
	out     *bufio.Writer
	pattern keep.Pattern
	context int

	before [][]byte // the last lines that were not printed, at most context
	after  int      // how many lines are still to be printed
	last   int      // the line that was printed last
	found  bool
}

// grep prints the lines of the original that match as number:text, and as
// number-text the lines around them. It tells whether there was any.
func grep(w io.Writer, o store.Original, pattern keep.Pattern, context int) (bool, error) {
	s := searcher{out: bufio.NewWriterSize(w, 64<<10), pattern: pattern, context: context}
	r := bufio.NewReaderSize(io.NewSectionReader(o, 0, o.Size()), bufferBytes)
	for line := 1; ; line++ {
		text, err := r.ReadBytes('\n')
		if len(text) > 0 {
			s.look(line, bytes.TrimSuffix(text, []byte{'\n'}))
		}
		if err == io.EOF {
			return s.found, s.out.Flush()
		}
		if err != nil {
			return s.found, err
		}
	}
}

func (s *searcher) look(line int, text []byte) {
	switch {
	case s.matches(text):
		s.separate(line - len(s.before))
		for i, b := range s.before {
			s.print(line-len(s.before)+i, '-', b)
		}
		s.before, s.after, s.found = s.before[:0], s.context, true
		s.printMatch(line, text)
	case s.after > 0:
		s.after--
		s.print(line, '-', text)
	case s.context > 0:
		if len(s.before) == s.context {
			s.before = append(s.before[:0], s.before[1:]...)
		}
		s.before = append(s.before, text)
	}
}

// matches looks at the line as a terminal shows it, as patterns are meant.
func (s *searcher) matches(text []byte) bool {
	return s.pattern.Match(block.Resolve(bytes.TrimSuffix(text, []byte{'\r'})))
}

// separate prints -- between lines that are not next to each other, where
// lines around matches were asked for.
func (s *searcher) separate(line int) {
	if s.context > 0 && s.last > 0 && line > s.last+1 {
		s.out.WriteString("--\n")
	}
}

// printMatch prints a line that matches. Of a long one it prints the matching
// pieces, as line.first-last:text.
func (s *searcher) printMatch(line int, text []byte) {
	if len(text) <= longLine {
		s.print(line, ':', text)
		return
	}
	printed := false
	for at := 0; at < len(text); {
		end := s.piece(text, at)
		if end > at {
			r := marker.Range{Line: line, First: at + 1, Last: end}
			fmt.Fprintf(s.out, "%s:%s\n", r, text[at:end])
			at, printed = end, true
			continue
		}
		at += longLine / 2
	}
	if !printed { // the match is longer than a piece
		s.print(line, ':', text)
	}
	s.last = line
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

func (s *searcher) print(line int, mark byte, text []byte) {
	if len(text) > longLine && mark == '-' {
		text = text[:longLine]
	}
	fmt.Fprintf(s.out, "%d%c%s\n", line, mark, text)
	s.last = line
}
