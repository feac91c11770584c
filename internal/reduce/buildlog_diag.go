package reduce

import "bytes"

// readDiagnostic reads the line as the head of a diagnostic or as a note
// within one. There are these forms, alone and combined:
//
//	place severity message     a.c:3:5: error: …   a.ts(3,5): error TS1: …
//	severity message           error[E0425]: …   [ERROR] …   E: …   fatal: …
//	program severity message   dpkg: error: …   make[2]: *** …
//	row below a heading        3:5  error  message  rule
//	code message               B905 …   ^-- SC2086 (info): …
//	name of an exception       java.lang.IllegalStateException: …
//	file, rule                 src/a.ts format ━━━━━
//	rule with severity, place  -- [E007] Type Mismatch Error: a.scala:3:5 -----
func (b *buildLine) readDiagnostic(bare []byte) bool {
	if b.readCoded(bare) {
		return true
	}
	if b.readRuled(bare) || b.readWholeFile(bare) || b.readNumberedResult(bare) || b.readColumns(bare) || b.readPadded(bare) {
		return true
	}
	bare = unnumbered(bare)
	rest := bare
	sev, n := leadingSeverity(rest)
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
			b.kind = buildBlank // "[ERROR]" alone
			return true
		}
		if sev > sevNote && len(rest) < len(bare)-n-1 && bare[0] == '[' && b.indent == 0 {
			b.kind, b.sev = buildNote, sevNote // "[ERROR]   symbol: …" goes on
			return true
		}
		return b.setHead(bare, bare[n:], sev)
	}
	if b.indent > 0 && b.readRow(bare) {
		return true
	}
	if sev, at := programSeverity(bare); sev != sevNone {
		b.setHead(bare, bare[at:], sev)
		if b.stop = hasPrefix(bare[at:], "*** "); b.stop {
			b.file = 0 // the makefile's place is not the error's
		}
		return true
	}
	if at := linkerError(bare); at > 0 {
		b.placed = true // what is missing is one error, however often it is used
		return b.setHead(bare[at:], bare[at:], sevError)
	}
	if thrownLine(bare) || classLine(bare) {
		return b.setHead(bare, bare, sevError)
	}
	return false
}

// unnumbered returns a head without the number that a compiler gives it, "12.
// ERROR in src/A.java (at line 3)".
func unnumbered(bare []byte) []byte {
	n := digits(bare)
	if n == 0 || !hasPrefix(bare[n:], ". ") {
		return bare
	}
	rest := bare[n+2:]
	if hasAnyPrefix(rest, "ERROR in ", "WARNING in ", "INFO in ") {
		return rest
	}
	return bare
}

// readNumberedResult reads "Result #3 HIGH message", a security scanner's.
func (b *buildLine) readNumberedResult(bare []byte) bool {
	const opening = "Result #"
	if !hasPrefix(bare, opening) {
		return false
	}
	n := len(opening) + digits(bare[len(opening):])
	if n == len(opening) || n == len(bare) || bare[n] != ' ' {
		return false
	}
	grade, message, found := bytes.Cut(bare[n+1:], []byte{' '})
	if !found {
		return false
	}
	sev := sevLint
	switch string(grade) {
	case "CRITICAL", "HIGH", "MEDIUM":
		sev = sevError
	case "LOW":
	default:
		return false
	}
	return b.setHead(bare, message, sev)
}

// readColumns reads "L:   3 | P:  31 | LT01 | message", a linter's of SQL.
func (b *buildLine) readColumns(bare []byte) bool {
	if !hasPrefix(bare, "L:") {
		return false
	}
	cells := bytes.SplitN(bare, []byte(" | "), 4)
	if len(cells) < 4 || !hasPrefix(cells[1], "P:") {
		return false
	}
	b.row, b.placed = true, true
	b.code, b.exact = textHash(bytes.TrimSpace(cells[2])), textHash(bare)
	b.finish(cells[3], sevLint)
	return true
}

