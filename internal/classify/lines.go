package classify

import (
	"bytes"

	"elide/internal/scan"
)

// kind is what a line looks like, on its own.
type kind uint8

const (
	other kind = iota
	blank
	testStrong // only a test runner prints it
	testWeak   // a test runner's result line, but others print such lines too
	located    // path:line: with a severity behind it
	gutter     // source that a diagnostic quotes, behind a bar
	diag       // a diagnostic without a place
	buildStep
	stamped // begins with a time or a level
	frame   // of a stack trace
	trace   // head of a stack trace
	match   // path:line:text
	around  // path-line-text, what grep shows around a match
	diffHead
	diffHunk
	diffBody
	jsonRecord // a whole JSON object or array on one line
	jsonField  // a line of pretty JSON
	brace      // of a brace language
	indented   // of Python and its like
	definition // of a function or class, in a language without braces
	shebang    // the first line of a script
	stat       // a file of diff --stat
	sentence
	heading
	columns // aligned columns
	perms   // ls -l
	path    // nothing but a path
	setting // key = value, key: value, [section]
	comment // of a file with settings, in a run of its like
	fence   // of a code block in Markdown
	tag     // of HTML or XML
	commit  // the head of a commit in a history
	kinds
)

// kindOf tells what a line, given without its line end, looks like.
// It looks at each byte a bounded number of times.
func kindOf(line []byte) kind {
	t := bytes.TrimLeft(line, " \t")
	indent := len(line) - len(t)
	t = bytes.TrimRight(t, " \t\r")
	if len(t) == 0 {
		return blank
	}
	if k := byFirst(t, indent); k != other {
		return k
	}
	if indent == 0 && blame(t) || boxed(t) {
		return columns
	}
	if graphed(t) {
		return path
	}
	if n := scan.Hex(t); indent == 0 && n >= 7 && n <= 40 && len(t) > n+1 && t[n] == ' ' && !scan.IsNumber(t[:n]) && !bytes.Contains(t, []byte("   ")) {
		return path // git log --oneline
	}
	if diffStat(t) {
		return stat
	}
	if stamp(t) {
		return stamped
	}
	if k := testKind(t); k != other {
		return k
	}
	if k := location(t); k != other {
		return k
	}
	if k := stepKind(t); k != other {
		return k
	}
	if indent == 0 && scan.HasPrefix(t, "Confidence: ") {
		return located // a finding of a scanner, a field a line
	}
	if lineInWords(t) || endsInPlace(t) {
		return located
	}
	return contentKind(t, indent)
}

// byFirst settles the lines that their first byte gives away.
func byFirst(t []byte, indent int) kind {
	if read := leads[t[0]]; read != nil {
		if k := read(t, indent); k != other {
			return k
		}
	}
	if isPerms(t) {
		return perms
	}
	return other
}

// leads are the readers of lines by their first byte.
var leads = [256]func(t []byte, indent int) kind{
	'{': recordKind, '[': recordKind, '"': fieldKind,
	'@': gitKind, 'd': gitKind, 'c': gitKind, 'i': gitKind,
	'+': plusMinus, '-': plusMinus, '#': hash,
	'^': barKind, '|': barKind, '/': starKind, '*': starKind,
	'`': markupKind, '~': markupKind, '<': markupKind,
}

func recordKind(t []byte, _ int) kind {
	last := t[len(t)-1]
	if len(t) > 20 && (last == '}' || last == ']' && (t[1] == '{' || t[1] == '"')) && bytes.IndexByte(t, '"') > 0 {
		return jsonRecord
	}
	return other
}

func fieldKind(t []byte, _ int) kind {
	if i := bytes.Index(t, []byte(`":`)); i > 0 && i < 80 {
		return jsonField
	}
	return other
}

// gitKind knows the heads of commits, diffs and hunks.
func gitKind(t []byte, indent int) kind {
	switch {
	case indent > 0:
		return other
	case scan.HasAnyPrefix(t, "@@ -", "@@@ -"):
		return diffHunk
	case scan.HasPrefix(t, "diff -"), scan.HasPrefix(t, "index ") && bytes.Contains(t, []byte("..")):
		return diffHead
	case scan.HasPrefix(t, "commit ") && scan.Hex(t[7:]) == 40:
		return commit
	}
	return other
}

