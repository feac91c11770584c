package build

import "elide.example/elide/internal/rules"

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
