package listing

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/reduce/matches"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/scan"
)

// Reduce keeps what a listing deviates in, and the few lines that show its
// outline. What that is depends on what is listed: files, a tree, the state
// of a work tree, settings, commits, records of keys and values.
func Reduce(s block.Section, marks []mark.Mark) {
	if len(marks) == 0 {
		return
	}
	l := listingLines{s: s, marks: marks}
	l.pathRuns()
	switch l.kind() {
	case listModes:
		l.modes()
	case listTree:
		l.tree()
		l.ends()
	case listStatus:
		l.gitStatus()
	case listSections:
		l.sections()
		l.keyedText()
	case listYAML:
		l.yaml()
		l.keyedText()
	case listCommits:
		l.commits()
	case listRecords:
		l.records()
		l.keyedText()
	case listCommented:
		l.commentedFile()
	default:
		l.plainList()
	}
	l.errors()
}

// ends shows the root of a tree, and the last line, which may sum it up.
func (l *listingLines) ends() {
	last := len(l.marks) - 1
	if width, _ := scan.Indent(l.s.Text(0)); width == 0 {
		l.marks[0].Raise(mark.Sample, 40, mark.WhyEdge)
	}
	if !scan.Blank(l.s.Text(last)) {
		l.marks[last].Raise(mark.Sample, 40, mark.WhyEdge)
	}
}

// listKind is what a listing lists.
type listKind uint8

const (
	listPlain     listKind = iota
	listModes              // ls -l
	listTree               // tree, cargo tree, npm ls
	listStatus             // git status
	listSections           // [section] and key = value
	listYAML               // key: with keys indented below
	listCommits            // git log
	listRecords            // pip show, apt show
	listCommented          // settings between comments that explain them
)

// listingLines is a listing that is read.
type listingLines struct {
	s     block.Section
	marks []mark.Mark
}

// listingSample is how many lines are looked at to tell what is listed.
const listingSample = 400

// kind asks the lines: each speaks for a kind, and a kind needs enough of
// them.
func (l *listingLines) kind() listKind {
	var votes [listCommented + 1]int
	lines := 0
	step := max(1, l.s.Len()/listingSample)
	for i := 0; i < l.s.Len(); i += step {
		if text := l.s.Text(i); !scan.Blank(text) {
			lines++
			votes[listVote(text)]++
		}
	}
	switch {
	case logs.IsOnelineHistory(l.s):
		return listCommits // whatever is drawn before its lines
	case HeadedRecords(l.s):
		return listRecords
	case votes[listCommented]*10 >= lines*6:
		return listCommented
	case votes[listStatus] > 0 && votes[listModes]+votes[listTree]+votes[listSections] < votes[listStatus]*4 && l.statusHead():
		return listStatus
	case votes[listModes]*3 >= lines:
		return listModes
	case votes[listTree]*3 >= lines:
		return listTree
	case votes[listSections]*10 >= lines*4 && votes[listSections] > votes[listYAML] || l.sectioned():
		return listSections
	case votes[listYAML]*10 >= lines*3 || (votes[listYAML]+votes[listRecords])*10 >= lines*6 && l.nested():
		return listYAML
	case votes[listRecords]*2 >= lines:
		return listRecords
	}
	return listPlain
}

// listVote returns which kind a line speaks for.
func listVote(text []byte) listKind {
	indent, n := scan.Indent(text)
	t := scan.Trim(text)
	switch {
	case indent == 0 && modeString(t):
		return listModes
	case treeDepth(text) > 0:
		return listTree
	case statusLine(text):
		return listStatus
	case t[0] == '[' && t[len(t)-1] == ']' && bytes.IndexByte(t, ' ') < 0:
		return listSections
	case indent == 0 && commentedLine(t):
		return listCommented
	case t[0] == '#' || t[0] == ';':
		return listPlain
	}
	key := settingKey(text[n:])
	switch rest := text[n+key:]; {
	case key == 0:
	case scan.HasPrefix(rest, " = ") || scan.HasPrefix(rest, "="):
		return listSections
	case string(rest) == ":" || scan.HasPrefix(rest, ": ") && indent > 0:
		return listYAML
	case scan.HasPrefix(rest, ":"):
		return listRecords
	}
	if scan.HasPrefix(t, "- ") && indent > 0 {
		return listYAML
	}
	return listPlain
}

// settingKey returns the length of the key that text starts with: a word, a
// dotted name, a few words before a colon, or a text in quotes.
func settingKey(text []byte) int {
	if len(text) > 2 && (text[0] == '\'' || text[0] == '"') {
		if i := bytes.IndexByte(text[1:], text[0]); i > 0 {
			return i + 2
		}
		return 0
	}
	n := 0
	for n < len(text) && n < 80 && (scan.IsWordByte(text[n]) || text[n] == '-' || text[n] == '.' || text[n] == '/' || text[n] == '@' || text[n] == '$' || text[n] >= 0x80) {
		n++
	}
	if words := n; n > 0 && n < len(text) && text[n] == ' ' && scan.IsLetter(text[0]) { // Installed Size: 12
		for words < len(text) && words < 40 && (scan.IsWordByte(text[words]) || text[words] == ' ' || text[words] == '-') {
			words++
		}
		if words < len(text) && text[words] == ':' && text[words-1] != ' ' {
			return words
		}
	}
	return n
}

