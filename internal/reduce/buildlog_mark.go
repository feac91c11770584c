package reduce

import "bytes"

const (
	buildFull   = 8   // errors up to which each is shown with all its lines
	buildHeads  = 60  // errors up to which each is shown by head and place
	buildPairs  = 120 // errors with codes up to which two of each kind are shown so
	buildPlain  = 80  // findings without a rule, a compiler's, up to which all are shown
	buildLints  = 60  // findings without a severity up to which all are shown
	buildGraded = 40  // and those that the tool grades low
	buildWarns  = 20  // warnings up to which all are shown where nothing is worse
	buildKinds  = 60  // kinds of warnings that are shown
	buildTitles = 20  // titles of lists that are shown
	buildSteps  = 3   // steps that failed, above what says so again
	buildStops  = 2   // targets that make gave up shown beside what they were given up for
)

// markFindings marks all that the output says by itself to matter.
func (b *buildReader) markFindings(marks []Mark) {
	b.regions()
	b.count()
	b.markErrors(marks)
	b.markRecords(marks)
	b.markWarnings(marks)
	b.markWords(marks)
	b.markTotals(marks)
	b.markLedger(marks)
	b.markChanges(marks)
	b.markPlans(marks)
}

// markHead marks what says what is wrong and where.
func (b *buildReader) markHead(d *diagnostic, marks []Mark, rank Rank, score uint8) {
	marks[d.head].Raise(rank, score, WhyFailure)
	if d.heading >= 0 {
		marks[d.heading].Raise(rank, score, WhyLocation)
		for k := d.heading + 1; k < min(d.head, d.heading+3); k++ {
			if b.lines[k].kind == buildResult {
				marks[k].Raise(rank, score, WhySummary) // what the file's findings come to
			}
		}
	}
	if d.grade > 0 && (d.sev == sevError || b.tellsMore(d.grade)) {
		marks[d.grade].Raise(min(rank, Context), score-20, WhyMessage)
	}
	if d.symbol > 0 && b.tellsMore(d.symbol) {
		marks[d.symbol].Raise(rank, score-20, WhyMessage)
	}
	placed, requested := b.lines[d.head].placed, 0
	for k := d.first; k < d.end; k++ {
		switch line := &b.lines[k]; {
		case line.kind == buildPlace && k < d.head+12 && !placed:
			marks[k].Raise(rank, score, WhyLocation)
			placed = true
		case line.kind == buildNote && rank == Critical && k < d.head && hasSuffix(b.s.Text(k), "from here"):
			marks[k].Raise(rank, score-10, WhyLocation)
		case line.kind == buildNote && k > d.head && hasSuffix(b.s.Text(k), "requested here") && !b.libraryNote(k, d.end):
			requested = k
		case k > d.head && k < d.said && line.kind != buildBlank && b.tellsMore(k):
			marks[k].Raise(rank, score-10, WhyMessage)
		case line.kind == buildDiag && k > d.head:
			marks[k].Raise(rank, score-10, WhyMessage)
		}
	}
	if requested > 0 && rank == Critical {
		marks[requested].Raise(rank, score-10, WhyLocation) // where the program asks for a template
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
func (b *buildReader) markRegion(d *diagnostic, marks []Mark, rank Rank, score uint8) {
	b.markHead(d, marks, rank, score)
	near, end := min(rank, Context), d.end
	if b.analyzed(d.head) {
		end = b.eventPath(d.head+1, d.end)
		b.markEvents(end, d.end, marks, near)
	}
	var share regionShare
	for k := d.first; k < end; k++ {
		line := &b.lines[k]
		if k > d.head && line.kind == buildNote {
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
		switch line.kind {
		case buildEcho:
			marks[k].Raise(near, 50, WhyNear)
		case buildText, buildFail, buildResult:
			if frameText(b.s.Text(k)) {
				marks[k].Raise(near, 40, WhyFrame)
			} else {
				marks[k].Raise(rank, score-40, WhyMessage)
			}
		default:
			marks[k].Raise(near, 70, WhyNear)
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
func (s *regionShare) takes(b *buildReader, d *diagnostic, k int) bool {
	line := &b.lines[k]
	if frame := line.kind != buildBlank && frameText(b.s.Text(k)); frame && libraryPath(b.s.Text(k)) {
		s.library = line.indent
		return false
	} else if !frame && line.indent > s.library && s.library > 0 {
		return false
	}
	s.library = 0
	switch line.kind {
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
		if number := bytes.TrimLeft(b.s.Text(k), " >"); len(number) > 0 && isDigit(number[0]) && !b.points(k+1) {
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
func (b *buildReader) points(k int) bool {
	if k >= len(b.lines) || b.lines[k].kind != buildEcho {
		return false
	}
	text := b.s.Text(k)
	return bytes.IndexByte(text, '^') >= 0 || indexString(text, "~~") >= 0 || indexString(text, "--") >= 0 || indexString(text, "──") >= 0
}

// libraryNote tells whether the note at k speaks of a place in a library.
func (b *buildReader) libraryNote(k, end int) bool {
	text := unindented(b.s.Text(k))
	if b.lines[k].placed {
		if p, ok := findLeadPlace(text); ok {
			return libraryPath(p.path(text)) || indexString(p.path(text), "/include/c++/") >= 0
		}
	}
	return k+1 < end && b.lines[k+1].kind == buildPlace && libraryPath(b.s.Text(k+1))
}

// noteEnd returns where the note at k ends: at the next note or blank line.
func (b *buildReader) noteEnd(k, end int) int {
	for k++; k < end && b.lines[k].kind != buildNote && b.lines[k].kind != buildBlank && b.lines[k].kind != buildDiag; k++ {
	}
	return k
}

// proposes tells whether the line at k is code that a note proposes: it is
// added, or what it adds is underlined below it.
func (b *buildReader) proposes(k, end int) bool {
	text := b.s.Text(k)
	if i := bytes.IndexAny(text, "|+"); i > 0 && text[i] == '+' {
		return true
	}
	if k+1 >= end || b.lines[k+1].kind != buildEcho || bytes.IndexByte(text, '|') <= 0 {
		return false
	}
	_, below, _ := bytes.Cut(b.s.Text(k+1), []byte{'|'})
	below = bytes.TrimSpace(below)
	return len(below) > 0 && below[0] == '+'
}

// frameText tells whether a line is a frame of a stack trace.
func frameText(text []byte) bool {
	text = unindented(text)
	return hasPrefix(text, "at ") || hasPrefix(text, `File "`)
}

// markWords marks lines that say in words that something failed, one of
// each template, and lines that sum up.
func (b *buildReader) markWords(marks []Mark) {
	score := uint8(110)
	if b.errors > 0 && b.phrases > 6 {
		score = 70
	}
	b.markFirsts(marks, 24, Mark{Rank: Outlier, Score: score, Why: WhyMessage}, func(i int) bool {
		return b.lines[i].kind == buildFail && !b.owned[i] && !b.probeAnswer(i)
	})
	b.markFirsts(marks, 30, Mark{Rank: Critical, Score: 100, Why: WhySummary}, func(i int) bool {
		line := &b.lines[i]
		return line.kind == buildResult && !b.probeAnswer(i) || line.kind == buildDiag && line.sev == sevWarning && bytes.Contains(b.s.Text(i), []byte(" generated "))
	})
}

// probeAnswer tells whether line i is what a configuration that didn't fail found
// out about the machine: "-- Check size of __int64 - failed".
func (b *buildReader) probeAnswer(i int) bool {
	text := b.s.Text(i)
	return !b.failed() && hasAnyPrefix(text, "-- Looking for ", "-- Check size of ", "-- Performing Test ") && indexString(text, " - ") > 0
}

// totalLines bounds the counts below a line such as "Total issues (by severity):".
const totalLines = 6

// markTotals marks the counts that a tool lists below a line that announces
// them, and the titles of lists that count them.
func (b *buildReader) markTotals(marks []Mark) {
	titles := 0
	for i := range b.lines {
		line := &b.lines[i]
		if line.kind == buildBlank || b.owned[i] {
			continue
		}
		text := unindented(b.s.Text(i))
		if line.indent == 0 && titles < buildTitles && countedTitle(text) {
			titles++
			marks[i].Raise(Critical, 90, WhyHeading)
		}
		if !hasPrefix(text, "Total") || !hasSuffix(text, ":") {
			continue
		}
		marks[i].Raise(Critical, 90, WhySummary)
		for k := i + 1; k < min(len(b.lines), i+1+totalLines) && b.lines[k].indent > line.indent; k++ {
			marks[k].Raise(Critical, 90, WhySummary)
		}
	}
}

// countedTitle tells whether a line is the title of a list, with how long it
// is: "Unused files (70)".
func countedTitle(text []byte) bool {
	text = bytes.TrimRight(text, " ")
	open := bytes.LastIndex(text, []byte(" ("))
	if open < 4 || open > 40 || text[0] < 'A' || text[0] > 'Z' || bytes.ContainsAny(text[:open], ":/.=[") {
		return false
	}
	n := digits(text[open+2:])
	return n > 0 && string(text[open+2+n:]) == ")"
}

// markFirsts marks the first of each template of the chosen lines: of the
// last templates, if there are more than so many, since tools sum up at the
// end and fail there.
func (b *buildReader) markFirsts(marks []Mark, most int, m Mark, chosen func(i int) bool) {
	miner := newTemplateMiner(len(b.lines))
	for i := range b.lines {
		if chosen(i) {
			miner.add(i, templateHash(b.s.Text(i)))
		}
	}
	miner.merge(b.s.Text)
	for id := len(miner.list) - 1; id >= 0 && most > 0; id-- {
		if t := &miner.list[id]; int(t.group) == id {
			marks[t.first].Raise(m.Rank, m.Score, m.Why)
			if m.Why == WhySummary {
				marks[t.last].Raise(m.Rank, m.Score, m.Why)
			}
			most--
		}
	}
}

// markChanges marks what a tool says it is going to change, as infrastructure
// tools do before they ask: "# x will be destroyed", "~ type = a -> b".
func (b *buildReader) markChanges(marks []Mark) {
	const most = 80
	n := 0
	for i := range b.lines {
		text := unindented(b.s.Text(i))
		if len(text) < 4 || text[1] != ' ' && text[1] != '/' || bytes.IndexByte([]byte("#~+-"), text[0]) < 0 || n == most || b.owned[i] {
			continue
		}
		announced := text[0] == '#' && (indexString(text, " will be ") > 0 || indexString(text, " must be ") > 0 || indexString(text, " has ") > 0)
		changed := text[0] != '#' && indexString(text, " -> ") > 0
		if announced || changed {
			marks[i].Raise(Outlier, 100, WhyChange)
			n++
		}
	}
}

// markPlans marks what a package manager says that it is going to do to which
// packages, "The following packages will be REMOVED:": the titles, and the names
// below those of what is taken away or held back.
func (b *buildReader) markPlans(marks []Mark) {
	for i := range b.lines {
		text := b.s.Text(i)
		if !hasPrefix(text, "The following ") || !hasSuffix(text, ":") || b.owned[i] {
			continue
		}
		marks[i].Raise(Outlier, 100, WhyChange)
		if !takenAway.in(text) {
			continue
		}
		for k := i + 1; k < len(b.lines) && b.lines[k].indent > 0; k++ {
			marks[k].Raise(Outlier, 100, WhyChange)
		}
	}
}

// takenAway says that packages go, or stay behind.
var takenAway = newPartSet("REMOVED", "DOWNGRADED", "kept back", "unmet dependencies", "ESSENTIAL", "cannot be authenticated")

// longStep is how long a step may be that is shown because there are few like
// it, or because it stands near the end.
const longStep = 300

// markSteps marks samples of the steps of the build: the frequent ones by the
// first of each template, and some that stand alone.
func (b *buildReader) markSteps(marks []Mark) {
	miner := newTemplateMiner(len(b.lines))
	steps := 0
	for i := range b.lines {
		if b.lines[i].kind != buildText || b.owned[i] || marks[i].Rank > Bulk {
			continue
		}
		miner.add(i, templateHash(b.s.Text(i)))
		steps++
	}
	miner.merge(b.s.Text)
	frequent, single := 5, 4
	switch {
	case b.errors > 0:
		return
	case b.failed():
		frequent, single = 3, 3
	}
	for id := range miner.list {
		t := &miner.list[id]
		if int(t.group) != id {
			continue
		}
		switch {
		case t.count >= 3 && int(t.count)*20 >= steps && frequent > 0:
			frequent--
			marks[t.first].Raise(Sample, 30, WhyFirst)
		case t.count < 3 && single > 0 && len(b.s.Text(int(t.first))) <= longStep:
			single--
			marks[t.first].Raise(Sample, 20, WhyRare)
		}
	}
}

// markEnd marks the first line and the end of the output, more of it where
// nothing else says how the build went.
func (b *buildReader) markEnd(marks []Mark) {
	last, rank := 3, Critical
	if !b.failed() {
		last = 4
		if b.phrases > 0 {
			last = 8
		}
	}
	markEdges(b.s, marks, 1, 0)
	for i := len(marks) - 1; i >= 0 && last > 0; i-- {
		if b.failed() && (b.below(i) || b.lines[i].kind == buildDiag && b.lines[i].placed) || b.errors > 0 && rank == Context && b.lines[i].kind == buildText && stepLine(b.s.Text(i)) {
			last--
			continue // a finding like those before, or what other jobs did in the meantime
		}
		if k := b.lines[i].kind; k != buildBlank && k != buildHint && !(k == buildEcho && b.failed()) && (rank == Critical || len(b.s.Text(i)) <= longStep) {
			marks[i].Raise(rank, 100, WhySummary)
			last--
			rank = Context
		}
	}
}

// below tells whether line i is a detail of a diagnostic that names its place.
func (b *buildReader) below(i int) bool {
	line := &b.lines[i]
	return b.owned[i] && (line.kind == buildText && line.indent > 0 || line.kind == buildNote && line.placed)
}

// indexString is bytes.Index for a constant.
func indexString(text []byte, part string) int { return bytes.Index(text, []byte(part)) }
