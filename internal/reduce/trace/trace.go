package trace

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Reduce ranks stack traces and dumps: every exception's head and message,
// the innermost frames of the reader's own code, and of a dump of many
// threads those that are blocked, failed or unlike the others.
func Reduce(s block.Section, marks []mark.Mark) {
	s = WithoutMargins(s)
	d := NewStackDump(s, marks)
	d.Rank(0, s.Len())
	JoinSegments(s, marks)
}

// StackDump ranks a range of units that holds stack traces. It remembers
// what it has shown, so that a repeated trace is shown once.
type StackDump struct {
	s         block.Section
	marks     []mark.Mark
	checker   bool                // lines of a memory checker ("==12==") stand among the program's own
	seenRuns  map[uint64]struct{} // frames of whole traces
	seenLines map[uint64]struct{} // frames and heads
	MaxFrames int                 // user frames shown of one trace
	threads   int                 // threads shown so far
	known     int                 // threads named that do what another one does
	many      bool                // more than two traces
	flood     bool                // so many that a frame which was shown isn't shown again
	told      []uint64            // the hash of each unit's text, as far as it was asked for
}

func NewStackDump(s block.Section, marks []mark.Mark) *StackDump {
	return &StackDump{s: s, marks: marks, seenRuns: map[uint64]struct{}{}, seenLines: map[uint64]struct{}{}, MaxFrames: 12}
}

// Trace is a run of text and the frames after it.
type Trace struct {
	head   int // first unit of the text
	Frames []Placed
	end    int
}

// Placed is a frame, its first unit, and how many units after it show its
// local variables.
type Placed struct {
	At int
	Frame
	locals int
}

// Rank ranks the units from lo up to hi.
func (d *StackDump) Rank(lo, hi int) {
	traces := d.traces(lo, hi)
	d.many, d.flood = len(traces) > 2, len(traces) > 12
	switch n := len(traces); {
	case n > 40:
		d.MaxFrames = 2
	case n > 12:
		d.MaxFrames = 3
	case n > 4:
		d.MaxFrames = 6
	}
	for i, t := range traces {
		d.rankTrace(t, i == len(traces)-1)
	}
}

// traces cuts the range at the end of each run of frames and at each head of
// a thread.
func (d *StackDump) traces(lo, hi int) []Trace {
	var all []Trace
	cur := Trace{head: lo}
	tagged := 0
	for i := lo; i < hi; {
		text := d.s.Text(i)
		if scan.HasPrefix(text, "==") && scan.Checker(text) > 0 {
			tagged++
		}
		f := FrameAt(d.s, i, hi)
		if f.N > 0 {
			locals := localsAt(d.s, i, i+f.N, hi)
			cur.Frames = append(cur.Frames, Placed{At: i, Frame: f, locals: locals})
			i += f.N + locals
			continue
		}
		if len(cur.Frames) > 0 || cur.head < i && (threadHead(text) || d.afterThread(cur.head, i)) {
			cur.end = i
			all = append(all, cur)
			cur = Trace{head: i}
		}
		i++
	}
	cur.end = hi
	d.checker = tagged > 8
	return append(all, cur)
}

// afterThread tells whether unit i, which is no frame, can't belong to the
// thread whose head is unit head: it starts a paragraph at the left margin.
func (d *StackDump) afterThread(head, i int) bool {
	text := d.s.Text(i)
	return len(text) > 0 && text[0] > ' ' && scan.Blank(d.s.Text(i-1)) && threadHead(d.s.Text(head))
}

func (d *StackDump) rankTrace(t Trace, last bool) {
	textEnd := t.end
	if len(t.Frames) > 0 {
		textEnd = t.Frames[0].At
	}
	if h := d.threadIn(t.head, textEnd); h >= 0 {
		d.rankText(t.head, h, false)
		d.rankThread(h, textEnd, t)
		return
	}
	repeated := len(t.Frames) > 0 && !d.NewRun(t)
	said := d.rankText(t.head, textEnd, repeated)
	if !repeated {
		d.RankFrames(t.Frames, true)
	}
	if said && d.MaxFrames > placedFrames {
		d.rankPlace(t.Frames)
	}
}

// NewRun tells whether a trace with these frames is the first one, and
// remembers it. Addresses don't count.
func (d *StackDump) NewRun(t Trace) bool {
	if len(t.Frames) == 0 {
		return true
	}
	h := uint64(scan.Seed)
	for _, f := range t.Frames {
		h = d.Hash(h, f.At+PlaceUnit(d.s, f))
	}
	_, seen := d.seenRuns[h]
	d.seenRuns[h] = struct{}{}
	return !seen
}

// PlaceUnit returns which unit of a frame names its place: the second one of
// Go's and Rust's, whose first holds arguments that differ from call to call. The
// second one of Python's is source, which other places may have too.
func PlaceUnit(s block.Section, f Placed) int {
	if f.N == 2 && !PythonPlace(s.Text(f.At)) {
		return 1
	}
	return 0
}

