package build

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// regionStart returns where the region of the head at i starts: with the
// notes right before it that say how the compiler came there, or with the
// place above it.
func (b *Reader) regionStart(i int) int {
	if k := b.placeAbove(i); k >= 0 {
		return k
	}
	first := i
	for first > 0 && i-first < 40 && !b.owned[first-1] {
		line := &b.lines[first-1]
		if line.Kind != buildNote && !(line.Kind == buildText && line.leads()) {
			break
		}
		first--
	}
	return first
}

// placeLines bounds the code between a place and the message below it.
const placeLines = 8

// placeAbove returns the line above the head at i that names its place, with
// nothing but code between them, as gfortran prints it; -1: there is none.
func (b *Reader) placeAbove(i int) int {
	if b.lines[i].placed || i+1 < len(b.lines) && b.lines[i+1].Kind == buildPlace && !scan.HasSuffix(b.s.Text(i+1), ":") {
		return -1
	}
	for k := i - 1; k >= max(0, i-placeLines) && !b.owned[k]; k-- {
		switch b.lines[k].Kind {
		case buildPlace:
			return k
		case buildBlank, buildEcho:
		default:
			return -1
		}
	}
	return -1
}

// regionMax bounds a region.
const regionMax = 120

// regionReader finds where the region of the diagnostic whose head is line i ends.
type regionReader struct {
	*Reader
	i          int
	head       *buildLine
	above      bool // its place stood above, so the next one is the next diagnostic's
	frames     bool // it has frames of a trace
	loose      int  // lines that are indented no deeper than the head
	paragraphs int  // that give reasons
}

// maxLoose is how many lines of a region may be indented no deeper than its head.
const maxLoose = 12

// regionEnd returns the end of the region of the head at i.
func (b *Reader) regionEnd(i int) int {
	if b.lines[i].stop {
		return i + 1 // what other jobs print follows
	}
	r := regionReader{Reader: b, i: i, head: &b.lines[i], above: b.placeAbove(i) >= 0}
	end := i + 1
	for end < len(b.lines) && end-i < regionMax {
		next, over := r.read(end)
		if over {
			return next
		}
		end = next
	}
	return end
}

// read returns the line that comes next after line k, or, if the region is over, its
// end.
func (r *regionReader) read(k int) (next int, over bool) {
	line := &r.lines[k]
	switch line.Kind {
	case buildBlank:
		return r.blank(k)
	case Diag, buildResult:
		if r.head.wordless && k == r.i+1 && line.Kind == buildResult {
			break // "Module build failed": what the head is about
		}
		if line.indent <= r.head.indent || line.Kind == Diag && line.Sev >= sevWarning && line.placed {
			return r.leadStart(r.i, k), true
		}
	case buildPlace:
		if r.above {
			return k, true
		}
	case buildNote, buildEcho, buildHint:
	default:
		if r.ends(k) {
			return k, true
		}
	}
	return k + 1, false
}

// blank reads an empty line: another paragraph of the region may follow.
func (r *regionReader) blank(k int) (next int, over bool) {
	next = r.afterBlank(k)
	if r.head.wordless && k == r.i+1 && next > 0 && r.lines[next].indent > r.head.indent {
		return next + 1, false // what the head is about
	}
	if r.head.row || next < 0 || r.lines[next].Kind == Diag || r.above && r.lines[next].Kind == buildPlace {
		return k, true
	}
	if !r.continues(r.head, next) {
		if r.paragraphs == 1 || !r.reasons(r.head, next) {
			return k, true
		}
		r.paragraphs++
	}
	return k + 1, false
}

// ends tells whether line k, of words, is no part of the region.
func (r *regionReader) ends(k int) bool {
	text := r.s.Text(k)
	if r.lines[k].indent > r.head.indent {
		r.frames = r.frames || frameText(text)
		return false
	}
	if r.head.row || r.frames || !r.looseLine(r.i, k) || r.loose == maxLoose || sameProgram(r.s.Text(r.i), text) {
		return true
	}
	r.loose++
	return false
}

// leadStart returns where the lines start that lead in the diagnostic at end,
// behind the head at i.
func (b *Reader) leadStart(i, end int) int {
	for end > i+1 {
		line := &b.lines[end-1]
		if !line.leads() && !(line.Kind == buildNote && scan.HasSuffix(b.s.Text(end-1), "required from here")) {
			break
		}
		end--
	}
	return end
}

// sameProgram tells whether both lines start with the name of one program, so
// that the second is no part of what the first says: "dpkg: …".
func sameProgram(a, b []byte) bool {
	n := scan.Index(a, ": ")
	return n > 0 && bytes.IndexByte(a[:n], ' ') < 0 && bytes.HasPrefix(b, a[:n+2])
}

// afterBlank returns the next line that is not blank within three, or -1.
func (b *Reader) afterBlank(i int) int {
	for n := 0; n < 3 && i+n < len(b.lines); n++ {
		if b.lines[i+n].Kind != buildBlank {
			return i + n
		}
	}
	return -1
}

// continues tells whether the line behind an empty one goes on with the
// diagnostic: it is indented deeper, or shows its code.
func (b *Reader) continues(head *buildLine, next int) bool {
	line := &b.lines[next]
	return line.Kind == buildEcho || line.Kind == buildPlace || line.indent > head.indent+1
}

// reasons tells whether the paragraph at next may give the reasons for an
// error that has no place of its own.
func (b *Reader) reasons(head *buildLine, next int) bool {
	k := b.lines[next].Kind
	return head.Sev == SevError && !head.placed && (k == buildText || k == buildFail || k == buildNote) && !b.lines[next].steps()
}

// looseLine tells whether a line that is indented no deeper than its head
// still belongs to it: the message goes on after a head without a place, or a
// wrapped message is followed by the code that it is about.
func (b *Reader) looseLine(head, i int) bool {
	if b.lines[i].steps() {
		return false
	}
	if !b.lines[head].placed {
		return true
	}
	if i > head+messageLines {
		return false
	}
	for i++; i < len(b.lines) && i <= head+messageLines && b.wraps(head, i); i++ {
	}
	return i < len(b.lines) && (b.lines[i].Kind == buildEcho || b.lines[i].indent > b.lines[head].indent+3 && (b.lines[i].Kind == buildText || b.lines[i].Kind == buildFail))
}
