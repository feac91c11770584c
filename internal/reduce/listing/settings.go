package listing

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// IsSettingsFile tells whether what was taken for source that indents is a file
// of settings: comments, and below them sections or keys.
func IsSettingsFile(s block.Section) bool {
	if s.Shape != shape.SourceIndent {
		return false
	}
	is, _ := settingsOf(s)
	return is
}

// SettingsFile ranks such a file.
func SettingsFile(s block.Section, marks []mark.Mark) {
	if _, commented := settingsOf(s); commented {
		(&listingLines{s: s, marks: marks}).commentedFile()
		return
	}
	Reduce(s, marks)
}

// settingsOf tells whether the section is a file of settings, and whether most
// of them are commented out.
func settingsOf(s block.Section) (is, commented bool) {
	keys, nested, heads, lines, comments, values := 0, 0, 0, 0, 0, 0
	for i := 0; i < min(s.Len(), listingSample); i++ {
		text := s.Text(i)
		w, n := scan.Indent(text)
		t := bytes.TrimRight(text[n:], " \r")
		switch {
		case len(t) == 0:
			continue
		case t[0] == '#' || t[0] == ';':
			comments++
			continue
		case w == 0 && valued(t):
			values++
			continue
		case w == 0 && lines == 0 && !sectionHead(t) && (yamlKey(t) == 0 || bytes.IndexByte(t, '(') >= 0):
			return false, false // it opens with something else
		case w == 0 && sectionHead(t):
			heads++
		case yamlKey(t) > 0 || scan.HasPrefix(t, "- "):
			keys++
			nested += mark.OneIf(w > 0)
		}
		lines++
	}
	commented = comments > 2*values && values > 2 && lines <= values/4
	return commented || heads >= 3 || nested >= 3 && keys*10 >= lines*7, commented
}

// valued tells whether the line gives a setting its value, and is no statement
// of a program.
func valued(t []byte) bool {
	n := settingKey(t)
	rest := bytes.TrimLeft(t[n:], " \t")
	if n == 0 || !scan.HasPrefix(rest, "=") || scan.HasPrefix(rest, "==") {
		return false
	}
	value, _, _ := bytes.Cut(rest[1:], []byte{'#'})
	value = bytes.Trim(value, " \t")
	return len(value) > 0 && bytes.IndexByte([]byte("{[("), value[len(value)-1]) < 0 && value[len(value)-1] != ';' && bytes.IndexByte(value[:min(len(value), 20)], '(') < 0
}

// sections reads INI and TOML: each section's head, the same one only once,
// and the first settings above them.
func (l *listingLines) sections() {
	seen := map[string]bool{}
	above, multi := 0, ""
	for i := range l.marks {
		if !l.s.StartsLine(l.s.First + i) {
			continue
		}
		t := scan.Trim(l.s.Text(i))
		if multi != "" {
			if bytes.Contains(t, []byte(multi)) {
				multi = ""
			}
			continue
		}
		multi = openString(t)
		switch {
		case len(t) == 0 || t[0] == '#' || t[0] == ';':
		case sectionHead(t):
			if !seen[string(t)] {
				seen[string(t)] = true
				mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
			}
		case len(seen) == 0 && above < 3:
			above++
			mark.KeepLine(l.s, l.marks, i, mark.Sample, 90, mark.WhyFirst)
		}
	}
	if len(seen) == 0 {
		l.last()
	}
}

// commentedLine tells whether t is a comment of a configuration file. One word
// heads what stands below it, as go mod why prints it.
func commentedLine(t []byte) bool {
	if scan.HasPrefix(t, "# ") && bytes.IndexByte(t[2:], ' ') < 0 {
		return false
	}
	return t[0] == ';' || t[0] == '#' && (len(t) == 1 || t[1] != '#' || len(t) == 2 || t[2] == '#')
}

// commentedShown is how many settings of a file full of comments are shown.
const commentedShown = 200

// commentedFile reads a configuration file most of which are comments: what is
// set is what is not commented out.
func (l *listingLines) commentedFile() {
	shown := 0
	for i := range l.marks {
		t := scan.Trim(l.s.Text(i))
		if len(t) > 0 && t[0] != '#' && t[0] != ';' && l.s.StartsLine(l.s.First+i) && shown < commentedShown {
			shown++
			mark.KeepLine(l.s, l.marks, i, mark.Outlier, 150, mark.WhyDeclaration)
		}
	}
}

// openString returns the quotes that a text of several lines starts with on
// this line and that don't end on it.
func openString(t []byte) string {
	for _, q := range [...]string{`"""`, "'''"} {
		if bytes.Count(t, []byte(q))%2 == 1 {
			return q
		}
	}
	return ""
}

