package pipeline

import (
	"bytes"
	"slices"
	"sort"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/floor"
	"elide.example/elide/internal/heads"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
)

// A string of JSON may hold what a command printed, or a log. Which of its lines matter is
// told as of any output, and not by where they stand.

const (
	// textLines is how many line ends a string quotes at least.
	textLines = 8
	// fewTexts strings that make up one byte in textShare of their section are what it is
	// about: of each is shown what would be shown of it alone.
	fewTexts  = 8
	textShare = 2
	// textRoom is how many bytes of other strings are shown, in a long block one in so many
	// of textPart.
	textRoom = 4000
	textPart = 8
)

// showTexts ranks the lines of long strings of JSON.
func (r *ranker) showTexts(secs []block.Section, marks []mark.Mark) {
	for _, s := range secs {
		if !ofJSON(s.Shape) && s.Shape != shape.JSONLines {
			continue
		}
		room, sum := max(textRoom, len(s.Block.Bytes())/textPart), 0
		all := textsOf(s, marks)
		for _, q := range all {
			sum += q.to - q.from
		}
		about := len(all) <= fewTexts && sum*textShare >= len(s.Bytes())
		var told []int
		for _, q := range all {
			shown := r.showText(s, marks, q, about, room)
			if room -= shown; shown > 0 {
				told = append(told, q.from)
			}
		}
		jsondoc.Name(s, marks[s.First:s.End], told)
	}
}

// quoted is a string of a section: its bytes, the quotes not included, from the section's
// start on.
type quoted struct{ from, to int }

// textsOf returns the strings of a section that quote many line ends. Where the text may have
// been cut, what reads as a string may be what stands between two; of that nothing is shown
// but which of its lines matter.
func textsOf(s block.Section, marks []mark.Mark) (all []quoted) {
	data, base := s.Bytes(), s.Offset(s.First)
	if bytes.Count(data, []byte(`\n`)) < textLines {
		return nil
	}
	open := -1 // where the string began that is open; -1: that isn't known
	inside := false
	for i := s.First; i < s.End; i++ {
		at := s.Offset(i) - base
		switch {
		case marks[i].JSON.Run() > 0 && marks[i].JSON.InString() != inside:
			open, inside = -1, !inside
		case !ofJSON(s.Shape) && s.StartsLine(i):
			open, inside = -1, false
		}
		for end := at + len(s.Block.Raw(i)); at < end; at++ {
			if !inside {
				n := bytes.IndexByte(data[at:end], '"')
				if n < 0 {
					break
				}
				at += n
				open, inside = at+1, true
				continue
			}
			switch data[at] {
			case '\\':
				at++
			case '"':
				if inside = false; open >= 0 && bytes.Count(data[open:at], []byte(`\n`)) >= textLines {
					all = append(all, quoted{open, at})
				}
			}
		}
	}
	return all
}

// showText ranks the lines of a string, and returns how many bytes more are shown. Of what
// the block isn't about, only what went wrong and what deviates is, up to room bytes; of what
// no run printed, only lines that say that something is wrong.
func (r *ranker) showText(s block.Section, marks []mark.Mark, q quoted, about bool, room int) (shown int) {
	base := s.Offset(s.First)
	unitAt := func(at int) int {
		return s.First + sort.Search(s.Len(), func(u int) bool { return s.Offset(s.First+u)-base > at }) - 1
	}
	first, last := unitAt(q.from), unitAt(q.to)
	hidden := slices.ContainsFunc(marks[first:last+1], func(m mark.Mark) bool { return m.Rank == mark.Bulk })
	if m := marks[first]; !about && !hidden || m.Rank == mark.Context && m.Why == mark.WhyMessage {
		return 0 // or what it says is said by the members of its record
	}
	text, ends := linesOf(s.Bytes()[q.from:q.to])
	if !about && !rules.SaysFailure(text, rules.Anywhere) && !bytes.Contains(text, []byte("Error: ")) {
		return 0
	}
	b := block.New(text)
	inner, ran := r.within(b, about)
	if about {
		for u := first + 1; u < last; u++ {
			marks[u].Rank, marks[u].Score, marks[u].Why = mark.Bulk, 0, mark.WhyNone
		}
	}
	for i, m := range inner {
		if m.Rank == mark.Bulk || !about && m.Rank < mark.Outlier || !ran && m.Why != mark.WhyWrong {
			continue
		}
		line := b.Line(i) - 1
		from := q.from
		if line > 0 {
			from += ends[line-1]
		}
		for u := unitAt(from); u <= unitAt(q.from+ends[line]-1); u++ {
			if marks[u].Rank == mark.Bulk {
				shown += len(s.Block.Raw(u))
			}
			if about || shown <= room {
				marks[u].Raise(m.Rank, m.Score, m.Why)
			}
		}
	}
	return shown
}

// linesOf returns the text of a string, and where in the string each of its lines ends.
func linesOf(raw []byte) (text []byte, ends []int) {
	for at := 0; at < len(raw); {
		n := quotedLine(raw[at:])
		text, _ = jsonspan.Unescape(text, raw[at:at+n])
		if at += n; len(text) == 0 || text[len(text)-1] != '\n' {
			text = append(text, '\n')
		}
		ends = append(ends, at)
	}
	return text, ends
}

// quotedLine returns the length of the first line of a string, its quoted end included.
func quotedLine(raw []byte) int {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if i++; i < len(raw) && raw[i] == 'n' {
			return i + 1
		}
	}
	return len(raw)
}

// within ranks an output within another one, as it would be alone if it is what that is
// about, and tells whether most of it is what a run printed.
func (r *ranker) within(b *block.Block, about bool) (marks []mark.Mark, ran bool) {
	if about {
		alone := ranker{opt: Options{Worth: r.opt.Worth}, told: r.told, whole: b.Bytes()}
		alone.weigh(b)
		_, marks = alone.mark(b)
		return marks, true
	}
	b.Rules = r.told.Set
	secs := classify.Sections(b, "")
	marks = make([]mark.Mark, b.Len())
	bytes := 0
	for _, s := range secs {
		switch s.Shape {
		case shape.TestLog, shape.BuildLog, shape.Log, shape.Stack:
			reduce.Rank(s, marks[s.First:s.End])
			bytes += len(s.Bytes())
		}
	}
	floor.Raise(secs, marks)
	heads.Raise(secs, marks)
	return marks, bytes*textShare >= len(b.Bytes())
}