// RankFrames shows the innermost frame of the reader's own code, up to
// MaxFrames in all that have not been shown before, and the outermost; if keepTop is set, the
// innermost although it was shown, and where a Python trace ends, and where any other starts
// that has none.
func (d *StackDump) RankFrames(frames []Placed, keepTop bool) {
	order := d.adopted(InnermostFirst(d.s, frames))
	shown, outermost, known := 0, LastUser(order), false
	for n, f := range order {
		if f.Library {
			continue
		}
		isNew := d.NewLine(d.s.Text(f.At + PlaceUnit(d.s, f)))
		if !isNew && d.flood {
			known = true
			continue
		}
		if (shown > 0 || !keepTop) && !isNew || shown >= d.MaxFrames && n != outermost {
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
			if d.NewLine(d.s.Text(f.At + PlaceUnit(d.s, f))) {
				d.show(f, mark.Context, 50)
			}
		}
		return
	}
	if order[0].Library && PythonPlace(d.s.Text(order[0].At)) && d.NewLine(d.s.Text(order[0].At+PlaceUnit(d.s, order[0]))) {
		d.show(order[0], mark.Context, 60)
	}
}

// placedFrames is how many frames are shown of a trace of so many that a place which was shown
// isn't shown below other words.
const placedFrames = 2

// rankPlace shows the innermost frame of the reader's own code, of a trace of numbered frames all
// of which were shown already, below other words: "Mutex M9 acquired here", "freed by thread T0
// here". (Memcheck's are shown so, too. Exceptions of one place after the other say where with the first.)
func (d *StackDump) rankPlace(frames []Placed) {
	if len(frames) == 0 || !scan.HasPrefix(scan.Trim(d.s.Text(frames[0].At)), "#") {
		return
	}
	place := -1
	order := d.adopted(InnermostFirst(d.s, frames))
	for n, f := range order {
		if d.marks[f.At].Rank > mark.Bulk {
			return
		}
		if place < 0 && !f.Library {
			place = n
		}
	}
	if place >= 0 {
		d.show(order[place], mark.Critical, 60)
	}
}

// adopted returns the frames with those of the package that the outermost of the
// reader's own is of as own too: who tests a library of the JVM has its frames,
// which are another reader's library.
func (d *StackDump) adopted(order []Placed) []Placed {
	outermost := LastUser(order)
	if outermost < 0 || !librarySymbol(calledIn(d.s.Text(order[outermost].At))) {
		return order
	}
	want, _ := packageOf(d.s.Text(order[outermost].At))
	all := slices.Clone(order)
	for n := range all[:outermost] {
		got, ok := packageOf(d.s.Text(all[n].At))
		all[n].Library = all[n].Library && !(ok && string(got) == string(want))
	}
	return all
}

// RankNewFrames shows, of a trace whose message was told before, the
// innermost of the reader's own frames if it was not shown, and its ends.
func (d *StackDump) RankNewFrames(frames []Placed) { d.rankEnds(frames, true) }

// RankOutermost shows the outermost frame of a trace: the test that got to where
// others had got before.
func (d *StackDump) RankOutermost(frames []Placed) { d.rankEnds(frames, false) }

// rankEnds shows the outermost of the reader's own frames, and if asked the
// innermost, as far as they are new.
func (d *StackDump) rankEnds(frames []Placed, innermost bool) {
	order := InnermostFirst(d.s, frames)
	outermost := LastUser(order)
	for n, f := range order {
		if f.Library || !innermost && n != outermost {
			continue
		}
		innermost = false
		if d.NewLine(d.s.Text(f.At + PlaceUnit(d.s, f))) {
			d.show(f, mark.Critical, 60)
		}
	}
}

// LastUser returns which of the frames is the outermost of the reader's own:
// the test, or the main function.
func LastUser(order []Placed) int {
	for n := len(order) - 1; n >= 0; n-- {
		if !order[n].Library {
			return n
		}
	}
	return -1
}

// topFrames is how many frames are shown of a trace without a frame of the
// reader's own.
func (d *StackDump) topFrames() int {
	if d.many {
		return 1
	}
	return 3
}

func frameRank(shown int) mark.Rank {
	if shown < 2 {
		return mark.Critical
	}
	return mark.Context
}

func (d *StackDump) show(f Placed, rank mark.Rank, score uint8) {
	for i := f.At; i < f.At+f.N; i++ {
		if i > f.At+1 && scan.CaretLine(scan.Trim(d.s.Text(i))) && bytes.Contains(d.s.Text(f.At), []byte(", in ")) {
			continue // under the source of a Python frame; a syntax error has no function
		}
		d.marks[i].Raise(rank, score, mark.WhyFrame)
	}
	if f.Library {
		return
	}
	for i := f.At + f.N; i < f.At+f.N+min(f.locals, maxLocals); i++ {
		if text := d.s.Text(i); !scan.HasPrefix(text, "No locals.") && !scan.HasSuffix(text, "= <optimized out>") {
			d.marks[i].Raise(mark.Context, 35, mark.WhyFrame)
		}
	}
}

