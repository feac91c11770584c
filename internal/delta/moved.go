package delta

import (
	"bytes"
	"strconv"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Findings of compilers and linters move when a file is edited above them:
// nothing of them differs but the line that they name. Those are no news; the
// header says by how many lines they moved.

// finding is a unit that names a line of a file.
type finding struct {
	unit int32
	line int // as the unit names it
	file []byte
}

// findings finds the units of a build's output that name a line, in order.
type findings struct {
	secs []block.Section
	free func(unit int) bool // tells whether the unit is one to be looked at
}

// each calls do with each finding and the hash of all of it but its line.
func (f findings) each(do func(finding, uint64)) {
	for _, s := range f.secs {
		if s.Shape != shape.BuildLog {
			continue
		}
		var file []byte
		for i := range s.Len() {
			text := s.Text(i)
			p := placeOf(text)
			if p.file != nil {
				file = p.file
			} else if p.n == 0 && len(text) > 0 && !isBlank(text[0]) {
				file = text
			}
			if p.n == 0 || p.n > 7 || !f.free(s.First+i) {
				continue
			}
			h := hash(text[:p.at])*hashPrime ^ hash(text[p.at+p.n:])
			if p.file == nil {
				h = h*hashPrime ^ hash(file)
			}
			do(finding{int32(s.First + i), number(text[p.at : p.at+p.n]), file}, h)
		}
	}
}

// place is where a line says which line of a file it is about.
type place struct {
	at, n int    // the digits; n is 0 if it doesn't say
	file  []byte // nil: a line above names it
}

// placeOf finds a.c:12, a.c(12 at the head of a line; 12:5 and "12 |" there,
// where the file was named above.
func placeOf(text []byte) place {
	start := len(text) - len(bytes.TrimLeft(text, " \t"))
	if rest := text[start:]; bytes.HasPrefix(rest, []byte("--> ")) || bytes.HasPrefix(rest, []byte("::: ")) {
		start += len("--> ")
	}
	if n := scan.Digits(text[start:]); n > 0 {
		rest := text[start+n:]
		if len(rest) > 1 && rest[0] == ':' && scan.IsDigit(rest[1]) || bytes.HasPrefix(bytes.TrimLeft(rest, " "), []byte("|")) {
			return place{at: start, n: n}
		}
		return place{}
	}
	dotted := false
	for i := start; i+1 < len(text) && !isBlank(text[i]); i++ {
		switch c := text[i]; {
		case c == '.' || c == '/':
			dotted = true
		case (c == ':' || c == '(') && scan.IsDigit(text[i+1]) && dotted:
			n := scan.Digits(text[i+1:])
			if after := text[i+1+n:]; len(after) == 0 || bytes.IndexByte([]byte(":,) "), after[0]) >= 0 {
				return place{i + 1, n, text[start:i]}
			}
			return place{}
		}
	}
	return place{}
}

// move is a finding that moved.
type move struct {
	before int32 // the unit of before, -1: it did not move
	by     int   // lines of its file
	file   []byte
}

// moves finds the units of now that are new but for their place. The first of
// a kind that is gone is taken for the first that is new, and so on. The
// alignment is told that both stand in the other block. nil: nothing moved.
func moves(before, now []block.Section, al *Alignment) []move {
	gone := map[uint64][]finding{}
	findings{before, func(j int) bool { return al.Now[j] < 0 && !al.Later[j] }}.each(func(f finding, h uint64) {
		gone[h] = append(gone[h], f)
	})
	if len(gone) == 0 {
		return nil
	}
	all := make([]move, len(al.Before))
	for i := range all {
		all[i].before = -1
	}
	findings{now, func(i int) bool { return al.Before[i] < 0 && !al.Elsewhere[i] }}.each(func(f finding, h uint64) {
		if was := gone[h]; len(was) > 0 {
			all[f.unit] = move{was[0].unit, f.line - was[0].line, f.file}
			al.Elsewhere[f.unit], al.Later[was[0].unit] = true, true
			gone[h] = was[1:]
		}
	})
	return all
}

// mostMoved bounds the passages that are announced as moved. What is beyond
// them is shown.
const mostMoved = 12

// moved hides the units that moved, as long as their passages are few and
// their failure is not shown, and returns the passages of before.
func (d *differ) moved(shown []bool) []Passage {
	if d.al.moves == nil {
		return nil
	}
	var all []Passage
	var last move
	by := d.movedBy()
	b := d.before.block()
	for i, m := range d.al.moves {
		if m.before < 0 || shown[i] || d.asked(i) {
			continue
		}
		line := b.Line(int(m.before))
		switch {
		case !isDetail(d.now.Marks[i]):
		case len(all) > 0 && d.goesOn(last, m, by):
			all[len(all)-1].Last, last = line, m
		case len(all) == mostMoved:
			return all
		default:
			all, last = append(all, Passage{First: line, Last: line, Note: movedNote(m)}), m
		}
		d.marks[i] = mark.Mark{JSON: d.marks[i].JSON}
	}
	return all
}

// movedBy returns for each unit of before by how much it moved, 0 if it did not.
func (d *differ) movedBy() []int {
	by := make([]int, len(d.before.Marks))
	for _, m := range d.al.moves {
		if m.before >= 0 {
			by[m.before] = m.by
		}
	}
	return by
}

// goesOn tells whether the finding that b moved follows the one that a moved:
// all that name a line between them moved by as much.
func (d *differ) goesOn(a, b move, by []int) bool {
	if a.by != b.by || b.before <= a.before || !bytes.Equal(a.file, b.file) {
		return false
	}
	for j := int(a.before) + 1; j < int(b.before); j++ {
		if by[j] != a.by && placeOf(d.before.block().Text(j)).n > 0 {
			return false
		}
	}
	return true
}

func movedNote(m move) string {
	file := m.file
	if len(file) > longestExcerpt {
		file = file[len(file)-longestExcerpt:]
	}
	sign := "+"
	if m.by < 0 {
		sign = ""
	}
	return validNote(excerpt(file) + " " + sign + strconv.Itoa(m.by))
}
