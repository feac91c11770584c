package main

import (
	"bytes"
	"fmt"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/order"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/tokens"
)

// hiddenRun is a run of hidden pieces, which one gap stands for.
type hiddenRun struct {
	first, last plan.Piece
	size        int64
}

// gaps says what is in the largest gaps.
func (e *explainer) gaps() {
	runs := hiddenRuns(e.res.Pieces)
	total := len(runs)
	order.By(runs, func(a, b hiddenRun) int { return int(b.size - a.size) })
	for _, r := range runs[:min(total, mostGaps)] {
		text := e.read(r.first.Off, min(r.size, gapBytes))
		about := int64(tokens.Estimate(text)) * r.size / int64(max(len(text), 1))
		e.row("gap", "%s, %d tokens: %s", lines(r.first, r.last), about, mostly(text, r.size > gapBytes))
	}
	if total > mostGaps {
		e.row("gap", "and %s that hide less", cli.Plural(total-mostGaps, "gap"))
	}
}

func hiddenRuns(pieces []plan.Piece) []hiddenRun {
	var runs []hiddenRun
	open := false
	for _, p := range pieces {
		if p.Shown {
			open = false
			continue
		}
		if !open {
			runs, open = append(runs, hiddenRun{first: p}), true
		}
		r := &runs[len(runs)-1]
		r.last, r.size = p, r.size+p.Len
	}
	return runs
}

// gapBytes is how much of a gap is looked at to say what is in it.
const gapBytes = 256 << 10

// mostly says what most lines of a text are like: those that differ from one
// another in numbers only. cut says that the text goes on.
func mostly(text []byte, cut bool) string {
	counts := map[string]int{}
	best, example, n := 0, "", 0
	firstOf := map[string]string{}
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n++
		k := kindOfLine(line)
		if _, ok := firstOf[k]; !ok {
			firstOf[k] = string(line)
		}
		if counts[k]++; counts[k] > best {
			best, example = counts[k], firstOf[k]
		}
	}
	switch {
	case n == 0:
		return "blank lines"
	case best == 1:
		return "from " + quoted1(text)
	}
	if cut {
		return fmt.Sprintf("%d of the first %s like ", best, cli.Plural(n, "line")) + shownLine(example)
	}
	return fmt.Sprintf("%d of %s like ", best, cli.Plural(n, "line")) + shownLine(example)
}

// kindBytes is how much of a line decides what it is like.
const kindBytes = 160

// kindOfLine returns the line with each run of digits as one.
func kindOfLine(line []byte) string {
	line = block.Resolve(bytes.TrimRight(line[:min(len(line), kindBytes)], "\r\n"))
	var b strings.Builder
	digit := false
	for _, c := range line {
		if '0' <= c && c <= '9' {
			if !digit {
				b.WriteByte('0')
			}
			digit = true
			continue
		}
		digit = false
		b.WriteByte(c)
	}
	return b.String()
}

// views says how many of the shown lines don't stand as they came.
func (e *explainer) views() {
	var resolved, compact, headed int
	head := []byte(nil)
	for _, p := range e.res.Pieces {
		if !p.Shown {
			continue
		}
		switch {
		case p.View == plan.JSON:
			compact++
			continue
		case p.View != plan.Resolved:
			continue
		}
		raw := bytes.TrimRight(e.read(p.Off, p.Len), "\r\n")
		text := block.Resolve(raw)
		if !bytes.Equal(raw, text) {
			resolved++
		}
		n := int(p.Mark.Head)
		if n > 0 && n <= len(text) && bytes.Equal(head, text[:n]) {
			headed++
		}
		head = nil
		if n > 0 && n <= len(text) {
			head = bytes.Clone(text[:n])
		}
	}
	var used []string
	for _, v := range []struct {
		n    int
		what string
	}{{resolved, "without terminal codes"}, {compact, "of JSON without blanks"}, {headed, "below a head that is named once"}} {
		if v.n > 0 {
			used = append(used, cli.Plural(v.n, "line")+" "+v.what)
		}
	}
	if len(used) > 0 {
		e.row("views", "%s; --views none shows them as they came", strings.Join(used, ", "))
	}
}
