package reduce

import "bytes"

// regionStart returns where the region of the head at i starts: with the
// notes right before it that say how the compiler came there, or with the
// place above it.
func (b *buildReader) regionStart(i int) int {
	if k := b.placeAbove(i); k >= 0 {
		return k
	}
	first := i
	for first > 0 && i-first < 40 && !b.owned[first-1] {
		line := &b.lines[first-1]
		if line.kind != buildNote && !(line.kind == buildText && leadsIn(b.s.Text(first-1))) {
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
func (b *buildReader) placeAbove(i int) int {
	if b.lines[i].placed || i+1 < len(b.lines) && b.lines[i+1].kind == buildPlace && !hasSuffix(b.s.Text(i+1), ":") {
		return -1
	}
	for k := i - 1; k >= max(0, i-placeLines) && !b.owned[k]; k-- {
		switch b.lines[k].kind {
		case buildPlace:
			return k
		case buildBlank, buildEcho:
		default:
			return -1
		}
	}
	return -1
}

// leadsIn tells whether a line says where the next diagnostic comes from:
// "In file included from a.h:3,", "a.c: In function ‘main’:".
func leadsIn(text []byte) bool {
	text = unindented(text)
	if hasAnyPrefix(text, "In file included from", "from ", "In module ", "# ") {
		return true
	}
	if len(text) < 10 || text[len(text)-1] != ':' && text[len(text)-1] != '\'' {
		return false
	}
	for _, part := range [...]string{": In ", ": in function", ": At ", ": in ", ": note: "} {
		if indexString(text, part) > 0 {
			return true
		}
	}
	return false
}

// regionMax bounds a region.
const regionMax = 120

// regionEnd returns the end of the region of the head at i.
func (b *buildReader) regionEnd(i int) int {
	head := &b.lines[i]
	if head.stop {
		return i + 1 // what other jobs print follows
	}
	loose, paragraphs, frames := 0, 0, false
	above := b.placeAbove(i) >= 0 // so the next place is the next diagnostic's
	end, most := i+1, regionMax
	if b.analyzed(i) {
		most = eventLines
	}
	for ; end < len(b.lines) && end-i < most; end++ {
		line := &b.lines[end]
		switch line.kind {
		case buildBlank:
			next := b.afterBlank(end)
			if head.wordless && end == i+1 && next > 0 && b.lines[next].indent > head.indent {
				end = next // what the head is about
				continue
			}
			if head.row || next < 0 || b.lines[next].kind == buildDiag || above && b.lines[next].kind == buildPlace {
				return end
			}
			if !b.continues(head, next) {
				if paragraphs == 1 || !b.reasons(head, next) {
					return end
				}
				paragraphs++
			}
			continue
		case buildDiag, buildResult:
			if head.wordless && end == i+1 && line.kind == buildResult {
				continue // "Module build failed": what the head is about
			}
			if line.indent <= head.indent || line.kind == buildDiag && line.sev >= sevWarning && line.placed {
				return b.leadStart(i, end)
			}
		case buildPlace:
			if above {
				return end
			}
		case buildNote, buildEcho, buildHint:
		default:
			if line.indent > head.indent {
				if b.heads(end) && headingLine(b.s.Text(end)) {
					return end
				}
				frames = frames || frameText(b.s.Text(end))
				continue
			}
			if b.underCode(i, end) {
				continue
			}
			if head.row || frames || !b.looseLine(i, end) || loose == 12 || sameProgram(b.s.Text(i), b.s.Text(end)) {
				return end
			}
			loose++
		}
	}
	return end
}

// leadStart returns where the lines start that lead in the diagnostic at end,
// behind the head at i.
func (b *buildReader) leadStart(i, end int) int {
	for end > i+1 {
		text := b.s.Text(end - 1)
		if !leadsIn(text) && !(b.lines[end-1].kind == buildNote && hasSuffix(text, "required from here")) {
			break
		}
		end--
	}
	return end
}

// sameProgram tells whether both lines start with the name of one program, so
// that the second is no part of what the first says: "dpkg: …".
func sameProgram(a, b []byte) bool {
	n := indexString(a, ": ")
	return n > 0 && bytes.IndexByte(a[:n], ' ') < 0 && bytes.HasPrefix(b, a[:n+2])
}

// afterBlank returns the next line that is not blank within three, or -1.
func (b *buildReader) afterBlank(i int) int {
	for n := 0; n < 3 && i+n < len(b.lines); n++ {
		if b.lines[i+n].kind != buildBlank {
			return i + n
		}
	}
	return -1
}

// continues tells whether the line behind an empty one goes on with the
// diagnostic: it is indented deeper, or shows its code.
func (b *buildReader) continues(head *buildLine, next int) bool {
	line := &b.lines[next]
	return line.kind == buildEcho || line.kind == buildPlace || line.indent > head.indent+1
}

// reasons tells whether the paragraph at next may give the reasons for an
// error that has no place of its own.
func (b *buildReader) reasons(head *buildLine, next int) bool {
	k := b.lines[next].kind
	return head.sev == sevError && !head.placed && (k == buildText || k == buildFail || k == buildNote) && !stepLine(b.s.Text(next))
}

// looseLine tells whether a line that is indented no deeper than its head
// still belongs to it: the message goes on after a head without a place, or a
// wrapped message is followed by the code that it is about.
func (b *buildReader) looseLine(head, i int) bool {
	if stepLine(b.s.Text(i)) {
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
	return i < len(b.lines) && (b.lines[i].kind == buildEcho || b.lines[i].indent > b.lines[head].indent+3 && (b.lines[i].kind == buildText || b.lines[i].kind == buildFail))
}

// stepLine tells whether a line is the next step of a build, so that the
// diagnostic before it is over.
func stepLine(text []byte) bool {
	return hasAnyPrefix(text, "make", "gmake", "[", "cc ", "gcc ", "g++ ", "c++ ", "clang", "cd ", "ar ", "/usr/bin/", "==>", "Step ", "#", "> Task", "ninja:",
		"Compiling ", "   Compiling", "    Checking", "    Building", "    Finished", "go: ", "npm ", "$ ", "+ ", "Get:", "Setting up ", "Unpacking ", "TASK [", "PLAY ")
}

// proposalEnd returns the end of the corrected code that may stand behind the
// last finding in a line of code, at i: "Did you mean:".
func (b *buildReader) proposalEnd(i int) int {
	k := b.afterBlank(i)
	if k < 0 || !hasPrefix(b.s.Text(k), "Did you mean:") {
		return i
	}
	for k++; k < min(len(b.lines), i+regionShown) && b.lines[k].kind != buildBlank; k++ {
	}
	return k
}
