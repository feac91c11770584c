package build

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Wrong is how surely a line says of itself that something is wrong.
type Wrong uint8

const (
	Nothing  Wrong = iota
	Placed         // by naming a place in a file, and no severity
	InWords        // somewhere in it
	Strictly       // as the head of a diagnostic does
)

// Says tells how surely the text of a line says so, whoever printed it.
func Says(text []byte) Wrong {
	switch b := ReadLine(text); {
	case b.Kind == Diag && b.Sev == SevError:
		return Strictly
	case b.Kind != buildEcho && b.Kind != buildNote && b.Kind != buildHint && fails(text[:min(len(text), buildScan)], rules.Anywhere):
		return InWords
	case b.Kind == Diag && b.placed && b.Sev == sevLint:
		return Placed
	}
	return Nothing
}

// SaysAlone is Says of a text that is no line of output: an element, a value. It is asked of
// most that stand in a document, and of nearly all a look at their words tells.
func SaysAlone(text []byte) Wrong {
	text = text[:min(len(text), buildScan)]
	if bytes.IndexByte(text, ' ') < 0 {
		return Nothing
	}
	if _, ok := rules.Find(rules.Phrase, text); !ok && !scan.ThrownLine(text) {
		return Nothing
	}
	return Says(text)
}