// maxLocals is how many lines of a frame's local variables are shown.
const maxLocals = 16

// InnermostFirst returns the frames with the one that failed first. Python
// prints it last unless it says otherwise, everything else first.
func InnermostFirst(s block.Section, frames []Placed) []Placed {
	if len(frames) == 0 || !PythonPlace(s.Text(frames[0].At)) {
		return frames
	}
	if at := frames[0].At; at > 0 && scan.HasSuffix(s.Text(at-1), "(most recent call first):") {
		return frames // faulthandler
	}
	order := make([]Placed, len(frames))
	for i, f := range frames {
		order[len(frames)-1-i] = f
	}
	return order
}

// PythonPlace tells whether text names a frame's place as Python does.
func PythonPlace(text []byte) bool { return scan.HasPrefix(scan.Trim(Untagged(text)), `File "`) }

// NewLine tells whether a line like text comes for the first time, and
// remembers it.
func (d *StackDump) NewLine(text []byte) bool {
	h := HashFrameText(scan.Seed, text)
	_, seen := d.seenLines[h]
	d.seenLines[h] = struct{}{}
	return !seen
}

// maxText is how many lines of text before a trace are shown whole.
const maxText = 14

// rankText ranks the lines between traces: the head and the message of an
// exception, what a checker found, a summary; but not long output of the
// program itself. Of a trace that was shown already only new lines count. It tells whether
// there are any.
func (d *StackDump) rankText(lo, hi int, repeated bool) (said bool) {
	lines := make([]int, 0, 16)
	skipping := false
	for i := lo; i < hi; i++ {
		text := d.s.Text(i)
		t := scan.Trim(Untagged(text))
		skipping = skipping && !scan.HasPrefix(text, "==") || scan.HasPrefix(t, "Shadow bytes around")
		own := d.checker && len(Untagged(text)) == len(text) && !scan.HasPrefix(text, "==")
		if len(t) == 0 || skipping || own || StackNoise(t) || len(bytes.Trim(t, "{}[](),;")) == 0 || scan.Rule(t) != 0 && !repeated && len(lines) == 0 {
			continue
		}
		if isNew := d.NewLine(t); repeated && !isNew {
			continue
		}
		lines = append(lines, i)
	}
	for n, i := range lines {
		if len(lines) <= maxText || n < 4 || n >= len(lines)-6 || n < 200 && rules.SaysFailure(d.s.Text(i), rules.InDump) {
			d.marks[i].Raise(mark.Critical, 85, mark.WhyMessage)
		}
	}
	return len(lines) > 0
}

// StackNoise tells whether t, without blanks around it, is a line that
// debuggers and dumps print around what matters.
func StackNoise(t []byte) bool {
	h, _ := rules.Find(rules.Frame, t)
	return h.Kind == rules.FrameNoise || h.Kind == rules.FrameOpening
}

// HashFrameText adds the text, without blanks around it and without
// hexadecimal addresses and a frame's number, to the hash h.
func HashFrameText(h uint64, text []byte) uint64 {
	text = scan.Trim(text)
	if len(text) > 2 && text[0] == '#' {
		text = text[1+scan.Digits(text[1:]):] // the frame's number
	}
	for {
		i := scan.Index(text, "0x")
		if i < 0 {
			return scan.Mix(h, scan.Hash(text))
		}
		h = scan.Mix(h, scan.Hash(text[:i]))
		text = text[i+len("0x"):]
		text = text[scan.Hex(text):]
	}
}

// numbered is in place of the hash of a line that has an address, or a frame's number.
const numbered = 1

// Hash adds the text of unit i to the hash h, as HashFrameText does. It is read once for
// all lines of the section that are the same.
func (d *StackDump) Hash(h uint64, i int) uint64 {
	if d.told == nil {
		d.told = make([]uint64, d.s.Len())
	}
	told := &d.told[i]
	if *told == 0 {
		*told = d.told[d.s.Twin(i)]
	}
	text := d.s.Text(i)
	if *told == 0 {
		t := scan.Trim(text)
		if *told = numbered; len(t) == 0 || t[0] != '#' && scan.Index(t, "0x") < 0 {
			*told = scan.Hash(t)
		}
	}
	if *told == numbered {
		return HashFrameText(h, text)
	}
	return scan.Mix(h, *told)
}

// maxSegments is how many segments of a long line follow its first one.
const maxSegments = 64

// JoinSegments gives the segments of a long line the mark of the first one:
// half a message is none. Of a line far too long the start and the end do.
func JoinSegments(s block.Section, marks []mark.Mark) {
	for i := 0; i < len(marks) && !s.WholeLines(); i++ {
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
				marks[j] = mark.Mark{}
				continue
			}
			marks[j].Raise(best.Rank, best.Score, best.Why)
		}
	}
}
