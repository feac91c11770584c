package render

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/plan"
)

// resolved writes the text of a unit without its terminal codes, and its
// head only if it isn't the one that was named last.
func (w *writer) resolved(pieces []plan.Piece, i int, raw []byte) error {
	text, eol := lineOf(pieces[i], raw)
	n := int(pieces[i].Mark.Head)
	switch {
	case n == 0 || n >= len(text):
		w.endHead(text)
	case w.head != nil && sameHead(w.head, text, n):
		text = text[n:]
	default:
		again, err := w.comesAgain(pieces[i+1:], text[:n])
		if err != nil {
			return err
		}
		w.endHead(text)
		if again {
			w.head, w.bare = bytes.Clone(text[:n]), text[n-1] != '/' && searchMark(text[n])
			w.out = append(append(w.out, w.head...), '\n')
			text = text[n:]
		}
	}
	w.out = appendPadded(w.out, text, min(int(pieces[i].Mark.Pad), len(text)))
	w.out = append(w.out, eol...)
	return nil
}

// endHead ends what a head was named for, before a text that has none or
// another. What reads as one more line of it is parted from it by an empty line.
func (w *writer) endHead(text []byte) {
	if w.head != nil && w.belongs(text) {
		w.startLine()
		w.out = append(w.out, '\n')
	}
	w.head = nil
}

// belongs tells whether a text reads as a line below the head: behind a path
// with its mark stands the number of a line, behind one without it a mark,
// behind a date a time of day, behind a folder a name.
func (w *writer) belongs(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if w.head[len(w.head)-1] == '/' {
		return bytes.IndexByte(text, '/') < 0
	}
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	if w.bare {
		return searchMark(text[0])
	}
	if !searchMark(w.head[len(w.head)-1]) {
		return n == 2 && n < len(text) && text[n] == ':'
	}
	return n > 0 && n < len(text) && searchMark(text[n])
}

// lineOf returns the text of a piece as a terminal leaves it, and its line end.
func lineOf(p plan.Piece, raw []byte) (text, eol []byte) {
	line, eol := cutEOL(raw)
	if p.StartsLine && p.EndsLine {
		return block.Resolve(line), eol
	}
	return block.ResolvePart(line), eol
}

// appendPadded appends the text of a unit of which blanks only align the
// first n bytes: there a run of them is shown as one, but for those that
// start the text, and at its end as none.
func appendPadded(dst, text []byte, n int) []byte {
	i := 0
	for i < n && text[i] == ' ' {
		i++
	}
	dst = append(dst, text[:i]...)
	for i < n {
		if text[i] != ' ' {
			dst = append(dst, text[i])
			i++
			continue
		}
		for i < n && text[i] == ' ' {
			i++
		}
		if i < len(text) {
			dst = append(dst, ' ')
		}
	}
	return append(dst, text[i:]...)
}

// comesAgain tells whether the next shown piece has the same head.
func (w *writer) comesAgain(rest []plan.Piece, head []byte) (bool, error) {
	for _, p := range rest {
		if !p.Shown {
			continue
		}
		if p.Mark.Head == 0 || p.View != plan.Resolved {
			return false, nil
		}
		raw, err := w.src(p.Off, p.Len)
		if err != nil {
			return false, err
		}
		text, _ := lineOf(p, raw)
		return sameHead(head, text, int(p.Mark.Head)), nil
	}
	return false, nil
}

// sameHead tells whether the n bytes that text starts with say the same as
// head does. A search puts a colon behind the path where it found something,
// and a dash or an equals sign near that; it repeats that mark behind the
// number of the line, from where the reader knows it. The path may be given from the
// root in one of them and relative in the other.
func sameHead(head, text []byte, n int) bool {
	if n > len(text) || !samePath(head[:len(head)-1], text[:n-1]) {
		return false
	}
	mark := text[n-1]
	if mark == head[len(head)-1] {
		return len(head) == n || searchMark(mark)
	}
	number := n
	for number < len(text) && '0' <= text[number] && text[number] <= '9' {
		number++
	}
	return searchMark(mark) && searchMark(head[len(head)-1]) && number > n && number < len(text) && text[number] == mark
}

// samePath tells whether two paths are the same, or one from the root ends with the other,
// which is relative.
func samePath(a, b []byte) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a) == len(b) {
		return bytes.Equal(a, b)
	}
	rest, ok := bytes.CutSuffix(a, b)
	return ok && len(b) > 0 && b[0] != '/' && rest[0] == '/' && rest[len(rest)-1] == '/'
}

func searchMark(c byte) bool { return c == ':' || c == '-' || c == '=' }

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
