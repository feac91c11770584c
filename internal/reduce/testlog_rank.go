package reduce

import "bytes"

// quota is how much of each failure is shown; the more there are, the less.
type quota struct {
	text   int // lines of message
	output int // lines of what the test printed
	frames int // frames of the reader's own code
	hits   bool
}

func quotaFor(failures int) quota {
	switch {
	case failures <= 4:
		return quota{40, 12, 6, true}
	case failures <= 12:
		return quota{24, 8, 3, true}
	case failures <= 40:
		return quota{12, 4, 2, true}
	case failures <= 150:
		return quota{8, 2, 1, false}
	}
	return quota{5, 0, 1, false}
}

// rank ranks all lines, region by region.
func (t *testRun) rank() {
	q := quotaFor(t.failures())
	t.dump.maxFrames = q.frames
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
			t.dump.rank(r.head, r.end)
		case regionCaptured:
			t.rankCaptured(r, q)
		case regionChapter:
			t.rankChapter(r)
		}
	}
	if len(t.regions) == 0 && !t.known {
		t.rankStrays()
	}
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
	text := unindented(t.s.Text(r.head))
	if len(text) == 0 || !isDigit(text[0]) {
		return false
	}
	for i := r.first; i < r.end; i++ {
		if k := t.lines[i].kind; k == lineText || k == lineAlarm {
			return true
		}
	}
	return false
}

// maxSkips is how many reasons for skipping are shown.
const maxSkips = 6

// rankStatus ranks the lines that stand for themselves: totals, tests that
// were skipped for a reason, benchmarks.
func (t *testRun) rankStatus() {
	skips := 0
	seen := map[uint64]struct{}{}
	for i, l := range t.lines {
		switch l.kind {
		case lineSummary:
			t.marks[i].Raise(Critical, 100, WhySummary)
		case lineGood:
			t.rankGood(i, seen)
		case lineSkip:
			if skips < maxSkips && skipReason(unindented(t.s.Text(i))) {
				t.marks[i].Raise(Outlier, 30, WhyStatus)
				skips++
			}
		}
	}
	t.rankBenchmarks()
}

// rankGood shows the totals of parts that passed, each text once, if
// nothing failed; after a failure nobody asks for them.
func (t *testRun) rankGood(i int, seen map[uint64]struct{}) {
	h := hashFrameText(hashSeed, t.s.Text(i))
	if _, ok := seen[h]; ok {
		return
	}
	seen[h] = struct{}{}
	if !t.failed {
		t.marks[i].Raise(Critical, 90, WhySummary)
	}
}

// skipReason tells whether a skipped test's line says why.
func skipReason(text []byte) bool {
	return hasPrefix(text, "SKIPPED [") || hasPrefix(text, "SKIP") || bytes.Contains(text, []byte("skipped '")) || bytes.Contains(text, []byte("skipped \"")) ||
		bytes.Contains(text, []byte("SKIPPED (")) || bytes.Contains(text, []byte("ignored, ")) || bytes.Contains(text, []byte("# SKIP ")) || bytes.Contains(text, []byte("# skip "))
}

// rankFailure shows a failure: its head, its message, the place and the
// reader's own frames. One that says just what an earlier one said is shown
// by its head and the first line of its message.
func (t *testRun) rankFailure(r testRegion, q quota) {
	body := t.body(r)
	if len(body.text)+len(body.frames) == 0 && t.toldElsewhere(r.head) {
		return
	}
	repeated := len(body.text)+len(body.frames) > 0 && !t.dump.newRun(t.essence(r, body))
	named := r.kind == regionPytest && t.summary
	if sameHead := !t.dump.newLine(t.s.Text(r.head)); repeated && (named || sameHead) {
		return // named elsewhere, and nothing new to say
	}
	if t.lines[r.head].kind != lineStart {
		t.marks[r.head].Raise(Critical, 95, WhyFailure)
	}
	if repeated {
		for _, i := range body.text[:min(1, len(body.text))] {
			t.marks[i].Raise(Critical, 75, WhyMessage)
		}
		return
	}
	again := t.rankMessages(r, body.text, q.text)
	if q.hits {
		for _, i := range body.hits {
			if t.dump.newLine(t.s.Text(i)) {
				t.marks[i].Raise(Context, 50, WhyLocation)
			}
		}
	}
	for n, run := range body.runs {
		if n > 0 && !t.dump.newRun(trace{frames: run}) {
			continue
		}
		if again {
			t.dump.rankNewFrames(run)
			continue
		}
		t.dump.rankFrames(run, true)
	}
}

// toldElsewhere tells whether a head without details only names what another
// one tells: mocha's "1) name" among the passing tests, gtest's list at the end.
func (t *testRun) toldElsewhere(head int) bool {
	text := unindented(t.s.Text(head))
	if isDigit(text[0]) && t.lines[head].detail {
		return t.numbered
	}
	name := nameIn(text)
	if name == nil {
		name = text
	}
	return t.lines[head].kind == lineHead && !t.dump.newLine(name)
}

