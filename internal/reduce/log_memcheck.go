package reduce

import (
	"bytes"

	"elide/internal/block"
)

// isMemcheck tells whether some of the section's lines are valgrind's,
// "==1234== Invalid read of size 4". The checked program's own lines stand
// between them, and may be more.
func isMemcheck(s block.Section) bool {
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
	if !hasPrefix(text, "==") && !hasPrefix(text, "--") {
		return 0
	}
	n := 2 + digits(text[2:])
	if n == 2 || !bytes.HasPrefix(text[n:], text[:2]) {
		return 0
	}
	return min(n+3, len(text))
}

// memcheck ranks the records of valgrind: what happened and where in the
// program. Frames of the allocator and of libraries have no source place.
// Lines of the program itself between them are bulk but for their ends. Of a flood
// of records the first are shown, and the last, since leaks are sorted by size.
func memcheck(s block.Section, marks []Mark) {
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
	markEdges(s, marks, 0, 2)
	spreadMarks(s, marks)
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
		bare := unindented(text[memcheckPrefix(text):])
		switch {
		case len(bare) == 0:
			counted = false
		case !counted && hasAnyPrefix(bare, "at 0x", "by 0x"):
			counted = true
			records++
		}
	}
	return records
}

type memcheckReader struct {
	s      block.Section
	marks  []Mark
	seen   map[uint64]bool // heads of records and frames
	frames int             // placed frames of the record at hand
	told   bool            // a frame that is its own was shown
	first  bool            // the record is the first of its kind
	open   bool            // within a record, that is since an empty line
	own    int             // lines of the program that were shown
	left   int             // records that are still to come
	heads  int             // records that came
	amid   bool            // the record is like an earlier one, in the middle of a flood
}

// program ranks a line that the checked program printed.
func (r *memcheckReader) program(i int) {
	text := r.s.Text(i)
	switch {
	case blankLine(text):
	case troubleWords.in(text):
		r.marks[i].Raise(Outlier, 70, WhyMessage)
	case r.own < 2:
		r.marks[i].Raise(Sample, 20, WhyEdge)
		r.own++
	}
}

func (r *memcheckReader) line(i int, text []byte) {
	bare := unindented(text)
	switch {
	case len(bare) == 0:
		r.open = false
	case hasAnyPrefix(bare, "at 0x", "by 0x"):
		r.frame(i, bare)
	case hasAnyPrefix(bare, "ERROR SUMMARY", "definitely lost:", "indirectly lost:", "Process terminating"):
		r.marks[i].Raise(Critical, 140, WhySummary)
	case hasAnyPrefix(bare, "HEAP SUMMARY", "LEAK SUMMARY", "in use at exit", "total heap usage", "possibly lost:", "still reachable:", "All heap blocks"):
		r.marks[i].Raise(Context, 60, WhySummary)
	case hasAnyPrefix(bare, "Memcheck,", "Copyright", "Using Valgrind", "For ", "Use --", "Rerun with", "suppressed:", "To see them", "Reachable blocks"):
	case hasAnyPrefix(bare, "Command:"):
		r.marks[i].Raise(Sample, 40, WhyHeading)
	default:
		r.head(i, bare)
	}
}

// head ranks the line that says what happened, or a later line of the same
// record that says to which block of memory.
func (r *memcheckReader) head(i int, bare []byte) {
	key := templateHash(bare)
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
		r.marks[i].Raise(Critical, 120, WhyFailure)
	}
}

// frame ranks a frame with a source place. Records often start in the same
// place, an allocator of the program; what tells a record from the others is
// the first of its frames that none before it had.
func (r *memcheckReader) frame(i int, bare []byte) {
	if bytes.Contains(bare, []byte("(in ")) || !hasSuffix(bare, ")") {
		return
	}
	r.frames++
	key := templateHash(bare) // the address is masked, so is the line number
	if open := bytes.LastIndexByte(bare, '('); open >= 0 {
		key = mixHash(key, textHash(bare[open:]))
	}
	novel := !r.seen[key]
	r.seen[key] = true
	switch {
	case r.amid:
	case novel && (r.frames == 1 || !r.told):
		r.marks[i].Raise(Critical, 110, WhyFrame)
		r.told = true
	case novel && r.frames <= 5 && r.first:
		r.marks[i].Raise(Context, 60, WhyFrame)
	}
}
