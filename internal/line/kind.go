package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Kind is what a line looks like, on its own.
type Kind uint8

const (
	Other Kind = iota // nothing that is known
	Blank
	Result      // only a test runner prints it
	MaybeResult // a test runner's result line, but others print such lines too
	Finding     // path:line: with a severity behind it
	Quoted      // source that a diagnostic quotes, behind a bar
	Message     // a diagnostic without a place
	Step        // of a build, a package manager, a linker
	Record      // begins with a time or a level
	Frame       // of a stack trace
	TraceHead   // head of a stack trace
	Match       // path:line:text
	Around      // path-line-text, what grep shows around a match
	DiffHead
	DiffHunk
	DiffBody
	JSONRecord // a whole JSON object or array on one line
	JSONField  // a line of pretty JSON
	Brace      // of a brace language
	Indented   // of Python and its like
	Definition // of a function or class, in a language without braces
	Shebang    // the first line of a script
	Stat       // a file of diff --stat
	Sentence
	Heading
	Columns // aligned columns
	Perms   // ls -l
	Path    // nothing but a path
	Setting // key = value, key: value, [section]
	Comment // of a file with settings, in a run of its like
	Fence   // of a code block in Markdown
	Tag     // of HTML or XML
	Commit  // the head of a commit in a history
	Kinds   // how many there are
)

// kindOf returns the kind of a line behind its indentation. Of the signs it needs those
// that stand in the text; more cost time and change nothing.
func (s *Seen) kindOf(t []byte, indent int) Kind {
	if k := byFirst(t, indent); k != Other {
		return k
	}
	if indent == 0 && blame(t) || Boxed(t) {
		return Columns
	}
	if graphed(t) || indent == 0 && oneline(t) {
		return Path
	}
	has := s.signs
	if has.Has(scan.SignBar|scan.SignDigit) && diffStat(t) {
		return Stat
	}
	if stamp(t, has) {
		return Record
	}
	open := openingOf(t)
	s.test, s.conds = open.test, max(open.conds, 1)
	if k := testKind(t, open, has); k != Other {
		return k
	}
	if k := located(t, has); k != Other {
		return k
	}
	if k := stepKind(t, open, has); k != Other {
		return k
	}
	if indent == 0 && open.form == rules.FormFinding || has.Has(scan.SignDigit|scan.SignBlank) && lineInWords(t) || has.Has(scan.SignColon) && endsInPlace(t) {
		return Finding
	}
	return s.contentKind(t, indent)
}

// oneline knows a commit of git log --oneline.
func oneline(t []byte) bool {
	n := scan.Hex(t)
	return n >= 7 && n <= 40 && len(t) > n+1 && t[n] == ' ' && !scan.IsNumber(t[:n]) && !bytes.Contains(t, []byte("   "))
}

// byFirst settles the lines that their first byte gives away.
func byFirst(t []byte, indent int) Kind {
	if read := leads[t[0]]; read != nil {
		if k := read(t, indent); k != Other {
			return k
		}
	}
	if isPerms(t) {
		return Perms
	}
	return Other
}

// leads are the readers of lines by their first byte.
var leads = [256]func(t []byte, indent int) Kind{
	'{': recordKind, '[': recordKind, '"': fieldKind,
	'@': gitKind, 'd': gitKind, 'c': gitKind, 'i': gitKind,
	'+': plusMinus, '-': plusMinus, '#': hashKind,
	'^': barKind, '|': barKind, '/': starKind, '*': starKind,
	'`': markupKind, '~': markupKind, '<': markupKind,
}

func recordKind(t []byte, _ int) Kind {
	last := t[len(t)-1]
	if len(t) > 20 && (last == '}' || last == ']' && (t[1] == '{' || t[1] == '"')) && bytes.IndexByte(t, '"') > 0 {
		return JSONRecord
	}
	return Other
}

func fieldKind(t []byte, _ int) Kind {
	if i := bytes.Index(t, []byte(`":`)); i > 0 && i < 80 {
		return JSONField
	}
	return Other
}

// gitKind knows the heads of commits, diffs and hunks.
func gitKind(t []byte, indent int) Kind {
	switch {
	case indent > 0:
		return Other
	case scan.HasAnyPrefix(t, "@@ -", "@@@ -"):
		return DiffHunk
	case scan.HasPrefix(t, "diff -"), scan.HasPrefix(t, "index ") && bytes.Contains(t, []byte("..")):
		return DiffHead
	case scan.HasPrefix(t, "commit ") && scan.Hex(t[7:]) == 40:
		return Commit
	}
	return Other
}

// barKind knows what stands behind a bar, or is a caret, in what a diagnostic
// quotes, and the traces of Python's groups.
func barKind(t []byte, indent int) Kind {
	if t[0] == '|' {
		if k := groupKind(t); k != Other {
			return k
		}
		if len(t) == 1 || indent > 0 && t[1] == ' ' && t[len(t)-1] != '|' {
			return Quoted
		}
		return Other
	}
	if indent > 0 {
		return Quoted
	}
	return Other
}

// starKind knows the comments of C's family.
func starKind(t []byte, indent int) Kind {
	if scan.HasAnyPrefix(t, "//", "/*") || t[0] == '*' && indent%2 == 1 && (len(t) == 1 || t[1] == ' ' || t[1] == '/') {
		return Brace
	}
	return Other
}