// readRuled reads a head that is drawn as a rule across the screen, with what
// it says below it: "-- [E007] Type Mismatch Error: src/A.scala:3:5 -----".
func (b *buildLine) readRuled(bare []byte) bool {
	if !hasPrefix(bare, "-- ") || !hasSuffix(bare, "---") {
		return false
	}
	text := bytes.TrimRight(bare[len("-- "):], "- ")
	colon := indexString(text, ": ")
	if colon < 0 {
		return false
	}
	sev, _ := severityAt(text[bytes.LastIndexByte(text[:colon], ' ')+1 : colon])
	if _, ok := findLocation(text[colon:]); !ok || sev <= sevNote {
		return false
	}
	b.code, b.wordless = codeBehind(text), true
	return b.setHead(bare, text, sev)
}

// classLine tells whether a line is the class of an exception in brackets, as
// PHP's consoles print it above the message: "[App\\NotFoundException]".
func classLine(text []byte) bool {
	n := len(text)
	if n < 8 || text[0] != '[' || text[n-1] != ']' {
		return false
	}
	name := text[1 : n-1]
	return bytes.IndexByte(name, ' ') < 0 && exceptionName(name[bytes.LastIndexByte(name, '\\')+1:])
}

// linkerError returns where a linker without severities says what is wrong
// with a symbol: "main.c:(.text+0x15): undefined reference to `f'". 0: nowhere.
func linkerError(text []byte) int {
	for _, phrase := range [...]string{": undefined reference to ", ": multiple definition of ", ": undefined symbol: "} {
		if i := indexString(text, phrase); i > 0 {
			return i + 2
		}
	}
	return 0
}

// leadingSeverity reads a severity at the start of the line, and returns how
// long what says it is.
func leadingSeverity(text []byte) (severity, int) {
	if sev, n := bracketSeverity(text); sev != sevNone {
		return sev, n
	}
	if sev, n := glyphSeverity(text); n > 0 {
		rest := bytes.TrimLeft(text[n:], " ")
		if s, m := bracketSeverity(rest); s != sevNone { // esbuild: ✘ [ERROR]
			return s, len(text) - len(rest) + m
		}
		return sev, n
	}
	for _, p := range severityPrefixes[text[0]] {
		if hasPrefix(text, p.prefix) {
			return p.sev, len(p.prefix)
		}
	}
	sev, n := severityAt(text)
	if n > 1 && hasPrefix(text[n:], " error:") {
		return sevError, n + len(" error") // Type error: …
	}
	if sev == sevNone || !endsSeverity(text, n) {
		return sevNone, 0
	}
	return sev, n
}

// severityPrefix is how lines of a tool start that say how bad it is in their
// own way.
type severityPrefix struct {
	prefix string
	sev    severity
}

// severityPrefixes are they, by their first byte.
var severityPrefixes = [256][]severityPrefix{
	'n': {{"npm ERR!", sevError}, {"npm error", sevError}, {"npm warn", sevWarning}, {"npm WARN", sevWarning}},
	'C': {{"CMake Error", sevError}, {"CMake Warning", sevWarning}, {"CMake Deprecation", sevWarning}},
	'E': {{"ERR_", sevError}, {"ELIFECYCLE", sevError}},
	'*': {{"* What went wrong", sevError}, {"** (", sevError}},
	'P': {{"PHP Parse error", sevError}, {"PHP Fatal error", sevError}},
	'U': {{"Undefined symbols", sevError}},
	'D': {{"Diff in ", sevLint}},
	'w': {{"would reformat ", sevLint}},
	'>': {{">> Issue:", sevLint}},
	'!': {{"! ", sevError}},
}

