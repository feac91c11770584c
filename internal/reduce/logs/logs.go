package logs

import (
	"cmp"
	"math"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/order"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/templates"
)

// Reduce ranks the records of a log. What a program says often is known
// after the first time, so records are grouped by template; shown are the
// records of a high level, one of each rare template, the first of frequent
// ones, and both ends. A log without records' heads is ranked like a build.
func Reduce(s block.Section, marks []mark.Mark) {
	l := readLog(s)
	if !l.regular() {
		build.Reduce(s, marks)
		return
	}
	l.mine()
	l.markErrors(marks)
	l.markWarnings(marks)
	l.markTemplates(marks)
	l.markContinuations(marks)
	trace.RankCrashesAt(s, marks, func(i int) bool { return l.kinds[i] == recordMore }) // no record says that its program died
	mark.Edges(s, marks, 2, 3)
	mark.Spread(s, marks)
}

// logRecord is what a line of a log is.
type logRecord uint8

const (
	recordHead   logRecord = iota // starts a record
	recordMore                    // continues the one before it
	recordThrown                  // names an exception, below a record
	recordNone                    // blank, or a later segment of a line
)

// logReader holds a log's records while they are ranked.
type logReader struct {
	s      block.Section
	layout *levelLayout
	kinds  []logRecord
	levels []level
	hashes []uint64 // of each line's template
	status []uint16 // of the request that each line speaks of, 0: none
	heads  int      // lines that start as a record does
	lines  int      // lines that are not blank
	flush  int      // those of them that are not indented
	errors int
	miner  *templates.Miner
}

// readLog finds the records of the section and their levels.
func readLog(s block.Section) *logReader {
	l := &logReader{s: s, layout: findLevelLayout(s)}
	l.kinds = make([]logRecord, s.Len())
	l.levels = make([]level, s.Len())
	l.hashes = make([]uint64, s.Len())
	l.status = make([]uint16, s.Len())
	inHalves(s.Len(), func(first, end int) {
		for i := first; i < end; i++ {
			l.read(i, l.s.Kin(i) >= first)
		}
	})
	for i, kind := range l.kinds {
		switch kind {
		case recordNone:
			continue
		case recordHead:
			l.heads++
		}
		if l.lines++; !scan.IsBlank(s.Text(i)[0]) {
			l.flush++
		}
	}
	return l
}

// halvesFrom is the number of lines from which they are read by two
// goroutines. What a line is depends on the line alone, so the result is the
// same whatever the number of processors.
const halvesFrom = 1 << 14

func inHalves(n int, do func(first, end int)) {
	if n < halvesFrom {
		do(0, n)
		return
	}
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		do(n/2, n)
	}()
	do(0, n/2)
	if fault := <-done; fault != nil {
		panic(fault)
	}
}

// read reads unit i. The head of a record that is told by its numbers alone from one that
// was read, with the same status, is of the same level and template.
func (l *logReader) read(i int, told bool) {
	text := l.s.Text(i)
	if i > 0 && !l.s.StartsLine(l.s.First+i) || scan.Blank(text) {
		l.kinds[i] = recordNone
		return
	}
	kin, twin := l.s.Kin(i), l.s.Twin(i)
	if told && kin < i && l.kinds[kin] == recordHead && (kin == twin || l.status[kin] == 0 && accessStatus(text) == 0) {
		l.kinds[i], l.levels[i], l.status[i], l.hashes[i] = recordHead, l.levels[kin], l.status[kin], l.hashes[kin]
		return
	}
	l.levels[i] = l.layout.of(text)
	if status := accessStatus(text); status != 0 {
		l.status[i] = uint16(status)
		l.levels[i] = max(l.levels[i], levelOfStatus(status))
	}
	l.kinds[i], l.hashes[i] = l.kindOf(i, text), l.hash(i)
}

func (l *logReader) kindOf(i int, text []byte) logRecord {
	if text[0] != ' ' && text[0] != '\t' && (l.levels[i] != levelNone || scan.Stamped(text) || scan.Service(text) > 0) {
		return recordHead
	}
	if scan.ThrownLine(text) || text[0] != ' ' && text[0] != '\t' && saysError(text) {
		return recordThrown
	}
	return recordMore
}