// failureBody is what a failure's region holds, by kind.
type failureBody struct {
	text   []int // message, expected and actual values, places
	hits   []int
	frames []placed
	runs   [][]placed // the frames, each run of them
}

// essence gives what makes a failure the same as another one the form in
// which repeats are known: of pytest's its messages and places only.
func (t *testRun) essence(r testRegion, b failureBody) trace {
	var all trace
	for _, i := range b.text {
		if r.kind == regionPytest && t.lines[i].kind != lineAlarm {
			continue
		}
		all.frames = append(all.frames, placed{at: i, frame: frame{n: 1}})
	}
	all.frames = append(all.frames, b.frames...)
	return all
}

// body sorts the lines of a region.
func (t *testRun) body(r testRegion) failureBody {
	var b failureBody
	source, quoting, generated := -1, false, false
	lastFrame := -2
	for i := r.first; i < r.end; i++ {
		l := t.lines[i]
		switch l.kind {
		case lineFrame, lineLibrary:
			f := placed{i, frame{1, l.kind == lineLibrary}}
			for i+1 < r.end && t.lines[i+1].kind == lineTail {
				f.n++
				i++
			}
			if lastFrame != f.at-1 {
				b.runs = append(b.runs, nil)
			}
			last := len(b.runs) - 1
			b.runs[last] = append(b.runs[last], f)
			b.frames = append(b.frames, f)
			lastFrame = i
		case lineSource:
			source = i
		case lineCaret:
			if source == i-1 {
				b.hits = append(b.hits, source)
			}
		case lineHit:
			b.hits = append(b.hits, i)
		case lineBlank, lineTail, lineRule:
		default:
			if r.kind == regionPytest && l.kind == lineText && !pytestText(t.s.Text(i), &quoting) {
				continue
			}
			text := unindented(t.s.Text(i))
			generated = generated && l.kind == lineText || hasPrefix(text, "generatedMessage: true")
			if !stackNoise(text) && !(generated && hasAnyPrefix(text, "actual:", "expected:", "}")) {
				b.text = append(b.text, i)
			}
		}
	}
	return b
}

// pytestText tells whether a line in pytest's report of a failure is part of
// a message and not of the source echo, the arguments or the local values.
// quoting holds while a doctest's expected and actual values last.
func pytestText(text []byte, quoting *bool) bool {
	if len(text) == 0 || text[0] == ' ' || text[0] == '\t' {
		return *quoting
	}
	if *quoting = hasPrefix(text, "Expected:") || hasPrefix(text, "Got:") || hasPrefix(text, "Expected nothing") || hasPrefix(text, "UNEXPECTED EXCEPTION"); *quoting {
		return true
	}
	if text[0] == '[' && hasPrefix(text, "[gw") || isDigit(text[0]) && digits(text) == 3 || hasPrefix(text, "Hint: make sure your test modules") || hasPrefix(text, "Traceback:") {
		return false
	}
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	rest := bytes.TrimLeft(text[n:], " ")
	return n == 0 || !hasPrefix(rest, "= ")
}

// rankMessages shows the messages of one failure: a line that starts with a
// place, no deeper than the first line, begins another one. Of a message that
// an earlier failure had, the first two lines are shown; it tells whether
// that was so.
func (t *testRun) rankMessages(r testRegion, text []int, limit int) (again bool) {
	if r.kind != regionAlarm && len(text) > 1 && t.told(text[1:]) {
		text, again = text[:2], true
	}
	if len(text) == 0 {
		return again
	}
	starts := []int{0}
	for n := 1; n < len(text); n++ {
		if t.beginsMessage(text[n], text[0]) {
			starts = append(starts, n)
		}
	}
	starts = append(starts, len(text))
	short, long := 0, 0
	for n, first := range starts[:len(starts)-1] {
		if starts[n+1]-first == 1 {
			short++
		} else {
			long++
		}
	}
	limit = max((limit-short)/max(long, 1), min(limit, 3))
	for n, first := range starts[:len(starts)-1] {
		if n < maxMessages || n >= len(starts)-3 {
			t.rankMessage(text[first:starts[n+1]], limit)
		}
	}
	return again
}

// maxMessages is how many messages of one failure are shown.
const maxMessages = 24

// differs tells whether a line is one side of a difference.
func differs(line []byte) bool {
	text := unindented(line)
	return len(text) > 2 && (text[0] == '-' || text[0] == '+') && text[1] != text[0] && !isLetter(text[1])
}

