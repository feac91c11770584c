package build

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// markErrors marks errors and, where a tool names no severity, findings. In
// a flood the first of each kind is shown, and each file once; of errors
// without codes, which tell kinds apart less well, the first are all shown.
func (b *Reader) markErrors(marks []mark.Mark) {
	total := b.errors + b.findings
	p := errorPick{Reader: b, kinds: b.countKinds(), total: total, full: buildFull}
	p.small = total <= buildPairs && b.headBytes() <= len(b.s.Bytes())/100*headsShare
	if total > buildFull {
		p.full = buildFull / 4
	}
	if total > buildHeads {
		p.flood = b.newFlood(sevLint, SevError)
	}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev < sevLint {
			continue
		}
		b.markPackage(d, marks)
		if !d.repeated && !p.givenUp(d) {
			p.mark(i, marks)
		}
	}
	if total > buildGraded {
		b.markFiles(marks)
	}
}

// errorPick picks what is shown of which errors and findings.
type errorPick struct {
	*Reader
	kinds *diagKinds
	total int    // errors and findings
	small bool   // their heads are but an index of what is printed
	full  int    // of which all lines may yet be shown
	plain int    // errors without codes so far
	stops int    // targets that make gave up so far
	flood *flood // picks where there are very many; nil: there aren't
}

// givenUp tells whether d is one target more that make gave up.
func (p *errorPick) givenUp(d *diagnostic) bool {
	if !p.lines[d.head].stop || !p.placedError {
		return false
	}
	p.stops++
	return p.stops > buildStops
}

// mark marks diagnostic i: all of it, its head, or nothing.
func (p *errorPick) mark(i int, marks []mark.Mark) {
	d := &p.diags[i]
	codeless := d.sev == SevError && d.code == 0
	if codeless {
		p.plain++
	}
	whole, first := p.kinds.whole(d), p.kinds.first(d)
	if p.flood != nil {
		p.full = 0
		if first, whole = p.flood.takes(d); whole {
			p.full = 2
		}
	}
	switch {
	case p.total <= buildFull || whole && first && p.full > 0 && d.end-d.first > 1:
		p.full--
		if d.sev == sevLint && d.code != 0 {
			p.full-- // a rule's message says more than the code it is about
		}
		p.markRegion(d, marks, mark.Critical, 200)
		p.markPointed(d, marks, p.kinds)
		p.kinds.wholes.Add(d.looseKind())
	case first || p.small || p.fewOf(d), codeless && p.plain <= buildHeads,
		d.sev == SevError && p.errors <= buildPairs && p.kinds.second(d):
		if p.total > buildFull && p.goesOn(i, marks, p.kinds) {
			marks[p.placeBelow(d)].Raise(mark.Critical, 150, mark.WhyLocation)
			return
		}
		p.markHead(d, marks, mark.Critical, 150)
		p.markPointed(d, marks, p.kinds)
		p.markReason(d, marks, p.kinds)
		p.markFix(d, marks)
	}
}

// markFix marks the first line that the tool would add, as rustc has it: "1 + use std::fmt;".
// What each error needs is no other error's.
func (b *Reader) markFix(d *diagnostic, marks []mark.Mark) {
	for k := d.head + 1; k < d.end; k++ {
		text := scan.Trim(b.s.Text(k))
		if n := scan.Digits(text); n > 0 && scan.HasPrefix(bytes.TrimLeft(text[n:], " "), "+ ") {
			marks[k].Raise(mark.Context, 150, mark.WhyExpected)
			return
		}
	}
}

// headsShare is the share of a section, in percent, up to which the heads of many
// errors and findings are all shown: where each comes with code, notes and what it
// proposes, they are no more than an index of it.
const headsShare = 15

// headBytes returns how long what says what is wrong and where is, of all errors
// and findings, and the gaps between.
func (b *Reader) headBytes() int {
	const gap = 20
	n := 0
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev < sevLint || d.repeated {
			continue
		}
		n += gap
		for k := d.head; k < d.said; k++ {
			n += len(b.s.Text(k))
		}
		if k := b.placeBelow(d); k >= d.said {
			n += len(b.s.Text(k))
		}
	}
	return n
}

// goesOn tells whether the place of diagnostic i, on a line of its own, says all:
// the one right before it has the same head, nothing but code is shown behind its
// place, and what is pointed to is no news either.
func (b *Reader) goesOn(i int, marks []mark.Mark, kinds *diagKinds) bool {
	if i == 0 {
		return false
	}
	d, last := &b.diags[i], &b.diags[i-1]
	place, above := b.placeBelow(d), b.placeBelow(last)
	if place == 0 || above == 0 || d.said > d.head+1 || d.heading >= 0 || b.lines[d.first].Kind == buildPlace ||
		marks[above].Rank != mark.Critical || !bytes.Equal(b.s.Text(d.head), b.s.Text(last.head)) {
		return false
	}
	for k := above + 1; k < d.head; k++ {
		if kind := b.lines[k].Kind; marks[k].Rank > mark.Bulk && kind != buildEcho && kind != buildBlank {
			return false
		}
	}
	k, words := b.pointed(d)
	return k == 0 || kinds.seen.Has(scan.Mix(d.looseKind(), scan.Hash(words)))
}

// markPackage marks the line above d that names the package that fails, as go
// prints it, also where a package before it failed of the same; or the step
// that does, as ninja prints it, unless that is a compiler's whole command.
func (b *Reader) markPackage(d *diagnostic, marks []mark.Mark) {
	if k := d.head - 1; k >= 0 && b.steps < buildSteps && scan.HasPrefix(b.s.Text(d.head), "FAILED: ") && scan.HasPrefix(b.s.Text(k), "[") && b.lines[k].Kind == buildText && len(b.s.Text(k)) <= resultLine {
		b.steps++
		marks[k].Raise(mark.Critical, 140, mark.WhyHeading)
	}
	for k := d.first; k < d.head; k++ {
		if b.lines[k].Kind == buildText && scan.HasPrefix(b.s.Text(k), "# ") {
			marks[k].Raise(mark.Critical, 140, mark.WhyHeading)
		}
	}
}

