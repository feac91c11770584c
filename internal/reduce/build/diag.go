package build

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// readDiagnostic reads the line as the head of a diagnostic or as a note
// within one. There are these forms, alone and combined:
//
//	place severity message     a.c:3:5: error: …   a.ts(3,5): error TS1: …
//	severity message           error[E0425]: …   [ERROR] …   E: …   fatal: …
//	program severity message   dpkg: error: …   make[2]: *** …
//	row below a heading        3:5  error  message  rule, L: 3 | P: 5 | LT02 | message
//	code message               B905 …   ^-- SC2086 (info): …
//	name of an exception       java.lang.IllegalStateException: …
//	file, rule                 src/a.ts format ━━━━━
//
// opening is the length of what a rule knows it to start with.
func (b *buildLine) readDiagnostic(bare []byte, opening int) bool {
	if b.readCoded(bare) {
		return true
	}
	if b.readWholeFile(bare) {
		return true
	}
	bare = unnumbered(bare)
	rest := bare
	sev, n := b.openingSeverity(), opening
	if sev == sevNone {
		sev, n = leadingSeverity(rest)
	}
	if n > 0 {
		rest = bytes.TrimLeft(rest[n:], " \t:-")
		if sev == sevNote && bare[0] == '[' {
			return false // [INFO] of maven and its like: a step
		}
	}
	if b.readPlaced(rest, sev) {
		return true
	}
	if n > 0 {
		if len(rest) == 0 && bare[0] == '[' {
			b.Kind = buildBlank // "[ERROR]" alone
			return true
		}
		if sev > sevNote && scan.HasPrefix(bare[n:], "  ") && bare[0] == '[' && b.indent == 0 {
			b.Kind, b.Sev = buildNote, sevNote // "[ERROR]   symbol: …" goes on
			return true
		}
		return b.setHead(bare, b.numbered(bare[n:]), sev)
	}
	if b.indent > 0 && b.readRow(bare) || b.readFields(bare) {
		return true
	}
	if sev, at := programSeverity(bare); sev != sevNone {
		b.stop = scan.HasPrefix(bare[at:], "*** ")
		return b.setHead(bare, bare[at:], sev)
	}
	if h, _ := rules.Find(rules.Topic, bare); h.Kind == rules.TopicLink && h.From > 0 {
		message := bare[h.From+len(": "):]
		b.placed = true // what is missing is one error, however often it is used
		return b.setHead(message, message, SevError)
	}
	if scan.ThrownLine(bare) {
		return b.setHead(bare, bare, SevError)
	}
	return false
}

// numbered reads the number of a rule behind the severity, "Warning (10236): text", maybe with a place,
// "Warning 44 in a.tex line 12: text", and returns the message.
func (b *buildLine) numbered(message []byte) []byte {
	rest := bytes.TrimPrefix(scan.Trim(message), []byte("("))
	n := scan.Digits(rest)
	number := rest[:n]
	rest = bytes.TrimPrefix(rest[n:], []byte(")"))
	colon := scan.Index(rest, ": ")
	if n == 0 || colon < 0 || colon > 0 && !scan.HasPrefix(rest, " in ") {
		return message
	}
	if b.code = scan.Hash(number); colon > 0 {
		b.file = scan.Hash(rest[len(" in "):colon])
	}
	return rest[colon+len(": "):]
}

// unnumbered returns a head without the number that a compiler gives it, "12.
// ERROR in src/A.java (at line 3)".
func unnumbered(bare []byte) []byte {
	n := scan.Digits(bare)
	if n == 0 || !scan.HasPrefix(bare[n:], ". ") {
		return bare
	}
	rest := bare[n+2:]
	if sev, n := severityAt(rest); sev != sevNone && scan.HasPrefix(rest[n:], " in ") {
		return rest
	}
	return bare
}

// openingSeverity returns the severity that a tool says in its own way at the start
// of the line.
func (b *buildLine) openingSeverity() severity {
	switch b.known {
	case rules.BuildError, rules.BuildRunner:
		return SevError
	case rules.BuildWarning:
		return sevWarning
	case rules.BuildFinding:
		return sevLint
	}
	return sevNone
}

// leadingSeverity reads a severity at the start of the line, and returns how
// long what says it is.
func leadingSeverity(text []byte) (severity, int) {
	if sev, n := bracketSeverity(text); sev != sevNone {
		return sev, n
	}
	if sev, n := glyphSeverity(text); n > 0 {
		return sev, n
	}
	sev, n := severityAt(text)
	if sev == sevNone || !endsSeverity(text, n) {
		return sevNone, 0
	}
	return sev, n
}

