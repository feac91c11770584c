package expand

import "fmt"

// readMatches reads a page of the lines that match.
func readMatches(o Original, ask Ask, from position, room int) (Page, error) {
	lines, err := countLines(o)
	if err != nil {
		return Page{}, err
	}
	if from.part > 1 || from.line > lines {
		return Page{}, &PageError{ask.From}
	}
	first := max(1, from.line-ask.Context)
	offset, err := lineStart(o, first)
	if err != nil {
		return Page{}, err
	}
	m := matchPage{room: room}
	s := searcher{pattern: *ask.Pattern, context: ask.Context, from: from, show: m.show}
	if err := s.search(o, offset, first); err != nil && err != errFull {
		return Page{}, err
	}
	return Page{Text: m.text, Next: m.next, What: m.what(max(from.line, 1), lines)}, nil
}

// lineStart returns where a line starts, 0 if there is none.
func lineStart(o Original, line int) (int64, error) {
	x, err := lineStarts(o, []int{line})
	return x.offset[line], err
}

// matchPage takes hits until it is full.
type matchPage struct {
	room    int
	text    []byte
	next    string
	last    int // line of the last hit
	matched int // line of the last that matches
	matches int
}

func (m *matchPage) show(apart bool, h hit) error {
	before := len(m.text)
	m.text = h.append(separator(m.text, apart))
	if len(m.text) > m.room {
		m.text = m.text[:before]
		return m.full(h)
	}
	m.note(h)
	return nil
}

// full ends the page before the hit or, if there is nothing on it yet, in it.
func (m *matchPage) full(h hit) error {
	at := position{line: h.line, byte: h.first}
	if len(m.text) == 0 {
		h.piece = true
		over := len(h.append(nil)) - m.room
		h.text = h.text[:wholeRunes(h.text[:len(h.text)-over])]
		m.text = h.append(m.text)
		m.note(h)
		at.byte += len(h.text)
	}
	m.next = at.String()
	return errFull
}

func (m *matchPage) note(h hit) {
	m.last = h.line
	if h.match && h.line != m.matched {
		m.matched = h.line
		m.matches++
	}
}

// what says what was found in which lines.
func (m *matchPage) what(first, lines int) string {
	last := lines
	if m.next != "" {
		last = m.last
	}
	found := "1 match"
	if m.matches != 1 {
		found = fmt.Sprintf("%d matches", m.matches)
	}
	return fmt.Sprintf("%s in lines %d-%d of %d", found, first, last, lines)
}
