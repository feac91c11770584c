package rewrite

import (
	"bytes"
	"strconv"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/render"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
)

// What a file holds is read to be worked on, so nobody but its reader can say
// what matters in it. A file that is read again is shown as its exact
// difference from what was read before: all that is new, all that is gone,
// and nothing else.

// docs/delta.md bounds the lines of a header.
const (
	mostGone  = 20
	mostMoved = 12
)

// nearly is how many times a difference's tokens have to fit into those of the
// output. What has changed more is easier read whole.
const nearly = 2

// difference is what is sent for an output that is nearly the earlier one.
func (c *conversation) difference(data []byte, own, earlier digest) sent {
	text, ok := exactly(c.original(earlier), data, marker.Hash(earlier), marker.Hash(own))
	if !ok || nearly*tokens.Estimate(text) > tokens.Estimate(data) {
		return sent{}
	}
	return sent{text, true, []need{
		{own, metaOf(shape.Plain, len(text))},
		{earlier, metaOf(shape.Plain, 0)},
	}}
}

// exactly writes now as its difference from before, in the form that
// docs/delta.md has. It is false if that can't say all that has changed.
func exactly(before, now []byte, beforeHash, hash string) ([]byte, bool) {
	a, b := readLines(before), readLines(now)
	if !a.whole || !b.whole {
		return nil, false
	}
	pairs := align(a, b)
	head := delta.Difference{Gone: gone(len(a.all), pairs), Moved: moved(a, b, pairs)}
	if len(head.Gone) > mostGone || len(head.Moved) > mostMoved {
		return nil, false
	}
	pieces := plan.Pieces(nil, b.block, 0, b.marks(pairs), func(int) plan.View { return plan.Verbatim }, plan.Limits{})
	plan.Select(pieces, plan.Limits{}, plan.Overhead{})
	source := func(off, n int64) ([]byte, error) { return now[off : off+n], nil }
	text, err := render.Text(delta.AppendHeader(nil, beforeHash, head), pieces, source)
	if err != nil {
		return nil, false
	}
	text = marker.Append(text, hash, strconv.Itoa(hidden(pieces))+" lines, elision-get")
	return append(text, '\n'), true
}

// align returns for each line of b the line of a that holds the same text,
// -1 if it is new. Pairs never cross.
func align(a, b lines) []int32 {
	pairs := delta.Compare(a.section(), b.section()).Before
	for i, j := range pairs {
		if j >= 0 && !a.all[j].same(b.all[i]) {
			pairs[i] = -1
		}
	}
	return pairs
}

// marks has those lines shown that are new, and those that say that something is
// missing.
func (l lines) marks(pairs []int32) []mark.Mark {
	out := make([]mark.Mark, len(pairs))
	for i, j := range pairs {
		if j < 0 {
			out[i].Raise(mark.Critical, 0, mark.WhyChange)
		}
	}
	pipeline.ShowCuts(l.block, out)
	return out
}

// gone returns the passages of the n lines before that have no partner.
func gone(n int, pairs []int32) []delta.Passage {
	var out []delta.Passage
	next := 0
	pass := func(j int) {
		if next < j {
			out = append(out, delta.Passage{First: next + 1, Last: j})
		}
		next = j + 1
	}
	for _, j := range pairs {
		if j >= 0 {
			pass(int(j))
		}
	}
	pass(n)
	return out
}

// moved returns the passages of a that stand in b under other numbers.
func moved(a, b lines, pairs []int32) []delta.Passage {
	var out []delta.Passage
	last, lastShift := -2, 0
	for i, j := range pairs {
		if j < 0 {
			continue
		}
		shift := b.all[i].number - a.all[j].number
		switch {
		case shift == 0:
		case int(j) == last+1 && shift == lastShift:
			out[len(out)-1].Last++
		default:
			out = append(out, delta.Passage{First: int(j) + 1, Last: int(j) + 1, Note: shiftNote(shift)})
		}
		last, lastShift = int(j), shift
	}
	return out
}

// shiftNote says by how much the numbers are off that lines begin with.
func shiftNote(shift int) string {
	if shift > 0 {
		return "numbers +" + strconv.Itoa(shift)
	}
	return "numbers " + strconv.Itoa(shift)
}

// hidden counts the lines that are not shown.
func hidden(pieces []plan.Piece) int {
	n := 0
	for _, p := range pieces {
		if !p.Shown {
			n += p.Units
		}
	}
	return n
}

// lines are those of an output that shows a file. Many hosts put a line's
// number in front of it, and after an edit further up all lines below it have
// other numbers: so the numbers are compared on their own.
type lines struct {
	block *block.Block
	texts *block.Block // without the numbers
	all   []line
	whole bool // no line is so long that it was cut
}

type line struct {
	raw      []byte
	text     []byte // behind the number, line end included
	number   int
	numbered bool
}

// same tells whether two lines are the same, or differ in their numbers alone:
// what stands before a number only keeps the texts in one column.
func (l line) same(other line) bool {
	if l.number == other.number || !l.numbered || !other.numbered {
		return bytes.Equal(l.raw, other.raw)
	}
	padded := l.raw[0] == ' ' || other.raw[0] == ' '
	return bytes.Equal(l.text, other.text) && (!padded || len(l.raw) == len(other.raw))
}

func readLines(data []byte) lines {
	l := lines{block: block.New(data)}
	if l.whole = l.block.Len() == l.block.Lines(); !l.whole {
		return l
	}
	l.all = make([]line, l.block.Len())
	bare := make([]byte, 0, len(data))
	last := -1
	for i := range l.all {
		l.all[i] = readLine(l.block.Raw(i), last)
		if l.all[i].numbered {
			last = l.all[i].number
		}
		bare = append(bare, l.all[i].text...)
	}
	l.texts = block.New(bare)
	l.whole = l.texts.Len() == l.block.Len()
	return l
}

// section is the whole of the texts, as data: its lines are compared as they
// are.
func (l lines) section() []block.Section {
	return []block.Section{{Block: l.texts, End: l.texts.Len(), Shape: shape.SourceBrace}}
}

// mostDigits bounds the numbers of lines.
const mostDigits = 9

// readLine cuts the number off a line that has the one after last in front,
// or any if last is -1.
func readLine(raw []byte, last int) line {
	rest := bytes.TrimLeft(raw, " ")
	n, digits := 0, 0
	for digits < len(rest) && digits < mostDigits && '0' <= rest[digits] && rest[digits] <= '9' {
		n = 10*n + int(rest[digits]-'0')
		digits++
	}
	if digits == 0 || last >= 0 && n != last+1 {
		return line{raw: raw, text: raw}
	}
	for _, sep := range [...]string{"→", "\t", "|", ":", "."} {
		if text, ok := bytes.CutPrefix(rest[digits:], []byte(sep)); ok {
			return line{raw, text, n, true}
		}
	}
	return line{raw: raw, text: raw}
}