// endsSeverity tells whether what stands behind the word text[:n] makes it a
// severity and not the first word of a sentence.
func endsSeverity(text []byte, n int) bool {
	if n == len(text) {
		return n > 1
	}
	switch text[n] {
	case ':', '[', '!', '(':
		return n > 1 || text[n] == ':' && n+1 < len(text) && text[n+1] == ' '
	case ' ', '\t':
		if n == 1 {
			return false
		}
		rest := bytes.TrimLeft(text[n:], " ")
		if sev, m := severityAt(rest); sev != sevNone && m < len(rest) && (rest[m] == ':' || rest[m] == ' ') {
			return true // fatal error: …
		}
		return scan.IsUpperWord(text[:n]) || scan.FoldPrefix(text, "error") || scan.FoldPrefix(text, "failed") ||
			bytes.IndexByte(text[:min(len(text), 80)], ':') > 0 && scan.FoldPrefix(text, "warn")
	}
	return false
}

// programSeverity reads a severity behind the names of one or two programs:
// "dpkg: error: …", "cc1: fatal error: …", "make[1]: *** [all] Error 2",
// "Build FAILED", "e.sh: line 3: …" is not one. at is where it stands.
func programSeverity(text []byte) (sev severity, at int) {
	for field := 0; field < 3; field++ {
		i := bytes.Index(text[at:min(len(text), at+120)], []byte(": "))
		if i < 0 {
			return sevNone, 0
		}
		at += i + 2
		rest := text[at:]
		if scan.HasPrefix(rest, "*** ") {
			return SevError, at
		}
		s, n := severityAt(rest)
		if s <= sevNote || n == 1 || n == len(rest) {
			continue
		}
		if field == 0 && s == SevError && rest[n] == ' ' && scan.HasSuffix(rest, ":") && bytes.IndexByte(text[:i], ' ') < 0 {
			return s, at // dpkg: error processing archive a.deb (--unpack):
		}
		if rest[n] == ':' {
			return s, at
		}
	}
	return sevNone, 0
}

// readPlaced reads a line that starts with a place. sev is what was read
// before that.
func (b *buildLine) readPlaced(rest []byte, sev severity) bool {
	if len(rest) < 4 {
		return false
	}
	p, ok := scan.FindLead(rest)
	if !ok {
		return false
	}
	message := behindPlace(rest, p)
	if len(message) == 0 && p.Start < 3 && sev == sevNone {
		return false
	}
	b.placed, b.column = true, p.PathEnd < p.Message && bytes.IndexAny(rest[p.PathEnd+1:p.Message], ":,") > 0
	b.file = scan.Hash(p.Path(rest))
	b.exact = scan.Hash(rest)
	if s, n := messageSeverity(message); n > 0 {
		b.mild = (s == sevWarning || s == sevNote) && message[0]|0x20 != 'w' && message[0] < 0x80
		sev = max(sev, s)
		if s == sevNote {
			sev = s
			if b.indent == 0 && codeIn(message[n:]) != 0 {
				sev = sevWarning // a linter's mildest finding; a compiler's note has no code
			}
		}
		message = message[n:]
	} else if sev == sevNone {
		sev = unnamedSeverity(message, rest[p.Message:], b.indent)
	}
	b.finish(message, sev)
	return true
}

// unnamedSeverity returns the severity of a message behind a place that it
// doesn't start with: "… (Severity: 5)", or none at all.
// behind is all that stands behind the place.
func unnamedSeverity(message, behind []byte, indent uint8) severity {
	if sev := gradeIn(behind); sev != sevNone {
		return sev
	}
	if i := scan.Index(message, "% confidence"); i > 1 && (scan.HasSuffix(message[:i], "100") || message[i-2] == '9' && scan.IsDigit(message[i-1])) {
		return SevError // the tool itself is sure
	}
	return placedSeverity(message, indent)
}

// messageSeverity reads the severity at the start of a message behind a
// place, as a word, in brackets or as a linter's letter, and its length.
func messageSeverity(message []byte) (severity, int) {
	if s, n := gradedSeverity(message); s != sevNone {
		return s, n
	}
	s, n := severityAt(message)
	if s == sevNone || n == 1 || n == len(message) {
		return pylintSeverity(message)
	}
	switch message[n] {
	case ':', '[', ' ', '(', '-':
		return s, n
	}
	return sevNone, 0
}

// gradedSeverity reads the "(WARNING/2) " of docutils.
func gradedSeverity(message []byte) (severity, int) {
	if len(message) < 5 || message[0] != '(' {
		return sevNone, 0
	}
	s, n := severityAt(message[1:])
	if rest := message[1+n:]; len(rest) < 3 || rest[0] != '/' || !scan.IsDigit(rest[1]) || rest[2] != ')' {
		return sevNone, 0
	}
	return s, n + 4
}

// pylintSeverity reads the letters of pylint ("E1101: … (no-member)") and
// rubocop ("C: Style/…").
func pylintSeverity(message []byte) (severity, int) {
	if len(message) < 4 {
		return sevNone, 0
	}
	n := 1 + scan.Digits(message[1:])
	if n == len(message) || message[n] != ':' || n != 1 && n != 5 {
		return sevNone, 0 // "E501 line too long" is no error of pylint's
	}
	switch message[0] {
	case 'E', 'F':
		return SevError, n
	case 'W', 'C', 'R', 'I':
		if n == 1 && openingCop(message[n+1:]) {
			return sevLint, n // rubocop fails of each
		}
		return sevWarning, n
	}
	return sevNone, 0
}

