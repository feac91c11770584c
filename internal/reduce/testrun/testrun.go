package testrun

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Reduce ranks the output of a test run. It understands structure, not
// words: a failure is a region, from its head (a name) to where the next
// test, failure or total starts, and all of it is shown but for source
// echoes, frames of libraries and long captured output. Of failures that are
// alike the first is shown so, and of the others what they don't share with it
// (like.go). What passed is bulk; totals, lists of failures, panics and
// checkers' reports are critical. If the totals count more failures than were
// found, whatever alarms is shown (rankStrays).
func Reduce(s block.Section, marks []mark.Mark) {
	bare := withoutTestNumbers(s)
	outputFirst := bare.Block != s.Block
	bare = trace.WithoutMargins(bare)
	t := newTestRun(bare, marks)
	t.outputFirst = outputFirst
	t.look()
	t.settle()
	t.walk()
	t.rank()
	trace.JoinSegments(bare, marks)
}

// testRun is one run of tests while it is being ranked.
type testRun struct {
	s           block.Section
	marks       []mark.Mark
	lines       []seenLine
	memo        []toldLine    // of each unit of the block
	said        []said        // of each, too
	failing     build.HashSet // names of the tests that failed
	finished    build.HashSet // names of the tests that passed or were skipped
	details     bool          // failures are told in a chapter of their own
	failed      bool          // something failed
	summary     bool          // a list of failures with names stands at the end
	known       bool          // there are totals
	outputFirst bool          // ctest -V: a test's result stands after what it printed
	numbered    bool          // failures are told in a numbered list
	regions     []testRegion
	count       int  // failures that have something to show
	last        int  // unit of the last result of a test, -1: none
	text        int  // first unit of the text since the last status line, -1: none
	passing     bool // what comes is printed by a test that started and hasn't failed so far
	quiet       bool // and that passes in the end, so that nothing it prints alarms
	paragraph   int  // first unit since the last blank line that no rule stands before
	dump        *trace.StackDump
	likes       build.HashSet          // message templates and places of the failures shown
	shown       map[uint64]toldFailure // the failures shown with their messages, by their names
	toldLast    uint64                 // message and place of the failure ranked last
	alike       bool                   // the failure ranked last was like an earlier one
	looked      int                    // lines that were looked through for the files of a list's entries
	scratch     []trace.Placed         // for the lines of what is asked whether it came before
}

// regionKind is what a run of lines of a test run is about.
type regionKind uint8

const (
	regionFailure  regionKind = iota
	regionAlarm               // a message without a test's name
	regionList                // names of what failed, or a chapter's title
	regionDump                // a panic, a race, a checker's report
	regionCaptured            // what a test printed
	regionChapter             // warnings, slow tests, coverage
	regionPytest              // a failure with pytest's source echo
)

// testRegion is the units from first up to end; head is the unit that names
// it, which may stand before or after them.
type testRegion struct {
	kind             regionKind
	head, first, end int
	opening          int // its first unit that isn't blank, as far as it was looked for
	indent           uint8
	detail           bool // details stand here, not in a list of all tests
	tree             bool // its body is indented deeper than its head
	passed           bool // a passing test follows: an alarm was the test's own
	doubt            bool // output before a failing test's line, perhaps another's
}

func newTestRun(s block.Section, marks []mark.Mark) *testRun {
	return &testRun{s: s, marks: marks, memo: block.Memo[toldLine](s.Block), said: block.Memo[said](s.Block), failing: build.HashSet{}, finished: build.HashSet{}, likes: build.HashSet{}, shown: map[uint64]toldFailure{}, text: -1, last: -1, dump: trace.NewStackDump(s, marks)}
}

// look finds the kind of each line, and what the run as a whole has: names
// of failing tests, details, a summary.
func (t *testRun) look() {
	n := t.s.Len()
	t.lines = make([]seenLine, n)
	for i := 0; i < n; {
		if !t.s.StartsLine(t.s.First + i) {
			t.lines[i].text = scan.Trim(t.s.Text(i))
			i++ // a segment goes with its line's first one
			continue
		}
		l := &t.lines[i]
		units := t.lookAt(i, l)
		if l.kind == lineHead && i > 0 && t.lines[i-1].kind == lineRule && scan.HasAnyPrefix(t.s.Text(i), "FAIL: ", "ERROR: ", "UNEXPECTED SUCCESS: ") {
			l.detail = true // unittest
		}
		if l.detail && t.outputFirst {
			rest, _ := behindCount(l.text)
			l.detail = rest == nil // what a test printed stands above its result
		}
		for j := i + 1; j < i+units; j++ {
			t.lines[j] = seenLine{kind: lineTail, text: scan.Trim(t.s.Text(j))}
		}
		i += units
	}
	t.settleLogged()
	for i := range t.lines {
		if t.s.StartsLine(t.s.First + i) {
			t.learn(&t.lines[i])
		}
	}
}

