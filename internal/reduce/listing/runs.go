package listing

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/scan"
)

// Several commands of git in a row print lists that nothing parts: who wrote how
// much, commits, files with what became of them. Each is told by its lines.

// runKind is the kind of list that a line belongs to.
type runKind uint8

const (
	runOther   runKind = iota
	runCommits         // git log --oneline
	runAuthors         // git shortlog -s
	runFates           // git diff --name-status
)

func listRunOf(text []byte) runKind {
	if len(text) < 4 {
		return runOther
	}
	if tab := bytes.IndexByte(text[:min(len(text), 12)], '\t'); tab > 0 {
		number := bytes.TrimLeft(text[:tab], " ")
		switch {
		case scan.Digits(number) == len(number) && tab+1 < len(text) && bytes.IndexByte(text[tab:], '/') < 0:
			return runAuthors
		case bytes.IndexByte([]byte("AMDRTC"), text[0]) >= 0 && scan.Digits(text[1:]) == tab-1:
			return runFates
		}
	}
	if _, n := logs.OnelineCommit(text); n > 0 {
		return runCommits
	}
	return runOther
}

const (
	runLeast = 6  // lines of a list that is told by them
	runShown = 8  // that are shown of one
	runFated = 60 // files shown that came or went
)

// listRun is a run of lines of one kind.
type listRun struct {
	kind       runKind
	first, end int
}

// runs ranks the section as such lists; false if they are not two at least.
func (l *listingLines) runs() bool {
	var all []listRun
	for i := range l.marks {
		kind := listRunOf(l.s.Text(i))
		if n := len(all); n > 0 && all[n-1].kind == kind {
			all[n-1].end = i + 1
			continue
		}
		all = append(all, listRun{kind, i, i + 1})
	}
	var known [runFates + 1]bool
	lists := 0
	for _, r := range all {
		if r.kind != runOther && r.end-r.first >= runLeast && !known[r.kind] {
			known[r.kind] = true
			lists++
		}
	}
	if lists < 2 {
		return false
	}
	for _, r := range all {
		l.run(r)
	}
	l.last()
	return true
}

// run ranks one of them.
func (l *listingLines) run(r listRun) {
	shown := runShown
	fated := 0
	for i := r.first; i < r.end; i++ {
		text := l.s.Text(i)
		switch {
		case shown > 0:
			shown--
			l.marks[i].Raise(mark.Sample, 90, mark.WhyFirst)
		case r.kind == runFates && text[0] != 'M' && fated < runFated:
			fated++
			l.marks[i].Raise(mark.Outlier, 100, mark.WhyStatus)
		}
	}
}