// barKind knows what stands behind a bar, or is a caret, in what a diagnostic
// quotes, and the traces of Python's groups.
func barKind(t []byte, indent int) kind {
	if t[0] == '|' {
		if k := groupKind(t); k != other {
			return k
		}
		if len(t) == 1 || indent > 0 && t[1] == ' ' && t[len(t)-1] != '|' {
			return gutter
		}
		return other
	}
	if indent > 0 {
		return gutter
	}
	return other
}

// starKind knows the comments of C's family.
func starKind(t []byte, indent int) kind {
	if scan.HasAnyPrefix(t, "//", "/*") || t[0] == '*' && indent%2 == 1 && (len(t) == 1 || t[1] == ' ' || t[1] == '/') {
		return brace
	}
	return other
}

// markupKind knows the fences of Markdown and the tags of HTML and XML.
func markupKind(t []byte, _ int) kind {
	if scan.HasAnyPrefix(t, "```", "~~~") {
		return fence
	}
	if t[0] == '<' && len(t) > 2 && (scan.IsLetter(t[1]) || t[1] == '/' || t[1] == '!') && t[len(t)-1] == '>' {
		return tag
	}
	return other
}

func plusMinus(t []byte, indent int) kind {
	if boxed(t) {
		return columns
	}
	if isPerms(t) {
		return perms
	}
	if scan.HasPrefix(t, "--> ") {
		return located
	}
	if scan.HasPrefix(t, "+ Exception Group Traceback (most recent") {
		return trace
	}
	if scan.HasAnyPrefix(t, "--- FAIL: ", "--- PASS: ", "--- SKIP: ", "--- BENCH: ") {
		return testStrong
	}
	if indent > 0 {
		return other
	}
	switch {
	case scan.HasPrefix(t, "+++ "), scan.HasPrefix(t, "--- ") && len(t) > 4 && t[4] != '-':
		return diffHead
	case scan.HasPrefix(t, "-- Name: ") && bytes.Contains(t, []byte("; Type: ")):
		return brace // over an object in a database's dump
	case scan.HasPrefix(t, "-- "):
		return buildStep
	case scan.HasPrefix(t, "- "):
		return other
	case len(t) == 2 && t[0] == '-' && t[1] == '-':
		return around
	}
	return diffBody
}

// hash tells the many lines apart that start with '#'.
func hash(t []byte, indent int) kind {
	rest := bytes.TrimLeft(t, "#")
	depth := len(t) - len(rest)
	switch {
	case depth == 1 && len(rest) > 0 && scan.IsDigit(rest[0]):
		if i := bytes.IndexByte(rest, ' '); i > 0 && scan.IsNumber(rest[:i]) && len(rest) > i+1 {
			if r := bytes.TrimLeft(rest[i:], " "); scan.HasPrefix(r, "0x") || r[0] == '/' || r[0] == '{' || bytes.Contains(r, []byte("+0x")) || bytes.Contains(r, []byte(" at ")) {
				return frame
			}
			return buildStep // docker's steps
		}
	case scan.HasPrefix(t, "#!/") && indent == 0:
		return shebang
	case scan.HasPrefix(t, "#include"), scan.HasPrefix(t, "#define"), scan.HasPrefix(t, "#if"), scan.HasPrefix(t, "#endif"), scan.HasPrefix(t, "#[") || scan.HasPrefix(t, "#!["):
		return brace
	case scan.HasPrefix(t, "# tests "), scan.HasPrefix(t, "# pass "), scan.HasPrefix(t, "# fail "), scan.HasPrefix(t, "# Subtest"), scan.HasPrefix(t, "# Failed test"), scan.HasPrefix(t, "#   Failed test"):
		return testStrong
	case depth == 1 && bytes.Contains(rest, []byte(".rb:")) && bytes.Contains(rest, []byte(":in ")):
		return frame // of RSpec's
	case indent == 0 && depth <= 6 && len(rest) > 1 && rest[0] == ' ':
		return heading
	case depth == 1:
		return indented
	}
	return other
}

