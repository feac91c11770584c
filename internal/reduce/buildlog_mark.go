package reduce

import "bytes"

const (
	buildFull  = 8   // errors up to which each is shown with all its lines
	buildHeads = 48  // errors up to which each is shown by head and place
	buildPairs = 120 // errors up to which two of each kind are shown so
	buildLints = 40  // findings without a severity up to which all are shown
	buildKinds = 60  // kinds of warnings that are shown
)

// markFindings marks all that the output says by itself to matter.
func (b *buildReader) markFindings(marks []Mark) {
	b.regions()
	b.count()
	b.markErrors(marks)
	b.markWarnings(marks)
	b.markWords(marks)
	b.markChanges(marks)
}

// markErrors marks errors and, where a tool names no severity, findings. In
// a flood the first of each kind is shown, and each file once.
func (b *buildReader) markErrors(marks []Mark) {
	kinds := b.countKinds()
	total := b.errors + b.findings
	full := buildFull
	if total > buildFull {
		full = buildFull / 2
	}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev < sevLint || d.repeated {
			continue
		}
		first := kinds.first(d)
		switch {
		case total <= buildFull || first && full > 0 && d.end-d.first > 1:
			full--
			b.markRegion(d, marks, Critical, 200)
		case first || b.fewOf(d.sev) || d.sev == sevError && b.errors <= buildPairs && kinds.second(d):
			b.markHead(d, marks, Critical, 150)
		}
	}
	if total > buildLints {
		b.markFiles(marks)
	}
}

// fewOf tells whether there are few enough diagnostics of a severity to show
// all of them.
func (b *buildReader) fewOf(sev severity) bool {
	if sev == sevError {
		return b.errors <= buildHeads
	}
	return b.errors+b.findings <= buildLints
}

const (
	kindVariants = 3  // messages of a kind, differing in numbers, up to which each is shown
	codeKinds    = 40 // kinds of one rule beyond which names are told apart no more
)

// diagKinds tells which diagnostics are the first of their kind.
type diagKinds struct {
	variants map[uint64]int // different messages, numbers and all, of each kind
	seen     map[uint64]bool
	ofCode   map[uint64]int
	ofKind   map[uint64]int
}

// second tells whether no more than one of its kind came before d, the first.
func (k *diagKinds) second(d *diagnostic) bool {
	k.ofKind[d.kind()]++
	return k.ofKind[d.kind()] == 1
}

// countKinds counts the variants of each kind of error and finding.
func (b *buildReader) countKinds() *diagKinds {
	k := &diagKinds{variants: map[uint64]int{}, seen: map[uint64]bool{}, ofCode: map[uint64]int{}, ofKind: map[uint64]int{}}
	known := map[uint64]bool{}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev >= sevLint && !known[d.variant] {
			known[d.variant] = true
			k.variants[d.kind()]++
		}
	}
	return k
}

// first tells whether d is the first of its kind; where a kind has but a few
// messages that differ in their numbers, the first of its message; where a
// rule has very many kinds, the first of its message without the names in it.
func (k *diagKinds) first(d *diagnostic) bool {
	kind := d.kind()
	if k.seen[kind] && k.variants[kind] <= kindVariants {
		kind = mixHash(kind, d.variant)
	}
	if k.seen[kind] {
		return false
	}
	k.seen[d.kind()], k.seen[kind] = true, true
	k.seen[mixHash(d.kind(), d.variant)] = true
	if d.code == 0 {
		return true
	}
	if k.ofCode[d.code]++; k.ofCode[d.code] <= codeKinds {
		k.seen[d.looseKind()] = true
		return true
	}
	loose := d.looseKind()
	first := !k.seen[loose]
	k.seen[loose] = true
	return first
}

// markFiles marks an error of each file of which none was shown.
func (b *buildReader) markFiles(marks []Mark) {
	shown := map[uint64]bool{}
	for _, only := range [...]Rank{Critical, Bulk} {
		for i := range b.diags {
			d := &b.diags[i]
			if d.sev < sevLint || d.file == 0 || shown[d.file] || only == Critical && marks[d.head].Rank != Critical {
				continue
			}
			shown[d.file] = true
			b.markHead(d, marks, Critical, 120)
		}
	}
}

// markHead marks what says what is wrong and where.
func (b *buildReader) markHead(d *diagnostic, marks []Mark, rank Rank, score uint8) {
	marks[d.head].Raise(rank, score, WhyFailure)
	if d.heading >= 0 {
		marks[d.heading].Raise(rank, score, WhyLocation)
	}
	if d.grade > 0 && d.sev == sevError {
		marks[d.grade].Raise(min(rank, Context), score-20, WhyMessage)
	}
	places := 0
	for k := d.first; k < d.end; k++ {
		switch line := &b.lines[k]; {
		case line.kind == buildPlace && k < d.head+12 && places < 2:
			marks[k].Raise(rank, score, WhyLocation)
			places++
		case line.kind == buildNote && rank == Critical && k < d.head && hasSuffix(b.s.Text(k), "from here"):
			marks[k].Raise(rank, score-10, WhyLocation)
		case line.kind == buildText && k == d.head+1 && b.lines[d.head].placed && line.indent <= b.lines[d.head].indent:
			marks[k].Raise(rank, score-10, WhyMessage) // a wrapped message
		case line.kind == buildDiag && k > d.head:
			marks[k].Raise(rank, score-10, WhyMessage)
		}
	}
}