// placedSeverity returns the severity of a message behind a place that names
// none: compilers of go, erlang, ada, and most linters print no severity.
func placedSeverity(message []byte, indent uint8) severity {
	if h, _ := rules.Find(rules.Topic, message); h.Kind == rules.TopicNote {
		return sevNote
	}
	if indent > 4 || len(message) < 3 || isCall(message) {
		return sevNone
	}
	return sevLint
}

// isCall tells whether the text is a call and nothing else, as tools print it
// that trace what they run: "set(CMAKE_CXX_STANDARD 17 )".
func isCall(text []byte) bool {
	n := 0
	for n < len(text) && scan.IsWordByte(text[n]) {
		n++
	}
	if n == 0 || n == len(text) || text[n] != '(' {
		return false
	}
	depth := 0
	for i, c := range text[n:] {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n+i+1 == len(text)
			}
		}
	}
	return false
}

// readRow reads "3:5  error  message  rule", "3:5 E501 message" and
// "12 | ERROR | message", which stand below the name of their file.
func (b *buildLine) readRow(bare []byte) bool {
	n := scan.Digits(bare)
	if n == 0 {
		return false
	}
	column := n < len(bare) && bare[n] == ':'
	if column {
		n += 1 + scan.Digits(bare[n+1:])
	}
	rest := bytes.TrimLeft(bare[n:], " \t|:")
	if gap := len(bare) - n - len(rest); gap == 0 || gap == 1 && !column {
		return false // "1 error" is a count
	}
	sev, m := severityAt(rest)
	if sev == sevNone || m == 1 {
		sev, m = glyphSeverity(rest)
	}
	if sev == sevNone && column {
		if m = lintCodeLength(rest); m > 0 && scan.HasPrefix(rest[m:], " ") {
			sev, b.code = sevLint, scan.Hash(rest[:m])
		}
	}
	if sev == sevNone {
		return false
	}
	b.row, b.placed = true, true
	b.exact = scan.Hash(bare)
	b.finish(bytes.TrimLeft(rest[m:], " \t|"), sev)
	return true
}

// setHead makes the line the head of a diagnostic that doesn't start with its
// place. One that ends with it is of the kind that the rest tells.
func (b *buildLine) setHead(line, message []byte, sev severity) bool {
	b.exact = scan.Hash(line)
	if sev >= sevWarning && onlyPath(scan.Trim(message)) {
		b.finish([]byte("file"), SevError) // a formatter's: the file is what is wrong
		return true
	}
	if l, ok := scan.FindLocation(message); ok {
		b.file = scan.Hash(l.Path(message))
	}
	b.finish(message, sev)
	return true
}

// onlyPath tells whether a message is nothing but the path of a file.
func onlyPath(message []byte) bool {
	return len(message) > 2 && bytes.IndexByte(message, ' ') < 0 && bytes.IndexByte(message, ':') < 0 && scan.IsSourcePath(message)
}

// readCoded reads a message by the code that it starts with, where the place
// stands on another line: "B905 [*] message" above it, "^-- SC2086 (info):
// message" below.
func (b *buildLine) readCoded(bare []byte) bool {
	rest := bytes.TrimLeft(bare, "^-~ ")
	pointed := len(rest) < len(bare)
	n := lintCodeLength(rest)
	if n == 0 || n+3 >= len(rest) || rest[n] != ' ' || b.indent > 0 && !pointed {
		return false
	}
	sev, message := sevLint, rest[n+1:]
	switch {
	case message[0] == '(':
		s, m := severityAt(message[1:])
		if s == sevNone || 1+m >= len(message) || message[1+m] != ')' {
			return false
		}
		sev = max(s, sevWarning)
	case pointed || message[0] != '[' && message[0] != '`' && message[0] != '\'' && (message[0] < 'A' || message[0] > 'Z'):
		return false
	}
	b.code, b.exact = scan.Hash(rest[:n]), scan.Hash(bare)
	b.placed, b.row = pointed, pointed
	b.finish(message, sev)
	return true
}

// finish sets kind, severity, code and message.
func (b *buildLine) finish(message []byte, sev severity) {
	b.Kind, b.Sev = Diag, sev
	if sev == sevNote {
		b.Kind = buildNote
	}
	if sev == sevNone {
		b.Kind = buildText
		b.placed = false
		return
	}
	if sev == sevWarning && scan.Index(message, "[CWE-") >= 0 {
		b.Sev = sevLint // an analyzer's finding
	}
	b.wordless = wordless(message) || sev == sevLint && scan.HasSuffix(message, ":") // "a.py:1 in public function `f`:"
	if b.code == 0 {
		b.code = codeIn(message)
	}
	b.message, b.template = lintMessage(message)
	b.variant = scan.Hash(message)
}
