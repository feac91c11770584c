package pipeline

import (
	"bytes"
	"slices"
	"sort"
	"strconv"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/floor"
	"elide.example/elide/internal/heads"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A string of JSON may hold what a command printed, or a log. Which of its lines matter is
// told as of any output, and not by where they stand.

// Of 133 labelled outputs as logs of jobs, so many in a document each, labels shown of 1,393
// (24: of 1,266) and bytes out:
//
//	jobs                                    2              6             12             24
//	as here                      1,376, 35.3 %  1,375, 33.9 %  1,375, 33.9 %  1,118, 23.5 %
//	up to 8 alone                1,376, 35.3 %  1,375, 33.9 %  1,213, 25.6 %  1,118, 23.5 %
//	and an eighth of a document  1,376, 35.3 %  1,375, 33.9 %  1,036, 21.6 %    806, 17.8 %
//	from 16 lines on             1,353, 34.9 %  1,352, 33.6 %  1,007, 21.5 %    794, 17.8 %
const (
	// textLines is how many line ends a string quotes at least, and of how many strings a text is.
	// With 4 line ends two labels more are shown.
	textLines = 8
	// fewTexts texts that, from where they begin to where they end, make up one byte in
	// textShare of their section are what it is about: of each is shown what would be shown
	// of it alone.
	fewTexts  = 16
	textShare = 2
	// lineShare is the same of texts in lines that are no JSON, as many as there are: Ansible says each line
	// of them once more. Of 304 outputs in such lines 39 lose a line; with 2 55, with 6 as many as with 3.
	lineShare = 3
	// textRoom is how many bytes of other strings are shown, in a long block one in so many
	// of textPart.
	textRoom = 4000
	textPart = 4
)

// showTexts ranks the lines of what stands in JSON as an output.
func (r *ranker) showTexts(secs []block.Section, marks []mark.Mark) {
	for _, s := range secs {
		if !ofJSON(s.Shape) && s.Shape != shape.JSONLines {
			r.showEscaped(s, marks)
			continue
		}
		told := r.showIn(s, textsOf(s, marks), marks)
		jsondoc.Name(s, marks[s.First:s.End], told)
	}
}

// showIn ranks the lines of the texts of a section, and returns where those begin of which more is shown.
func (r *ranker) showIn(s block.Section, all []text, marks []mark.Mark) []int {
	sum := 0
	for _, q := range all {
		sum += q.spread()
	}
	about := len(all) <= fewTexts && sum*textShare >= len(s.Bytes())
	if !ofJSON(s.Shape) && s.Shape != shape.JSONLines {
		about = sum*lineShare >= len(s.Bytes())
	}
	t := texts{
		r: r, s: s, marks: marks, about: about, many: len(all) > fewTexts, alike: map[uint64]bool{},
		room: max(textRoom, len(s.Block.Bytes())/textPart), said: map[uint64]int{},
	}
	for _, q := range all {
		if t.room > 0 || t.about {
			t.show(q)
		}
	}
	return t.told
}

// showEscaped ranks the lines of what stands in the long lines of a section between quotes, its line
// ends escaped: what a program says of another that it ran.
func (r *ranker) showEscaped(s block.Section, marks []mark.Mark) {
	var all []text
	for i := s.First; i < s.End; i++ {
		if s.Block.EndsLine(i) {
			continue
		}
		from := i
		for i+1 < s.End && !s.Block.EndsLine(i) {
			i++
		}
		all = append(all, escapedIn(s.Block.Range(from, i+1), s.Offset(from)-s.Offset(s.First))...)
	}
	if len(all) > 0 {
		r.showIn(s, all, marks)
	}
}

// escapedIn returns the texts that stand between quotes of one kind in data, which begins at so many bytes
// of its section.
func escapedIn(data []byte, base int) (all []text) {
	for at := 0; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++ // a quote behind it opens nothing
		case '"', '\'':
			if end := quoted(data, at); end > 0 && bytes.Count(data[at+1:end], []byte(`\n`)) >= textLines {
				all = append(all, text{strings: []span{{base + at + 1, base + end}}})
				at = end
			}
		}
	}
	return all
}

