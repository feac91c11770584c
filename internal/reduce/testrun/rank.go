package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// quota is how much of each failure is shown; the more there are, the less.
type quota struct {
	text   int // lines of message
	whole  int // lines of message where a runner prints nothing besides
	output int // lines of what the test printed
	frames int // frames of the reader's own code
	hits   bool
}

func quotaFor(failures int) quota {
	switch {
	case failures <= 4:
		return quota{40, 60, 12, 6, true}
	case failures <= 12:
		return quota{24, 40, 8, 3, true}
	case failures <= 40:
		return quota{12, 40, 4, 2, true}
	case failures <= 150:
		return quota{8, 16, 2, 1, false}
	}
	return quota{5, 5, 0, 1, false}
}

// rank ranks all lines, region by region.
func (t *testRun) rank() {
	t.count = t.failures()
	q := quotaFor(t.count)
	t.dump.MaxFrames = q.frames
	for _, r := range t.regions {
		if t.numbered = t.numbered || r.kind == regionFailure && t.hasDetails(r); t.numbered {
			break
		}
	}
	t.rankStatus()
	for i, r := range t.regions {
		switch r.kind {
		case regionFailure, regionPytest:
			t.rankFailure(r, q)
		case regionAlarm:
			if !r.passed {
				t.rankFailure(r, q)
			}
		case regionList:
			t.rankList(r, i)
		case regionDump:
			t.dump.Rank(r.head, r.end)
		case regionCaptured:
			t.rankCaptured(r, q)
		case regionChapter:
			t.rankChapter(r)
		}
	}
	if len(t.regions) == 0 && !t.known || t.counted() > t.found() {
		t.rankStrays()
	}
	t.rankUnfinished()
	t.rankHeadless()
	t.rankUnknown()
	t.rankStates()
}

// counted returns how many failures the tool's own totals count, the largest of
// them if there are several.
func (t *testRun) counted() int {
	most := 0
	for i := range t.lines {
		l := &t.lines[i]
		if l.kind == lineSummary {
			most = max(most, failuresIn(t.s.Text(i)))
		}
	}
	return most
}

// found returns how many failures have a region or an entry of a list.
func (t *testRun) found() int {
	n := 0
	for _, r := range t.regions {
		switch r.kind {
		case regionFailure, regionPytest, regionAlarm, regionDump:
			n++
		case regionList:
			n += r.end - r.first
		}
	}
	return n
}

// failures counts the failures that have something to show.
func (t *testRun) failures() int {
	n := 0
	for _, r := range t.regions {
		if (r.kind == regionFailure || r.kind == regionPytest) && r.end > r.first {
			n++
		}
	}
	return n
}

// hasDetails tells whether r is a numbered failure with its message.
func (t *testRun) hasDetails(r testRegion) bool {
	text := t.lines[r.head].text
	if !numberedHead(text) {
		return false
	}
	for i := r.first; i < r.end; i++ {
		if k := t.lines[i].kind; k == lineText || k == lineAlarm {
			return true
		}
	}
	return false
}

// How many reasons for skipping are shown, and how many where something failed.
const (
	maxSkips       = 6
	maxSkipsFailed = 2
)

// rankStatus ranks the lines that stand for themselves: totals, tests that
// were skipped for a reason, benchmarks.
func (t *testRun) rankStatus() {
	skips := 0
	if t.failed {
		skips = maxSkips - maxSkipsFailed // what failed comes first
	}
	seen := build.HashSet{}
	for i := range t.lines {
		l := &t.lines[i]
		switch l.kind {
		case lineSummary:
			t.marks[i].Raise(mark.Critical, 100, mark.WhySummary)
		case lineGood:
			t.rankGood(i, seen)
		case linePass:
			t.marks[i].Why = mark.WhyWell // hidden, unless there are few
		case lineSkip:
			if skips < maxSkips && skipReason(t.lines[i].text) {
				t.marks[i].Raise(mark.Outlier, 30, mark.WhyStatus)
				skips++
			}
		}
	}
	t.rankBenchmarks()
}

