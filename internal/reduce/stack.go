package reduce

import (
	"bytes"
	"slices"

	"elide/internal/block"
)

// stack ranks stack traces and dumps: every exception's head and message,
// the innermost frames of the reader's own code, and of a dump of many
// threads those that are blocked, failed or unlike the others.
func stack(s block.Section, marks []Mark) {
	if isMemcheck(s) {
		memcheck(s, marks)
		return
	}
	s = withoutMargins(s)
	d := newStackDump(s, marks)
	d.rank(0, s.Len())
	joinSegments(s, marks)
}

// stackDump ranks a range of units that holds stack traces. It remembers
// what it has shown, so that a repeated trace is shown once.
type stackDump struct {
	s         block.Section
	marks     []Mark
	checker   bool                // lines of a memory checker ("==12==") stand among the program's own
	seenRuns  map[uint64]struct{} // frames of whole traces
	seenLines map[uint64]struct{} // frames and heads
	maxFrames int                 // user frames shown of one trace
	threads   int                 // threads shown so far
	known     int                 // threads named that do what another one does
	many      bool                // more than two traces
	flood     bool                // so many that a frame which was shown isn't shown again
	fresh     bool                // the trace before had not been shown
}

func newStackDump(s block.Section, marks []Mark) *stackDump {
	return &stackDump{s: s, marks: marks, seenRuns: map[uint64]struct{}{}, seenLines: map[uint64]struct{}{}, maxFrames: 12}
}

// trace is a run of text and the frames after it.
type trace struct {
	head   int // first unit of the text
	frames []placed
	end    int
}

// placed is a frame, its first unit, and how many units after it show its
// local variables.
type placed struct {
	at int
	frame
	locals int
}

// rank ranks the units from lo up to hi.
func (d *stackDump) rank(lo, hi int) {
	traces := d.traces(lo, hi)
	d.many, d.flood = len(traces) > 2, len(traces) > 12
	switch n := len(traces); {
	case n > 40:
		d.maxFrames = 2
	case n > 12:
		d.maxFrames = 3
	case n > 4:
		d.maxFrames = 6
	}
	for i, t := range traces {
		d.rankTrace(t, i == len(traces)-1)
	}
}

// traces cuts the range at the end of each run of frames and at each head of
// a thread.
func (d *stackDump) traces(lo, hi int) []trace {
	var all []trace
	cur := trace{head: lo}
	tagged := 0
	for i := lo; i < hi; {
		text := d.s.Text(i)
		if hasPrefix(text, "==") && len(untagged(text)) < len(text) {
			tagged++
		}
		f := frameAt(d.s, i, hi)
		if f.n > 0 {
			locals := localsAt(d.s, i, i+f.n, hi)
			cur.frames = append(cur.frames, placed{at: i, frame: f, locals: locals})
			i += f.n + locals
			continue
		}
		if len(cur.frames) > 0 || cur.head < i && (threadHead(text) || d.afterThread(cur.head, i)) {
			cur.end = i
			all = append(all, cur)
			cur = trace{head: i}
		}
		i++
	}
	cur.end = hi
	d.checker = tagged > 8
	return append(all, cur)
}

// afterThread tells whether unit i, which is no frame, can't belong to the
// thread whose head is unit head: it starts a paragraph at the left margin.
func (d *stackDump) afterThread(head, i int) bool {
	text := d.s.Text(i)
	return len(text) > 0 && text[0] > ' ' && blankLine(d.s.Text(i-1)) && threadHead(d.s.Text(head))
}

func (d *stackDump) rankTrace(t trace, last bool) {
	textEnd := t.end
	if len(t.frames) > 0 {
		textEnd = t.frames[0].at
	}
	if h := d.threadIn(t.head, textEnd); h >= 0 {
		d.rankText(t.head, h, false)
		d.rankThread(h, textEnd, t)
		return
	}
	repeated := len(t.frames) > 0 && !d.newRun(t)
	d.rankText(t.head, textEnd, repeated)
	if repeated {
		if d.fresh {
			d.rankOtherSide(t, textEnd)
		}
		d.fresh = false
		return
	}
	d.fresh = true
	d.rankFrames(t.frames, true)
}