// lookAt tells of l what unit i is, and returns how many units that takes. It is told once for all
// lines of the block that are the same, or but for their numbers, with what below them told
// it. Of a number that dots lead to it matters which it is.
func (t *testRun) lookAt(i int, l *seenLine) (units int) {
	unit, text := t.s.First+i, scan.Trim(t.s.Text(i))
	kin, told := t.s.KinOf(unit), &t.memo[unit]
	if was := &t.memo[kin]; was.sure && (kin == t.s.TwinOf(unit) || !t.s.Rules.Has(rules.Test) && !t.s.Look(i).MayLead()) && t.sameBelow(i, kin, was) {
		*told = *was
	} else {
		*told = lookAt(t.s, i, t.s.Len())
		told.sure = told.sure && i+int(told.units)+mostBelow < len(t.lines) // the section's end told nothing
		told.readName(text)
	}
	*l = seenLine{text: text, kind: told.kind, weak: told.weak, detail: told.detail, indent: told.indent, starts: told.starts, name: told.name, nameAt: told.nameAt}
	if l.name > 0 {
		l.id = nameID(l.goName())
	}
	return int(told.units)
}

// sameBelow tells whether below unit i stands what told its twin, a unit of the block.
func (t *testRun) sameBelow(i, twin int, was *toldLine) bool {
	for n := 1; n <= int(was.below); n++ {
		if i+n >= len(t.lines) || t.s.KinOf(t.s.First+i+n) != twin+n && !bytes.Equal(t.s.Text(i+n), t.s.Block.Text(twin+n)) {
			return false
		}
	}
	return was.kind != lineFrame && was.kind != lineLibrary || trace.Bare(t.s, i+int(was.units)-1, len(t.lines))
}

func (t *testRun) learn(l *seenLine) {
	switch l.kind {
	case lineHead, lineEcho:
		t.failed = true
		t.details = t.details || l.detail
		if l.identify() {
			t.failing.Add(l.id)
		}
	case linePass, lineSkip:
		if l.identify() {
			t.finished.Add(l.id)
		}
	case lineStart:
		l.identify()
	case lineDump:
		t.failed = true
	case lineSummary:
		t.known = true
		t.failed = t.failed || scan.HasPrefix(l.text, "FAIL")
	case lineGood:
		t.known = true
	case lineTitle:
		t.summary = t.summary || scan.HasPrefix(l.text, "=") && scan.FindWord(l.text, "short test summary") > 0
	}
}

// identify tells whether the line names a test, whosever line it is.
func (l *seenLine) identify() bool {
	if l.id == 0 {
		if name := nameIn(l.text); name != nil {
			l.id = nameID(name)
		}
	}
	return l.id != 0
}

// open starts a region at unit i, whose head it is, and ends the last one.
func (t *testRun) open(kind regionKind, i int) *testRegion {
	t.close(i)
	t.passing, t.quiet = false, false
	l := t.lines[i]
	t.regions = append(t.regions, testRegion{kind: kind, head: i, first: i + 1, end: -1, indent: l.indent, detail: l.detail})
	t.text = -1
	return &t.regions[len(t.regions)-1]
}

// current returns the region that is open, or nil.
func (t *testRun) current() *testRegion {
	if n := len(t.regions); n > 0 && t.regions[n-1].end < 0 {
		return &t.regions[n-1]
	}
	return nil
}

func (t *testRun) close(i int) {
	if r := t.current(); r != nil {
		r.end = i
	}
}

// walk cuts the run into regions.
func (t *testRun) walk() {
	for i := range t.lines {
		if !t.s.StartsLine(t.s.First + i) {
			continue // a segment goes with its line's first one
		}
		l, r := &t.lines[i], t.current()
		l.kind = t.kindIn(r, i, l)
		t.step(i, l, r)
	}
	t.close(len(t.lines))
}

// kindIn returns the kind of unit i within region r, where some kinds can't be.
func (t *testRun) kindIn(r *testRegion, i int, l *seenLine) lineKind {
	kind := l.kind
	if r != nil {
		margin := kind == lineNoise && l.indent == 0 && i > 0 && t.lines[i-1].kind == lineBlank
		deeper := l.indent > r.indent || r.kind == regionAlarm && l.indent == r.indent && l.indent > 0
		switch {
		case l.weak && !margin && kind != lineSummary && (r.detail || r.kind == regionPytest || deeper),
			kind == lineSummary && l.weak && !t.endsRegion(i, l, r),
			kind == lineHead && l.indent > r.indent && t.quotes(r, i):
			return lineText
		}
	}
	switch {
	case kind == lineEcho && !t.details:
		return lineHead
	case t.quiet && l.weak && kind == lineSummary:
		return lineText
	}
	return kind
}

