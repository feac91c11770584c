package reduce

import "bytes"

// messageLines bounds the lines behind a head on which its message goes on.
const messageLines = 4

// takeMessage takes the lines that the message of d goes on with into what
// tells its kind: a message is wrapped, or stands below a head without words.
func (b *buildReader) takeMessage(d *diagnostic) {
	d.said = d.head + 1
	head := &b.lines[d.head]
	if hasPrefix(b.s.Text(d.head), "Diff in ") {
		return // by a formatter: below is code
	}
	k := d.said
	if head.wordless {
		for k < d.end && b.lines[k].kind == buildBlank {
			k++
		}
		if b.underCode(d.head, k+2) && k+2 < d.end {
			k += 2
		}
		if k == d.end || b.lines[k].kind == buildEcho {
			return
		}
		text := unindented(b.s.Text(k))
		d.message, d.template = lintMessage(text)
		d.variant, d.said = textHash(text), k+1
		if sev, n := glyphSeverity(text); n > 0 {
			d.sev = max(d.sev, sev)
		}
		if d.code == 0 {
			d.code = codeIn(text)
		}
		return
	}
	for ; head.row && k < min(d.end, d.head+1+messageLines) && b.wrapsRow(d.head, k); k++ {
		d.said = k + 1
	}
	for ; head.placed && !head.row && k < min(d.end, d.head+1+messageLines) && b.wraps(d.head, k); k++ {
		text := unindented(b.s.Text(k))
		message, template := lintMessage(text)
		d.message, d.template = mixHash(d.message, message), mixHash(d.template, template)
		d.variant = mixHash(d.variant, textHash(text))
		d.said = k + 1
	}
}

// underCode tells whether line k stands below the code that the head, which
// has no words of its own, names, and what points into that code.
func (b *buildReader) underCode(head, k int) bool {
	return b.lines[head].wordless && k == head+3 && b.points(k-1) && b.lines[k-2].indent > b.lines[head].indent
}

// wraps tells whether line k can be part of the wrapped message of a head
// that names its place: words, indented no deeper than the head. Right above
// carets stands code.
func (b *buildReader) wraps(head, k int) bool {
	line := &b.lines[k]
	return (line.kind == buildText || line.kind == buildFail || line.kind == buildResult) && line.indent <= b.lines[head].indent &&
		(k+1 == len(b.lines) || b.lines[k+1].kind != buildEcho)
}

// wrapsRow tells whether line k can be part of the wrapped message of a row: it
// is indented deeper and has words, perhaps in the last column of a table.
func (b *buildReader) wrapsRow(head, k int) bool {
	line := &b.lines[k]
	if line.kind == buildEcho {
		text, above := b.s.Text(k), b.s.Text(head)
		bar := bytes.IndexByte(text, '|')
		return bar >= 0 && bar < len(above) && above[bar] == '|' && bytes.IndexByte(text, '^') < 0
	}
	return (line.kind == buildText || line.kind == buildFail || line.kind == buildResult) && line.indent > b.lines[head].indent
}

// takeSymbol takes the line of the region that says which symbol the message is
// about, as javac does, into what tells its kind, and what else it says below
// the code into what tells its message from others.
func (b *buildReader) takeSymbol(d *diagnostic) {
	for k := d.head + 1; k < min(d.end, d.head+8); k++ {
		text := unindented(bytes.TrimPrefix(b.s.Text(k), []byte("[ERROR]")))
		if !hasAnyPrefix(text, "symbol:", "location:", "required:", "found:", "reason:") {
			continue
		}
		h := textHash(text)
		d.variant, d.key = mixHash(d.variant, h), mixHash(d.key, h)
		if text[0] == 's' {
			d.symbol = k
			d.message, d.template = mixHash(d.message, h), mixHash(d.template, h)
		}
	}
}

// tellsMore counts line k, which goes on with a message, and tells whether to
// show it: where not every error is shown whole, the same detail is shown three
// times, after which the line with the place is enough.
func (b *buildReader) tellsMore(k int) bool {
	if b.errors+b.findings <= buildFull {
		return true
	}
	if b.details == nil {
		b.details = map[uint64]int{}
	}
	h := textHash(unindented(b.s.Text(k)))
	b.details[h]++
	return b.details[h] <= 3
}

// takeGrade takes over the severity that a line of the region names, as
// security linters print it: "Severity: High".
func (b *buildReader) takeGrade(d *diagnostic) {
	if d.sev != sevLint {
		return
	}
	for k := d.head + 1; k < min(d.end, d.head+6); k++ {
		if grade := gradeIn(b.s.Text(k)); grade != sevNone {
			if d.grade = k; grade == sevError {
				d.sev = grade
			}
			return
		}
	}
}

// takePlace takes over the file of the place at line k, and the place into
// what tells the diagnostic from others.
func (b *buildReader) takePlace(d *diagnostic, k int) {
	text := unindented(b.s.Text(k))
	d.key = mixHash(d.key, textHash(text))
	if l, ok := findLocation(text); ok {
		d.file = textHash(l.path(text))
	}
}

// takeDetails takes over the file and the rule that lines of the region name.
func (b *buildReader) takeDetails(d *diagnostic) {
	for k := d.head + 1; k < min(d.end, d.head+40); k++ {
		switch b.lines[k].kind {
		case buildPlace:
			if d.file == 0 {
				b.takePlace(d, k)
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

// takeHeading takes over the file that the heading names, and where it names
// a line of code, that and what corrects it.
func (b *buildReader) takeHeading(d *diagnostic, heading int) {
	h := textHash(b.s.Text(heading))
	d.heading, d.file, d.key = heading, textHash(headedFile(b.s.Text(heading))), mixHash(d.key, h)
	if b.lines[d.head].indent == 0 || b.lines[heading].kind != buildPlace {
		return
	}
	if d.head-heading <= 4 && !b.owned[d.head-1] {
		d.first = heading
	}
	d.end = b.proposalEnd(d.end)
}

// headingLine tells whether a line is nothing but the path of a file, as
// linters print it above their findings.
func headingLine(text []byte) bool {
	text = unindented(text)
	if hasPrefix(text, "FILE: ") || placedHeading(text) || len(tableFile(text)) > 0 {
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
	if file := tableFile(unindented(text)); len(file) > 0 {
		return file
	}
	return unindented(text)
}

// tableFile returns the file that the head of a table of findings names,
// "Line   src/User.php"; empty if text is none.
func tableFile(text []byte) []byte {
	if !hasPrefix(text, "Line  ") {
		return nil
	}
	file := bytes.TrimRight(unindented(text[len("Line"):]), " ")
	if bytes.IndexByte(file, ' ') >= 0 || !sourcePath(file) {
		return nil
	}
	return file
}
