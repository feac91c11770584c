package build

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// messageLines bounds the lines behind a head on which its message goes on.
const messageLines = 4

// takeMessage takes the lines that the message of d goes on with into what
// tells its kind: a message is wrapped, or stands below a head without words.
func (b *Reader) takeMessage(d *diagnostic) {
	d.said = d.head + 1
	head := &b.lines[d.head]
	if scan.HasPrefix(b.s.Text(d.head), "Diff in ") {
		return // by a formatter: below is code
	}
	k := d.said
	if head.wordless {
		for k < d.end && b.lines[k].Kind == buildBlank {
			k++
		}
		if k == d.head+1 && k+2 < d.end && b.points(k+1) && b.lines[k].indent > b.lines[d.head].indent {
			k += 2 // the code that it names, and what points into it
		}
		if k == d.end || b.lines[k].Kind == buildEcho {
			return
		}
		text := scan.Trim(b.s.Text(k))
		d.message, d.template = lintMessage(text)
		d.variant, d.said = scan.Hash(text), k+1
		if d.code == 0 {
			d.code = codeIn(text)
		}
		return
	}
	for ; head.row && k < min(d.end, d.head+1+messageLines) && b.wrapsRow(d.head, k); k++ {
		d.said = k + 1
	}
	for ; head.placed && !head.row && k < min(d.end, d.head+1+messageLines) && b.wraps(d.head, k); k++ {
		text := scan.Trim(b.s.Text(k))
		message, template := lintMessage(text)
		d.message, d.template = scan.Mix(d.message, message), scan.Mix(d.template, template)
		d.variant = scan.Mix(d.variant, scan.Hash(text))
		d.said = k + 1
	}
}

// wraps tells whether line k can be part of the wrapped message of a head
// that names its place: words, indented no deeper than the head. Right above
// carets stands code.
func (b *Reader) wraps(head, k int) bool {
	line := &b.lines[k]
	return (line.Kind == buildText || line.Kind == buildFail || line.Kind == buildResult) && line.indent <= b.lines[head].indent &&
		(k+1 == len(b.lines) || b.lines[k+1].Kind != buildEcho)
}

// wrapsRow tells whether line k can be part of the wrapped message of a row: it
// is indented deeper and has words, perhaps in the last column of a table.
func (b *Reader) wrapsRow(head, k int) bool {
	line := &b.lines[k]
	if line.Kind == buildEcho {
		text, above := b.s.Text(k), b.s.Text(head)
		bar := bytes.IndexByte(text, '|')
		return bar >= 0 && bar < len(above) && above[bar] == '|' && bytes.IndexByte(text, '^') < 0
	}
	return (line.Kind == buildText || line.Kind == buildFail || line.Kind == buildResult) && line.indent > b.lines[head].indent
}

// takeSymbol takes the line of the region that says which symbol the message is
// about, as javac does, into what tells its kind, and what else it says below
// the code into what tells its message from others.
func (b *Reader) takeSymbol(d *diagnostic) {
	for k := d.head + 1; k < min(d.end, d.head+8); k++ {
		text := scan.Trim(trace.Untagged(b.s.Text(k)))
		says, _ := rules.Find(rules.Build, text)
		if says.Kind != rules.BuildSymbol && says.Kind != rules.BuildDetail {
			continue
		}
		h := scan.Hash(text)
		d.variant, d.key = scan.Mix(d.variant, h), scan.Mix(d.key, h)
		if says.Kind == rules.BuildSymbol {
			d.symbol = k
			d.message, d.template = scan.Mix(d.message, h), scan.Mix(d.template, h)
		}
	}
}

// tellsMore counts line k, which goes on with a message, and tells whether to
// show it: where not every error is shown whole, the same detail is shown three
// times, after which the line with the place is enough.
func (b *Reader) tellsMore(k int) bool {
	if b.errors+b.findings <= buildFull {
		return true
	}
	if b.details == nil {
		b.details = map[uint64]int{}
	}
	h := scan.Hash(scan.Trim(b.s.Text(k)))
	b.details[h]++
	return b.details[h] <= 3
}

// takeGrade takes over the severity that a line of the region names, as
// security linters print it: "Severity: High".
func (b *Reader) takeGrade(d *diagnostic) {
	if d.sev != sevLint {
		return
	}
	for k := d.head + 1; k < min(d.end, d.head+6); k++ {
		if grade := gradeIn(b.s.Text(k)); grade != sevNone {
			if d.grade = k; grade == SevError {
				d.sev = grade
			}
			return
		}
	}
}

// takePlace takes over the file of the place at line k, and the place into
// what tells the diagnostic from others.
func (b *Reader) takePlace(d *diagnostic, k int) {
	text := scan.Trim(b.s.Text(k))
	d.key = scan.Mix(d.key, scan.Hash(text))
	if l, ok := scan.FindLocation(text); ok {
		d.file = scan.Hash(l.Path(text))
	}
}

// takeDetails takes over the file and the rule that lines of the region name.
func (b *Reader) takeDetails(d *diagnostic) {
	for k := d.head + 1; k < min(d.end, d.head+40); k++ {
		switch b.lines[k].Kind {
		case buildPlace:
			if d.file == 0 {
				b.takePlace(d, k)
			}
		case buildText, buildFail, buildResult:
			if d.code == 0 && k < d.head+6 {
				d.code = ruleAtEnd(b.s.Text(k))
			}
		}
	}
}

// takeHeading takes over the file that the heading names, and where it names
// a line of code, that.
func (b *Reader) takeHeading(d *diagnostic, heading int) {
	h := scan.Hash(b.s.Text(heading))
	d.heading, d.file, d.key = heading, scan.Hash(headedFile(b.s.Text(heading))), scan.Mix(d.key, h)
	if b.lines[d.head].indent > 0 && b.lines[heading].Kind == buildPlace && d.head-heading <= 4 && !b.owned[d.head-1] {
		d.first = heading
	}
}

// headingLine tells whether a line is nothing but the path of a file, as
// linters print it above their findings.
func headingLine(text []byte) bool {
	if text = scan.Trim(text); placedHeading(text) || line.RuledPath(text) != nil {
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
	if !scan.HasPrefix(text, "In ") || !scan.HasSuffix(text, ":") {
		return false
	}
	p, ok := scan.FindLead(text)
	return ok && p.Message == len(text)-1
}

// headedFile returns the path of the file that a heading names.
func headedFile(text []byte) []byte {
	if placedHeading(text) {
		if p, ok := scan.FindLead(text); ok {
			return p.Path(text)
		}
	}
	if path := line.RuledPath(text); path != nil {
		return path
	}
	return scan.Trim(text)
}
