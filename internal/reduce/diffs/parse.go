package diffs

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// diffKind is what a line of a diff is.
type diffKind uint8

const (
	diffText     diffKind = iota // none of the following: a message, a blank line
	diffCommit                   // the line that names a commit
	diffMeta                     // author and date of a commit, its trailing headers
	diffSubject                  // the first line of a commit's message
	diffMessage                  // the others
	diffStat                     // a file's line of a --stat, --numstat or --name-status
	diffTotals                   // N files changed
	diffFile                     // the line that names a file
	diffNote                     // what happened to the file: new, deleted, renamed, binary
	diffPaths                    // --- and +++, which repeat the line that names the file
	diffIndex                    // object names
	diffHunk                     // the head of a hunk
	diffSame                     // a line of a hunk that didn't change
	diffAdded                    // …that was added
	diffRemoved                  // …that was removed
	diffConflict                 // a conflict's marker, or a line between two
	diffBinary                   // the data of a binary patch
)

// changed tells whether lines of the kind are what the diff is about.
func (k diffKind) changed() bool { return k == diffAdded || k == diffRemoved }

// diffLine is a unit of the section. Segments of a long line have the kind of
// their line.
type diffLine struct {
	kind diffKind
	file int32 // number of the file, counted from 1; 0 before the first
	hunk int32 // number of the hunk, counted from 1
}

// diffReader reads a section of diffs. A hunk ends when it has as many lines
// as its head says, so that what is removed is not taken for a header.
type diffReader struct {
	lines        []diffLine
	file, hunk   int32
	inHunk       bool
	counted      bool // by the numbers of the head
	before, now  int  // lines of either side that are still to come
	columns      int  // marks in front of each line: the parents of a merge
	named        bool // the file has a line of its own that names it
	conflict     bool // between the markers of a conflict
	binary       bool
	context      bool // a context diff: ***
	plain        bool // a diff without marks: < and >
	wantsSubject bool
}

// readDiff tells what each unit is.
func readDiff(s block.Section) *diffReader {
	r := &diffReader{lines: make([]diffLine, s.Len())}
	for u := range r.lines {
		if u > 0 && !s.StartsLine(s.First+u) {
			r.lines[u] = r.lines[u-1]
			continue
		}
		kind := r.line(s.Text(u))
		r.lines[u] = diffLine{kind, r.file, r.hunk}
	}
	return r
}

func (r *diffReader) line(text []byte) diffKind {
	if r.hunk > 0 && wordChange(text) {
		return diffAdded
	}
	if r.inHunk {
		if kind, ok := r.hunkLine(text); ok {
			return kind
		}
	}
	if kind, ok := r.conflictLine(text); ok {
		return kind
	}
	if kind, ok := r.header(text); ok {
		return kind
	}
	return r.message(text)
}

// hunkLine reads a line of a hunk; ok is false if the hunk has ended.
func (r *diffReader) hunkLine(text []byte) (kind diffKind, ok bool) {
	if r.counted && r.before <= 0 && r.now <= 0 && !scan.HasPrefix(text, "\\") {
		r.inHunk = false
		return 0, false
	}
	if len(text) == 0 {
		r.before, r.now = r.before-1, r.now-1
		return diffSame, true
	}
	if r.columns > 1 {
		return r.mergeLine(text)
	}
	switch text[0] {
	case ' ':
		r.before, r.now = r.before-1, r.now-1
		if r.conflict { // what is ours stands in it as it was
			return diffConflict, true
		}
		return diffSame, true
	case '+':
		r.now--
		if conflictMarker(text[1:]) {
			r.conflict = text[1] == '<' || r.conflict && text[1] != '>'
			return diffConflict, true
		}
		return diffAdded, true
	case '-':
		r.before--
		return diffRemoved, true
	case '!':
		if r.context {
			return diffAdded, true
		}
	case '\\':
		return diffSame, true
	case '~':
		if len(text) == 1 { // the end of a line, in --word-diff=porcelain, whose pieces the head doesn't count
			r.counted = false
			return diffSame, true
		}
	case '<', '>':
		if r.plain {
			return plainSide(text[0]), true
		}
	}
	r.inHunk = false
	return 0, false
}

// plainSide tells the sides of a diff without other marks than < and >.
func plainSide(mark byte) diffKind {
	if mark == '<' {
		return diffRemoved
	}
	return diffAdded
}

