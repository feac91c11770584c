package reduce

import "bytes"

// tableRows makes the rows of tables of findings heads of diagnostics: those
// below "Line   src/User.php" that start with the number of a line.
func (b *buildReader) tableRows() {
	table := false
	for i := range b.lines {
		line := &b.lines[i]
		if line.kind == buildBlank || line.indent == 0 {
			table = table && line.kind == buildBlank
			continue
		}
		text := unindented(b.s.Text(i))
		if len(tableFile(text)) > 0 {
			table = true
			continue
		}
		n := digits(text)
		if !table || line.kind == buildDiag || n == 0 || !hasPrefix(text[n:], "  ") {
			continue
		}
		line.row, line.placed = true, true
		line.exact = textHash(text)
		line.finish(unindented(text[n:]), sevLint)
	}
}

// endPlaces makes lines that end in a place heads of diagnostics, where that
// is how the tool prints what it finds: "LongMethod - [run] at src/A.kt:3:5",
// "H NP: Possible null pointer … At A.java:[line 12]". Of a few such lines
// among diagnostics of other forms nothing is known.
func (b *buildReader) endPlaces() {
	found, diags := 0, 0
	for i := range b.lines {
		if b.lines[i].kind == buildDiag {
			diags++
		} else if b.endsInPlace(i) {
			found++
		}
	}
	if found < 3 || found <= diags {
		return
	}
	for i := range b.lines {
		if !b.endsInPlace(i) {
			continue
		}
		line, text := &b.lines[i], unindented(b.s.Text(i))
		l, _ := findLocation(text)
		line.placed = true
		line.file, line.exact = textHash(l.path(text)), textHash(text)
		line.finish(bytes.TrimRight(text[:l.start], " -([,"), sevLint)
	}
}

// endsInPlace tells whether line i says something and ends with the place of
// it. Frames of traces do so too, and what leads in another diagnostic.
func (b *buildReader) endsInPlace(i int) bool {
	line := &b.lines[i]
	if line.kind != buildText && line.kind != buildFail && line.kind != buildResult || line.indent > 8 {
		return false
	}
	text := bytes.TrimRight(unindented(b.s.Text(i)), " \t\r")
	if len(text) < 16 || len(text) > buildScan {
		return false
	}
	if c := text[len(text)-1]; !isDigit(c) && c != ')' && c != ']' || frameText(text) || leadsIn(text) {
		return false
	}
	l, ok := findLocation(text)
	return ok && l.end >= len(text)-1 && bytes.Count(text[:l.start], []byte(" ")) > 1
}

// ledgerNotes bounds the lines below a failed entry of a ledger that say how
// it failed.
const ledgerNotes = 4

// markLedger marks the entries of a ledger, with dots between what was done
// and how it went, that failed: "mypy......Failed", "core ...... FAILURE [2 s]";
// and what is listed below them: "- exit code: 1".
func (b *buildReader) markLedger(marks []Mark) {
	for i := range b.lines {
		if b.lines[i].kind == buildBlank || !failedEntry(b.s.Text(i)) {
			continue
		}
		marks[i].Raise(Critical, 140, WhyStatus)
		for k := i + 1; k < min(len(marks), i+1+ledgerNotes) && hasPrefix(b.s.Text(k), "- "); k++ {
			marks[k].Raise(Critical, 90, WhyStatus)
		}
	}
}

// failedEntry tells whether a line has dots and behind them that it failed.
func failedEntry(text []byte) bool {
	dots := bytes.LastIndex(text, []byte("...."))
	if dots <= 0 {
		return false
	}
	status := bytes.TrimLeft(text[dots:], ". ")
	sev, n := severityAt(status)
	return sev == sevError && len(status)-n < 24
}

// readPadded reads a row of rubocop's simple form, "C: 14: 20: [Correctable] Style/A:
// message", of which line and column are padded, below "== lib/a.rb ==".
func (b *buildLine) readPadded(bare []byte) bool {
	if len(bare) < 8 || bare[1] != ':' || !bytes.ContainsRune([]byte("CRWEFI"), rune(bare[0])) {
		return false
	}
	rest := bare[1:]
	for range 2 {
		number := bytes.TrimLeft(rest[1:], " ")
		n := digits(number)
		if n == 0 || n == len(number) || number[n] != ':' {
			return false
		}
		rest = number[n:]
	}
	message := bytes.TrimPrefix(rest[1:], []byte(" [Correctable]"))
	if !openingCop(message) {
		return false
	}
	sev := sevLint
	if bare[0] == 'E' || bare[0] == 'F' {
		sev = sevError
	}
	message = unindented(message)
	b.row, b.placed = true, true
	b.code, b.exact = textHash(message[:bytes.IndexByte(message, ':')]), textHash(bare)
	b.finish(message, sev)
	return true
}
