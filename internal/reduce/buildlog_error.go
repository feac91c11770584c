package reduce

import "bytes"

// markErrors marks errors and, where a tool names no severity, findings. In
// a flood the first of each kind is shown, and each file once; of errors
// without codes, which tell kinds apart less well, the first are all shown.
func (b *buildReader) markErrors(marks []Mark) {
	kinds := b.countKinds()
	messages := b.eachMistake()
	total := b.errors + b.findings
	small := total <= buildPairs && b.headBytes() <= len(b.s.Bytes())/100*headsShare
	full := buildFull
	if total > buildFull {
		full = buildFull / 4
	}
	plain, stops := 0, 0
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev < sevLint {
			continue
		}
		b.markPackage(d, marks)
		if d.repeated {
			continue
		}
		if b.lines[d.head].stop && b.placedError {
			if stops++; stops > buildStops {
				continue
			}
		}
		codeless := d.sev == sevError && d.code == 0 && !(kinds.often(d) && b.errors > buildHeads && b.longWinded(d))
		if codeless {
			plain++
		}
		whole, first := kinds.whole(b, d), kinds.first(d)
		switch {
		case whole && (total <= buildFull || first && full > 0 && d.end-d.first > 1):
			full--
			if d.sev == sevLint && d.code != 0 {
				full-- // a rule's message says more than the code it is about
			}
			b.markRegion(d, marks, Critical, 200)
			b.markPointed(d, marks, kinds)
			kinds.wholes[d.looseKind()] = true
		case first || total <= buildFull || small || messages[d] || b.fewOf(d), codeless && plain <= buildHeads,
			d.sev == sevError && b.errors <= buildPairs && kinds.second(d):
			if total > buildFull && b.goesOn(i, marks, kinds) {
				marks[b.placeBelow(d)].Raise(Critical, 150, WhyLocation)
				continue
			}
			b.markHead(d, marks, Critical, 150)
			b.markPointed(d, marks, kinds)
			b.markReason(d, marks, kinds)
		}
	}
	if total > buildGraded {
		b.markFiles(marks)
	}
}

// headsShare is the share of a section, in percent, up to which the heads of many
// errors and findings are all shown: where each comes with code, notes and what it
// proposes, they are no more than an index of it.
const headsShare = 15

