package delta

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Passage is a run of whole lines of the earlier block.
type Passage struct {
	First, Last int    // lines, counted from 1
	Note        string // which they are; "" if nothing says

	named bool // the note is the name of a failure
}

// How many of a kind are announced. The last stands for all that are left,
// and says that not all of it is meant.
const (
	mostGone  = 20
	mostStill = 12
)

// inPart is the note of a passage of which only parts are meant.
const inPart = "in part"

func bounded(all []Passage, most int) []Passage {
	if len(all) <= 4*most { // comparing more of them would cost more than it saves
		all = namedOnce(all)
	}
	if len(all) <= most {
		return all
	}
	last := Passage{First: all[most-1].First, Last: all[len(all)-1].Last, Note: inPart}
	return append(all[:most-1:most-1], last)
}

// namedOnce drops single lines that name a failure that another passage is
// of, as a list of failures at the end of a run does.
func namedOnce(all []Passage) []Passage {
	var kept []Passage
	for i, p := range all {
		if p.First != p.Last || !slices.ContainsFunc(all[:i], func(q Passage) bool { return q.named && names(p.Note, q.Note) }) {
			kept = append(kept, p)
		}
	}
	return kept
}

// shortestName is how long a text is at least that is taken for a name.
const shortestName = 8

// names tells whether the line holds the name, however it joins its parts.
func names(line, name string) bool {
	line, name = joinedByDots(line), joinedByDots(name)
	if len(name) < shortestName {
		return false
	}
	_, after, ok := strings.Cut(line, name)
	return ok && endsName(after)
}

// endsName tells whether a name ends before the text: what follows is not a
// part of a longer one.
func endsName(after string) bool {
	for _, start := range [...]string{" - ", " (", " [", ":", ",", ")"} {
		if strings.HasPrefix(after, start) {
			return true
		}
	}
	return after == ""
}

var joints = strings.NewReplacer("::", ".", " > ", ".", " › ", ".", " ❯ ", ".", "#", ".", "/", ".")

func joinedByDots(name string) string { return joints.Replace(name) }

// gone returns the parts of before that mattered and that now has not, one
// for each failure. A unit that is new elsewhere in now is not gone, nor is
// one that is new with other numbers: the new one is shown. A test's name is
// another name if its number is another.
func (d *differ) gone() []Passage {
	b, marks := d.before.block(), d.before.Marks
	renewed := d.newDigitBlind()
	last := headsLast(marks)
	var all []Passage
	for _, run := range d.al.Gone() {
		p := passage{block: b}
		for j := run.First; j < run.End; j++ {
			head := isHead(marks[j])
			if !isDetail(marks[j]) || d.al.Later[j] || renewed[hash(digitBlind(b.Text(j)))] && !(head && shapeOf(d.before.Sections, j) == shape.TestLog) {
				continue
			}
			if head && !last {
				all = p.flush(all)
			}
			p.add(j, head)
			if head && last {
				all = p.flush(all)
			}
		}
		all = p.flush(all)
	}
	return bounded(all, mostGone)
}

// shapeOf returns the shape of the section that a unit is in.
func shapeOf(secs []block.Section, unit int) shape.Shape {
	i := sort.Search(len(secs), func(i int) bool { return unit < secs[i].End })
	return secs[i].Shape
}

// newDigitBlind returns the hashes, digits masked, of the units that are new
// and shown.
func (d *differ) newDigitBlind() map[uint64]bool {
	b, found := d.now.block(), map[uint64]bool{}
	for i, m := range d.now.Marks {
		if d.al.Before[i] < 0 && m.Rank >= mark.Outlier {
			found[hash(digitBlind(b.Text(i)))] = true
		}
	}
	return found
}

func digitBlind(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if n := scan.Digits(text[i:]); n > 0 {
			out = append(out, hole)
			i += n
			continue
		}
		out = append(out, text[i])
		i++
	}
	return out
}

// nearby is how far apart two critical units may be that are one passage.
const nearby = 60