// quotes tells whether unit i, a word by which runners name a failure, stands in the
// message of the numbered failure r: no runner that numbers them has heads within.
func (t *testRun) quotes(r *testRegion, i int) bool {
	text := t.lines[i].text
	return r.detail && r.kind == regionFailure && scan.IsLetter(text[0]) && numberedHead(t.lines[r.head].text)
}

// endsRegion tells whether a line that looks like totals can't be a message
// of the failure it comes after.
func (t *testRun) endsRegion(i int, l *seenLine, r *testRegion) bool {
	switch r.kind {
	case regionList:
		return true
	case regionPytest:
		text := t.s.Text(i)
		return scan.HasSuffix(text, "s") && bytes.Contains(text, []byte(" in "))
	}
	return l.indent <= r.indent
}

// step moves the walk over unit i, of kind l, in region r.
func (t *testRun) step(i int, l *seenLine, r *testRegion) {
	switch l.kind {
	case linePass, lineNoise, lineGood, lineEcho, lineSkip, lineBench:
		if r != nil && r.kind == regionAlarm && l.kind == linePass && !failedResult(t.s.Text(r.head)) {
			r.passed = true
		}
		t.close(i)
		t.text, t.passing, t.quiet = -1, false, false
	case lineSummary:
		t.close(i)
		t.text = -1
		if t.listFollows(i, l) {
			t.open(regionList, i).tree = true
		}
	case lineStart:
		t.start(i)
	case lineHead:
		if !t.quiet || runnersHead.At(t.lines[i].text) {
			t.openFailure(i, l)
		}
	case lineTitle:
		t.open(regionList, i)
	case lineChapter:
		t.open(regionChapter, i)
	case lineCaptured:
		t.openCaptured(i, r)
	case lineDump:
		if r == nil || r.kind != regionDump {
			t.open(regionDump, t.saidOver(i, r))
		}
	case lineRule:
		t.rule(i, r)
	case lineAlarm:
		if r == nil && !t.quiet || r != nil && (r.kind == regionChapter || r.kind == regionCaptured && !l.weak && l.indent == 0 || failedResult(t.s.Text(i))) {
			t.alarm(i)
		}
	default:
		t.plain(i, l, r)
	}
}

// start begins a test, or goes on with it.
func (t *testRun) start(i int) {
	t.text = -1
	id := t.lines[i].id
	if id != 0 && t.failing.Has(id) {
		t.open(regionFailure, i)
		return
	}
	t.close(i)
	t.passing = true
	t.quiet = id != 0 && t.finished.Has(id)
}

// alarm opens the region of a message, with the paragraph above it.
func (t *testRun) alarm(i int) {
	if t.text >= 0 {
		t.promote(max(t.text, t.paragraph), i)
	}
	t.open(regionAlarm, i)
}

// failedResult tells whether the line is a result of Catch2's, "a.cpp:9: FAILED:", or
// of doctest's for C++, "a.cpp:9: ERROR: CHECK( f(3) == 9 ) is NOT correct!", which
// results that passed may follow in the same test.
func failedResult(text []byte) bool {
	if bytes.Contains(text, []byte(": FAILED:")) {
		return true
	}
	_, said, found := bytes.Cut(text, []byte("ERROR: "))
	return found && (scan.HasSuffix(said, " is NOT correct!") || doctestThrew.In(said))
}

var doctestThrew = scan.NewPartSet(" THREW exception: ", " did NOT throw at all!", " threw a DIFFERENT exception")

// listFollows tells whether names stand under a total, as Playwright prints.
func (t *testRun) listFollows(i int, l *seenLine) bool {
	return i+1 < len(t.lines) && t.lines[i+1].indent > l.indent && t.lines[i+1].kind == lineText && scan.HasSuffix(t.lines[i].text, " failed")
}

// runnersHead begins the results of the runners that also print where a test
// starts. Until one of them comes, a test that passes may print what it likes.
var runnersHead = scan.NewPartSet("--- FAIL:", "[  FAILED  ]", "Test Case")