// rankOtherSide shows where the other access of a new race was, if an earlier
// race had it too: a race is told by both.
func (d *stackDump) rankOtherSide(t trace, textEnd int) {
	if textEnd == 0 || !hasPrefix(unindented(d.s.Text(textEnd-1)), "Previous ") {
		return
	}
	for _, f := range t.frames {
		if !f.library {
			d.marks[textEnd-1].Raise(Critical, 80, WhyMessage)
			d.show(f, Critical, 60)
			return
		}
	}
}

// newRun tells whether a trace with these frames is the first one, and
// remembers it. Addresses don't count.
func (d *stackDump) newRun(t trace) bool {
	if len(t.frames) == 0 {
		return true
	}
	h := uint64(hashSeed)
	for _, f := range t.frames {
		h = hashFrameText(h, d.s.Text(f.at+placeUnit(d.s, f)))
	}
	_, seen := d.seenRuns[h]
	d.seenRuns[h] = struct{}{}
	return !seen
}

// placeUnit returns which unit of a frame names its place: the second one of
// Go's and Rust's, whose first holds arguments that differ from call to call. The
// second one of Python's is source, which other places may have too.
func placeUnit(s block.Section, f placed) int {
	if f.n == 2 && !pythonPlace(s.Text(f.at)) {
		return 1
	}
	return 0
}

// rankFrames shows the innermost frame of the reader's own code, up to
// maxFrames in all that have not been shown before, and the outermost; if keepTop is set, the
// innermost although it was shown, and where a Python trace ends, and where any other starts
// that has none.
func (d *stackDump) rankFrames(frames []placed, keepTop bool) {
	order := d.adopted(innermostFirst(d.s, frames))
	shown, outermost, known := 0, lastUser(order), false
	own, left := d.firstLike(order, outermost), d.leftFile(order, outermost)
	for n, f := range order {
		if f.library {
			continue
		}
		isNew := d.newLine(d.s.Text(f.at + placeUnit(d.s, f)))
		if !isNew && d.flood {
			known = true
			continue
		}
		if (shown > 0 || !keepTop) && !isNew || shown >= d.maxFrames && n != outermost && n != own && n != left {
			continue
		}
		d.show(f, frameRank(shown), uint8(max(70-shown, 40)))
		shown++
	}
	if len(order) == 0 || !keepTop || known && shown == 0 {
		return
	}
	if shown == 0 {
		for _, f := range order[:min(d.topFrames(), len(order))] {
			if d.newLine(d.s.Text(f.at + placeUnit(d.s, f))) {
				d.show(f, Context, 50)
			}
		}
		return
	}
	if order[0].library && pythonPlace(d.s.Text(order[0].at)) && d.newLine(d.s.Text(order[0].at+placeUnit(d.s, order[0]))) {
		d.show(order[0], Context, 60)
	}
}

// firstLike returns the innermost frame of the package that the outermost of
// the reader's own frames is of: what stands before it may be a library that no
// list knows. -1: there is none, or no package can be told.
func (d *stackDump) firstLike(order []placed, outermost int) int {
	if outermost < 0 {
		return -1
	}
	want, ok := packageOf(d.s.Text(order[outermost].at))
	for n := 0; ok && n < outermost; n++ {
		if got, _ := packageOf(d.s.Text(order[n].at)); !order[n].library && string(got) == string(want) {
			return n
		}
	}
	return -1
}

// adopted returns the frames with those of the package that the outermost of the
// reader's own is of as own too: who tests a library of the JVM has its frames,
// which are another reader's library.
func (d *stackDump) adopted(order []placed) []placed {
	outermost := lastUser(order)
	if outermost < 0 || !librarySymbol(calledIn(d.s.Text(order[outermost].at))) {
		return order
	}
	want, _ := packageOf(d.s.Text(order[outermost].at))
	all := slices.Clone(order)
	for n := range all[:outermost] {
		got, ok := packageOf(d.s.Text(all[n].at))
		all[n].library = all[n].library && !(ok && string(got) == string(want))
	}
	return all
}

// rankNewFrames shows, of a trace whose message was told before, the
// innermost of the reader's own frames if it was not shown, and the outermost.
func (d *stackDump) rankNewFrames(frames []placed) {
	order := innermostFirst(d.s, frames)
	first, outermost := true, lastUser(order)
	left := d.leftFile(order, outermost)
	for n, f := range order {
		if f.library || !first && n != outermost && n != left {
			continue
		}
		first = false
		if d.newLine(d.s.Text(f.at + placeUnit(d.s, f))) {
			d.show(f, Critical, 60)
		}
	}
}