// headBytes returns how long what says what is wrong and where is, of all errors
// and findings, and the gaps between.
func (b *buildReader) headBytes() int {
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

// longWinded tells whether each use of a name that is missing makes an error of
// several lines: those that say their message in the next line do, and a compiler
// that points to the column below the code instead of naming it.
func (b *buildReader) longWinded(d *diagnostic) bool {
	head := &b.lines[d.head]
	return head.wordless || head.placed && !head.column && d.end-d.first > 2
}

// goesOn tells whether the place of diagnostic i, on a line of its own, says all:
// the one right before it has the same head, nothing but code is shown behind its
// place, and what is pointed to is no news either.
func (b *buildReader) goesOn(i int, marks []Mark, kinds *diagKinds) bool {
	if i == 0 {
		return false
	}
	d, last := &b.diags[i], &b.diags[i-1]
	place, above := b.placeBelow(d), b.placeBelow(last)
	if place == 0 || above == 0 || d.said > d.head+1 || d.heading >= 0 || b.lines[d.first].kind == buildPlace ||
		marks[above].Rank != Critical || !bytes.Equal(b.s.Text(d.head), b.s.Text(last.head)) {
		return false
	}
	for k := above + 1; k < d.head; k++ {
		if kind := b.lines[k].kind; marks[k].Rank > Bulk && kind != buildEcho && kind != buildBlank {
			return false
		}
	}
	k, words := b.pointed(d)
	return k == 0 || kinds.seen[mixHash(d.looseKind(), textHash(words))]
}

// markPackage marks the line above d that names the package that fails, as go
// prints it, also where a package before it failed of the same; or the step
// that does, as ninja prints it, unless that is a compiler's whole command.
func (b *buildReader) markPackage(d *diagnostic, marks []Mark) {
	if k := d.head - 1; k >= 0 && b.steps < buildSteps && hasPrefix(b.s.Text(d.head), "FAILED: ") && hasPrefix(b.s.Text(k), "[") && b.lines[k].kind == buildText && len(b.s.Text(k)) <= resultLine {
		b.steps++
		marks[k].Raise(Critical, 140, WhyHeading)
	}
	for k := d.first; k < d.head; k++ {
		if b.lines[k].kind == buildText && hasPrefix(b.s.Text(k), "# ") {
			marks[k].Raise(Critical, 140, WhyHeading)
		}
	}
}

// fewOf tells whether there are few enough diagnostics of the severity of d to
// show all of them. Findings without a rule are a compiler's errors.
func (b *buildReader) fewOf(d *diagnostic) bool {
	if d.sev == sevError {
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
func (b *buildReader) markPointed(d *diagnostic, marks []Mark, kinds *diagKinds) {
	k, words := b.pointed(d)
	if k == 0 {
		return
	}
	if label := mixHash(d.looseKind(), textHash(words)); !kinds.seen[label] {
		kinds.seen[label] = true
		marks[k].Raise(Context, 80, WhyMessage)
	}
}

// markReason marks the last of the lines indented below the head of d, if it is
// new, says it of something that the head doesn't name, and no code stands there:
// it is where "no overload matches this call" comes to the point.
func (b *buildReader) markReason(d *diagnostic, marks []Mark, kinds *diagKinds) {
	if d.sev != sevError {
		return // a formatter's is code
	}
	last := 0
	for k := d.head + 1; k < d.end && b.lines[d.head].placed; k++ {
		line := &b.lines[k]
		if line.kind != buildText && line.kind != buildFail && line.kind != buildResult || line.indent <= b.lines[d.head].indent || line.indent > reasonIndent {
			break
		}
		last = k
	}
	if last < d.said || last+1 < d.end && b.lines[last+1].kind == buildEcho {
		return
	}
	if namesNothingNew(b.s.Text(last), b.s.Text(d.head)) {
		return
	}
	if reason := textHash(unindented(b.s.Text(last))); !kinds.seen[reason] {
		kinds.seen[reason] = true
		marks[last].Raise(Context, 80, WhyMessage)
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
func (b *buildReader) pointed(d *diagnostic) (line int, words []byte) {
	for k := d.head + 1; k < min(d.end, d.head+12); k++ {
		if b.lines[k].kind != buildEcho {
			continue
		}
		text := b.s.Text(k)
		words := bytes.TrimLeft(text[bytes.LastIndexByte(text, '^')+1:], "-~_ \t") // how long it is doesn't matter
		if len(words) < len(unindented(text)) && bytes.IndexByte(words, ' ') >= 0 {
			return k, words
		}
	}
	return 0, nil
}

// markFiles marks the shortest error of each file of which none was shown: its
// place alone, if that stands on a line of its own.
func (b *buildReader) markFiles(marks []Mark) {
	shown, shortest := map[uint64]bool{}, b.shortest()
	for _, only := range [...]Rank{Critical, Bulk} {
		for i := range b.diags {
			d := &b.diags[i]
			if d.sev < sevLint || d.file == 0 || shown[d.file] || only == Critical && marks[d.head].Rank != Critical {
				continue
			}
			shown[d.file] = true
			if only == Bulk {
				d = shortest[d.file]
			}
			if k := b.placeBelow(d); k > 0 {
				marks[k].Raise(Critical, 120, WhyLocation)
				continue
			}
			b.markHead(d, marks, Critical, 120)
		}
	}
}

// shortest returns the error or finding of each file with the shortest head.
func (b *buildReader) shortest() map[uint64]*diagnostic {
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
func (b *buildReader) placeBelow(d *diagnostic) int {
	if b.lines[d.head].placed {
		return 0
	}
	for k := d.head + 1; k < min(d.end, d.head+12); k++ {
		if b.lines[k].kind == buildPlace {
			return k
		}
	}
	return 0
}