// openFailure starts a failure's region; the text just before a head that
// has no details after it is its own too, as go test -v, gtest and bun print.
func (t *testRun) openFailure(i int, l *seenLine) {
	before := t.text
	kind := regionFailure
	text := t.lines[i].text
	if _, rule := scan.TitledRule(text); rule == '_' || scan.HasPrefix(text, sugarRule) {
		kind = regionPytest
	}
	if !l.detail {
		t.promote(before, i)
	}
	r := t.open(kind, i)
	r.tree = text[0] >= 0x80 || gherkinStep(text) || scan.HasPrefix(text, "- ") || scan.HasPrefix(text, "not ok")
	r.detail = l.detail
}

// promote makes the text from unit first up to i a region of doubt.
func (t *testRun) promote(first, i int) {
	if first < 0 || first >= i {
		return
	}
	t.regions = append(t.regions, testRegion{kind: regionCaptured, head: -1, first: first, end: i, doubt: true})
}

func (t *testRun) openCaptured(i int, r *testRegion) {
	inFailure := r != nil && (r.kind == regionFailure || r.kind == regionPytest || r.kind == regionCaptured && !r.passed)
	c := t.open(regionCaptured, i)
	c.passed = !inFailure
}

// rule ends a region, unless it belongs to its head.
func (t *testRun) rule(i int, r *testRegion) {
	if r == nil && scan.Rule(t.s.Text(i)) == '=' {
		t.text = -1
	}
	if r == nil || r.kind == regionPytest {
		return
	}
	if r.kind == regionFailure && (i <= r.head+2 || t.lines[i].indent > r.indent) || r.kind == regionCaptured && !r.doubt {
		return
	}
	if r.kind == regionChapter && scan.Rule(t.s.Text(i)) == '-' {
		return // a table's
	}
	if r.kind == regionFailure && capturedHead(t.s.Text(r.head)) {
		return // what the test printed
	}
	text := t.lines[i].text
	if scan.HasAnyPrefix(text, "╭", "╰", "┌", "└") && t.lines[i].indent > 0 {
		return // a box inside a report
	}
	if r.kind == regionDump && text[0] != '=' || r.kind == regionAlarm && text[0] == '-' {
		return
	}
	t.close(i)
	t.text = -1
}

// capturedHead tells whether text is Rust's title over all that a failing test
// printed, "---- tests::name stdout ----", and its backtrace after that.
func capturedHead(text []byte) bool {
	return scan.HasPrefix(text, "---- ") && scan.HasSuffix(text, " stdout ----")
}

// plain is a line that says nothing about where it belongs.
func (t *testRun) plain(i int, l *seenLine, r *testRegion) {
	if r == nil && i > t.last && l.indent > 0 && (l.kind == lineFrame || l.kind == lineLibrary) {
		t.open(regionDump, t.messageOver(i))
		return
	}
	if r == nil {
		if t.text < 0 && l.kind != lineBlank && !t.passing {
			t.text = i
		}
		if l.kind == lineBlank && (i == 0 || t.lines[i-1].kind != lineRule) {
			t.paragraph = i + 1
		}
		return
	}
	if l.kind != lineText {
		return
	}
	left := l.indent <= r.indent && i > r.first && !t.comments(r, i)
	switch {
	case r.tree && left && r.kind == regionFailure,
		r.kind == regionList && r.indent == 0 && l.indent == 0 && t.lines[i-1].kind == lineBlank && i > r.head+3:
		t.close(i)
		t.text = i
	}
}

// maxMessage is how many lines of text over a stack trace may be its message.
const maxMessage = 12

// messageOver returns the first unit of the message that stands over the stack
// trace which begins at unit i: a run that has no more results crashed with it.
func (t *testRun) messageOver(i int) int {
	first := i
	for first > 0 && i-first < maxMessage && t.lines[first-1].kind == lineText {
		first--
	}
	return first
}

// saidOver returns the unit over the stack of a goroutine that says why it is
// printed, "http: panic serving 10.0.0.1:99: nil map"; i itself if none does.
func (t *testRun) saidOver(i int, r *testRegion) int {
	if r != nil || i == 0 || !trace.GoroutineHead(t.lines[i].text) || t.lines[i-1].kind != lineText {
		return i
	}
	return i - 1
}

// comments tells whether the region begins with a comment of TAP's ("#   at t/a.t line 9."),
// of which a failure's message is made where no "---" begins it, and unit i is one.
func (t *testRun) comments(r *testRegion, i int) bool {
	r.opening = max(r.opening, r.first)
	for r.opening < i && t.lines[r.opening].kind == lineBlank {
		r.opening++
	}
	return scan.HasPrefix(t.lines[r.opening].text, "# ") && scan.HasPrefix(t.lines[i].text, "#")
}