// endsSeverity tells whether what stands behind the word text[:n] makes it a
// severity and not the first word of a sentence.
func endsSeverity(text []byte, n int) bool {
	if n == len(text) {
		return n > 1
	}
	switch text[n] {
	case ':', '[', '!', '(':
		return n > 1 || text[n] == ':' && n+1 < len(text) && (text[n+1] == ' ' || isDigit(text[n+1]))
	case ' ', '\t':
		if n == 1 {
			return false
		}
		rest := bytes.TrimLeft(text[n:], " ")
		if sev, m := severityAt(rest); sev != sevNone && m < len(rest) && (rest[m] == ':' || rest[m] == ' ') {
			return true // fatal error: …
		}
		return isUpperWord(text[:n]) || foldPrefix(text, "error") || foldPrefix(text, "failed") || foldPrefix(text, "fatal") ||
			bytes.IndexByte(text[:min(len(text), 40)], ':') > 0 && foldPrefix(text, "warn")
	}
	return hasPrefix(text[n:], "：") || hasPrefix(text[n:], "\u00a0") || hasPrefix(text[n:], " ")
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
		if hasPrefix(rest, "*** ") {
			return sevError, at
		}
		s, n := severityAt(rest)
		if s <= sevNote || n == 1 || n == len(rest) {
			continue
		}
		if field == 0 && s == sevError && rest[n] == ' ' && hasSuffix(rest, ":") && bytes.IndexByte(text[:i], ' ') < 0 {
			return s, at // dpkg: error processing archive a.deb (--unpack):
		}
		if rest[n] == ':' || rest[n] == '[' || hasPrefix(rest[n:], "：") || hasPrefix(rest[n:], " error:") || hasPrefix(rest[n:], "! ") {
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
	p, ok := findLeadPlace(rest)
	if !ok {
		return false
	}
	message := behindPlace(rest, p)
	if len(message) == 0 && p.start < 3 && sev == sevNone {
		return false
	}
	b.placed, b.column = true, p.pathEnd < p.message && bytes.IndexAny(rest[p.pathEnd+1:p.message], ":,") > 0
	b.file = textHash(p.path(rest))
	b.exact = textHash(rest)
	if s, n := messageSeverity(message); n > 0 {
		b.code = codeBehind(message[n:])
		b.mild = (s == sevWarning || s == sevNote) && message[0]|0x20 != 'w' && message[0] < 0x80
		sev = max(sev, s)
		if s == sevNote {
			sev = s
			if b.indent == 0 && codeIn(message[n:]) != 0 {
				sev = sevWarning // a linter's mildest finding; a compiler's note has no code
			}
		}
		message = message[n:]
	} else if sev == sevNone && hasPrefix(rest[p.message:], ":     ") {
		sev = sevNote // indented behind the place that it shares with the line above
	} else if sev == sevNone {
		sev = unnamedSeverity(message, rest[p.message:], b.indent)
	}
	b.finish(message, sev)
	return true
}

// unnamedSeverity returns the severity of a message behind a place that it
// doesn't start with: "… [Error/no-undef]", "… (Severity: 5)", or none at all.
// behind is all that stands behind the place.
func unnamedSeverity(message, behind []byte, indent uint8) severity {
	if end := bracketedEnd(message); len(end) > 0 {
		if sev, n := severityAt(end[1:]); sev != sevNone && end[1+n] == '/' {
			return sev
		}
	}
	if sev := gradeIn(behind); sev != sevNone {
		return sev
	}
	if i := indexString(message, "% confidence"); i > 1 && (hasSuffix(message[:i], "100") || message[i-2] == '9' && isDigit(message[i-1])) {
		return sevError // the tool itself is sure
	}
	return placedSeverity(message, indent)
}

// messageSeverity reads the severity at the start of a message behind a
// place, as a word, in brackets or as a linter's letter, and its length.
func messageSeverity(message []byte) (severity, int) {
	if s, n := bracketSeverity(message); s != sevNone {
		return s, n
	}
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
	if hasPrefix(message[n:], "：") || hasPrefix(message[n:], "\u00a0") || hasPrefix(message[n:], "\u202f") {
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
	if rest := message[1+n:]; len(rest) < 3 || rest[0] != '/' || !isDigit(rest[1]) || rest[2] != ')' {
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
	n := 1 + digits(message[1:])
	if n == len(message) || message[n] != ':' || n != 1 && n != 5 {
		return sevNone, 0 // "E501 line too long" is no error of pylint's
	}
	switch message[0] {
	case 'E', 'F':
		return sevError, n
	case 'W', 'C', 'R', 'I':
		if n == 1 && openingCop(message[n+1:]) {
			return sevLint, n // rubocop fails of each
		}
		return sevWarning, n
	}
	return sevNone, 0
}

// noteOpenings are how a message behind a place starts that belongs to
// another diagnostic.
var noteOpenings = newWordSet("required from", "required by", "in instantiation", "in file included", "in function", "in member function", "in method",
	"in constructor", "in definition", "in expansion", "previous", "candidate", "first defined", "recursively required", "see", "other declaration",
	"previously", "defined here", "declared here", "in call", "in the expansion", "instantiated from")

// placedSeverity returns the severity of a message behind a place that names
// none: compilers of go, erlang, ada, and most linters print no severity.
func placedSeverity(message []byte, indent uint8) severity {
	if _, at := noteOpenings.find(message[:min(len(message), 32)]); at == 0 {
		return sevNote
	}
	if bytes.Contains(message, []byte("undefined reference")) || bytes.Contains(message, []byte("multiple definition")) {
		return sevError
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
	for n < len(text) && isWordByte(text[n]) {
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
	n := digits(bare)
	if n == 0 {
		return false
	}
	column := n < len(bare) && bare[n] == ':'
	if column {
		n += 1 + digits(bare[n+1:])
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
		if m = lintCodeLength(rest); m > 0 && hasPrefix(rest[m:], " ") {
			sev, b.code = sevLint, textHash(rest[:m])
		}
	}
	if sev == sevNone {
		return false
	}
	b.row, b.placed = true, true
	b.exact = textHash(bare)
	b.finish(bytes.TrimLeft(rest[m:], " \t|"), sev)
	return true
}

// setHead makes the line the head of a diagnostic that doesn't start with its
// place. One that ends with it is of the kind that the rest tells.
func (b *buildLine) setHead(line, message []byte, sev severity) bool {
	b.exact = textHash(line)
	if b.code == 0 {
		b.code = codeBehind(bytes.TrimLeft(message, " "))
	}
	if sev >= sevWarning && onlyPath(unindented(message)) {
		b.finish([]byte("file"), sevError) // a formatter's: the file is what is wrong
		return true
	}
	if l, ok := findLocation(message); ok {
		b.file = textHash(l.path(message))
		if l.end+1 >= len(message) {
			message = message[:l.start]
		}
	}
	b.finish(message, sev)
	return true
}

// onlyPath tells whether a message is nothing but the path of a file.
func onlyPath(message []byte) bool {
	return len(message) > 2 && bytes.IndexByte(message, ' ') < 0 && bytes.IndexByte(message, ':') < 0 && sourcePath(message)
}

// readCoded reads a message by the code that it starts with, where the place
// stands on another line: "B905 [*] message" above it, "^-- SC2086 (info):
// message" below; or by the rule that it ends with below carets.
func (b *buildLine) readCoded(bare []byte) bool {
	rest := bytes.TrimLeft(bare, "^-~ ")
	pointed := len(rest) < len(bare)
	n := lintCodeLength(rest)
	if n == 0 && bare[0] == '^' {
		if b.code = ruleAtEnd(rest); b.code == 0 {
			return false
		}
		b.exact, b.placed, b.row = textHash(bare), true, true
		b.finish(rest, sevLint)
		return true
	}
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
	b.code, b.exact = textHash(rest[:n]), textHash(bare)
	b.placed, b.row = pointed, pointed
	b.finish(message, sev)
	return true
}

// finish sets kind, severity, code and message.
func (b *buildLine) finish(message []byte, sev severity) {
	b.kind, b.sev = buildDiag, sev
	if sev == sevNote {
		b.kind = buildNote
	}
	if sev == sevNone {
		b.kind = buildText
		b.placed = false
		return
	}
	if sev == sevWarning && indexString(message, "[CWE-") >= 0 {
		b.sev = sevLint // an analyzer's finding
	}
	if rule := bareRule(message); len(rule) > 0 {
		message, b.code, b.wordless = rule, textHash(rule), true
	} else {
		b.wordless = wordless(message) || sev == sevLint && hasSuffix(message, ":") // "a.py:1 in public function `f`:"
	}
	if b.code == 0 {
		b.code = codeIn(message)
	}
	b.message, b.template = lintMessage(message)
	b.variant = textHash(message)
}