// rankGood shows the totals of parts that passed, each text once, if
// nothing failed; after a failure nobody asks for them.
func (t *testRun) rankGood(i int, seen build.HashSet) {
	h := t.dump.Hash(scan.Seed, i)
	if !t.failed && !seen.Has(h) {
		seen.Add(h)
		t.marks[i].Raise(mark.Critical, 90, mark.WhySummary)
	}
}

// skipReason tells whether a skipped test's line says why.
func skipReason(text []byte) bool {
	return scan.HasPrefix(text, "SKIPPED [") || scan.HasPrefix(text, "SKIP") || bytes.Contains(text, []byte("skipped '")) || bytes.Contains(text, []byte("skipped \"")) ||
		bytes.Contains(text, []byte("SKIPPED (")) || bytes.Contains(text, []byte("ignored, ")) || bytes.Contains(text, []byte("# SKIP ")) || bytes.Contains(text, []byte("# skip "))
}

// rankFailure shows a failure: its head, its message, the place and the
// reader's own frames. One that says just what an earlier one said is shown
// by its head and the first line of its message.
func (t *testRun) rankFailure(r testRegion, q quota) {
	if t.listsTold(r.head) {
		return
	}
	body := t.body(r)
	if len(body.text)+len(body.frames) == 0 && t.toldElsewhere(r.head) {
		return
	}
	like := t.likeAnother(r, body)
	t.alike = like != likeNone
	repeated := len(body.text)+len(body.frames) > 0 && !t.dump.NewRun(t.essence(r, body)) || like >= likeSame
	listed := r.kind == regionPytest && t.summary
	if sameHead := !t.dump.NewLine(t.s.Text(r.head)) && !nameless(t.lines[r.head].text); repeated && (sameHead || listed && t.count <= maxList) {
		return // named elsewhere, and nothing new to say
	}
	if t.lines[r.head].kind != lineStart {
		t.marks[r.head].Raise(mark.Critical, 95, mark.WhyFailure)
	}
	if repeated && listed {
		return // the summary gives its message, which an earlier failure had
	}
	t.tell(r, like)
	if repeated {
		shown := body.title + 1
		if like == likeLast {
			shown = body.title
		}
		for _, i := range body.text[:min(shown, len(body.text))] {
			t.marks[i].Raise(mark.Critical, 75, mark.WhyMessage)
		}
		if like >= likeSame {
			t.rankTest(body.runs)
		}
		return
	}
	if like == likeKind {
		t.rankLike(body)
		return
	}
	t.rankOutput(body.output, q.output)
	limit := q.text
	if goTestLine(t.s.Text(r.head)) {
		limit = q.whole
	}
	again := t.rankMessages(r, body.text, limit)
	if q.hits && (t.count <= maxSourced || !t.tellsSides(body.text)) {
		for _, i := range body.hits {
			if t.dump.NewLine(t.s.Text(i)) {
				t.marks[i].Raise(mark.Context, 50, mark.WhyLocation)
			}
		}
	}
	own := t.placed(body.text)
	for n, run := range body.runs {
		run = t.untold(run, body.text)
		if n > 0 && !t.dump.NewRun(trace.Trace{Frames: run}) {
			continue
		}
		if again {
			t.dump.RankNewFrames(run)
			continue
		}
		t.dump.RankFrames(run, !own)
		own = own || trace.LastUser(run) >= 0
	}
}

// nameless tells whether the head of a failure says no more than that it is one, as
// "[FAIL]": the name stands elsewhere, and no two of them are the same failure's.
func nameless(head []byte) bool {
	return len(head) > 2 && head[0] == '[' && head[len(head)-1] == ']' && scan.IsWord(head[1:len(head)-1])
}

// maxSourced is how many failures may be, for the source line of each to be shown
// although its message tells what was expected and what came.
const maxSourced = 4

// tellsSides tells whether the lines hold both sides of a difference.
func (t *testRun) tellsSides(text []int) bool {
	sides := 0
	for _, i := range text {
		switch line := t.lines[i].text; {
		case signed(line):
			sides |= 1 << (1 & (line[0] >> 1))
		case startsWithValue(line):
			sides += 4
		}
	}
	return sides == 3 || sides >= 7
}

