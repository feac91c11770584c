package classify

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/order"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// What one command of a session printed would be shown whole if it stood alone and were
// short. So it is among others, the shortest first.

const (
	// pieceMost is the length in bytes up to which a piece is shown whole, and all that are
	// together: as a block is.
	pieceMost = sessionLeast
)

// piece remembers that the units are all that a command printed.
func (c *cutter) piece(first, end int) {
	for end > first && c.kinds[end-1] == line.Blank {
		end--
	}
	if first < end && len(c.b.Range(first, end)) < pieceMost {
		c.pieces = append(c.pieces, block.Span{First: first, End: end})
	}
}

// parted remembers the units as a piece, if a prompt or a title stands before them.
func (c *cutter) parted(first, end int) {
	if first == 0 {
		return
	}
	switch c.marks[first-1] {
	case line.Opens, line.Shuts, line.NoMark, line.Traced, line.Script:
	default:
		c.piece(first, end)
	}
}

// showPieces makes answers of the shortest pieces. Those of a CI server's log set it up.
func (c *cutter) showPieces() {
	if c.steps() {
		return
	}
	size := func(p block.Span) int { return len(c.b.Range(p.First, p.End)) }
	order.By(c.pieces, func(p, q block.Span) int { return size(p) - size(q) })
	left := pieceMost
	for _, p := range c.pieces {
		if left -= size(p); left < 0 {
			return
		}
		c.b.Answers = append(c.b.Answers, p)
	}
}

const (
	listLeast = 3 // lines that a list has at least that stands between other things
	listsMost = 6 // lists of a part; where there are more, they are of one thing
)

// lists finds the lists that stand among other things in the units from first to end:
// files with their rights, matches of a search, values of one form. It returns none if
// these are what the units are.
func (c *cutter) lists(first, end int) (runs []run) {
	t := count(c.kinds[first:end])
	sh, _ := t.vote()
	if t.percent(line.Result, line.MaybeResult, line.Finding, line.Step, line.Message, line.Record, line.Frame, line.TraceHead, line.JSONRecord, line.DiffBody) > toolLines || sh == shape.TestLog {
		c.listed(first, end, sh == shape.TestLog)
		return nil
	}
	source := sh == shape.SourceBrace || sh == shape.SourceIndent
	listed := 0
	for i := first; i < end; i++ {
		sh, stop := c.list(i, end, source)
		if stop-i < listLeast {
			continue
		}
		if i > first && sh == shape.Listing && scan.HasPrefix(c.b.Text(i-1), "total ") {
			i-- // the head of ls -l
		}
		runs = append(runs, run{i, stop, sh})
		listed += stop - i
		i = stop - 1
	}
	if len(runs) > listsMost || end-first-listed < fewest {
		return nil
	}
	return runs
}

// listed remembers the lists of files and of commits among what a tool says, and drawn trees among
// tests: they are no tool's, but there is no telling what else is another command's.
func (c *cutter) listed(first, end int, tests bool) {
	for i := first; i < end; i++ {
		if tests && line.Branch(c.b.Text(i)) {
			stop, results := c.drawn(i, end)
			if stop-i >= listLeast && !results {
				c.piece(max(i-1, first), stop)
			}
			i = stop - 1
			continue
		}
		if c.kinds[i] != line.Perms && !(scan.IsHex(c.seen[i].First) && commitRow(c.b.Text(i))) {
			continue
		}
		_, stop := c.list(i, end, false)
		if stop-i >= listLeast {
			c.piece(i, stop)
		}
		i = max(i, stop-1)
	}
}

// drawn returns the end of the tree whose first branch is unit i, and tells whether results stand in it: these
// are a runner's.
func (c *cutter) drawn(i, end int) (stop int, results bool) {
	for stop = i; stop < end && line.Branch(c.b.Text(stop)); stop++ {
		t := c.b.Text(stop)
		results = results || resultOf(t) || resultOf(bytes.TrimLeft(t, " ├└│─|`+-"))
	}
	return stop, results
}

// list returns the end of the list that begins with unit i, and its shape. In a file
// of source values are, where they are more than an answer.
func (c *cutter) list(i, end int, source bool) (sh shape.Shape, stop int) {
	k, t := c.kinds[i], c.b.Text(i)
	switch {
	case k == line.Perms:
		sh = shape.Listing
	case k == line.Match && len(t) > 0 && t[0] != ' ' && t[0] != '\t':
		sh = shape.Grep
	case commitRow(t):
		for stop = i; stop < end && commitRow(c.b.Text(stop)); stop++ {
		}
		return shape.Log, stop
	case blameRow(t):
		for stop = i; stop < end && blameRow(c.b.Text(stop)); stop++ {
		}
		return shape.Table, stop
	case source && line.Value(t, k):
		for stop = i; stop < end && line.Value(c.b.Text(stop), c.kinds[stop]); stop++ {
		}
		if stop-i <= answerLines {
			return sh, i
		}
		return shape.Listing, stop
	default:
		return sh, i
	}
	for stop = i; stop < end && c.kinds[stop] == k; stop++ {
	}
	return sh, stop
}

// The length of an abbreviated hash of a commit.
const (
	hashLeast = 7
	hashMost  = 12
)

// commitRow tells whether the line is a commit's in a short history: "1f2e3d4c Fix it".
func commitRow(t []byte) bool {
	n := scan.Hex(t)
	return n >= hashLeast && n <= hashMost && n+2 < len(t) && t[n] == ' ' && t[n+1] != '(' && t[n+1] != ' ' && scan.Digits(t) < n
}

// blameRow tells whether the line is one of git blame's: "1f2e3d4c (Ada 2026-01-02 … 7) x".
func blameRow(t []byte) bool {
	n := scan.Hex(t)
	if n < hashLeast || n > 40 || n+2 >= len(t) || t[n] != ' ' || t[n+1] != '(' {
		return false
	}
	end := bytes.IndexByte(t[n:], ')')
	return end > 12 && scan.IsDigit(t[n+end-1])
}

// peel cuts the units from first to end at the lists among them. It tells whether
// there are any.
func (c *cutter) peel(first, end int) bool {
	if c.cuts == cutsMost {
		return false
	}
	runs := c.lists(first, end)
	for _, r := range runs {
		c.cuts = min(c.cuts+1, cutsMost)
		c.piece(first, r.first)
		c.between(first, r.first)
		c.piece(r.first, r.end)
		c.add(r.first, r.end, r.shape)
		first = r.end
	}
	if len(runs) > 0 {
		c.piece(first, end)
		c.between(first, end)
	}
	return len(runs) > 0
}
