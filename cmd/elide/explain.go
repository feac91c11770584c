package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/order"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/plan"
)

// explainFlag is what --explain asks for: a screen about the block, a line
// for each piece that is kept or hidden, or why one line was.
type explainFlag struct {
	on   bool
	each bool
	line int // 0: none
}

// String returns the flag as it was set.
func (e *explainFlag) String() string {
	switch {
	case e.line > 0:
		return strconv.Itoa(e.line)
	case e.each:
		return "all"
	}
	return strconv.FormatBool(e.on)
}

// Set takes nothing, which package flag gives as true, all, or a line.
func (e *explainFlag) Set(value string) error {
	switch value {
	case "true", "false":
		*e = explainFlag{on: value == "true"}
		return nil
	case "all":
		*e = explainFlag{on: true, each: true}
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return errors.New("neither all nor the number of a line")
	}
	*e = explainFlag{on: true, line: n}
	return nil
}

// IsBoolFlag lets it stand without a value.
func (e *explainFlag) IsBoolFlag() bool { return true }

// explainer says what became of a block. Nothing of the block's text goes to
// the terminal but through printable.
type explainer struct {
	out  *bufio.Writer
	src  io.ReaderAt // the original
	opt  pipeline.Options
	res  pipeline.Result
	name string // of the input; "": it has none
}

// explainTo says what became of a block.
func (j *job) explainTo(w io.Writer, e explainer) {
	e.out = bufio.NewWriter(w)
	defer e.out.Flush()
	if e.name != "" && e.name != "-" {
		e.row("input", "%s", e.name)
	}
	switch {
	case j.explain.line > 0:
		e.line(j.explain.line)
	case !e.res.Reduced:
		e.row("passed", "%s; %d bytes", e.res.Reason, e.res.Bytes)
	case j.explain.each:
		e.head()
		e.pieces()
	default:
		e.screen(j.sinceNote(e))
	}
}

func (e *explainer) head() {
	res := e.res
	e.row("reduced", "%s; %d of %d lines hidden, about %d tokens to %d (%.3g %%), %d bytes to %d",
		res.Shape, res.HiddenLines, res.Lines, res.Tokens, res.TokensOut,
		100*float64(res.TokensOut)/float64(max(res.Tokens, 1)), res.Bytes, len(res.Text))
}

// How many rows of a kind the screen has, so that all of it is at most 24.
const (
	mostSections = 4
	mostReasons  = 8
	mostGaps     = 4
)

// screen says of the whole block why it became what it is.
func (e *explainer) screen(since string) {
	e.head()
	e.shapes()
	e.reasons()
	e.gaps()
	e.budget()
	e.views()
	if since != "" {
		e.row("since", "%s", since)
	}
	e.row("more", "--explain=LINE: why one line was kept or hidden; --explain=all: each piece")
}

// shapes says what the sections are and from what that was told.
func (e *explainer) shapes() {
	o, ok := e.src.(pipeline.Original)
	if !ok {
		return
	}
	all, err := pipeline.Evidences(o, e.opt)
	if err != nil || len(all) == 0 {
		for _, s := range e.res.Sections {
			all = append(all, pipeline.Evidence{Section: s, Text: "told in each part of a block that takes several passes"})
		}
	}
	for i, s := range all {
		if i == mostSections-1 && len(all) > mostSections {
			e.row("shape", "and %d more sections, up to line %d", len(all)-i, all[len(all)-1].Last)
			return
		}
		e.row("shape", "%s %s: %s", span(s.First, s.Last), s.Shape, s.Text)
	}
}

// reason counts the lines that have a rank for one reason.
type reason struct {
	rank          mark.Rank
	why           mark.Why
	shown, hidden int
	example       plan.Piece
	last          int // the line that was counted last
}

// reasons says how many lines were kept or hidden for what, with an example.
func (e *explainer) reasons() {
	all := e.countReasons()
	e.row("", "shown hidden  rank, reason and an example")
	for i, r := range all {
		if i == mostReasons-1 && len(all) > mostReasons {
			rest := reason{}
			for _, r := range all[i:] {
				rest.shown, rest.hidden = rest.shown+r.shown, rest.hidden+r.hidden
			}
			e.row("", "%5d %6d  %d more reasons", rest.shown, rest.hidden, len(all)-i)
			return
		}
		e.row("", "%5d %6d  %-8s %-27s %d: %s", r.shown, r.hidden, r.rank, r.why, r.example.First.Line, e.excerpt(r.example))
	}
}

