package build

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// buildKind is what a line of a build's output is.
type buildKind uint8

const (
	buildText   buildKind = iota
	buildBlank            // nothing, or a rule
	Diag                  // starts a diagnostic
	buildNote             // a note within one
	buildPlace            // names the place of the one around it
	buildEcho             // source code, carets, a gutter
	buildHint             // where to read more; never needed
	buildFail             // says in words that something failed
	buildResult           // sums up
)

// buildLine is what is known of a line.
type buildLine struct {
	Kind     buildKind
	Sev      severity
	known    rules.Kind // what a rule says of it
	placed   bool       // a diagnostic that names its place itself
	column   bool       // and the place names a column
	row      bool       // a diagnostic below a heading that names its file
	mild     bool       // a warning of style or performance, where tools tell these apart
	stop     bool       // make gives up a target
	wordless bool       // a diagnostic that names its rule, and says what in the next line
	indent   uint8      // columns, 255 at most
	file     uint64     // of the place
	code     uint64     // of the rule or error number, 0: none
	message  uint64     // the message, numbers masked
	template uint64     // the message, names in quotes masked too
	variant  uint64     // the message, nothing masked
	exact    uint64     // place and message as they are
}

// leads tells whether the line says where the next diagnostic comes from.
func (b *buildLine) leads() bool {
	return b.known == rules.BuildLead
}

// steps tells whether the line is the next step of a build, so that the diagnostic
// before it is over.
func (b *buildLine) steps() bool {
	return b.known == rules.BuildStep
}

// buildScan is how much of a line is looked at: heads are at the start.
const buildScan = 600

// ReadLine reads one line.
func ReadLine(text []byte) (b buildLine) {
	if len(text) > buildScan {
		text = text[:buildScan]
	}
	text = bytes.TrimRight(text, " \t\r")
	text = text[SourcePrefix(text):]
	width, n := scan.Indentation(text)
	b.indent = uint8(min(width, 255))
	bare := boxedMessage(text[n:])
	h, _ := rules.Find(rules.Build, bare)
	b.known = h.Kind
	switch {
	case len(bare) == 0 || scan.Rule(bare) != 0:
		b.Kind = buildBlank
	case echoLine(bare):
		b.Kind = buildEcho
	case b.known == rules.BuildHint:
		b.Kind = buildHint
	case b.known == rules.BuildPlace, placeLine(bare):
		b.Kind = buildPlace
	case b.readDiagnostic(bare, h.To):
		if b.Kind == buildNote && countsAll(bare) {
			b.Kind, b.Sev = buildResult, sevNone
		}
	default:
		switch failure, result := says(bare); {
		case result:
			b.Kind = buildResult
		case failure:
			b.Kind = buildFail
		}
	}
	return b
}

// countsAll tells whether a note without a place counts what was found: "INFO
// 19 errors (3 suppressed)".
func countsAll(bare []byte) bool {
	_, n := severityAt(bare)
	rest := bytes.TrimLeft(bare[n:], " :")
	if n == 0 || len(rest) == 0 || !scan.IsDigit(rest[0]) {
		return false
	}
	_, result := says(rest)
	return result
}

// SourcePrefix returns the length of what a runner puts before the lines of the tool it
// runs: "#12 3.456 " of BuildKit, or its step alone, the time of a hosted runner.
func SourcePrefix(text []byte) int {
	if form, n := line.PrefixOf(text); form.OfRunner() {
		return n
	}
	if n := 1 + scan.Digits(text[min(1, len(text)):]); n > 1 && text[0] == '#' && n < len(text) && text[n] == ' ' {
		return n + 1
	}
	return 0
}

// boxedMessage returns a line without the side of a box around a message,
// "│ Error: …", or as it is.
func boxedMessage(bare []byte) []byte {
	if len(bare) == 0 || bare[0] != 0xe2 {
		return bare
	}
	for _, side := range [...]string{"│ ", "┃ ", "║ "} {
		if scan.HasPrefix(bare, side) {
			rest := bytes.TrimLeft(bare[len(side):], " ")
			if sev, n := severityAt(rest); sev >= sevWarning && n > 1 && n < len(rest) && rest[n] == ':' {
				return rest
			}
		}
	}
	return bare
}

// echoLine tells whether a line shows source code or points into it: carets
// and tildes, a gutter of bars with or without a line number.
func echoLine(bare []byte) bool {
	switch c := bare[0]; {
	case c == 0xe2 && scan.HasAnyPrefix(bare, "│", "╵", "╷", "┆"):
		return true
	case c == '|' || c == '^' || c == '~':
		return !wordsBehindCarets(bare)
	case c == ':':
		rest := bytes.TrimLeft(bare[1:], " |")
		return len(rest) > 0 && (rest[0] == '^' || rest[0] == '`')
	case scan.IsDigit(c):
		rest := bytes.TrimLeft(bare[scan.Digits(bare):], " ")
		return scan.HasPrefix(rest, "| ") && !severityColumn(rest[2:]) || len(rest) == 1 && rest[0] == '|' || scan.HasPrefix(rest, "│") || scan.HasPrefix(rest, "┆")
	case scan.HasPrefix(bare, "..."):
		return len(bytes.Trim(bare, ".")) == 0 || bare[len(bare)-1] == '|'
	}
	return false
}

// severityColumn tells whether the next column of a table names a severity:
// "ERROR   | [x] Missing doc comment".
func severityColumn(text []byte) bool {
	sev, n := severityAt(text)
	return sev != sevNone && n > 1 && scan.HasPrefix(bytes.TrimLeft(text[n:], " "), "| ")
}

// wordsBehindCarets tells whether a line that points into code says something
// behind that: "^-- SC2086 (info): Double quote to prevent globbing".
func wordsBehindCarets(bare []byte) bool {
	rest := bytes.TrimLeft(bare, "|^~-_ \t")
	return bare[0] == '^' && len(rest) > 8 && bytes.IndexByte(rest, ' ') > 0 && bytes.IndexByte(rest, ':') > 0
}

// placeLine tells whether a line is nothing but the place of the diagnostic around
// it.
func placeLine(bare []byte) bool {
	if scan.HasPrefix(bare, "In ") {
		if l, ok := scan.FindLocation(bare); ok && l.Start == len("In ") && l.End == len(bare) {
			return true
		}
		return placedHeading(bare)
	}
	if scan.HasPrefix(bare, "Location: ") {
		_, ok := scan.FindLocation(bare)
		return ok
	}
	bare = drawnTo(bare)
	if last := bare[len(bare)-1]; last != ':' && !scan.IsDigit(last) || bytes.IndexByte(bare, ' ') >= 0 {
		return false
	}
	l, ok := scan.FindLocation(bare)
	return ok && l.Start == 0 && l.End >= len(bare)-1
}

// drawnTo returns what a drawn arrow leads to: the place in "╭▸ a.sql:1:1", "┌─ a.rs:3:5" and
// "╭─[a.yml:1:2]"; the text as it is if it begins with none.
func drawnTo(bare []byte) []byte {
	rest := bytes.TrimLeft(bare, arrowSigns)
	if len(rest) == len(bare) || len(rest) == 0 {
		return bare
	}
	if rest[0] == '[' && rest[len(rest)-1] == ']' {
		rest = rest[1 : len(rest)-1]
	}
	if rest = bytes.TrimLeft(rest, " "); len(rest) == 0 {
		return bare
	}
	return rest
}

// arrowSigns are what arrows are drawn of.
const arrowSigns = "┌╭─━▸▶►→"