// quoted returns where the string ends that opens at a quote; 0 if it doesn't, or has an escape that is
// no JSON's.
func quoted(data []byte, at int) int {
	quote := data[at]
	for at++; at < len(data); at++ {
		switch data[at] {
		case quote:
			return at
		case '\\':
			if at++; at < len(data) && data[at] == 'u' && scan.Hex(data[at+1:min(len(data), at+5)]) < 4 {
				return 0
			}
		}
	}
	return 0
}

// texts are those of a section.
type texts struct {
	r     *ranker
	s     block.Section
	marks []mark.Mark
	about bool // the section is about them
	many  bool // of those it is about only the first of like ones is shown
	alike map[uint64]bool
	room  int            // bytes that may still be shown of those that it isn't about
	said  map[uint64]int // how many say the same
	told  []int          // where those begin of which more is shown
}

// show ranks the lines of a text. Of what the section isn't about, only what went wrong and
// what deviates is shown, of as many as say the same as the floor shows of lines; of what no
// run printed, only lines that say that something is wrong. What the section's reader shows of
// strings that are a line each is shown in any case.
func (t *texts) show(q text) {
	first, last := t.unitAt(q.strings[0].from), t.unitAt(q.strings[len(q.strings)-1].to)
	hidden := slices.ContainsFunc(t.marks[first:last+1], func(m mark.Mark) bool { return m.Rank == mark.Bulk })
	if m := t.marks[first]; (q.lines || !t.about) && !hidden || !q.lines && m.Rank == mark.Context && m.Why == mark.WhyMessage {
		return // or what it says is said by the members of its record
	}
	if t.tooMuch(q) {
		return
	}
	said := saidBy(t.s.Bytes(), q)
	if !t.about && !rules.SaysFailure(said.text, rules.Anywhere) && !thrown(said.text) {
		return
	}
	if t.about && t.many {
		like := scan.Template(said.text)
		if t.alike[like] {
			t.hide(first, last+1)
			return
		}
		t.alike[like] = true
	}
	b := block.New(said.text)
	inner, ran := t.r.within(b, t.about)
	if q.lines && !ran {
		return
	}
	shows := func(m mark.Mark) bool {
		return m.Rank > mark.Bulk && (t.about || m.Rank >= mark.Outlier) && (t.about || ran || m.Why == mark.WhyWrong)
	}
	says := slices.IndexFunc(inner, shows)
	if says < 0 {
		return
	}
	if family := floor.Family(b.Text(says)); !t.about {
		if t.said[family]++; t.said[family] > floor.Alike {
			return
		}
	}
	if t.about && !q.lines {
		t.hide(first, last)
	}
	more := t.about
	for i, m := range inner {
		if !shows(m) {
			continue
		}
		from := b.Offset(i)
		for u := t.unitAt(said.quoted(from)); u <= t.unitAt(said.quoted(from+len(b.Raw(i))-1)); u++ {
			if t.marks[u].Rank == mark.Bulk {
				t.room, more = t.room-len(t.s.Block.Raw(u)), true
			}
			if t.about || t.room > 0 {
				t.marks[u].Raise(m.Rank, m.Score, m.Why)
			}
		}
	}
	if more {
		t.told = append(t.told, q.strings[0].from)
	}
}

// hide lowers what is between two units.
func (t *texts) hide(first, last int) {
	for u := first + 1; u < last; u++ {
		t.marks[u].Rank, t.marks[u].Score, t.marks[u].Why = mark.Bulk, 0, mark.WhyNone
	}
}

// mostParts bounds the escapes and strings of a text, of which each is kept account of, as is each of
// its lines: with it 15 MB of "\n" in a string take 58 MB and not a gigabyte.
const mostParts = 1 << 19

// tooMuch tells whether there is too much in a text to keep account of.
func (t *texts) tooMuch(q text) bool {
	parts := len(q.strings)
	for _, s := range q.strings {
		if parts += bytes.Count(t.s.Bytes()[s.from:s.to], []byte{'\\'}); parts > mostParts {
			return true
		}
	}
	return false
}

