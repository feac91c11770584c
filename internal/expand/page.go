package expand

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
)

// Ask is what a reader wants of an original. The zero Ask is all of it.
type Ask struct {
	Ranges  []marker.Range // these parts, in this order; none: all
	Pattern *keep.Pattern  // nil, or the lines that match, with their numbers; ranges must not go with it
	Context int            // how many lines around each that matches are shown too
	From    string         // the Next of the page before; "": the first page
}

// SafePage is how many bytes of a page reach a model in any host that is known:
// the least of them, Cline, cuts what has more than 8,000 characters.
const SafePage = 7900

// leastPage is the shortest page that is made: it has room for its mark, the
// number of a line and some of its bytes.
const leastPage = 512

// markRoom is how much of a page is left for its mark.
const markRoom = 240

// Page is a part of an answer.
type Page struct {
	Text []byte
	Next string // Ask.From of the next page; "": this is the last one
	What string // which part of the original it is, for its reader
}

// Mark returns the page as a tool gives it to a model: the text, and on a line
// of its own the original's marker, which says what the page is and how to go
// on. What ends in a marker passes every front end as it is.
func (p Page) Mark(hash string) []byte {
	text := p.Text
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text[:len(text):len(text)], '\n')
	}
	note := p.What
	if p.Next != "" {
		note += ", next page " + p.Next
	}
	return marker.Append(text, hash, note)
}

// Read returns a page of the answer. What Mark makes of it has at most maxBytes
// bytes; 0 is SafePage. It ends at the end of a line, unless a single one is
// longer than a page: then, if it can be, between two characters. Put together,
// the texts of all pages are what WriteRanges or Grep writes, but for how Grep's
// answer shows a line that was cut.
//
// The error is a *RangeError, a *PageError or one of reading the original.
func Read(o Original, ask Ask, maxBytes int) (Page, error) {
	if maxBytes == 0 {
		maxBytes = SafePage
	}
	room := max(maxBytes, leastPage) - markRoom
	from, err := parsePosition(ask.From)
	if err != nil {
		return Page{}, err
	}
	if ask.Pattern != nil {
		return readMatches(o, ask, from, room)
	}
	return readRanges(o, ask.Ranges, from, room)
}

// PageError tells that there is no such page.
type PageError struct{ Page string }

func (e *PageError) Error() string { return "there is no page " + strconv.QuoteToASCII(clip(e.Page)) }

func clip(s string) string {
	const most = 40
	return s[:min(len(s), most)]
}

// position is where a page starts: [range ":"] line ["." byte], all counted
// from 1. The zero position is the start.
type position struct{ part, line, byte int }

func (p position) String() string {
	var b strings.Builder
	if p.part > 1 {
		fmt.Fprintf(&b, "%d:", p.part)
	}
	fmt.Fprintf(&b, "%d", p.line)
	if p.byte > 1 {
		fmt.Fprintf(&b, ".%d", p.byte)
	}
	return b.String()
}

// parsePosition reads a position as String writes it, and with what models put
// around it.
func parsePosition(text string) (position, error) {
	s := strings.Trim(text, " \t\r\n\"'`")
	s = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(s, "next "), "page "), " ")
	if s == "" {
		return position{}, nil
	}
	p := position{part: 1, byte: 1}
	rest, ok := s, true
	if part, after, two := strings.Cut(rest, ":"); two {
		p.part, ok = number(part)
		rest = after
	}
	line, after, two := strings.Cut(rest, ".")
	if ok && two {
		p.byte, ok = number(after)
	}
	if ok {
		p.line, ok = number(line)
	}
	if !ok {
		return position{}, &PageError{text}
	}
	return p, nil
}

// number reads a positive number that leaves room to count on.
func number(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil && n > 0
}

// errFull ends a search when its page is full.
var errFull = errors.New("the page is full")