// saysError tells whether a line between records is the error of a compiler
// or another program.
func saysError(text []byte) bool {
	line := build.ReadLine(text)
	return line.Kind == build.Diag && line.Sev == build.SevError
}

// regular tells whether the section is made of records.
func (l *logReader) regular() bool {
	return l.heads > 0 && l.heads*2 >= l.flush
}

// mine counts the templates of the records. Where nearly all lines are
// records, a line that isn't continues one and is not counted by itself.
func (l *logReader) mine() {
	l.miner = templates.NewMiner(len(l.kinds))
	strict := l.heads*5 >= l.lines*3
	for i, kind := range l.kinds {
		if kind == recordNone || kind == recordMore && strict {
			continue
		}
		if kind == recordThrown {
			l.levels[i] = max(l.levels[i], levelError)
		}
		if l.levels[i] >= levelError {
			l.errors++
		}
		l.miner.Add(i, l.hashes[i])
	}
	l.miner.State = l.status
	l.miner.Merge(l.s.Text)
}

// hash returns the template of unit i: its text's, and its level, so that a
// record of an access log with another status is of another template.
func (l *logReader) hash(i int) uint64 {
	text := l.s.Text(i)
	if status := l.status[i]; status != 0 {
		return scan.Mix(accessHash(text), uint64(status))
	}
	return scan.Template(text)
}

// markErrors marks the records of level error and above: all if they are
// few; in a flood of them the first and the last of each template.
func (l *logReader) markErrors(marks []mark.Mark) {
	all := l.errors <= max(24, min(64, l.lines/12))
	groups := 0
	for i, lv := range l.levels {
		if lv < levelError || l.miner.Of[i] < 0 {
			continue
		}
		g := l.miner.GroupOf(i)
		score := uint8(100 + 20*uint8(lv))
		switch first := int(g.First) == i; {
		case first && groups < 200:
			groups++
			marks[i].Raise(mark.Critical, score+50, mark.WhyFailure)
		case all:
			marks[i].Raise(mark.Critical, score, mark.WhyFailure)
		case int(g.Last) == i && groups < 40:
			marks[i].Raise(mark.Outlier, 80, mark.WhyFailure)
		}
	}
}

// markWarnings marks the records of level warning if they are few: each may
// speak of something else. Of many, templates tell.
func (l *logReader) markWarnings(marks []mark.Mark) {
	most := max(16, min(48, l.lines/25))
	var warned []int
	for i, lv := range l.levels {
		if lv == levelWarn && l.kinds[i] == recordHead {
			if len(warned) == most {
				return
			}
			warned = append(warned, i)
		}
	}
	for _, i := range warned {
		marks[i].Raise(mark.Outlier, 140, mark.WhyRare)
	}
}

// shown bounds how many templates are shown of a log of so many lines: a
// part of a short log, in which nearly all lines may be the only one of their
// kind, a small part of a long log. Of 80 at least one log more of 39 outputs met for the
// first time is whole than of 48, and no other of 589 changes but two.
func shown(lines int) int {
	return min(40+int(8*math.Sqrt(float64(lines))), max(80, lines*3/10))
}

const (
	RareShown   = 2  // records up to which a template is rare
	again       = 3  // records of trouble up to which each is shown
	logFrequent = 10 // frequent templates at least that are shown by a sample
)