// fewOf tells whether there are few enough diagnostics of the severity of d to
// show all of them. Findings without a rule are a compiler's errors.
func (b *Reader) fewOf(d *diagnostic) bool {
	if d.sev == SevError {
		return b.errors <= buildHeads
	}
	most := buildLints
	if d.grade > 0 {
		most = buildGraded // the tool itself says that it is no grave one
	}
	total := b.errors + b.findings
	if !b.placedError {
		total = b.findings // the errors are what the tool says of itself
	}
	return total <= most || d.code == 0 && total <= buildPlain
}

// markPointed marks what stands behind the carets in the code of an error, if
// that is new for its kind: "mismatched types" says less than the "expected
// `u32`, found `u64`" below it.
func (b *Reader) markPointed(d *diagnostic, marks []mark.Mark, kinds *diagKinds) {
	k, words := b.pointed(d)
	if k == 0 {
		return
	}
	if label := scan.Mix(d.looseKind(), scan.Hash(words)); !kinds.seen.Has(label) {
		kinds.seen.Add(label)
		marks[k].Raise(mark.Context, 80, mark.WhyMessage)
	}
}

// markReason marks the last of the lines indented below the head of d, if it is
// new, says it of something that the head doesn't name, and no code stands there:
// it is where "no overload matches this call" comes to the point.
func (b *Reader) markReason(d *diagnostic, marks []mark.Mark, kinds *diagKinds) {
	if d.sev != SevError {
		return // a formatter's is code
	}
	last := 0
	for k := d.head + 1; k < d.end && b.lines[d.head].placed; k++ {
		line := &b.lines[k]
		if line.Kind != buildText && line.Kind != buildFail && line.Kind != buildResult || line.indent <= b.lines[d.head].indent || line.indent > reasonIndent {
			break
		}
		last = k
	}
	if last < d.said || last+1 < d.end && b.lines[last+1].Kind == buildEcho {
		return
	}
	if namesNothingNew(b.s.Text(last), b.s.Text(d.head)) {
		return
	}
	if reason := scan.Hash(scan.Trim(b.s.Text(last))); !kinds.seen.Has(reason) {
		kinds.seen.Add(reason)
		marks[last].Raise(mark.Context, 80, mark.WhyMessage)
	}
}

// namesNothingNew tells whether all that a reason puts in quotes stands in the
// head above it: "a" is not assignable to "b" below a head that says so of both.
func namesNothingNew(reason, head []byte) bool {
	const most = 12 // names that are looked for
	for names := 0; ; names++ {
		open := bytes.IndexAny(reason, "\"'`")
		if open < 0 {
			return names > 0
		}
		name, rest, closed := bytes.Cut(reason[open+1:], reason[open:open+1])
		if !closed || names == most || !bytes.Contains(head, name) {
			return false
		}
		reason = rest
	}
}

// pointed returns the line of the region of d that says something behind
// carets, and what it says; 0: there is none.
func (b *Reader) pointed(d *diagnostic) (line int, words []byte) {
	for k := d.head + 1; k < min(d.end, d.head+12); k++ {
		if b.lines[k].Kind != buildEcho {
			continue
		}
		text := b.s.Text(k)
		words := bytes.TrimLeft(text[bytes.LastIndexByte(text, '^')+1:], "-~_ \t") // how long it is doesn't matter
		if len(words) < len(scan.Trim(text)) && bytes.IndexByte(words, ' ') >= 0 {
			return k, words
		}
	}
	return 0, nil
}

// markFiles marks the shortest error of each file of which none was shown: its
// place alone, if that stands on a line of its own.
func (b *Reader) markFiles(marks []mark.Mark) {
	shown, shortest := map[uint64]bool{}, b.shortest()
	for _, only := range [...]mark.Rank{mark.Critical, mark.Bulk} {
		for i := range b.diags {
			d := &b.diags[i]
			if d.sev < sevLint || d.file == 0 || shown[d.file] || only == mark.Critical && marks[d.head].Rank != mark.Critical {
				continue
			}
			shown[d.file] = true
			if only == mark.Bulk {
				d = shortest[d.file]
			}
			if k := b.placeBelow(d); k > 0 {
				marks[k].Raise(mark.Critical, 120, mark.WhyLocation)
				continue
			}
			if d.heading >= 0 && b.errors+b.findings > buildHeads {
				marks[d.heading].Raise(mark.Critical, 120, mark.WhyLocation)
				continue
			}
			b.markHead(d, marks, mark.Critical, 120)
		}
	}
}

// shortest returns the error or finding of each file with the shortest head.
func (b *Reader) shortest() map[uint64]*diagnostic {
	best := map[uint64]*diagnostic{}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev < sevLint || d.file == 0 {
			continue
		}
		if other := best[d.file]; other == nil || len(b.s.Text(d.head)) < len(b.s.Text(other.head)) {
			best[d.file] = d
		}
	}
	return best
}

// placeBelow returns the line below the head of d that names its place, 0 if
// the head does so itself.
func (b *Reader) placeBelow(d *diagnostic) int {
	if b.lines[d.head].placed {
		return 0
	}
	for k := d.head + 1; k < min(d.end, d.head+12); k++ {
		if b.lines[k].Kind == buildPlace {
			return k
		}
	}
	return 0
}