// mergeLine reads a line of a merge's hunk, with a mark for each parent.
func (r *diffReader) mergeLine(text []byte) (diffKind, bool) {
	if len(text) < r.columns || len(bytes.Trim(text[:r.columns], " +-")) > 0 || scan.HasPrefix(text, "--- ") || scan.HasPrefix(text, "+++ ") {
		r.inHunk = false
		return 0, false
	}
	marks, rest := text[:r.columns], text[r.columns:]
	switch {
	case conflictMarker(rest):
		r.conflict = !scan.HasPrefix(rest, ">>>>>>>")
		return diffConflict, true
	case r.conflict:
		return diffConflict, true
	case bytes.IndexByte(marks, '+') >= 0:
		return diffAdded, true
	case bytes.IndexByte(marks, '-') >= 0:
		return diffRemoved, true
	}
	return diffSame, true
}

// wordChange tells whether a --word-diff marks a change in the line.
func wordChange(text []byte) bool {
	i := bytes.Index(text, []byte("[-"))
	if i >= 0 && bytes.Contains(text[i:], []byte("-]")) {
		return true
	}
	i = bytes.Index(text, []byte("{+"))
	return i >= 0 && bytes.Contains(text[i:], []byte("+}"))
}

func conflictMarker(text []byte) bool {
	for _, c := range [...]byte{'<', '=', '>', '|'} {
		if n := scan.Run(text, c); n == 7 && (len(text) == 7 || text[7] == ' ') {
			return true
		}
	}
	return false
}

// conflictLine reads what stands between the markers of a conflict in a file.
func (r *diffReader) conflictLine(text []byte) (diffKind, bool) {
	switch {
	case scan.HasPrefix(text, "diff --"):
		r.conflict = false
	case conflictMarker(text) && (text[0] == '<' || r.conflict):
		r.conflict = text[0] != '>'
		return diffConflict, true
	case r.conflict && r.columns <= 1:
		return diffConflict, true
	}
	return 0, false
}

// header reads the lines by which tools head a commit, a file or a hunk.
func (r *diffReader) header(text []byte) (diffKind, bool) {
	if len(text) == 0 {
		r.binary = false
		return 0, false
	}
	if kind, ok := r.fileHeader(text); ok {
		return kind, true
	}
	if n := scan.Run(text, '@'); n >= 2 && n < len(text) && text[n] == ' ' || r.plainHunk(text) {
		r.openHunk(text, n)
		return diffHunk, true
	}
	if diffCommitLine(text) {
		r.file, r.named, r.wantsSubject = r.file+1, false, true
		return diffCommit, true
	}
	return r.fileNote(text)
}

// fileHeader reads the lines that name a file.
func (r *diffReader) fileHeader(text []byte) (diffKind, bool) {
	switch {
	case scan.HasAnyPrefix(text, "diff --git ", "diff --cc ", "diff --combined ", "diff -", "diff "), scan.HasPrefix(text, "Index: "), scan.HasPrefix(text, "Only in "):
		r.nextFile()
		r.named = true
		return diffFile, true
	case scan.HasAnyPrefix(text, "--- ", "*** ") && !scan.HasSuffix(text, " ****") && !scan.HasSuffix(text, " ----"):
		if r.named {
			return diffPaths, true
		}
		r.nextFile()
		return diffFile, true
	case scan.HasPrefix(text, "+++ "):
		if r.named {
			r.named = false
			return diffPaths, true
		}
		return diffFile, true
	}
	return 0, false
}

func (r *diffReader) nextFile() {
	r.file++
	r.binary, r.context, r.plain, r.conflict, r.wantsSubject = false, false, false, false, false
}

// fileNote reads what is said of a file between its name and its hunks.
func (r *diffReader) fileNote(text []byte) (diffKind, bool) {
	switch {
	case scan.HasPrefix(text, "index ") && bytes.Contains(text, []byte("..")):
		return diffIndex, true
	case scan.HasAnyPrefix(text, "new file mode ", "deleted file mode ", "old mode ", "new mode ", "similarity index ", "dissimilarity index ",
		"rename from ", "rename to ", "copy from ", "copy to ", "Binary files ", "Files ", "* Unmerged path", "Cannot display: ", "Property changes on: ", "Submodule "):
		return diffNote, true
	case scan.HasPrefix(text, "GIT binary patch"):
		r.binary = true
		return diffNote, true
	case r.binary:
		return diffBinary, true
	case scan.HasPrefix(text, "***************"):
		r.context = true
		return diffIndex, true
	case scan.Rule(text) == '=':
		return diffIndex, true
	}
	return r.statLine(text)
}