// still returns the failures that hidden, critical units of now tell of, as
// passages of before. What is between their ends stands in now too.
func (d *differ) still(hidden []int) []Passage {
	marks := d.now.Marks
	last := headsLast(marks)
	p := passage{block: d.before.block()}
	var all []Passage
	before, end := -1, -1 // the unit before, and where the run of pairs that it is in ends
	for _, i := range hidden {
		if marks[i].Why == mark.WhyHeading {
			continue
		}
		head := isHead(marks[i])
		if i >= end || i-before > nearby || head && !last {
			all = p.flush(all)
		}
		if i >= end {
			end = d.runEnd(i)
		}
		p.add(int(d.al.Before[i]), head)
		before = i
		if head && last {
			all = p.flush(all)
		}
	}
	return bounded(p.flush(all), mostStill)
}

// runEnd returns the end of the run of now from i on that stands in before
// without a break.
func (d *differ) runEnd(i int) int {
	end := i + 1
	for end < len(d.al.Before) && d.al.Before[end] >= 0 && d.al.Before[end] == d.al.Before[end-1]+1 {
		end++
	}
	return end
}

// passage gathers units of before, in rising order, until it is flushed.
type passage struct {
	block       *block.Block
	some        bool
	first, last int
	name        int // the unit that names it: its first head, or its first unit
	named       bool
}

func (p *passage) add(unit int, head bool) {
	if !p.some {
		*p = passage{block: p.block, some: true, first: unit, name: unit}
	}
	if better := hasWord(p.block.Text(unit)) && !hasWord(p.block.Text(p.name)); head && !p.named || better && !p.named {
		p.name = unit
	}
	p.named = p.named || head
	p.last = unit
}

// flush appends the passage, if there is one, and starts anew. Parts of one
// line are one passage.
func (p *passage) flush(all []Passage) []Passage {
	if !p.some {
		return all
	}
	p.some = false
	next := Passage{p.block.Line(p.first), p.block.Line(p.last), excerpt(p.block.Text(p.name)), p.named}
	if n := len(all); n > 0 && all[n-1].Last == next.First {
		all[n-1].Last = next.Last
		return all
	}
	return append(all, next)
}

// longestExcerpt is the most of a unit that a note quotes.
const longestExcerpt = 100

// excerpt returns the text of a unit without a time, blanks and rules at its
// ends, runs of blanks as one, and not more of it than a note should hold.
func excerpt(text []byte) string {
	text = bytes.Trim(named(text[stampedHead(text):]), " \t=_-*#─━")
	text = bytes.Join(bytes.Fields(text[:min(len(text), 4*longestExcerpt)]), []byte(" "))
	if len(text) > longestExcerpt {
		text = bytes.ToValidUTF8(text[:longestExcerpt], nil)
	}
	return validNote(string(text))
}

// named returns a line of pytest's short summary, FAILED path::test - message,
// without its message, of which it has the beginning only; others as they are.
func named(text []byte) []byte {
	if !bytes.HasPrefix(text, []byte("FAILED ")) && !bytes.HasPrefix(text, []byte("ERROR ")) {
		return text
	}
	if name, _, ok := bytes.Cut(text, []byte(" - ")); ok && bytes.Contains(name, []byte("::")) {
		return name
	}
	return text
}

// stampedHead returns the length of the time that a line begins with, in a
// bracket or as the first member of a record, and of the signs behind it.
func stampedHead(text []byte) int {
	i := 0
	if i < len(text) && text[i] == '[' {
		i++
	} else if bytes.HasPrefix(text, []byte(`{"`)) {
		i = 2 + len("timestamp\":\"")
		if k := bytes.Index(text[:min(len(text), i)], []byte(`":"`)); k > 0 {
			i = k + len(`":"`)
		}
	}
	if i >= len(text) {
		return 0
	}
	n := monthStamp(text[i:])
	if n == 0 && scan.IsDigit(text[i]) {
		n = stampAt(text, i)
	}
	if n == 0 {
		return 0
	}
	n += i
	for n < len(text) && bytes.IndexByte([]byte("]\",: "), text[n]) >= 0 {
		n++
	}
	return n
}
