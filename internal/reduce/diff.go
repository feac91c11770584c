package reduce

import "elide/internal/block"

// diff ranks what git, hg, svn and diff print of changes. Nothing is left out
// in silence: the files are named in every case, so are the hunks unless they
// are very many, and of a small or middle diff every changed line is shown.
// What did not change is bulk.
func diff(s block.Section, marks []Mark) {
	r := readDiff(s)
	d := &diffMarker{diffPlan: newDiffPlan(s, r), marks: marks}
	d.eachHunkLine(d.hunkLine)
	for u, l := range d.lines {
		d.line(u, l)
	}
}

type diffMarker struct {
	*diffPlan
	marks     []Mark
	stats     int
	logBytes  int // of commits shown
	fileBytes int // of the names of files shown
	messages  int // lines of the message of the current commit, or behind a file
}

const (
	fewCommits  = 5  // commits up to which messages are shown
	messageEach = 40 // lines of one
	statsShown  = 120
	longChange  = 40 // segments from which only the start of a line is shown
)

// hunkLine marks the head of a hunk or a changed line in it.
func (d *diffMarker) hunkLine(u int, l diffLine, nth int) {
	if !d.full && (l.kind == diffHunk || nth <= d.linesEach) {
		if d.left -= len(d.s.Raw(u)); d.left < 0 && d.commits > longLog {
			return
		}
	}
	switch {
	case l.kind == diffHunk:
		d.marks[u].Raise(Critical, 60, WhyHeading)
	case d.full || nth <= d.linesEach:
		if !d.farOut(u) {
			d.marks[u].Raise(Critical, 120, WhyChange)
		}
	}
}

// farOut tells whether the unit is a late segment of a very long line.
func (d *diffMarker) farOut(u int) bool {
	first, _ := d.s.Columns(d.s.First + u)
	return first > 512 && d.s.Segment(u) && d.lineSegments(u) > longChange
}

// lineSegments returns how many segments the line of unit u has, of which
// it counts no more than needed.
func (d *diffMarker) lineSegments(u int) int {
	n := 1
	for i := u; i > 0 && n <= longChange && !d.s.StartsLine(d.s.First+i); i-- {
		n++
	}
	for i := u; i < d.s.Len()-1 && n <= longChange && !d.s.EndsLine(d.s.First+i); i++ {
		n++
	}
	return n
}

// line marks what is not part of a hunk.
func (d *diffMarker) line(u int, l diffLine) {
	m := &d.marks[u]
	switch l.kind {
	case diffConflict:
		m.Raise(Critical, 20, WhyChange)
	case diffFile:
		d.fileLine(u)
	case diffNote:
		m.Raise(Context, 30, WhyStatus)
	case diffCommit, diffSubject:
		d.commit(u, l.kind)
	case diffMeta:
		if d.commits <= fewCommits {
			m.Raise(Sample, 100, WhyHeading)
		}
	case diffMessage:
		d.message(u)
	case diffTotals:
		m.Raise(Critical, 10, WhySummary)
	case diffStat:
		if d.stats++; d.stats <= statsShown && d.commits <= fewCommits {
			m.Raise(Context, 40, WhySummary)
		}
	}
}

// fileLine marks the name of a file: always, but in a log of many commits
// only up to a share of it.
func (d *diffMarker) fileLine(u int) {
	d.messages = 0
	d.fileBytes += len(d.s.Raw(u))
	if d.commits <= fewCommits || d.fileBytes <= max(8_000, len(d.s.Bytes())/200) {
		d.marks[u].Raise(Critical, 0, WhyHeading)
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
		d.marks[u].Raise(Critical, 5, WhyHeading)
	} else {
		d.marks[u].Raise(Context, 5, WhyMessage)
	}
}

// message marks the message of a commit, or other text between diffs.
func (d *diffMarker) message(u int) {
	d.messages++
	if d.messages <= messageEach && d.commits <= fewCommits {
		d.marks[u].Raise(Context, 50, WhyMessage)
	}
}
