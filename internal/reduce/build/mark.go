package build

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/templates"
)

const (
	buildFull   = 8   // errors up to which each is shown with all its lines
	buildHeads  = 60  // errors up to which each is shown by head and place
	buildPairs  = 120 // errors with codes up to which two of each kind are shown so
	buildPlain  = 80  // findings without a rule, a compiler's, up to which all are shown
	buildLints  = 60  // findings without a severity up to which all are shown
	buildGraded = 40  // and those that the tool grades low
	buildWarns  = 20  // warnings up to which all are shown where nothing is worse
	buildKinds  = 60  // kinds of warnings that are shown
	buildSteps  = 3   // steps that failed, above what says so again
	buildStops  = 2   // targets that make gave up shown beside what they were given up for
)

// MarkFindings marks all that the output says by itself to matter.
func (b *Reader) MarkFindings(marks []mark.Mark) {
	b.regions()
	b.count()
	b.markErrors(marks)
	b.markRecords(marks)
	b.markWarnings(marks)
	b.markKinds(marks)
	b.markSums(marks)
	b.markWords(marks)
	b.markChanges(marks)
	b.markPlans(marks)
}

// markHead marks what says what is wrong and where.
func (b *Reader) markHead(d *diagnostic, marks []mark.Mark, rank mark.Rank, score uint8) {
	marks[d.head].Raise(rank, score, mark.WhyFailure)
	if d.heading >= 0 {
		marks[d.heading].Raise(rank, score, mark.WhyLocation)
		for k := d.heading + 1; k < min(d.head, d.heading+3); k++ {
			if b.lines[k].Kind == buildResult {
				marks[k].Raise(rank, score, mark.WhySummary) // what the file's findings come to
			}
		}
	}
	if d.grade > 0 && (d.sev == SevError || b.tellsMore(d.grade)) {
		marks[d.grade].Raise(min(rank, mark.Context), score-20, mark.WhyMessage)
	}
	if d.symbol > 0 && b.tellsMore(d.symbol) {
		marks[d.symbol].Raise(rank, score-20, mark.WhyMessage)
	}
	placed := b.lines[d.head].placed
	for k := d.first; k < d.end; k++ {
		switch line := &b.lines[k]; {
		case line.Kind == buildPlace && k < d.head+12 && !placed:
			marks[k].Raise(rank, score, mark.WhyLocation)
			placed = true
		case k > d.head && k < d.said && line.Kind != buildBlank && b.tellsMore(k):
			marks[k].Raise(rank, score-10, mark.WhyMessage)
		case line.Kind == Diag && k > d.head:
			marks[k].Raise(rank, score-10, mark.WhyMessage)
		}
	}
}

const (
	regionShown  = 30 // lines of a region that are shown beside its head
	regionNotes  = 6  // notes of a region that are shown
	regionCode   = 4  // lines of code shown that nothing points to
	reasonIndent = 16 // columns up to which a message goes on, deeper is code
	regionFrames = 8  // frames of a trace in a region that are shown
)

// markRegion marks a diagnostic with what belongs to it: its code, its notes
// as long as they don't speak of a library, and what else it says.
func (b *Reader) markRegion(d *diagnostic, marks []mark.Mark, rank mark.Rank, score uint8) {
	b.markHead(d, marks, rank, score)
	near := min(rank, mark.Context)
	var share regionShare
	for k := d.first; k < d.end; k++ {
		line := &b.lines[k]
		if k > d.head && line.Kind == buildNote {
			share.notes++
			if share.notes > regionNotes || b.libraryNote(k, d.end) {
				k = b.noteEnd(k, d.end) - 1
				continue
			}
		}
		if d.end-k > 4 && share.shown >= regionShown || !share.takes(b, d, k) {
			continue
		}
		share.shown++
		switch line.Kind {
		case buildEcho:
			marks[k].Raise(near, 50, mark.WhyNear)
		case buildText, buildFail, buildResult:
			marks[k].Raise(rank, score-40, mark.WhyMessage)
		default:
			marks[k].Raise(near, 70, mark.WhyNear)
		}
	}
}

// regionShare counts what is shown of a region.
type regionShare struct {
	shown, frames, notes, proposed, code int

	library uint8 // indentation of a library's frame, below which its code stands, 0: none
}