const (
	regionShown = 30 // lines of a region that are shown beside its head
	regionNotes = 6  // notes of a region that are shown
)

// markRegion marks a diagnostic with what belongs to it: its code, its notes
// as long as they don't speak of a library, and what else it says. Of the
// code below a note only what it proposes is shown.
func (b *buildReader) markRegion(d *diagnostic, marks []Mark, rank Rank, score uint8) {
	b.markHead(d, marks, rank, score)
	near := min(rank, Context)
	shown, frames, notes, proposed := 0, 0, 0, 0
	for k := d.first; k < d.end; k++ {
		if d.end-k > 4 && shown >= regionShown {
			continue
		}
		line := &b.lines[k]
		if k > d.head && line.kind == buildNote {
			notes++
			if notes > regionNotes || b.libraryNote(k, d.end) {
				k = b.noteEnd(k, d.end) - 1
				continue
			}
		}
		switch line.kind {
		case buildBlank, buildHint:
			continue
		case buildEcho:
			if notes > 0 {
				if proposed == 2 || !b.proposes(k, d.end) {
					continue
				}
				proposed++
			}
			marks[k].Raise(near, 50, WhyNear)
		case buildText, buildFail, buildResult:
			if frameText(b.s.Text(k)) {
				if frames++; frames <= 8 {
					marks[k].Raise(near, 40, WhyFrame)
				}
				continue
			}
			if notes > 0 && b.lines[d.head].placed && line.indent > 0 {
				continue // the code that the note of a compiler points to
			}
			marks[k].Raise(rank, score-40, WhyMessage)
		default:
			marks[k].Raise(near, 70, WhyNear)
		}
		shown++
	}
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
	return k+1 < end && b.lines[k+1].kind == buildEcho && bytes.IndexByte(text, '|') > 0 && indexString(b.s.Text(k+1), "++") > 0
}

// frameText tells whether a line is a frame of a stack trace.
func frameText(text []byte) bool {
	text = unindented(text)
	return hasPrefix(text, "at ") || hasPrefix(text, `File "`)
}

// codeWarnings is how many warnings of one rule are shown that differ in the
// names in their messages.
const codeWarnings = 3

// markWarnings marks the first warning of each kind and rule; where there are
// errors to look at, fewer of them, and by head.
func (b *buildReader) markWarnings(marks []Mark) {
	if b.warnings == 0 {
		return
	}
	limit, perCode := buildKinds, codeWarnings
	if b.failed() {
		limit, perCode = 6, 1
	}
	if b.warningKinds() > buildKinds {
		perCode = 1
	}
	seen, shown := map[uint64]bool{}, 0
	codes := map[uint64]int{}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev != sevWarning || d.repeated || b.sumsUp(d) || seen[d.looseKind()] || d.code != 0 && codes[d.code] >= perCode {
			continue
		}
		if d.code == 0 && seen[d.template] {
			continue // rustc names the rule only once
		}
		seen[d.template] = true
		first := d.code != 0 && codes[d.code] == 0 && len(codes) < buildKinds
		if shown >= limit+limit/2 && !first {
			continue
		}
		codes[d.code]++
		seen[d.looseKind()] = true
		shown++
		switch {
		case b.warnings <= 4:
			b.markRegion(d, marks, Outlier, 90)
		case b.failed():
			b.markHead(d, marks, Sample, 60)
		default:
			b.markHead(d, marks, Outlier, 80)
		}
	}
}

// sumsUp tells whether a warning is the count of others.
func (b *buildReader) sumsUp(d *diagnostic) bool {
	text := b.s.Text(d.head)
	return bytes.Contains(text, []byte(" generated ")) && bytes.Contains(text, []byte("warning"))
}

func (b *buildReader) warningKinds() int {
	seen := map[uint64]bool{}
	for i := range b.diags {
		if b.diags[i].sev == sevWarning {
			seen[b.diags[i].looseKind()] = true
		}
	}
	return len(seen)
}

// markWords marks lines that say in words that something failed, one of
// each template, and lines that sum up.
func (b *buildReader) markWords(marks []Mark) {
	score := uint8(110)
	if b.errors > 0 && b.phrases > 6 {
		score = 70
	}
	b.markFirsts(marks, 24, Mark{Rank: Outlier, Score: score, Why: WhyMessage}, func(i int) bool {
		return b.lines[i].kind == buildFail && !b.owned[i]
	})
	b.markFirsts(marks, 30, Mark{Rank: Critical, Score: 100, Why: WhySummary}, func(i int) bool {
		line := &b.lines[i]
		return line.kind == buildResult || line.kind == buildDiag && line.sev == sevWarning && bytes.Contains(b.s.Text(i), []byte(" generated "))
	})
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
		case t.count < 3 && single > 0:
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
		if k := b.lines[i].kind; k != buildBlank && k != buildHint {
			marks[i].Raise(rank, 100, WhySummary)
			last--
			rank = Context
		}
	}
}

// indexString is bytes.Index for a constant.
func indexString(text []byte, part string) int { return bytes.Index(text, []byte(part)) }
