package reduce

import (
	"bytes"

	"elide/internal/block"
)

// buildLog ranks what compilers, linters, package managers and build systems
// print. A diagnostic is a region: its head, its place, the code it points
// to, its notes. Errors are shown in full while they are few and by head and
// place when they are many; warnings by kind; the steps of the build by a few
// samples; and always the lines at the end, where tools say how it went.
func buildLog(s block.Section, marks []Mark) {
	b := readBuild(s)
	b.markFindings(marks)
	b.markSteps(marks)
	b.markEnd(marks)
	spreadMarks(s, marks)
}

// buildReader holds a build's lines while they are ranked.
type buildReader struct {
	s     block.Section
	lines []buildLine
	diags []diagnostic
	owned []bool // lines that belong to a diagnostic

	errors, findings, warnings, phrases int
}

// diagnostic is a region of lines.
type diagnostic struct {
	first, head, end int // head is the line that says what; first may stand before it
	sev              severity
	heading          int // line with the name of the file, for rows; -1: none
	grade            int // line with the severity, 0: none
	file             uint64
	code, message    uint64
	template         uint64
	variant          uint64 // the message as it is
	repeated         bool   // the same place and message stood before
}

// kind returns what diagnostics of one rule and message have in common,
// looseKind what those have in common that differ in the names in quotes.
func (d *diagnostic) kind() uint64      { return mixHash(d.code, d.message) }
func (d *diagnostic) looseKind() uint64 { return mixHash(d.code, d.template) }

// readBuild reads all lines. Later segments of a long line are blank.
func readBuild(s block.Section) *buildReader {
	b := &buildReader{s: s, lines: make([]buildLine, s.Len()), owned: make([]bool, s.Len())}
	for i := range b.lines {
		if i > 0 && !s.StartsLine(s.First+i) {
			b.lines[i].kind = buildBlank
			continue
		}
		b.lines[i] = readBuildLine(s.Text(i))
		if b.lines[i].kind == buildPlace && i > 0 {
			b.headAbove(i)
		}
	}
	return b
}

// headAbove makes the line above the place at i the head of a diagnostic, if
// it is none yet: "unused-import: `os` imported but unused" above "--> a.py:1:8".
func (b *buildReader) headAbove(i int) {
	head := &b.lines[i-1]
	if head.kind != buildText && head.kind != buildFail && head.kind != buildResult || head.indent > b.lines[i].indent {
		return
	}
	if i > 1 && b.lines[i-2].kind != buildBlank || !hasAnyPrefix(unindented(b.s.Text(i)), "-->", "╭", "┌") {
		return
	}
	text := unindented(b.s.Text(i - 1))
	word := text[:max(0, bytes.IndexAny(text, ": "))]
	if ruleName(word) {
		head.code = textHash(word)
	}
	head.exact = textHash(text)
	head.finish(text, sevLint)
}

// regions finds the diagnostics and the lines that belong to each.
func (b *buildReader) regions() {
	seen := map[uint64]bool{}
	heading := -1
	for i := 0; i < len(b.lines); {
		line := &b.lines[i]
		if line.kind != buildDiag {
			if (line.kind == buildText || line.kind == buildPlace) && line.indent == 0 && headingLine(b.s.Text(i)) {
				heading = i
			}
			i++
			continue
		}
		d := diagnostic{first: i, head: i, end: b.regionEnd(i), sev: line.sev, heading: -1, file: line.file, code: line.code, message: line.message, template: line.template, variant: line.variant}
		key := line.exact
		if line.row && heading >= 0 {
			d.heading, d.file = heading, textHash(headedFile(b.s.Text(heading)))
			key = mixHash(key, textHash(b.s.Text(heading)))
		}
		d.first = b.regionStart(i)
		if d.heading >= 0 && line.indent > 0 && i-heading <= 4 && b.lines[heading].kind == buildPlace && !b.owned[i-1] {
			d.first = heading // with the code that is pointed to
		}
		b.placeOf(&d, &key)
		b.gradeOf(&d)
		d.repeated = seen[key]
		seen[key] = true
		for k := d.first; k < d.end; k++ {
			b.owned[k] = true
		}
		b.diags = append(b.diags, d)
		i = d.end
	}
}

// gradeOf takes over the severity that a line of the region names, as
// security linters print it: "Severity: High".
func (b *buildReader) gradeOf(d *diagnostic) {
	if d.sev != sevLint {
		return
	}
	for k := d.head + 1; k < min(d.end, d.head+6); k++ {
		if grade := gradeIn(b.s.Text(k)); grade != sevNone {
			d.sev, d.grade = grade, k
			return
		}
	}
}

// headingLine tells whether a line is nothing but the path of a file, as
// linters print it above their findings.
func headingLine(text []byte) bool {
	text = unindented(text)
	if hasPrefix(text, "FILE: ") || placedHeading(text) {
		return true
	}
	path := false
	for _, c := range text {
		if c <= ' ' {
			return false
		}
		path = path || c == '.' || c == '/' || c == '\\'
	}
	return path
}