// takes tells whether line k of the region of d is to be shown: of the code
// below a note only what it proposes, of other code what is pointed to and
// little else, of a trace the first frames.
func (s *regionShare) takes(b *Reader, d *diagnostic, k int) bool {
	line := &b.lines[k]
	if frame := line.Kind != buildBlank && frameText(b.s.Text(k)); frame && trace.LibraryPath(b.s.Text(k)) {
		s.library = line.indent
		return false
	} else if !frame && line.indent > s.library && s.library > 0 {
		return false
	}
	s.library = 0
	switch line.Kind {
	case buildBlank, buildHint:
		return false
	case buildEcho:
		if s.notes > 0 {
			if s.proposed < 2 && b.proposes(k, d.end) {
				s.proposed++
				return true
			}
			return false
		}
		if number := bytes.TrimLeft(b.s.Text(k), " >"); len(number) > 0 && scan.IsDigit(number[0]) && !b.points(k+1) {
			s.code++
		}
		return s.code <= regionCode || b.points(k) || b.points(k+1)
	case buildText, buildFail, buildResult:
		if frameText(b.s.Text(k)) {
			s.frames++
			return s.frames <= regionFrames
		}
		// the code that the note of a compiler points to
		return s.notes == 0 || !b.lines[d.head].placed || line.indent == 0
	}
	return true
}

// points tells whether line k points into the code above it.
func (b *Reader) points(k int) bool {
	if k >= len(b.lines) || b.lines[k].Kind != buildEcho {
		return false
	}
	text := b.s.Text(k)
	return bytes.IndexByte(text, '^') >= 0 || scan.Index(text, "~~") >= 0 || scan.Index(text, "--") >= 0 || scan.Index(text, "──") >= 0
}

// libraryNote tells whether the note at k speaks of a place in a library.
func (b *Reader) libraryNote(k, end int) bool {
	text := scan.Trim(b.s.Text(k))
	if b.lines[k].placed {
		if p, ok := scan.FindLead(text); ok {
			return trace.LibraryPath(p.Path(text)) || scan.Index(p.Path(text), "/include/c++/") >= 0
		}
	}
	return k+1 < end && b.lines[k+1].Kind == buildPlace && trace.LibraryPath(b.s.Text(k+1))
}

// noteEnd returns where the note at k ends: at the next note or blank line.
func (b *Reader) noteEnd(k, end int) int {
	for k++; k < end && b.lines[k].Kind != buildNote && b.lines[k].Kind != buildBlank && b.lines[k].Kind != Diag; k++ {
	}
	return k
}

// proposes tells whether the line at k is code that a note proposes: what it
// adds is underlined below it.
func (b *Reader) proposes(k, end int) bool {
	text := b.s.Text(k)
	if k+1 >= end || b.lines[k+1].Kind != buildEcho || bytes.IndexByte(text, '|') <= 0 {
		return false
	}
	_, below, _ := bytes.Cut(b.s.Text(k+1), []byte{'|'})
	below = bytes.TrimSpace(below)
	return len(below) > 0 && below[0] == '+'
}

// frameText tells whether a line is a frame of a stack trace.
func frameText(text []byte) bool {
	text = scan.Trim(text)
	return scan.HasPrefix(text, "at ") || scan.HasPrefix(text, `File "`)
}

// markWords marks lines that say in words that something failed, one of
// each template, and lines that sum up.
func (b *Reader) markWords(marks []mark.Mark) {
	b.markFirsts(marks, 24, mark.Mark{Rank: mark.Outlier, Score: 110, Why: mark.WhyMessage}, func(i int) bool {
		return b.lines[i].Kind == buildFail && !b.owned[i] && !b.probeAnswer(i)
	})
	b.markFirsts(marks, 30, mark.Mark{Rank: mark.Critical, Score: 100, Why: mark.WhySummary}, func(i int) bool {
		line := &b.lines[i]
		return line.Kind == buildResult && !b.probeAnswer(i) || line.Kind == Diag && line.Sev == sevWarning && line.known == rules.BuildSum
	})
}

// probeAnswer tells whether line i is what a configuration that didn't fail found
// out about the machine: "-- Check size of __int64 - failed".
func (b *Reader) probeAnswer(i int) bool {
	return b.lines[i].known == rules.BuildProbe && !b.Failed()
}