// told tells whether the same lines made a message before.
func (t *testRun) told(lines []int) bool {
	var all trace
	for _, i := range lines {
		all.frames = append(all.frames, placed{at: i, frame: frame{n: 1}})
	}
	return !t.dump.newRun(all)
}

// beginsMessage tells whether unit i begins a message beside the one that
// unit first begins.
func (t *testRun) beginsMessage(i, first int) bool {
	if t.lines[i].indent > t.lines[first].indent {
		return false
	}
	text := unindented(t.s.Text(i))
	place, ok := findLocation(text[:min(len(text), 200)])
	return ok && place.start == 0 && place.end < len(text) && text[place.end] == ':'
}

// rankMessage shows the lines of a message: all of them if they are no more
// than limit, else the first ones, the last ones, and those in between that
// hold values or an alarm.
func (t *testRun) rankMessage(text []int, limit int) {
	alarms := max(limit/2, min(limit, 6))
	for n, i := range text {
		line := t.s.Text(i)
		switch {
		case n < (limit+1)*2/3 || n >= len(text)-limit/3 || len(text) <= limit:
		case alarms > 0 && (t.lines[i].kind == lineAlarm || differs(line) || valueWords.in(line[:min(len(line), 80)])):
			alarms--
		default:
			continue
		}
		t.marks[i].Raise(Critical, uint8(max(85-n/2, 60)), WhyMessage)
	}
}

// valueWords begin the lines that say what was expected and what came.
var valueWords = newWordSet("expected", "received", "actual", "got", "want", "left", "right", "error", "exception", "assert", "assertion", "assertionerror", "but was", "failure",
	"caused by", "panic", "panicked", "expectation", "diff")

// maxList is how many lines of a list of failures are shown.
const maxList = 400

// rankList shows a list of what failed, and its title, if there is anything
// in it.
func (t *testRun) rankList(r testRegion, at int) {
	shown := 0
	for i := r.first; i < r.end; i++ {
		switch t.lines[i].kind {
		case lineBlank, lineSource, lineCaret, lineLibrary, lineTail, lineRule:
			continue
		}
		if t.lines[i].kind == lineAlarm && !t.dump.newLine(t.s.Text(i)) {
			continue
		}
		if shown++; shown > maxList {
			break
		}
		t.marks[i].Raise(Critical, 80, WhyFailure)
	}
	next := at+1 < len(t.regions) && t.regions[at+1].head == r.end
	if shown > 0 || next {
		t.marks[r.head].Raise(Critical, 70, WhyHeading)
	}
}

// rankCaptured shows the end of what a failing test printed, and of what any
// other printed nothing.
func (t *testRun) rankCaptured(r testRegion, q quota) {
	limit := q.output
	if r.passed {
		return
	}
	var text []int
	for i := r.first; i < r.end; i++ {
		switch t.lines[i].kind {
		case lineText, lineAlarm, lineFrame, lineHit:
			text = append(text, i)
		}
	}
	if r.head >= 0 && len(text) > 0 && limit > 0 {
		t.marks[r.head].Raise(Context, 40, WhyHeading)
	}
	alarms := limit
	for n, i := range text {
		switch {
		case n >= len(text)-limit:
		case alarms > 0 && alarmWords.in(t.s.Text(i)):
			alarms--
		default:
			continue
		}
		t.marks[i].Raise(Context, 45, WhyNear)
	}
}

// rankChapter shows a few distinct warnings, and of a table of coverage the
// total and what is covered badly.
func (t *testRun) rankChapter(r testRegion) {
	shown := 0
	for i := r.first; i < r.end && shown < 6; i++ {
		text := t.s.Text(i)
		low := lowShare(text)
		if !low && !bytes.Contains(text, []byte("Warning: ")) || !t.dump.newLine(text) {
			continue
		}
		t.marks[i].Raise(Outlier, 30, WhyRare)
		shown++
	}
}

// lowShare tells whether a row of a table of coverage is below 80 %.
func lowShare(text []byte) bool {
	at := bytes.LastIndexByte(text, '%')
	if at < 1 || !isDigit(text[at-1]) {
		return false
	}
	start := at
	for start > 0 && (isDigit(text[start-1]) || text[start-1] == '.') {
		start--
	}
	whole := digits(text[start:])
	return whole < 2 || whole == 2 && text[start] < '8'
}

// rankStrays is for a run of which nothing was understood: what alarms is
// shown, with the line after it, and the end.
func (t *testRun) rankStrays() {
	shown := 0
	last := 0
	for i, l := range t.lines {
		if l.kind == lineText && shown < 20 && alarmWords.in(t.s.Text(i)) {
			t.marks[i].Raise(Outlier, 40, WhyRare)
			shown++
		}
		if l.kind != lineBlank {
			last = i
		}
	}
	if len(t.lines) > 0 {
		t.marks[last].Raise(Sample, 50, WhyEdge)
	}
}