// sectionHead tells whether t is "[name]" or "[[name]]", perhaps with a
// comment behind it.
func sectionHead(t []byte) bool {
	if t[0] != '[' {
		return false
	}
	end := bytes.LastIndexByte(t, ']')
	if end < 2 {
		return false
	}
	rest := scan.Trim(t[end+1:])
	name := t[1]
	return (len(rest) == 0 || rest[0] == '#' || rest[0] == ';') && (scan.IsWordByte(name) || name == '[' || name == '"' || name == '\'' || name == '.' || name == '/') && bytes.IndexByte(t[:end], ',') < 0
}

// yamlInner is how many items of lists at the left are shown, yamlMost how
// many keys below one key.
const (
	yamlInner = 15
	yamlMost  = 120
)

// yamlKey returns the length of the key that text, without its indentation,
// starts with and a colon ends; 0 if there is none.
func yamlKey(text []byte) int {
	if n := settingKey(text); n > 0 && scan.HasPrefix(text[n:], ":") {
		return n
	}
	if t := bytes.TrimRight(text, " \r"); scan.HasSuffix(t, ":") && bytes.IndexByte(t, ' ') < 0 && t[0] != '#' { // /label/{name}/values:
		return len(t) - 1
	}
	return 0
}

// yaml reads keys that are nested by indentation: the keys at the left, and
// those right below them where they are few.
func (l *listingLines) yaml() {
	if l.objects() || l.objectList() {
		return
	}
	inner := l.innerKeys()
	count := 0
	parent := -1
	forms := keyForms{} // of the keys at the left
	for i := range l.marks {
		text := l.s.Text(i)
		if scan.Blank(text) || !l.s.StartsLine(l.s.First+i) {
			continue
		}
		w, n := scan.Indent(text)
		key := yamlKey(text[n:])
		keyed := key > 0
		if w == 0 && forms.numbered(text[:key]) {
			parent = -1
			continue
		}
		switch {
		case w == 0 && (keyed || scan.HasPrefix(text, "- ") && count < yamlInner):
			count++
			parent = i
			mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
		case keyed && parent >= 0 && inner[parent] == w:
			mark.KeepLine(l.s, l.marks, i, mark.Sample, 100, mark.WhyHeading)
		}
	}
	if count == 0 {
		l.plainList()
	}
	if l.object() {
		l.objectTrouble()
	}
}

// object tells whether the keys at the left are those of a Kubernetes object.
func (l *listingLines) object() bool {
	kind, version := false, false
	for i := range l.marks {
		kind = kind || scan.HasPrefix(l.s.Text(i), "kind: ")
		version = version || scan.HasPrefix(l.s.Text(i), "apiVersion: ")
	}
	return kind && version
}

// yamlObjects is how many documents there must be, of which each says of what
// kind it is, for each to be named only; and how many are named at most.
const (
	yamlObjects     = 3
	yamlObjectsMost = 200
)

// objects reads a stream of Kubernetes objects, a document each, and tells
// whether it is one: of each the kind, and the name in its metadata.
func (l *listingLines) objects() bool {
	kinds, documents, empty := 0, 0, true
	for i := range l.marks {
		switch text := l.s.Text(i); {
		case scan.HasPrefix(text, "kind: "):
			kinds++
		case string(text) == "---":
			empty = true
		case empty && !scan.Blank(text) && text[0] != '#':
			documents++
			empty = false
		}
	}
	if kinds < yamlObjects || documents < yamlObjects || kinds*10 < documents*9 {
		return false
	}
	named, inner := 0, -1 // the indentation of the keys in metadata, -1: not in there, 0: not known yet
	for i := range l.marks {
		text := l.s.Text(i)
		w, n := scan.Indent(text)
		switch {
		case scan.Blank(text):
		case w == 0:
			inner = -1
			if scan.HasPrefix(text, "metadata:") {
				inner = 0
			} else if scan.HasPrefix(text, "kind: ") && named < yamlObjectsMost {
				mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
			}
		default:
			if inner == 0 {
				inner = w
			}
			if inner == w && scan.HasPrefix(text[n:], "name: ") && named < yamlObjectsMost {
				named++
				mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
			}
		}
	}
	l.objectTrouble()
	return true
}

// innerKeys returns, for each key at the left by its unit, the indentation of
// the keys right below it, if they are few and there is much below them.
func (l *listingLines) innerKeys() map[int]int {
	inner := map[int]int{}
	parent, indent, keys, lines := -1, 0, 0, 0
	left := min(max(6, l.s.Len()/25), yamlMost)
	end := func() {
		if parent >= 0 && keys > 0 && lines >= keys*6 && keys <= left {
			inner[parent] = indent
			left -= keys
		}
	}
	for i := range l.marks {
		text := l.s.Text(i)
		if scan.Blank(text) {
			continue
		}
		w, n := scan.Indent(text)
		if w == 0 {
			end()
			parent, indent, keys, lines = i, 0, 0, 0
			continue
		}
		lines++
		if indent == 0 {
			indent = w
		}
		if w == indent && yamlKey(text[n:]) > 0 {
			keys++
		}
	}
	end()
	return inner
}