// markFirsts marks the first of each template of the chosen lines: of the
// last templates, if there are more than so many, since tools sum up at the
// end and fail there.
func (b *Reader) markFirsts(marks []mark.Mark, most int, m mark.Mark, chosen func(i int) bool) {
	miner := templates.NewMiner(len(b.lines))
	for i := range b.lines {
		if chosen(i) {
			miner.Add(i, scan.Template(b.s.Text(i)))
		}
	}
	miner.Merge(b.s.Text)
	for id := len(miner.List) - 1; id >= 0 && most > 0; id-- {
		if t := &miner.List[id]; int(t.Group) == id {
			marks[t.First].Raise(m.Rank, m.Score, m.Why)
			if m.Why == mark.WhySummary {
				marks[t.Last].Raise(m.Rank, m.Score, m.Why)
			}
			most--
		}
	}
}

// markChanges marks what a tool says it is going to change, as infrastructure
// tools do before they ask: "# x will be destroyed", "~ type = a -> b".
func (b *Reader) markChanges(marks []mark.Mark) {
	const most = 80
	n := 0
	for i := range b.lines {
		if b.lines[i].known == rules.BuildChange && !b.owned[i] && n < most {
			marks[i].Raise(mark.Outlier, 100, mark.WhyChange)
			n++
		}
	}
}

// markPlans marks what a package manager says that it is going to do to which
// packages, "The following packages will be REMOVED:": the titles, and the names
// below those of what is taken away or held back.
func (b *Reader) markPlans(marks []mark.Mark) {
	named := 0 // the lines before it were gone through for names
	for i := range b.lines {
		known := b.lines[i].known
		if known != rules.BuildPlan && known != rules.BuildRemoval || b.owned[i] {
			continue
		}
		marks[i].Raise(mark.Outlier, 100, mark.WhyChange)
		if known != rules.BuildRemoval {
			continue
		}
		for named = max(named, i+1); named < len(b.lines) && b.lines[named].indent > 0; named++ {
			marks[named].Raise(mark.Outlier, 100, mark.WhyChange)
		}
	}
}

// longStep is how long a step may be that is shown because there are few like
// it, or because it stands near the end.
const longStep = 300

// MarkSteps marks samples of the steps of the build: the frequent ones by the
// first of each template, and some that stand alone.
func (b *Reader) MarkSteps(marks []mark.Mark) {
	miner := templates.NewMiner(len(b.lines))
	forms := make([]uint64, len(b.lines)) // 0: it wasn't asked
	steps := 0
	for i := range b.lines {
		if b.lines[i].Kind != buildText || b.owned[i] || marks[i].Rank > mark.Bulk {
			continue
		}
		if forms[i] = forms[b.s.Kin(i)]; forms[i] == 0 {
			forms[i] = scan.Template(b.s.Text(i)) // numbers make no other template
		}
		miner.Add(i, forms[i])
		steps++
	}
	miner.Merge(b.s.Text)
	frequent, single := 5, 4
	switch {
	case b.errors > 0:
		return
	case b.Failed():
		frequent, single = 3, 3
	}
	for id := range miner.List {
		t := &miner.List[id]
		if int(t.Group) != id {
			continue
		}
		switch {
		case t.Count >= 3 && int(t.Count)*20 >= steps && frequent > 0:
			frequent--
			marks[t.First].Raise(mark.Sample, 30, mark.WhyFirst)
		case t.Count < 3 && single > 0 && len(b.s.Text(int(t.First))) <= longStep:
			single--
			marks[t.First].Raise(mark.Sample, 20, mark.WhyRare)
		}
	}
}

// MarkEnd marks the first line and the end of the output, more of it where
// nothing else says how the build went.
func (b *Reader) MarkEnd(marks []mark.Mark) {
	last, rank := 3, mark.Critical
	if !b.Failed() {
		last = 4
		if b.phrases > 0 {
			last = 8
		}
	}
	mark.Edges(b.s, marks, 1, 0)
	for i := len(marks) - 1; i >= 0 && last > 0; i-- {
		if b.Failed() && (b.below(i) || b.lines[i].Kind == Diag && b.lines[i].placed) || b.errors > 0 && rank == mark.Context && b.lines[i].Kind == buildText && b.lines[i].steps() {
			last--
			continue // a finding like those before, or what other jobs did in the meantime
		}
		if k := b.lines[i].Kind; k != buildBlank && k != buildHint && !(k == buildEcho && b.Failed()) && (rank == mark.Critical || len(b.s.Text(i)) <= longStep) {
			marks[i].Raise(rank, 100, mark.WhySummary)
			last--
			rank = mark.Context
		}
	}
}

// below tells whether line i is a detail of a diagnostic that names its place.
func (b *Reader) below(i int) bool {
	line := &b.lines[i]
	return b.owned[i] && (line.Kind == buildText && line.indent > 0 || line.Kind == buildNote && line.placed)
}
