package reduce

import "bytes"

// A security scanner may print each finding as a record, a field a line:
//
//	Confidence: High
//	Category: SQL Injection
//	Message: Possible SQL injection
//	File: app/models/order.rb
//	Line: 12
//
// What it found is the message; the fields over it lead in, those below it are
// its place and its code.

// recordLines is how many fields a finding has at most.
const recordLines = 16

// readRecords makes diagnostics of the findings that are records.
func (b *buildReader) readRecords() {
	for i := range b.lines {
		text := b.s.Text(i)
		if !hasPrefix(text, "Confidence: ") || i > 0 && b.lines[i-1].kind != buildBlank {
			continue
		}
		sev := sevLint
		if hasSuffix(text, " High") {
			sev = sevError
		}
		b.readRecord(i, sev)
	}
}

func (b *buildReader) readRecord(first int, sev severity) {
	message := -1
	for k := first; k < min(len(b.lines), first+recordLines) && b.lines[k].kind != buildBlank; k++ {
		text := b.s.Text(k)
		switch line := &b.lines[k]; {
		case hasPrefix(text, "Message: ") && message < 0:
			message = k
			line.exact = textHash(text)
			line.finish(text[len("Message: "):], sev)
		case message < 0:
			line.kind, line.sev = buildNote, sevNote
		case hasPrefix(text, "File: "):
			line.kind, line.sev = buildPlace, sevNone
			b.lines[message].file = textHash(text)
			b.lines[message].exact = mixHash(b.lines[message].exact, textHash(text))
		case hasPrefix(text, "Line: "):
			line.kind, line.sev = buildText, sevNone
			b.lines[message].exact = mixHash(b.lines[message].exact, textHash(text))
			b.recordPlaces = append(b.recordPlaces, k)
		default:
			line.kind, line.sev = buildText, sevNone
		}
	}
}

// markRecords marks the line of each finding whose file is shown.
func (b *buildReader) markRecords(marks []Mark) {
	for _, k := range b.recordPlaces {
		if m := marks[k-1]; b.lines[k-1].kind == buildPlace {
			marks[k].Raise(m.Rank, m.Score, m.Why)
		}
	}
}

// readOptions makes hints of the options of npm, which lists all of a command's
// behind the error of one that was called in a wrong way.
func (b *buildReader) readOptions() {
	listed := false
	for i := range b.lines {
		text, ok := bytes.CutPrefix(b.s.Text(i), []byte("npm error"))
		if !ok || hasPrefix(text, ` Run "npm help`) {
			listed = false
			continue
		}
		if listed = listed || string(text) == " Options:"; listed {
			b.lines[i].kind, b.lines[i].sev = buildHint, sevNone
		}
	}
}
