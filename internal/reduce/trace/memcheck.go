package trace

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// IsMemcheck tells whether some of the section's lines are valgrind's,
// "==1234== Invalid read of size 4". The checked program's own lines stand
// between them, and may be more.
func IsMemcheck(s block.Section) bool {
	n := 0
	for i := range s.Len() {
		if raw := s.Raw(i); len(raw) > 4 && raw[0] == '=' && memcheckPrefix(raw) > 0 {
			n++
		}
	}
	return n >= 4 && n*50 >= s.Len()
}

// memcheckPrefix returns the length of the "==1234== " before a line, 0 if
// there is none.
func memcheckPrefix(text []byte) int {
	n := scan.Checker(text)
	if n == 0 {
		return 0
	}
	return min(n+1, len(text))
}

// Memcheck ranks the records of valgrind: what happened and where in the
// program. Frames of the allocator and of libraries have no source place.
// Lines of the program itself between them are bulk but for their ends. Of a flood
// of records the first are shown, and the last, since leaks are sorted by size.
func Memcheck(s block.Section, marks []mark.Mark) {
	r := memcheckReader{s: s, marks: marks, seen: map[uint64]bool{}, left: memcheckRecords(s)}
	for i := range marks {
		text := s.Text(i)
		n := memcheckPrefix(text)
		if n == 0 {
			r.program(i)
			continue
		}
		r.line(i, text[n:])
	}
	r.endRun()
	mark.Edges(s, marks, 0, 2)
	mark.Spread(s, marks)
}

// How many records are shown whatever came before them.
const (
	maxFirstRecords = 24
	maxLastRecords  = 8
)

// memcheckRecords returns how many records there are at most: paragraphs with a
// frame.
func memcheckRecords(s block.Section) (records int) {
	counted := false
	for i := range s.Len() {
		text := s.Text(i)
		bare := scan.Trim(text[memcheckPrefix(text):])
		switch {
		case len(bare) == 0:
			counted = false
		case !counted && scan.HasAnyPrefix(bare, "at 0x", "by 0x"):
			counted = true
			records++
		}
	}
	return records
}

type memcheckReader struct {
	s      block.Section
	marks  []mark.Mark
	seen   map[uint64]bool // heads of records and frames
	frames int             // placed frames of the record at hand
	told   bool            // a frame that is its own was shown
	first  bool            // the record is the first of its kind
	open   bool            // within a record, that is since an empty line
	own    int             // lines of the program that were shown
	left   int             // records that are still to come
	heads  int             // records that came
	amid   bool            // the record is like an earlier one, in the middle of a flood
	run    []int           // frames with a place since the last line that is none, of which none was shown
}

// program ranks a line that the checked program printed.
func (r *memcheckReader) program(i int) {
	text := r.s.Text(i)
	switch {
	case scan.Blank(text):
	case rules.SaysFailure(text, rules.InRecord):
		r.marks[i].Raise(mark.Outlier, 70, mark.WhyMessage)
	case r.own < 2:
		r.marks[i].Raise(mark.Sample, 20, mark.WhyEdge)
		r.own++
	}
}

func (r *memcheckReader) line(i int, text []byte) {
	bare := scan.Trim(text)
	if scan.HasAnyPrefix(bare, "at 0x", "by 0x") {
		r.frame(i, bare)
		return
	}
	r.endRun()
	h, _ := rules.Find(rules.Frame, bare)
	switch {
	case len(bare) == 0:
		r.open = false
	case h.Kind == rules.FrameNoise:
	default:
		r.head(i, bare)
	}
}

// head ranks the line that says what happened, or a later line of the same
// record that says to which block of memory.
func (r *memcheckReader) head(i int, bare []byte) {
	key := scan.Template(bare)
	isNew := !r.seen[key]
	r.seen[key] = true
	if r.open && !isNew {
		return // the same is said of another block
	}
	if !r.open {
		r.first = isNew
		r.heads++
		r.amid = !isNew && r.heads > maxFirstRecords && r.left > maxLastRecords
		r.left--
	}
	r.open, r.frames, r.told = true, 0, false
	if !r.amid {
		r.marks[i].Raise(mark.Critical, 120, mark.WhyFailure)
	}
}

// frame ranks a frame with a source place. Records often start in the same
// place, an allocator of the program; what tells a record from the others is
// the first of its frames that none before it had.
func (r *memcheckReader) frame(i int, bare []byte) {
	if bytes.Contains(bare, []byte("(in ")) || !scan.HasSuffix(bare, ")") {
		return
	}
	r.frames++
	r.run = append(r.run, i)
	key := scan.Template(bare) // the address is masked, so is the line number
	if open := bytes.LastIndexByte(bare, '('); open >= 0 {
		key = scan.Mix(key, scan.Hash(bare[open:]))
	}
	novel := !r.seen[key]
	r.seen[key] = true
	switch {
	case r.amid:
		r.run = r.run[:0]
	case novel && (r.frames == 1 || !r.told):
		r.marks[i].Raise(mark.Critical, 110, mark.WhyFrame)
		r.told = true
	case novel && r.frames <= 5 && r.first:
		r.marks[i].Raise(mark.Context, 60, mark.WhyFrame)
	}
}

// endRun ends a run of frames. One of which all were shown above still says where: its
// innermost frame of the program's own, or the one that has a place.
func (r *memcheckReader) endRun() {
	for k, i := range r.run {
		if r.marks[i].Rank > mark.Bulk {
			break
		}
		if k == len(r.run)-1 {
			own := slices.IndexFunc(r.run, func(i int) bool { return !librarySymbol(calledBy(r.s.Text(i))) })
			r.marks[r.run[max(own, 0)]].Raise(mark.Context, 60, mark.WhyFrame)
		}
	}
	r.run = r.run[:0]
}

// calledBy returns the function of a frame, and what stands behind it: "==1== by 0x4F: main (a.c:11)".
func calledBy(text []byte) []byte {
	_, called, _ := bytes.Cut(text, []byte(": "))
	return called
}