// isPerms tells whether the line starts like one of ls -l: -rw-r--r--.
func isPerms(t []byte) bool {
	if len(t) < 12 || bytes.IndexByte([]byte("-dlbcps"), t[0]) < 0 {
		return false
	}
	for i := 1; i < 10; i++ {
		if bytes.IndexByte([]byte("-rwxsStT"), t[i]) < 0 {
			return false
		}
	}
	return t[10] == ' ' || t[10] == '.' || t[10] == '+' || t[10] == '@' // extended rights
}

// graphed tells whether the line is one of git log --graph --oneline: the signs
// of a graph and a commit, or the signs alone.
func graphed(t []byte) bool {
	rest := bytes.TrimLeft(t, "*|/\\_ ")
	signs := len(t) - len(rest)
	if signs == 0 || t[0] != '*' && t[0] != '|' {
		return false
	}
	if len(rest) == 0 {
		return t[0] == '|' && bytes.ContainsAny(t, "/\\")
	}
	n := scan.Hex(rest)
	return bytes.IndexByte(t[:signs], '*') >= 0 && n >= 7 && n <= 40 && len(rest) > n+1 && rest[n] == ' ' && bytes.ContainsAny(rest[:n], "0123456789")
}

// blame tells whether the line is one of git blame: a hash, perhaps a file,
// then author and time in parentheses.
func blame(t []byte) bool {
	if t[0] == '^' {
		t = t[1:]
	}
	n := scan.Hex(t)
	return n >= 7 && n <= 40 && scan.HasPrefix(t[n:], " ") && bytes.Contains(t[n:min(len(t), n+80)], []byte(" ("))
}

// lineInWords tells whether the line names a place as some tools do: "a.pl:
// … at line 3, column 4", "in a.php on line 3", "In a.sh line 3:".
func lineInWords(t []byte) bool {
	i := bytes.Index(t, []byte(" line "))
	if i < 0 || i+6 >= len(t) || !scan.IsDigit(t[i+6]) {
		return false
	}
	rest := t[i+6+scan.Digits(t[i+6:]):]
	return len(rest) == 0 || rest[0] == ':' || rest[0] == '.' && len(rest) == 1 || rest[0] == ','
}

// endsInPlace tells whether the last word of the line is a path with line and
// column, or the line says as a linter of Java does: "At A.java:[line 3]".
func endsInPlace(t []byte) bool {
	if t[len(t)-1] == ']' {
		i := bytes.LastIndex(t, []byte(":[line"))
		return i > 0 && bytes.IndexByte(t[i+1:], ':') < 0
	}
	w := t[bytes.LastIndexByte(t, ' ')+1:]
	if len(w) == len(t) || !scan.IsDigit(w[len(w)-1]) {
		return false
	}
	numbers := 0
	for numbers < 2 {
		i := bytes.LastIndexByte(w, ':')
		if i < 0 || !scan.IsNumber(w[i+1:]) {
			break
		}
		w = w[:i]
		numbers++
	}
	return numbers == 2 && len(w) > 0 && isPath(w)
}

// diffStat tells whether the line is one of diff --stat: "path | 12 ++--".
func diffStat(t []byte) bool {
	i := bytes.Index(t, []byte(" | "))
	if i <= 0 {
		return false
	}
	rest := bytes.TrimLeft(t[i+3:], " ")
	n := scan.Digits(rest)
	return n > 0 && len(bytes.Trim(rest[n:], " +-")) == 0 && bytes.IndexByte(bytes.TrimSpace(t[:i]), '|') < 0 && isPath(bytes.TrimSpace(t[:i]))
}

// underlines tells whether line is the rule below the title above it, as
// headings are written in reStructuredText and Markdown.
func underlines(line, above []byte) bool {
	if len(line) < 3 || len(above) == 0 || bytes.IndexByte([]byte("=-~^\"'`#*+"), line[0]) < 0 {
		return false
	}
	diff := len(line) - len(above)
	return diff >= -1 && diff <= 2 && len(bytes.Trim(line, string(line[:1]))) == 0 && above[0] != ' ' && above[0] != line[0]
}
