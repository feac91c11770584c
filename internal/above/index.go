package above

// Least is how many lines a run has at least, and how many of it are not blank.
const Least = 4

// mostLines bounds what an index holds: about 16 MB. A text that doesn't fit any
// more is not held.
const mostLines = 1 << 18

// mostTried is how many places are tried that begin with the same lines. What
// stands in more of them is mostly a licence or a table's frame, and the latest
// will do.
const mostTried = 8

// Index holds what is shown of texts, in the order in which it was added.
type Index struct {
	texts  []shown
	places []place          // each begins with Least lines that stand together
	latest map[uint64]int32 // by the sum of those lines, the place that was added last
	lines  int
}

// shown is what is shown of a text.
type shown struct {
	lines []Line
	edit  bool
}

// place is one in a text.
type place struct {
	text, line int32
	before     int32 // the place before with the same lines; -1: none
}

// NewIndex returns an empty index.
func NewIndex() *Index { return &Index{latest: map[uint64]int32{}} }

// Size is about how many bytes the index takes.
func (x *Index) Size() int64 { return int64(24*x.lines + 40*len(x.places)) }

// Add adds the lines that are shown of a text, in their order. Such that stand
// together have numbers that follow. edit says that it tells of a change of a
// file. The text's number is how many were added before it.
func (x *Index) Add(lines []Line, edit bool) {
	if x.lines+len(lines) > mostLines {
		lines = nil
	}
	text := int32(len(x.texts))
	x.texts = append(x.texts, shown{lines, edit})
	x.lines += len(lines)
	together, last := 0, uint64(0)
	for i := range lines {
		if together++; i > 0 && !follows(lines[i-1], lines[i]) {
			together = 1
		}
		if together < Least {
			continue
		}
		first := i + 1 - Least
		key := keyOf(lines[first:])
		if together > Least && key == last {
			continue // lines that are all the same: the first of them will do
		}
		last = key
		before, ok := x.latest[key]
		if !ok {
			before = -1
		}
		x.latest[key] = int32(len(x.places))
		x.places = append(x.places, place{text, int32(first), before})
	}
}

// Cut takes back all texts but the first n.
func (x *Index) Cut(n int) {
	for i := len(x.places) - 1; i >= 0 && int(x.places[i].text) >= n; i-- {
		p := x.places[i]
		key := keyOf(x.texts[p.text].lines[p.line:])
		if x.latest[key] = p.before; p.before < 0 {
			delete(x.latest, key)
		}
		x.places = x.places[:i]
	}
	for _, t := range x.texts[n:] {
		x.lines -= len(t.lines)
	}
	x.texts = x.texts[:n]
}

// keyOf is the sum of the first Least lines.
func keyOf(lines []Line) uint64 {
	h := uint64(sumSeed)
	for _, l := range lines[:Least] {
		h = (h ^ l.Sum) * sumPrime
		h ^= h >> 29
	}
	return h
}

// follows tells whether b stands right behind a, with numbers that follow if they
// have any.
func follows(a, b Line) bool {
	return b.No == a.No+1 && a.Numbered == b.Numbered && (!a.Numbered || b.Number == a.Number+1)
}

// Run is a run of lines that stand in a text of the index too.
type Run struct {
	First, End int // places in the lines that were looked for: First included, End not
	Text       int // the number of the text
	At         int // place in the lines that were added of it
}

// Find returns the runs of the lines that the index holds, from the first line on
// the longest that begins there, and of such that are as long the one that was
// added last. Without edits what tells of a change of a file doesn't count, nor does a
// text that is not above any more.
func (x *Index) Find(lines []Line, edits bool, above func(text int) bool) []Run {
	var runs []Run
	for i := 0; i+Least <= len(lines); {
		best := x.longest(lines[i:], edits, above)
		if best.End < Least {
			i++
			continue
		}
		best.First, best.End = i, i+best.End
		if spoken(lines[best.First:best.End]) >= Least {
			runs = append(runs, best)
		}
		i = best.End
	}
	return runs
}

// longest returns the longest run that the lines begin with.
func (x *Index) longest(lines []Line, edits bool, above func(text int) bool) (best Run) {
	at, ok := x.latest[keyOf(lines)]
	for tried := 0; ok && at >= 0 && tried < mostTried; tried++ {
		p := x.places[at]
		at = p.before
		if x.texts[p.text].edit && !edits || !above(int(p.text)) {
			continue
		}
		if n := common(lines, x.texts[p.text].lines[p.line:]); n > best.End {
			best = Run{End: n, Text: int(p.text), At: int(p.line)}
		}
	}
	return best
}

// common is how many lines the two begin with together.
func common(a, b []Line) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].Sum == b[n].Sum {
		if n > 0 && (!follows(a[n-1], a[n]) || !follows(b[n-1], b[n])) {
			break
		}
		n++
	}
	return n
}

// spoken is how many of the lines are not blank.
func spoken(lines []Line) int {
	n := 0
	for _, l := range lines {
		if !l.Blank {
			n++
		}
	}
	return n
}

// Shown returns the lines that were added of a text.
func (x *Index) Shown(text int) []Line { return x.texts[text].lines }
