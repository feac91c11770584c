package classify

import (
	"bytes"

	"elide.example/elide/internal/languages"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A file of source code may quote anything: the output of a test run, a
// sentence, a path with a number. What tells it from what a tool prints is how
// it opens, behind its comments: with an import, a declaration, a directive.

// sourceLook is how many lines are searched for how a file opens.
const sourceLook = 600

// source tells whether the units from first to end are source code, and
// which of the two shapes it has.
func (c *cutter) source(first, end int) (shape.Shape, bool) {
	for first < end && c.kinds[first] == line.Blank {
		first++
	}
	if languages.Makefile(end-first, func(i int) []byte { return c.b.Text(first + i) }) {
		return shape.SourceIndent, true
	}
	t := count(c.kinds[first:end])
	if t.lines < 3 || t.n[line.DiffHunk] > 0 || t.percent(line.Result, line.Record, line.TraceHead, line.Frame, line.Perms) >= 10 || t.percent(line.Match) >= 60 || !c.opensSource(first, end, t.percent(line.Brace, line.Indented, line.Definition) >= 25) {
		return 0, false
	}
	if t.first != line.Shebang && !c.endsSource(first, end) {
		return 0, false
	}
	if t.percent(line.Brace) >= t.percent(line.Indented, line.Definition) {
		return shape.SourceBrace, true
	}
	return shape.SourceIndent, true
}

// opensSource tells whether the first line that is no comment is a statement
// that opens files; unless much of the rest is code, there must be two, or one
// that opens a block.
func (c *cutter) opensSource(first, end int, code bool) bool {
	closer := ""
	found, other := 0, 0
	for i := first; i < min(end, first+sourceLook); i++ {
		if !c.b.StartsLine(i) {
			continue
		}
		text := c.b.Text(i)
		text = text[scan.LineNumber(text):]
		t := bytes.TrimSpace(text)
		if closer != "" {
			if bytes.Contains(t, []byte(closer)) {
				closer = ""
			}
			continue
		}
		if len(t) == 0 || line.FileHead(t) {
			continue
		}
		var ok bool
		if closer, ok = remarks(t); ok {
			if scan.HasPrefix(t, "#!/") {
				return true
			}
			continue
		}
		switch {
		case (found > 0 || len(t) == len(bytes.TrimRight(text, " \t\r"))) && opener(t):
			if found++; code || found > 1 || blockHead(t) {
				return true
			}
		case found == 0:
			return false
		default:
			if other++; other > 60 {
				return false
			}
		}
	}
	return false
}

// endsSource tells whether the last line is one that ends a file of source.
func (c *cutter) endsSource(first, end int) bool {
	for end > first && c.kinds[end-1] == line.Blank {
		end--
	}
	text := c.b.Text(end - 1)
	text = bytes.TrimRight(text[scan.LineNumber(text):], " \t\r")
	t := bytes.TrimLeft(text, " \t")
	if len(t) == 0 || len(t) < len(text) {
		return true
	}
	if _, ok := remarks(t); ok || opener(t) || line.Closes(t) {
		return true
	}
	switch t[len(t)-1] {
	case '}', ')', ']', ';', '{', '(', ',', '>', ':':
		return c.kinds[end-1] != line.Result && c.kinds[end-1] != line.MaybeResult
	case '/':
		return scan.HasSuffix(t, "*/")
	}
	return scan.HasPrefix(t, "return ") && short(t)
}

// comments are what starts a comment at the start of a line, and what ends it
// if that may stand on another.
var comments = [...]struct{ open, close string }{
	{"//", ""}, {"/*", "*/"}, {"#!", ""}, {"# ", ""}, {"##", ""}, {"{-", "-}"}, {"(*", "*)"}, {"--", ""}, {";", ""}, {"%", ""},
	{`"""`, `"""`}, {"'''", "'''"}, {`r"""`, `"""`}, {"=head", "=cut"}, {"=pod", "=cut"}, {"=begin", "=end"}, {"<!--", "-->"}, {"* ", ""}, {"*/", ""}, {"@moduledoc \"\"\"", `"""`},
}

// remarks tells whether the line is a comment or begins one, which goes on
// until closer if that isn't empty.
func remarks(t []byte) (closer string, ok bool) {
	if len(t) == 1 && (t[0] == '#' || t[0] == '*') {
		return "", true
	}
	for _, c := range comments {
		if !scan.HasPrefix(t, c.open) {
			continue
		}
		if diffOrResult(t) || scan.HasPrefix(t, "-- ") && bytes.Contains(t, []byte("...")) {
			return "", false // or CMake's steps
		}
		if c.close != "" && bytes.Contains(t[len(c.open):], []byte(c.close)) {
			return "", true
		}
		return c.close, true
	}
	return "", false
}

// diffOrResult tells whether a line with three dashes is the head of a diff or
// the result of a test, rather than a comment that documents Lua.
func diffOrResult(t []byte) bool {
	if !scan.HasPrefix(t, "--- ") {
		return false
	}
	word := t[4:]
	if i := bytes.IndexAny(word, " \t"); i >= 0 {
		word = word[:i]
	}
	return line.IsPath(word) || scan.HasSuffix(word, ":") || len(word) == len(t)-4
}

// opener tells whether the line is a statement that files of source open with.
func opener(t []byte) bool {
	known, _ := rules.Opening(rules.Opener, t)
	if holds := openers[known.Kind]; holds != nil && holds(t) {
		return true
	}
	return scan.IsLetter(t[0]) && (blockHead(t) && short(t) && line.Location(t) == line.Other || makes(t))
}

// openers are what must hold of lines beside how they begin. A statement needs an end
// that prose and messages don't have, one of ends; all languages are asked at once,
// since a file of any is one of source.
var openers = [...]func(t []byte) bool{
	rules.OpenerAny: func([]byte) bool { return true }, rules.OpenerStatement: ends, rules.OpenerDeclaration: declares, rules.OpenerPackage: packaged,
	rules.OpenerImport: imports, rules.OpenerBlock: blockHead, rules.OpenerShort: short, rules.OpenerModule: opensModule, rules.OpenerQuoted: quoted,
	rules.OpenerGeneric: angled, rules.OpenerAnnotation: annotates,
}

// ends tells whether the line ends as a statement does.
func ends(t []byte) bool {
	switch t[len(t)-1] {
	case '{', ';', '(', ',', '=', ')', '}', '\'', '"':
		return true
	case ':':
		return bytes.IndexByte(t, '(') > 0
	}
	return false
}

// declares tells whether the line is a keyword and a name, with little or the
// signs of a declaration behind it.
func declares(t []byte) bool {
	return ends(t) || t[len(t)-1] == ':' && bytes.Count(t, []byte{' '}) < 3 ||
		bytes.Count(t, []byte{' '}) <= 3 && !bytes.Contains(t, []byte(": ")) && scan.IsLetter(t[len(t)-1])
}

// packaged tells whether the line names the package of a file, rather than the
// one that a manual is of.
func packaged(t []byte) bool { return declares(t) && !bytes.Contains(t, []byte("//")) }

// imports tells whether the line is an import of what it names.
func imports(t []byte) bool {
	if t[0] == 'f' {
		return bytes.Contains(t, []byte(" import"))
	}
	if bytes.Contains(t, []byte(": ")) {
		return false
	}
	return ends(t) || bytes.ContainsAny(t, ".\"'{(;*,") || bytes.Count(t, []byte{' '}) <= 3
}

// annotates tells whether the line is an annotation or a directive of style
// sheets: "@Test", "@file:JvmName(…)", "@use …;".
func annotates(t []byte) bool {
	if len(t) < 3 || !scan.IsLetter(t[1]) {
		return false
	}
	n := bytes.IndexAny(t, " (/")
	return n < 0 || t[n] == '(' || t[n] == ' ' && (ends(t) || short(t))
}

// blockHead tells whether the line opens a block: "server {".
func blockHead(t []byte) bool {
	return scan.HasSuffix(t, " {") && bytes.IndexByte(t, ';') < 0 && bytes.Count(t, []byte{'"'})%2 == 0 && !bytes.Contains(t, []byte(": "))
}

func short(t []byte) bool { return bytes.Count(t, []byte{' '}) <= 3 }

func quoted(t []byte) bool { return bytes.IndexByte([]byte(`'"`), t[bytes.IndexByte(t, ' ')+1]) >= 0 }

func angled(t []byte) bool { return bytes.IndexByte(t, '<') > 0 }

func opensModule(t []byte) bool { return short(t) && scan.IsUpper(t[bytes.IndexByte(t, ' ')+1]) }

// makes tells whether the line is an assignment of make.
func makes(t []byte) bool {
	n := 0
	for n < len(t) && (scan.IsLetter(t[n]) || scan.IsDigit(t[n]) || t[n] == '_') {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return scan.HasPrefix(rest, ":= ") || scan.HasPrefix(rest, "?= ") || scan.HasPrefix(rest, "+= ")
}