// rankOutermost shows the outermost of the reader's own frames, if it was not
// shown: the test that got to where others had got before. So it does with the
// frame in which the test's file was left.
func (d *stackDump) rankOutermost(frames []placed) {
	order := innermostFirst(d.s, frames)
	outermost := lastUser(order)
	left := d.leftFile(order, outermost)
	for n, f := range order {
		if (n == outermost || n == left) && d.newLine(d.s.Text(f.at+placeUnit(d.s, f))) {
			d.show(f, Critical, 60)
		}
	}
}

// leftFile returns the innermost frame in the file of the outermost of the
// reader's own frames: a helper of the test that called what failed. -1: there
// is none, or no file is named.
func (d *stackDump) leftFile(order []placed, outermost int) int {
	if outermost < 0 {
		return -1
	}
	want := d.fileOf(order[outermost])
	for n := 0; len(want) > 0 && n < outermost; n++ {
		if !order[n].library && bytes.Equal(d.fileOf(order[n]), want) {
			return n
		}
	}
	return -1
}

// fileOf returns the file that a frame names, empty if it names none.
func (d *stackDump) fileOf(f placed) []byte {
	text := d.s.Text(f.at + placeUnit(d.s, f))
	place, ok := findLocation(text)
	if !ok {
		return nil
	}
	return place.path(text)
}

// lastUser returns which of the frames is the outermost of the reader's own:
// the test, or the main function.
func lastUser(order []placed) int {
	for n := len(order) - 1; n >= 0; n-- {
		if !order[n].library {
			return n
		}
	}
	return -1
}

// topFrames is how many frames are shown of a trace without a frame of the
// reader's own.
func (d *stackDump) topFrames() int {
	if d.many {
		return 1
	}
	return 3
}

func frameRank(shown int) Rank {
	if shown < 2 {
		return Critical
	}
	return Context
}

func (d *stackDump) show(f placed, rank Rank, score uint8) {
	for i := f.at; i < f.at+f.n; i++ {
		if i > f.at+1 && caretLine(unindented(d.s.Text(i))) && bytes.Contains(d.s.Text(f.at), []byte(", in ")) {
			continue // under the source of a Python frame; a syntax error has no function
		}
		d.marks[i].Raise(rank, score, WhyFrame)
	}
	if f.library {
		return
	}
	for i := f.at + f.n; i < f.at+f.n+min(f.locals, maxLocals); i++ {
		if text := d.s.Text(i); !hasPrefix(text, "No locals.") && !hasSuffix(text, "= <optimized out>") {
			d.marks[i].Raise(Context, 35, WhyFrame)
		}
	}
}

// maxLocals is how many lines of a frame's local variables are shown.
const maxLocals = 16

// innermostFirst returns the frames with the one that failed first. Python
// prints it last unless it says otherwise, everything else first.
func innermostFirst(s block.Section, frames []placed) []placed {
	if len(frames) == 0 || !pythonPlace(s.Text(frames[0].at)) {
		return frames
	}
	if at := frames[0].at; at > 0 && hasSuffix(s.Text(at-1), "(most recent call first):") {
		return frames // faulthandler
	}
	order := make([]placed, len(frames))
	for i, f := range frames {
		order[len(frames)-1-i] = f
	}
	return order
}

// pythonPlace tells whether text names a frame's place as Python does.
func pythonPlace(text []byte) bool { return hasPrefix(unindented(untagged(text)), `File "`) }

// newLine tells whether a line like text comes for the first time, and
// remembers it.
func (d *stackDump) newLine(text []byte) bool {
	h := hashFrameText(hashSeed, text)
	_, seen := d.seenLines[h]
	d.seenLines[h] = struct{}{}
	return !seen
}

// maxText is how many lines of text before a trace are shown whole.
const maxText = 14