// markupKind knows the fences of Markdown and the tags of HTML and XML.
func markupKind(t []byte, _ int) Kind {
	if scan.HasAnyPrefix(t, "```", "~~~") {
		return Fence
	}
	if t[0] == '<' && len(t) > 2 && (scan.IsLetter(t[1]) || t[1] == '/' || t[1] == '!') && t[len(t)-1] == '>' {
		return Tag
	}
	return Other
}

func plusMinus(t []byte, indent int) Kind {
	if Boxed(t) {
		return Columns
	}
	if isPerms(t) {
		return Perms
	}
	if scan.HasPrefix(t, "--> ") {
		return Finding
	}
	if scan.HasPrefix(t, "+ Exception Group Traceback (most recent") {
		return TraceHead
	}
	if openingOf(t).surely() {
		return Result
	}
	if indent > 0 {
		return Other
	}
	switch {
	case scan.HasPrefix(t, "+++ "), scan.HasPrefix(t, "--- ") && len(t) > 4 && t[4] != '-':
		return DiffHead
	case scan.HasPrefix(t, "-- Name: ") && bytes.Contains(t, []byte("; Type: ")):
		return Brace // over an object in a database's dump
	case scan.HasPrefix(t, "-- "):
		return Step
	case scan.HasPrefix(t, "- "):
		return Other
	case len(t) == 2 && t[0] == '-' && t[1] == '-':
		return Around
	}
	return DiffBody
}

// hashKind tells the many lines apart that start with '#'.
func hashKind(t []byte, indent int) Kind {
	rest := bytes.TrimLeft(t, "#")
	depth := len(t) - len(rest)
	switch {
	case depth == 1 && len(rest) > 0 && scan.IsDigit(rest[0]):
		if i := bytes.IndexByte(rest, ' '); i > 0 && scan.IsNumber(rest[:i]) && len(rest) > i+1 {
			if r := bytes.TrimLeft(rest[i:], " "); scan.HasPrefix(r, "0x") || r[0] == '/' || r[0] == '{' || bytes.Contains(r, []byte("+0x")) || bytes.Contains(r, []byte(" at ")) {
				return Frame
			}
			return Step // docker's steps
		}
	case scan.HasPrefix(t, "#!/") && indent == 0:
		return Shebang
	case codeOf(t) == rules.CodeBrace:
		return Brace
	case openingOf(t).surely():
		return Result
	case depth == 1 && bytes.Contains(rest, []byte(".rb:")) && bytes.Contains(rest, []byte(":in ")):
		return Frame // of RSpec's
	case indent == 0 && depth <= 6 && len(rest) > 1 && rest[0] == ' ':
		return Heading
	case depth == 1:
		return Indented
	}
	return Other
}

// in tells whether the byte is one of these, which are few.
func in(set string, c byte) bool {
	for i := 0; i < len(set); i++ {
		if set[i] == c {
			return true
		}
	}
	return false
}

// isPerms tells whether the line starts like one of ls -l: -rw-r--r--.
func isPerms(t []byte) bool {
	if len(t) < 12 || !in("-dlbcps", t[0]) {
		return false
	}
	for _, c := range t[1:10] {
		if !in("-rwxsStT", c) {
			return false
		}
	}
	return t[10] == ' ' || t[10] == '.' || t[10] == '+' || t[10] == '@' // extended rights
}

// graphed tells whether the line is one of git log --graph --oneline: the signs
// of a graph and a commit, or the signs alone.
func graphed(t []byte) bool {
	if t[0] != '*' && t[0] != '|' {
		return false
	}
	rest := bytes.TrimLeft(t, "*|/\\_ ")
	signs := len(t) - len(rest)
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
		i := bytes.LastIndexByte(t, ':')
		return i > 0 && scan.HasPrefix(t[i:], ":[line")
	}
	if !scan.IsDigit(t[len(t)-1]) {
		return false
	}
	w := t[bytes.LastIndexByte(t, ' ')+1:]
	if len(w) == len(t) {
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
	return numbers == 2 && len(w) > 0 && IsPath(w)
}

// diffStat tells whether the line is one of diff --stat: "path | 12 ++--".
func diffStat(t []byte) bool {
	i := bytes.Index(t, []byte(" | "))
	if i <= 0 {
		return false
	}
	rest := t[i+3:]
	rest = rest[scan.Run(rest, ' '):]
	n := scan.Digits(rest)
	return n > 0 && len(bytes.Trim(rest[n:], " +-")) == 0 && bytes.IndexByte(bytes.TrimSpace(t[:i]), '|') < 0 && IsPath(bytes.TrimSpace(t[:i]))
}

// Underlines tells whether line is the rule below the title above it, as
// headings are written in reStructuredText and Markdown.
func Underlines(line, above []byte) bool {
	if len(line) < 3 || len(above) == 0 || !underlining[line[0]] {
		return false
	}
	diff := len(line) - len(above)
	return diff >= -1 && diff <= 2 && len(bytes.Trim(line, string(line[:1]))) == 0 && above[0] != ' ' && above[0] != line[0]
}

// MayUnderline tells whether a line that begins with the byte may be such a rule.
func MayUnderline(first byte) bool { return underlining[first] }

// underlining are the bytes that titles are underlined with.
var underlining = [256]bool{'=': true, '-': true, '~': true, '^': true, '"': true, '\'': true, '`': true, '#': true, '*': true, '+': true}