// statusHead tells whether git status opens the section.
func (l *listingLines) statusHead() bool {
	short := 0
	for i := 0; i < min(l.s.Len(), 12); i++ {
		text := l.s.Text(i)
		if scan.HasAnyPrefix(text, "On branch ", "HEAD detached", "Changes to be committed", "Changes not staged", "Untracked files:", "Unmerged paths:", "interactive rebase", "## ", "Not currently on any branch") {
			return true
		}
		if shortStatus(text) {
			short++
		}
	}
	return short > 0 && short*2 >= min(l.s.Len(), 12)
}

// sectioned tells whether a section's head opens the listing and more of them
// follow: what stands between may be long lists of values.
func (l *listingLines) sectioned() bool {
	heads, settings := 0, 0
	for i := 0; i < l.s.Len(); i++ {
		text := l.s.Text(i)
		if len(text) == 0 || text[0] == '#' || text[0] == ';' || scan.Blank(text) {
			continue
		}
		if text[0] == '[' && sectionHead(text) {
			heads++
		} else if heads == 0 {
			return false
		} else if listVote(text) == listSections {
			settings++
		}
	}
	return heads > 2 && settings >= heads
}

// nested tells whether some keys stand below others.
func (l *listingLines) nested() bool {
	for i := 0; i < min(l.s.Len(), listingSample); i++ {
		if w, n := scan.Indent(l.s.Text(i)); w > 0 && settingKey(l.s.Text(i)[n:]) > 0 {
			return true
		}
	}
	return false
}

// listedErrors bounds the error lines that are kept.
const listedErrors = 60

// errors keeps what a tool says of things that it could not list.
func (l *listingLines) errors() {
	kept := 0
	for i := range l.marks {
		if text := l.s.Text(i); listError(text) && kept < listedErrors {
			kept++
			mark.KeepLine(l.s, l.marks, i, mark.Critical, 150, mark.WhyFailure)
			if text[0] == '(' && i > 0 { // go mod why names the module before
				mark.KeepLine(l.s, l.marks, i-1, mark.Context, 150, mark.WhyNear)
			}
		}
	}
}

// listFailures are what the system says of files that can't be read.
var listFailures = scan.NewPartSet(
	": Permission denied", ": No such file", ": Not a directory", ": Operation not permitted", ": Input/output error", ": Too many levels of symbolic links",
	": Stale file handle", ": Is a directory", ": FAILED", " did NOT match", "UNMET ", " invalid", " extraneous", "(main module does not need", "ELSPROBLEMS", "[error opening dir]", " missing: ", "version conflict", "omitted for conflict",
)

// listError tells whether a line of a listing speaks of a failure.
func listError(text []byte) bool {
	t := scan.Trim(text)
	if len(t) == 0 {
		return false
	}
	switch scan.Lower(t[0]) {
	case 'e':
		if scan.FoldPrefix(t, "error:") || scan.FoldPrefix(t, "error ") && len(t) > 12 && t[0] == 'E' || scan.HasPrefix(t, "E: ") {
			return true
		}
	case 'f':
		if scan.FoldPrefix(t, "fatal:") {
			return true
		}
	case 'w':
		if scan.FoldPrefix(t, "warning:") || scan.HasPrefix(t, "W: ") || scan.HasPrefix(t, "Warning  ") {
			return true
		}
	case 'n':
		if scan.HasAnyPrefix(t, "npm ERR!", "npm error", "npm WARN", "npm warn") {
			return true
		}
	}
	return len(t) < 400 && listFailures.In(text)
}

// plainList keeps of a list of which nothing is known the rows that tell
// something, and lines that head others.
func (l *listingLines) plainList() {
	if matches.Folders(l.s, l.marks) {
		return
	}
	telling.Lines(l.s, l.marks)
	heads := 0
	for i := range l.marks {
		text := l.s.Text(i)
		if scan.Blank(text) {
			continue
		}
		if indent, _ := scan.Indent(text); indent == 0 && heads < listedRecords && l.heads(i, text) {
			heads++
			mark.KeepLine(l.s, l.marks, i, mark.Outlier, 120, mark.WhyHeading)
		}
	}
	l.last()
}

// heads tells whether the line at unit i is a heading: "# name", "name:" with
// lines below it.
func (l *listingLines) heads(i int, text []byte) bool {
	if i+1 >= len(l.marks) || len(text) > 100 {
		return false
	}
	next := l.s.Text(i + 1)
	w, _ := scan.Indent(next)
	behindBlank := i > 0 && scan.Blank(l.s.Text(i-1))
	switch {
	case text[len(text)-1] == ':':
		return w > 0 || behindBlank
	case behindBlank && w > 0:
		return !scan.Blank(next)
	}
	return false
}

// last keeps the last line: there tools count what they listed.
func (l *listingLines) last() {
	for i := len(l.marks) - 1; i > 0; i-- {
		if !scan.Blank(l.s.Text(i)) && l.s.StartsLine(l.s.First+i) {
			mark.KeepLine(l.s, l.marks, i, mark.Sample, 90, mark.WhyEdge)
			return
		}
	}
}