// statLine reads the lines of --stat, --numstat, --name-status, --raw.
func (r *diffReader) statLine(text []byte) (diffKind, bool) {
	if i := bytes.Index(text, []byte(" | ")); i > 0 && text[0] == ' ' && i+3 < len(text) {
		if rest := bytes.TrimLeft(text[i+3:], " "); len(rest) > 0 && (scan.IsDigit(rest[0]) || scan.HasPrefix(rest, "Bin")) {
			return diffStat, true
		}
	}
	if bytes.Contains(text, []byte(" changed, ")) && (bytes.Contains(text, []byte(" insertion")) || bytes.Contains(text, []byte(" deletion"))) ||
		scan.HasAnyPrefix(scan.Trim(text), "create mode ", "delete mode ", "rename ", "mode change ") && text[0] == ' ' {
		return diffTotals, true
	}
	if n := bytes.IndexByte(text, '\t'); n > 0 && n <= 7 && (scan.IsDigit(text[0]) || text[0] == '-' || bytes.IndexByte([]byte("MADRCTUX"), text[0]) >= 0) {
		return diffStat, true
	}
	return 0, false
}

// plainHunk tells whether the line heads a hunk of a diff without marks, as
// 12,14c15, or of a context diff.
func (r *diffReader) plainHunk(text []byte) bool {
	if r.context && (scan.HasSuffix(text, " ****") || scan.HasSuffix(text, " ----")) {
		return true
	}
	n := scan.Digits(text)
	if n == 0 || len(text) > 40 {
		return false
	}
	commands := 0
	for _, c := range text {
		switch {
		case c == 'a' || c == 'c' || c == 'd':
			commands++
		case c != ',' && !scan.IsDigit(c):
			return false
		}
	}
	r.plain = commands == 1 && scan.IsDigit(text[len(text)-1])
	return r.plain
}

// openHunk starts a hunk; at is the number of @ in its head.
func (r *diffReader) openHunk(text []byte, at int) {
	r.hunk++
	r.inHunk, r.named, r.wantsSubject, r.conflict = true, false, false, false
	r.columns = max(at-1, 1)
	r.counted = false
	if at == 2 {
		r.before, r.now, r.counted = hunkLines(text)
	}
}

// hunkLines returns how many lines of either side a hunk has by its head.
func hunkLines(text []byte) (before, now int, ok bool) {
	i, j := bytes.IndexByte(text, '-'), bytes.IndexByte(text, '+')
	if i < 0 || j < i {
		return 0, 0, false
	}
	before, ok = hunkRange(text[i+1:])
	now, also := hunkRange(text[j+1:])
	return before, now, ok && also
}

// hunkRange reads the number of lines of 12,3; of 12 it is 1.
func hunkRange(text []byte) (n int, ok bool) {
	d := scan.Digits(text)
	if d == 0 {
		return 0, false
	}
	if d == len(text) || text[d] != ',' {
		return 1, true
	}
	count := text[d+1:]
	for _, c := range count[:min(scan.Digits(count), 9)] {
		n = n*10 + int(c-'0')
	}
	return n, true
}

// diffCommitLine tells whether the line names a commit, as git log, git
// format-patch and hg do.
func diffCommitLine(text []byte) bool {
	for _, head := range [...]string{"commit ", "From ", "changeset: ", "# HG changeset patch", "Revision: ", "stash@{"} {
		if scan.HasPrefix(text, head) {
			return head[0] == '#' || head[0] == 's' || head[0] == 'R' || hasHash40(text[len(head):])
		}
	}
	return false
}

// hasHash40 tells whether the text starts with what names a commit.
func hasHash40(text []byte) bool {
	n := 0
	text = bytes.TrimLeft(text, " ")
	for n < len(text) && (scan.IsDigit(text[n]) || 'a' <= text[n] && text[n] <= 'f') {
		n++
	}
	return n >= 7 && (n == len(text) || text[n] == ' ') || n > 0 && n < len(text) && text[n] == ':'
}

// message reads what stands between a commit and its first file.
func (r *diffReader) message(text []byte) diffKind {
	switch {
	case len(scan.Trim(text)) == 0:
		return diffText
	case scan.HasAnyPrefix(text, "Subject: ", "summary: "):
		r.wantsSubject = false
		return diffSubject
	case r.wantsSubject && (scan.HasPrefix(text, "    ") || scan.HasPrefix(text, "\t")):
		r.wantsSubject = false
		return diffSubject
	case scan.HasAnyPrefix(text, "Author: ", "Date: ", "Merge: ", "From: ", "AuthorDate: ", "Commit: ", "CommitDate: ", "user: ", "date: ", "branch: ", "parent: ", "tag: ", "# User", "# Date", "# Node", "# Parent"):
		return diffMeta
	}
	return diffMessage
}