// markTemplates marks the first record of each template that is rare or
// speaks of trouble, and of the most frequent ones.
func (l *logReader) markTemplates(marks []mark.Mark) {
	var rare, frequent []logTemplate
	for id := range l.miner.List {
		t := &l.miner.List[id]
		if int(t.Group) != id || l.levels[t.First] >= levelError {
			continue
		}
		lt := logTemplate{First: int(t.First), Count: int(t.Count), level: l.levels[t.First]}
		lt.Trouble = lt.level < levelError && rules.SaysFailure(l.s.Text(lt.First), rules.InRecord)
		if lt.Count <= RareShown || lt.level == levelWarn || lt.Trouble {
			rare = append(rare, lt)
		} else {
			frequent = append(frequent, lt)
		}
	}
	order.By(rare, func(a, b logTemplate) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.First, b.First))
	})
	for _, t := range rare[:min(len(rare), shown(l.lines))] {
		marks[t.First].Raise(mark.Outlier, t.score(), mark.WhyRare)
		l.markAgain(marks, t)
	}
	order.By(frequent, func(a, b logTemplate) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.First, b.First))
	})
	most := max(logFrequent, min(60, l.lines/40))
	for k, t := range frequent {
		if k < most || len(frequent)-k <= logFrequent/2 {
			marks[t.First].Raise(mark.Sample, t.score(), mark.WhyFirst)
		}
	}
}

// markAgain marks the other records of a template that speaks of trouble a few times.
func (l *logReader) markAgain(marks []mark.Mark, t logTemplate) {
	if !t.Trouble && t.level < levelWarn || t.level == rules.SeverityDebug || t.Count > again {
		return
	}
	for i, left := t.First+1, t.Count-1; i < len(marks) && left > 0; i++ {
		if g := l.miner.GroupOf(i); g != nil && int(g.First) == t.First {
			marks[i].Raise(mark.Outlier, t.score(), mark.WhyRare)
			left--
		}
	}
}

// logTemplate is a template of a log that is considered for showing.
type logTemplate struct {
	First, Count int
	level        level
	Trouble      bool
}

// order returns how early the template is to be shown: rare warnings and
// trouble first, then what is rare, then frequent warnings.
func (t logTemplate) order() int {
	if t.level == levelWarn || t.Trouble {
		return min(t.Count, 1<<20)
	}
	return t.Count + 1
}

func (t logTemplate) score() uint8 {
	score := 100 - min(t.Count, 50)
	if t.level == levelWarn || t.Trouble {
		score += 50
	}
	return uint8(score)
}

// markContinuations marks what belongs to a marked record: a stack trace by
// the rules of traces, other lines up to a bound. What stands below the last
// record is the report that a program ends with.
func (l *logReader) markContinuations(marks []mark.Mark) {
	const report = 40
	left := 400
	dump := trace.NewStackDump(l.s, marks)
	for i := 0; i < len(l.kinds); {
		head := i
		for i++; i < len(l.kinds) && l.kinds[i] != recordHead; i++ {
		}
		if i == head+1 {
			continue
		}
		rank := l.rankBelow(marks, head, i)
		switch {
		case rank >= mark.Outlier && l.holdsFrames(head+1, i):
			dump.Rank(head+1, i)
		case i == len(l.kinds):
			l.markBelow(marks, head+1, i, mark.Context, report)
		case rank >= mark.Outlier:
			shown := 8
			if l.miner.Of[head] >= 0 && int(l.miner.GroupOf(head).First) != head {
				shown = 1 // its like was shown with all of it
			}
			left -= l.markBelow(marks, head+1, i, min(rank, mark.Context), min(shown, left))
		}
	}
}

// rankBelow returns the rank of a record, or of an exception below it.
func (l *logReader) rankBelow(marks []mark.Mark, head, end int) mark.Rank {
	rank := marks[head].Rank
	for i := head + 1; i < end; i++ {
		if l.kinds[i] == recordThrown && marks[i].Rank > mark.Bulk {
			rank = max(rank, mark.Outlier)
		}
	}
	return rank
}

// holdsFrames tells whether there is a frame of a stack trace in the range.
func (l *logReader) holdsFrames(lo, hi int) bool {
	for i := lo; i < min(hi, lo+50); i++ {
		if trace.FrameAt(l.s, i, hi).N > 0 {
			return true
		}
	}
	return false
}

// markBelow marks the first lines of the range and returns how many.
func (l *logReader) markBelow(marks []mark.Mark, lo, hi int, rank mark.Rank, most int) int {
	shown := 0
	for i := lo; i < hi && shown < most; i++ {
		if l.kinds[i] != recordNone {
			marks[i].Raise(rank, 60, mark.WhyFrame)
			shown++
		}
	}
	return shown
}
