package build

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

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
func (b *Reader) readRecords() {
	for i := range b.lines {
		text := b.s.Text(i)
		if !scan.HasPrefix(text, "Confidence: ") || i > 0 && b.lines[i-1].Kind != buildBlank {
			continue
		}
		sev := sevLint
		if scan.HasSuffix(text, " High") {
			sev = SevError
		}
		b.readRecord(i, sev)
	}
}

func (b *Reader) readRecord(first int, sev severity) {
	message := -1
	for k := first; k < min(len(b.lines), first+recordLines) && b.lines[k].Kind != buildBlank; k++ {
		text := b.s.Text(k)
		switch line := &b.lines[k]; {
		case scan.HasPrefix(text, "Message: ") && message < 0:
			message = k
			line.exact = scan.Hash(text)
			line.finish(text[len("Message: "):], sev)
		case message < 0:
			line.Kind, line.Sev = buildNote, sevNote
		case scan.HasPrefix(text, "File: "):
			line.Kind, line.Sev = buildPlace, sevNone
			b.lines[message].file = scan.Hash(text)
			b.lines[message].exact = scan.Mix(b.lines[message].exact, scan.Hash(text))
		case scan.HasPrefix(text, "Line: "):
			line.Kind, line.Sev = buildText, sevNone
			b.lines[message].exact = scan.Mix(b.lines[message].exact, scan.Hash(text))
			b.recordPlaces = append(b.recordPlaces, k)
		default:
			line.Kind, line.Sev = buildText, sevNone
		}
	}
}

// markRecords marks the line of each finding whose file is shown.
func (b *Reader) markRecords(marks []mark.Mark) {
	for _, k := range b.recordPlaces {
		if m := marks[k-1]; b.lines[k-1].Kind == buildPlace {
			marks[k].Raise(m.Rank, m.Score, m.Why)
		}
	}
}

// readOptions makes hints of the options of npm, which lists all of a command's
// behind the error of one that was called in a wrong way.
func (b *Reader) readOptions() {
	listed := false
	for i := range b.lines {
		text, ok := bytes.CutPrefix(b.s.Text(i), []byte("npm error"))
		if !ok || scan.HasPrefix(text, ` Run "npm help`) {
			listed = false
			continue
		}
		if listed = listed || string(text) == " Options:"; listed {
			b.lines[i].Kind, b.lines[i].Sev = buildHint, sevNone
		}
	}
}
