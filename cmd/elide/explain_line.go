package main

import (
	"fmt"

	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/plan"
)

// mostParts bounds how many parts of a long line are explained.
const mostParts = 8

// line says why one line was kept or hidden: what its shape's rules thought
// of it, and what came of that.
func (e *explainer) line(n int) {
	o, ok := e.src.(pipeline.Original)
	if !ok {
		return
	}
	parts, err := pipeline.Verdicts(o, e.opt, n)
	if err != nil {
		e.row("line", "%d: %v", n, err)
		return
	}
	if len(parts) == 0 {
		e.row("line", "%d: there is none", n)
		return
	}
	for i, v := range parts {
		if i == mostParts {
			e.row("", "and %d more parts of the line", len(parts)-i)
			break
		}
		e.part(n, v, len(parts) > 1)
	}
	if e.res.Reduced {
		e.row("more", "elision-get %s %d prints it; --keep TEXT keeps lines; docs/reducers.md: the rules", e.res.Hash, n)
	}
}

// part explains a line, or a part of a long one.
func (e *explainer) part(n int, v pipeline.Verdict, ofLong bool) {
	at := fmt.Sprint(n)
	if ofLong {
		at = fmt.Sprintf("%d.%d-%d", n, v.First, v.Last)
	}
	p, shown := e.pieceAt(n, v.First)
	fate := "kept"
	if !shown {
		fate = "hidden"
	}
	e.row("line", "%s is %s: %s", at, fate, shownLine(string(v.Text)))
	e.row("section", "%s, %s", span(v.Section.First, v.Section.Last), v.Section.Shape)
	e.row("rule", "%s: %s%s", v.Mark.Rank, v.Mark.Why, score(v.Mark))
	if v.Predicted != "" {
		e.row("because", "%s", v.Predicted)
	}
	if e.res.Reduced {
		e.row("so", "%s", e.because(v, p, shown))
		return
	}
	e.row("so", "the input passed through: %s", e.res.Reason)
}

// score tells what decides among lines of a rank.
func score(m mark.Mark) string {
	if m.Rank == mark.Bulk {
		return ""
	}
	return fmt.Sprintf(", score %d of 255", m.Score)
}

// because says what led from the verdict to what became of the line.
func (e *explainer) because(v pipeline.Verdict, p plan.Piece, shown bool) string {
	since := e.differs()
	switch {
	case shown && p.Mark.Why == mark.WhyCheap && v.Mark.Rank == mark.Bulk:
		return "it costs no more than the gap that would stand in its place"
	case shown && since && v.Mark.Rank == mark.Bulk:
		return "no rule keeps it, but it is new since " + e.opt.Since.Hash
	case shown && since && v.Earlier > 0:
		return fmt.Sprintf("it stands in %s too, as line %d, but was hidden there or is part of what is new", e.opt.Since.Hash, v.Earlier)
	case shown:
		return fmt.Sprintf("what is %s is shown; about %d tokens", p.Mark.Rank, p.Tokens)
	case since && !v.News && v.Earlier > 0:
		return fmt.Sprintf("it is no news: %s has it as line %d", e.opt.Since.Hash, v.Earlier)
	case since && !v.News && v.Mark.Rank > mark.Bulk:
		return "it is no news: " + e.opt.Since.Hash + " has it in another place"
	case v.Mark.Rank > mark.Bulk:
		return "the limit was used up by lines of a higher rank or score, or by earlier ones"
	}
	return "what no rule keeps is hidden" + e.gapOf(p)
}

// differs tells whether the block is shown as its difference.
func (e *explainer) differs() bool {
	earlier, _, _, ok := delta.ParseHeader(e.res.Text)
	return ok && e.opt.Since != nil && earlier == e.opt.Since.Hash
}

// gapOf names the gap that a hidden piece is in.
func (e *explainer) gapOf(p plan.Piece) string {
	for _, r := range hiddenRuns(e.res.Pieces) {
		if r.first.Off <= p.Off && p.Off < r.first.Off+r.size {
			return fmt.Sprintf("; it is in the gap %s: %s", lines(r.first, r.last), mostly(e.read(r.first.Off, min(r.size, gapBytes)), r.size > gapBytes))
		}
	}
	return ""
}

// pieceAt returns the piece that holds a byte of a line, and whether it is
// shown. All of what passed through is.
func (e *explainer) pieceAt(line, col int) (plan.Piece, bool) {
	if !e.res.Reduced {
		return plan.Piece{}, true
	}
	for _, p := range e.res.Pieces {
		if p.Last.Line > line || p.Last.Line == line && p.Last.Col >= col {
			return p, p.Shown
		}
	}
	return plan.Piece{}, false
}