// rankText ranks the lines between traces: the head and the message of an
// exception, what a checker found, a summary; but not long output of the
// program itself. Of a trace that was shown already only new lines count.
func (d *stackDump) rankText(lo, hi int, repeated bool) {
	lines := make([]int, 0, 16)
	skipping := false
	for i := lo; i < hi; i++ {
		text := d.s.Text(i)
		t := unindented(untagged(text))
		skipping = skipping && !hasPrefix(text, "==") || hasPrefix(t, "Shadow bytes around")
		own := d.checker && len(untagged(text)) == len(text) && !hasPrefix(text, "==")
		if len(t) == 0 || skipping || own || stackNoise(t) || len(bytes.Trim(t, "{}[](),;")) == 0 || ruleLine(t) != 0 && !repeated && len(lines) == 0 {
			continue
		}
		if isNew := d.newLine(t); repeated && !isNew {
			continue
		}
		lines = append(lines, i)
	}
	for n, i := range lines {
		if len(lines) <= maxText || n < 4 || n >= len(lines)-6 || n < 200 && alarmWords.in(d.s.Text(i)) {
			d.marks[i].Raise(Critical, 85, WhyMessage)
		}
	}
}

// stackNoise tells whether t, without blanks around it, is a line that
// debuggers and dumps print around what matters.
func stackNoise(t []byte) bool { return stackNoises.at(t) || hasAnyPrefix(t, "- None", "- <0x") }

var stackNoises = newPartSet("Locked ownable synchronizers", "---Thread-Announcement--", "[Thread debugging", "Using host libthread_db", "[New Thread ", "[Thread 0x", "[New LWP", "Reading symbols",
	"GNU gdb", "License GPL", "This is free software", "Type \"show ", "Copyright", "For help, type", "Memcheck, a memory", "Using Valgrind", "For counts of detected", "For lists of detected", "Rerun with --",
	"RAX:", "RBX:", "RDX:", "RBP:", "RSI:", "RDI:", "R08:", "R10:", "R13:", "FS:", "CS:", "DR0:", "DR3:", "PKRU:", "Code: ", "Modules linked in", "Call Trace:", "</TASK>", "<TASK>",
	"0x00007", "No compile task", "Traceback (most recent call last)", "_java_thread_list", "Threads class SMR", "(Use `node --trace", "generatedMessage:", "code: 'ERR_ASSERTION'", "operator: '", "diff: 'simple'", "note: Some details are omitted", "note: run with `RUST_BACKTRACE", "Node.js v")

// alarmWords are the words by which a line that no pattern knows may still
// matter.
var alarmWords = newWordSet("error", "errors", "fatal", "failed", "failure", "failures", "panic", "panicked", "exception", "aborted", "abort", "crashed", "timeout", "timed out",
	"segmentation", "sigsegv", "sigabrt", "core dumped", "leak", "leaked", "undefined", "cannot", "killed", "deadlock", "corrupted", "traceback", "unhandled", "uncaught", "denied", "not found",
	"terminated", "assertion", "overflow", "lost")

const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

// hashFrameText adds the text, without blanks around it and without
// hexadecimal addresses and a frame's number, to the FNV-1a hash h.
func hashFrameText(h uint64, text []byte) uint64 {
	text = unindented(text)
	if len(text) > 2 && text[0] == '#' {
		text = text[1+digits(text[1:]):] // the frame's number
	}
	for i := 0; i < len(text); i++ {
		if text[i] == '0' && i+1 < len(text) && text[i+1] == 'x' {
			for i += 2; i < len(text) && isHex(text[i]); i++ {
			}
			if i == len(text) {
				break
			}
		}
		h = (h ^ uint64(text[i])) * hashPrime
	}
	return (h ^ '\n') * hashPrime
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// maxSegments is how many segments of a long line follow its first one.
const maxSegments = 64

// joinSegments gives the segments of a long line the mark of the first one:
// half a message is none. Of a line far too long the start and the end do.
func joinSegments(s block.Section, marks []Mark) {
	for i := 0; i < len(marks); i++ {
		if !s.Segment(i) {
			continue
		}
		first, best := i, marks[i]
		for i+1 < len(marks) && !s.StartsLine(s.First+i+1) {
			i++
			best.Raise(marks[i].Rank, marks[i].Score, marks[i].Why)
		}
		for j := first; j <= i; j++ {
			if i-first > maxSegments && j > first+maxSegments/4 && j < i-3 {
				marks[j] = Mark{}
				continue
			}
			marks[j].Raise(best.Rank, best.Score, best.Why)
		}
	}
}