// rankTest shows the outermost of the reader's own frames, which is the test.
func (t *testRun) rankTest(runs [][]trace.Placed) {
	for n := len(runs) - 1; n >= 0; n-- {
		if trace.LastUser(runs[n]) >= 0 {
			t.dump.RankOutermost(runs[n])
			return
		}
	}
}

// numberedHead tells whether text begins as an entry of a numbered list: "3) ".
func numberedHead(text []byte) bool {
	n := scan.Digits(text)
	return n > 0 && n < len(text) && text[n] == ')'
}

// toldElsewhere tells whether a head without details only names what another
// one tells: mocha's "1) name" among the passing tests, gtest's list at the end.
func (t *testRun) toldElsewhere(head int) bool {
	text := t.lines[head].text
	if numberedHead(text) && t.lines[head].detail {
		return t.numbered
	}
	name := nameIn(text)
	if name == nil {
		name = text
	}
	return t.lines[head].kind == lineHead && !t.dump.NewLine(name)
}

// maxList is how many lines of a list of failures are shown.
const maxList = 400

// rankList shows a list of what failed, and its title, if there is anything
// in it.
func (t *testRun) rankList(r testRegion, at int) {
	shown := 0
	tagged := t.tagged(r.head)
	for i := r.first; i < r.end; i++ {
		switch t.lines[i].kind {
		case lineBlank, lineSource, lineCaret, lineLibrary, lineTail, lineRule:
			continue
		}
		if tagged && t.count > 0 && !t.tagged(i) {
			continue // the rest of a message, all of which stands at its failure
		}
		if t.listsTold(i) {
			continue
		}
		if t.lines[i].kind == lineAlarm && !t.dump.NewLine(t.s.Text(i)) || introspects(t.lines[i].text) {
			continue
		}
		if shown++; shown > maxList {
			break
		}
		t.marks[i].Raise(mark.Critical, 80, mark.WhyFailure)
	}
	next := at+1 < len(t.regions) && t.regions[at+1].head == r.end && !t.listsTold(r.end)
	if shown > 0 || next || bytes.ContainsAny(t.lines[r.head].text, "0123456789") { // which may count what it lists
		t.marks[r.head].Raise(mark.Critical, 70, mark.WhyHeading)
	}
}

// tagged tells whether a build tool's tag stands before the unit's text.
func (t *testRun) tagged(i int) bool {
	text := t.s.Text(i)
	return len(trace.Untagged(text)) < len(text)
}

// rankCaptured shows the end of what a failing test printed, and of what any
// other printed nothing.
func (t *testRun) rankCaptured(r testRegion, q quota) {
	limit := q.output
	if r.passed || t.alike && !r.doubt {
		return
	}
	var text []int
	for i := r.first; i < r.end; i++ {
		switch t.lines[i].kind {
		case lineText, lineAlarm, lineFrame, lineHit:
			text = append(text, i)
		}
	}
	if r.doubt && len(text) > 1 && t.told(text) {
		return // a title that stands over each message of one test
	}
	if r.head >= 0 && len(text) > 0 && limit > 0 {
		t.marks[r.head].Raise(mark.Context, 40, mark.WhyHeading)
	}
	t.rankOutput(text, limit)
}

// rankOutput shows the last lines of what a failing test printed, as many as
// limit, and as many before them that alarm.
func (t *testRun) rankOutput(text []int, limit int) {
	alarms := limit
	for n, i := range text {
		switch {
		case n >= len(text)-limit:
		case alarms > 0 && rules.SaysFailure(t.s.Text(i), rules.InDump):
			alarms--
		default:
			continue
		}
		t.marks[i].Raise(mark.Context, 45, mark.WhyNear)
	}
}

// rankStrays is for a run of which nothing was understood, or whose totals count
// more failures than were found: what alarms is shown, and the end.
func (t *testRun) rankStrays() {
	shown := 0
	last := 0
	for i := range t.lines {
		l := &t.lines[i]
		if l.kind == lineText && shown < 20 && rules.SaysFailure(t.s.Text(i), rules.InDump) {
			t.marks[i].Raise(mark.Outlier, 40, mark.WhyRare)
			shown++
		}
		if l.kind != lineBlank {
			last = i
		}
	}
	if len(t.lines) > 0 {
		t.marks[last].Raise(mark.Sample, 50, mark.WhyEdge)
	}
}
