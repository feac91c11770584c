package build

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Reduce ranks what compilers, linters, package managers and build systems
// print. A diagnostic is a region: its head, its place, the code it points
// to, its notes. Errors are shown in full while they are few and by head and
// place when they are many; warnings by kind; the steps of the build by a few
// samples; and always the lines at the end, where tools say how it went.
func Reduce(s block.Section, marks []mark.Mark) {
	b := Read(s)
	b.MarkFindings(marks)
	b.MarkSteps(marks)
	b.MarkEnd(marks)
	trace.RankCrashes(s, marks)
	if len(s.Bytes()) <= unreadMost && b.countsMore() {
		mark.FoldRepeats(s, marks)
	}
	mark.Spread(s, marks)
}

// Reader holds a build's lines while they are ranked.
type Reader struct {
	s     block.Section
	lines []buildLine
	diags []diagnostic
	owned []bool // lines that belong to a diagnostic

	errors, findings, warnings, phrases int
	runners                             int  // errors that are of who ran the tool
	placedError                         bool // another names its file
	steps                               int  // shown above what says that they failed

	recordPlaces []int          // lines that say where in the file above a finding is
	details      map[uint64]int // how often a line that goes on with a message was shown
}

// diagnostic is a region of lines.
type diagnostic struct {
	first, head, end int // head is the line that says what; first may stand before it
	said             int // end of the lines that the message takes, the head among them
	sev              severity
	heading          int    // line with the name of the file, for rows; -1: none
	grade            int    // line with the severity, 0: none
	symbol           int    // line with the symbol that the message is about, 0: none
	key              uint64 // of the place and the message
	file             uint64 // of the place, 0: unknown
	code             uint64 // of the rule or error number, 0: none
	message          uint64 // all of it, numbers masked
	template         uint64 // and names in quotes
	variant          uint64 // as it is
	repeated         bool   // the same key stood before
}

// kind returns what diagnostics of one rule and message have in common,
// looseKind what those have in common that differ in the names in quotes.
func (d *diagnostic) kind() uint64      { return scan.Mix(d.code, d.message) }
func (d *diagnostic) looseKind() uint64 { return scan.Mix(d.code, d.template) }

// Read reads all lines. Later segments of a long line are blank.
func Read(s block.Section) *Reader {
	b := &Reader{s: s, lines: make([]buildLine, s.Len()), owned: make([]bool, s.Len())}
	for i := range b.lines {
		if i > 0 && !s.StartsLine(s.First+i) {
			b.lines[i].Kind = buildBlank
			continue
		}
		if twin := s.Twin(i); twin < i {
			b.lines[i] = b.lines[twin]
		} else {
			b.lines[i] = ReadLine(s.Text(i))
		}
	}
	for i := 1; i < len(b.lines); i++ {
		if s.StartsLine(s.First + i) {
			b.headAbove(i)
		}
	}
	b.readRecords()
	b.readOptions()
	return b
}

// headAbove makes the line above the place at i the head of a diagnostic, if
// it is none yet: "unused-import: `os` imported but unused" above
// "--> a.py:1:8", "E305: Expected 2 blank lines" above
// "src/a.py:3 def main".
func (b *Reader) headAbove(i int) {
	line, head := &b.lines[i], &b.lines[i-1]
	if line.Kind != buildPlace && (line.Kind != Diag || line.Sev != sevLint) || head.indent > line.indent || !b.opens(i-1) {
		return
	}
	text := scan.Trim(b.s.Text(i - 1))
	text = bytes.TrimPrefix(text, []byte("x ")) // a cross without Unicode
	rule := openingRule(text)
	switch {
	case line.Kind == buildPlace && scan.HasAnyPrefix(scan.Trim(b.s.Text(i)), "-->", ",-["):
	case len(rule) > 0 && line.indent == 0 && scan.HasPrefix(text[len(rule):], ": "):
		line.Kind = buildPlace
	default:
		return
	}
	if len(rule) > 0 {
		head.code = scan.Hash(rule)
	}
	head.exact = scan.Hash(text)
	head.finish(text, sevLint)
}

// opens tells whether line k has words and opens a paragraph, or stands
// behind a diagnostic.
func (b *Reader) opens(k int) bool {
	if kind := b.lines[k].Kind; kind != buildText && kind != buildFail && kind != buildResult {
		return false
	}
	return k == 0 || b.lines[k-1].Kind == buildBlank || b.lines[k-1].Kind == Diag
}

// Regions finds the diagnostics and the lines that belong to each.
func (b *Reader) regions() {
	seen := HashSet{}
	heading := -1
	b.diags = make([]diagnostic, 0, b.headCount())
	for i := 0; i < len(b.lines); {
		line := &b.lines[i]
		if line.Kind != Diag {
			if line.indent == 0 && b.heads(i) {
				heading = i
			}
			i++
			continue
		}
		d := b.diagnosticAt(i, heading)
		d.repeated = seen.Has(d.key)
		seen.Add(d.key)
		for k := d.first; k < d.end; k++ {
			b.owned[k] = true
		}
		b.diags = append(b.diags, d)
		i = d.end
	}
}

// heads tells whether line i names the file that the findings below it are in.
func (b *Reader) heads(i int) bool {
	switch l := &b.lines[i]; l.Kind {
	case buildText, buildPlace:
		return l.known == rules.BuildHeading || headingLine(b.s.Text(i))
	case buildFail, buildResult: // the tool says how the file did
		return line.RuledPath(b.s.Text(i)) != nil
	}
	return false
}

// headCount returns how many diagnostics there may be. A list that grows is held
// twice for a while, and this one may be the largest of all.
func (b *Reader) headCount() int {
	n := 0
	for i := range b.lines {
		if b.lines[i].Kind == Diag {
			n++
		}
	}
	return n
}

// diagnosticAt returns the diagnostic whose head is line i. heading is the
// line above that may name its file, -1: there is none.
func (b *Reader) diagnosticAt(i, heading int) diagnostic {
	line := &b.lines[i]
	d := diagnostic{
		first: b.regionStart(i), head: i, end: b.regionEnd(i), sev: line.Sev, heading: -1, key: line.exact,
		file: line.file, code: line.code, message: line.message, template: line.template, variant: line.variant,
	}
	if heading >= 0 && (line.row || line.wordless && line.file == 0 && b.lines[heading].indent > 0) {
		b.takeHeading(&d, heading)
	}
	if d.file == 0 && b.lines[d.first].Kind == buildPlace {
		b.takePlace(&d, d.first)
	}
	b.takeMessage(&d)
	b.takeSymbol(&d)
	if d.said > i+1 {
		d.key = scan.Mix(d.key, d.variant) // one place may have several findings
	}
	b.takeDetails(&d)
	b.takeGrade(&d)
	return d
}

// count counts the diagnostics by severity.
func (b *Reader) count() {
	for i := range b.diags {
		d := &b.diags[i]
		if d.repeated {
			continue
		}
		switch d.sev {
		case SevError:
			b.errors++
			switch line := &b.lines[d.head]; {
			case line.stop || line.known == rules.BuildRunner:
				b.runners++
			default:
				b.placedError = b.placedError || d.file != 0
			}
		case sevLint:
			b.findings++
		case sevWarning:
			b.warnings++
		}
	}
	for i := range b.lines {
		if b.lines[i].Kind == buildFail && !b.owned[i] {
			b.phrases++
		}
	}
}

// Failed tells whether something in the output says that the build failed.
func (b *Reader) Failed() bool { return b.errors+b.findings > 0 }