// thrown tells whether the text may name an exception.
func thrown(text []byte) bool {
	return bytes.Contains(text, []byte("Error: ")) || bytes.Contains(text, []byte("Exception"))
}

// unitAt returns the unit of the block that holds a byte of the section.
func (t *texts) unitAt(at int) int { return t.s.Block.UnitAt(t.s.Offset(t.s.First) + at) }

// said is what a text says, and where each part of it is quoted.
type said struct {
	text  []byte
	parts []part // in their order
}

// part is where bytes of what a text says, from at on, are quoted: from quoted on, as they are
// up to the next part.
type part struct{ at, quoted int }

// saidBy returns what a text says. Each of its strings that is a line ends one.
func saidBy(data []byte, q text) (s said) {
	for _, str := range q.strings {
		for at := str.from; at < str.to; {
			n := bytes.IndexByte(data[at:str.to], '\\')
			if n < 0 {
				n = str.to - at
			}
			s.add(data[at:at+n], at)
			for at += n; at < str.to && data[at] == '\\'; {
				n := jsonspan.EscapeSize(data[at:str.to])
				if b, ok := hexByte(data[at:str.to]); ok { // no JSON, but Python's
					n = len(`\x1b`)
					s.parts, s.text = append(s.parts, part{len(s.text), at}), append(s.text, b)
				} else {
					s.add(data[at:at+n], at)
				}
				at += n
			}
		}
		if n := len(s.text); q.lines && (n == 0 || s.text[n-1] != '\n' || str.to == str.from) {
			s.parts = append(s.parts, part{n, max(str.from, str.to-1)})
			s.text = append(s.text, '\n')
		}
	}
	return s
}

// hexByte reads "\x1b".
func hexByte(raw []byte) (byte, bool) {
	if len(raw) < 4 || raw[1] != 'x' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:4]), 16, 8)
	return byte(n), err == nil
}

// add takes what is quoted at a place: a text without escapes, or one escape.
func (s *said) add(raw []byte, at int) {
	if len(raw) > 0 {
		s.parts = append(s.parts, part{len(s.text), at})
		s.text, _ = jsonspan.Unescape(s.text, raw)
	}
}

// quoted returns where a byte of what was said is quoted.
func (s *said) quoted(at int) int {
	i := sort.Search(len(s.parts), func(i int) bool { return s.parts[i].at > at }) - 1
	return s.parts[i].quoted + at - s.parts[i].at
}

// within ranks an output within another one, as it would be alone if it is what that is
// about, and tells whether most of it is what a run printed.
func (r *ranker) within(b *block.Block, about bool) (marks []mark.Mark, ran bool) {
	if about {
		alone := ranker{opt: Options{Worth: r.opt.Worth}, told: r.told, whole: b.Bytes(), inner: true}
		alone.weigh(b)
		secs, marks := alone.mark(b)
		r.quotes, r.builds = true, r.builds || mostly(secs, b, ofBuild)
		return marks, mostly(secs, b, func(s shape.Shape) bool { return run(s) || !loose(s) })
	}
	b.Rules = r.told.Set
	secs := classify.Sections(b, "")
	marks = make([]mark.Mark, b.Len())
	for _, s := range secs {
		if run(s.Shape) {
			reduce.Rank(s, marks[s.First:s.End])
		}
	}
	floor.Raise(secs, marks)
	heads.Raise(secs, marks)
	return marks, mostly(secs, b, run)
}

// mostly tells whether half of a block is of such shapes.
func mostly(secs []block.Section, b *block.Block, of func(shape.Shape) bool) bool {
	size := 0
	for _, s := range secs {
		if of(s.Shape) {
			size += len(s.Bytes())
		}
	}
	return size*textShare >= len(b.Bytes())
}

// run tells whether the shape is that of what a run prints.
func run(s shape.Shape) bool {
	return s == shape.TestLog || s == shape.BuildLog || s == shape.Log || s == shape.Stack
}