// countReasons returns the reasons, the highest rank first, and in a rank the
// one with the most lines.
func (e *explainer) countReasons() []reason {
	var all []reason
	for _, p := range e.res.Pieces {
		i := slices.IndexFunc(all, func(r reason) bool { return r.rank == p.Mark.Rank && r.why == p.Mark.Why })
		if i < 0 {
			i = len(all)
			all = append(all, reason{rank: p.Mark.Rank, why: p.Mark.Why, example: p})
		}
		r := &all[i]
		n := p.Last.Line - max(p.First.Line, r.last+1) + 1
		r.last = p.Last.Line
		if p.Shown {
			r.shown += n
		} else {
			r.hidden += n
		}
	}
	order.By(all, func(a, b reason) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.shown+b.hidden, a.shown+a.hidden))
	})
	return all
}

// budget says what a limit hides that would be shown without it.
func (e *explainer) budget() {
	limit := "the limit for a block of this size"
	switch {
	case e.opt.Budget > 0:
		limit = fmt.Sprint(e.opt.Budget, " tokens")
	case e.opt.MaxBytes > 0:
		limit = fmt.Sprint(e.opt.MaxBytes, " bytes")
	}
	var hidden [mark.Critical + 1]int
	cost, any := 0, false
	for _, p := range e.res.Pieces {
		if p.Mark.Rank > mark.Bulk && !p.Shown {
			hidden[p.Mark.Rank] += p.Last.Line - p.First.Line + 1
			cost += p.Tokens
			any = true
		}
	}
	switch {
	case any:
		e.row("budget", "%s hide %d critical, %d outlier, %d context, %d sample lines, %d tokens", limit,
			hidden[mark.Critical], hidden[mark.Outlier], hidden[mark.Context], hidden[mark.Sample], cost)
	case e.opt.Budget > 0 || e.opt.MaxBytes > 0:
		e.row("budget", "%s are enough for all that would be shown without a limit", limit)
	}
}

// sinceNote says what --since did; "" if it was not asked for.
func (j *job) sinceNote(e explainer) string {
	if j.since == "" {
		return ""
	}
	if e.opt.Since == nil && j.since == sinceLast {
		return "last: no earlier run of this command is in the store"
	}
	if e.opt.Since == nil {
		return j.since + ": no such input is in the store"
	}
	before, d, _, ok := delta.ParseHeader(e.res.Text)
	if !ok || before != e.opt.Since.Hash {
		return e.opt.Since.Hash + ": the difference from it is not shorter, or one of the two is too large"
	}
	return fmt.Sprintf("%s: %d gone, %d moved, %d still failing; what is no news is predictable here", before, len(d.Gone), len(d.Moved), len(d.Still))
}

// pieces says of each piece why it is shown, and what it costs; and what is
// not shown.
func (e *explainer) pieces() {
	pieces := e.res.Pieces
	for i := 0; i < len(pieces); {
		p := pieces[i]
		if p.Shown {
			e.row("keep", "%s %s: %s, %d tokens", lines(p, p), p.Mark.Rank, p.Mark.Why, p.Tokens)
			i++
			continue
		}
		end, highest := i+1, p.Mark
		for ; end < len(pieces) && !pieces[end].Shown; end++ {
			if pieces[end].Mark.Rank > highest.Rank {
				highest = pieces[end].Mark
			}
		}
		e.row("hide", "%s at most %s: %s", lines(p, pieces[end-1]), highest.Rank, highest.Why)
		i = end
	}
}

func lines(first, last plan.Piece) string {
	if first.StartsLine && last.EndsLine {
		return span(first.First.Line, last.Last.Line)
	}
	return fmt.Sprintf("%d:%d-%d:%d", first.First.Line, first.First.Col, last.Last.Line, last.Last.Col)
}

func span(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}