// placedHeading tells whether a line is "In deploy.sh line 3:", above the code
// of that line and what points into it.
func placedHeading(text []byte) bool {
	if !hasPrefix(text, "In ") || !hasSuffix(text, ":") {
		return false
	}
	p, ok := findLeadPlace(text)
	return ok && p.message == len(text)-1
}

// headedFile returns the path of the file that a heading names.
func headedFile(text []byte) []byte {
	if placedHeading(text) {
		if p, ok := findLeadPlace(text); ok {
			return p.path(text)
		}
	}
	return unindented(text)
}

// placeOf takes over the file and the rule that lines of the region name.
func (b *buildReader) placeOf(d *diagnostic, key *uint64) {
	for k := d.head + 1; k < min(d.end, d.head+40); k++ {
		switch b.lines[k].kind {
		case buildPlace:
			if d.file == 0 {
				text := unindented(b.s.Text(k))
				*key = mixHash(*key, textHash(text))
				if l, ok := findLocation(text); ok {
					d.file = textHash(l.path(text))
				}
			}
		case buildHint:
			if d.code == 0 {
				d.code = ruleInHint(b.s.Text(k))
			}
		case buildText, buildFail, buildResult:
			if d.code == 0 && k < d.head+6 {
				d.code = ruleAtEnd(b.s.Text(k))
			}
		}
	}
}

// ruleAtEnd returns the hash of the rule that the last line of a wrapped
// message ends with: "context  [no-untyped-call]", "… (reportCallIssue)".
func ruleAtEnd(text []byte) uint64 {
	text = unindented(text)
	n := len(text)
	if n < 6 || text[n-1] != ']' && text[n-1] != ')' {
		return 0
	}
	open := bytes.LastIndexAny(text, "[(")
	if open < 1 || text[open-1] != ' ' || !ruleName(text[open+1:n-1]) {
		return 0
	}
	return textHash(text[open+1 : n-1])
}

// ruleInHint returns the hash of the rule that a line names which says where
// to read about it or how to turn it off.
func ruleInHint(text []byte) uint64 {
	for _, opening := range [...]string{"html#", "`#[warn(", "`#[deny(", "`#[allow("} {
		if i := indexString(text, opening); i >= 0 {
			rest := text[i+len(opening):]
			n := 0
			for n < len(rest) && (isWordByte(rest[n]) || rest[n] == ':' || rest[n] == '-') {
				n++
			}
			if hasPrefix(rest[:n], "clippy::") {
				rest, n = rest[8:], n-8
			}
			return textHash(rest[:n])
		}
	}
	return 0
}

// regionStart returns where the region of the head at i starts: with the
// notes right before it that say how the compiler came there.
func (b *buildReader) regionStart(i int) int {
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
	loose, paragraphs, frames := 0, 0, false
	end := i + 1
	for ; end < len(b.lines) && end-i < regionMax; end++ {
		line := &b.lines[end]
		switch line.kind {
		case buildBlank:
			next := b.afterBlank(end)
			if head.row || next < 0 || b.lines[next].kind == buildDiag {
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
			if line.indent <= head.indent || line.kind == buildDiag && line.sev >= sevWarning && line.placed {
				return end
			}
		case buildNote, buildEcho, buildPlace, buildHint:
		default:
			if line.indent > head.indent {
				frames = frames || frameText(b.s.Text(end))
				continue
			}
			if head.row || frames || !b.looseLine(i, end) || loose == 12 {
				return end
			}
			loose++
		}
	}
	return end
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
	return i == head+1 && i+1 < len(b.lines) && (b.lines[i+1].kind == buildEcho || b.lines[i+1].kind == buildText && b.lines[i+1].indent > 3)
}

// stepLine tells whether a line is the next step of a build, so that the
// diagnostic before it is over.
func stepLine(text []byte) bool {
	return hasAnyPrefix(text, "make", "gmake", "[", "cc ", "gcc ", "g++ ", "c++ ", "clang", "cd ", "ar ", "/usr/bin/", "==>", "Step ", "#", "> Task", "ninja:",
		"Compiling ", "   Compiling", "    Checking", "    Building", "    Finished", "go: ", "npm ", "$ ", "+ ", "Get:", "Setting up ", "Unpacking ", "TASK [", "PLAY ")
}

// count counts the diagnostics by severity.
func (b *buildReader) count() {
	for i := range b.diags {
		if b.diags[i].repeated {
			continue
		}
		switch b.diags[i].sev {
		case sevError:
			b.errors++
		case sevLint:
			b.findings++
		case sevWarning:
			b.warnings++
		}
	}
	for i := range b.lines {
		if b.lines[i].kind == buildFail && !b.owned[i] {
			b.phrases++
		}
	}
}

// failed tells whether something in the output says that the build failed.
func (b *buildReader) failed() bool { return b.errors+b.findings > 0 }
