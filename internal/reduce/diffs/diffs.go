package diffs

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// Reduce ranks what git, hg, svn and diff print of changes. Nothing is left out
// in silence: the files are named in every case, so are the hunks unless they
// are very many, and of a small or middle diff every changed line is shown.
// What did not change is bulk.
func Reduce(s block.Section, marks []mark.Mark) {
	r := readDiff(s)
	d := &diffMarker{diffPlan: newDiffPlan(s, r), marks: marks}
	d.eachHunkLine(d.hunkLine)
	for u, l := range d.lines {
		d.line(u, l)
	}
}

type diffMarker struct {
	*diffPlan
	marks     []mark.Mark
	stats     int
	logBytes  int // of commits shown
	fileBytes int // of the names of files shown
	messages  int // lines of the message of the current commit, or behind a file
}

const (
	fewCommits  = 5  // commits up to which messages are shown
	messageEach = 40 // lines of one
	statsShown  = 120
)

// hunkLine marks the head of a hunk or a changed line in it.
func (d *diffMarker) hunkLine(u int, l diffLine, nth int) {
	if !d.full && (l.kind == diffHunk || nth <= d.linesEach) {
		if d.left -= len(d.s.Raw(u)); d.left < 0 && d.commits > longLog {
			return
		}
	}
	if l.kind != diffHunk && nth <= d.linesEach {
		if d.spare -= len(d.s.Raw(u)); d.spare < 0 {
			return
		}
	}
	switch {
	case l.kind == diffHunk:
		d.marks[u].Raise(mark.Critical, 60, mark.WhyHeading)
	case d.full || nth <= d.linesEach:
		d.marks[u].Raise(mark.Critical, 120, mark.WhyChange)
	}
}

// line marks what is not part of a hunk.
func (d *diffMarker) line(u int, l diffLine) {
	m := &d.marks[u]
	switch l.kind {
	case diffConflict:
		m.Raise(mark.Critical, 20, mark.WhyChange)
	case diffFile:
		d.fileLine(u)
	case diffNote:
		m.Raise(mark.Context, 30, mark.WhyStatus)
	case diffCommit, diffSubject:
		d.commit(u, l.kind)
	case diffMeta:
		if d.commits <= fewCommits {
			m.Raise(mark.Sample, 100, mark.WhyHeading)
		}
	case diffMessage:
		d.message(u)
	case diffTotals:
		m.Raise(mark.Critical, 10, mark.WhySummary)
	case diffStat:
		if d.stats++; d.stats <= statsShown && d.commits <= fewCommits {
			m.Raise(mark.Context, 40, mark.WhySummary)
		}
	}
}

// fileLine marks the name of a file: always, but in a log of many commits
// only up to a share of it.
func (d *diffMarker) fileLine(u int) {
	d.messages = 0
	d.fileBytes += len(d.s.Raw(u))
	if d.commits <= fewCommits || d.fileBytes <= max(8_000, len(d.s.Bytes())/200) {
		d.marks[u].Raise(mark.Critical, 0, mark.WhyHeading)
	}
}

// commit marks the line that names a commit, and the first of its message.
func (d *diffMarker) commit(u int, kind diffKind) {
	d.messages = 0
	d.logBytes += len(d.s.Raw(u))
	if d.logBytes > max(16_000, len(d.s.Bytes())/100) {
		return
	}
	if kind == diffCommit {
		d.marks[u].Raise(mark.Critical, 5, mark.WhyHeading)
	} else {
		d.marks[u].Raise(mark.Context, 5, mark.WhyMessage)
	}
}

// message marks the message of a commit, or other text between diffs.
func (d *diffMarker) message(u int) {
	d.messages++
	if d.messages <= messageEach && d.commits <= fewCommits {
		d.marks[u].Raise(mark.Context, 50, mark.WhyMessage)
	}
}
