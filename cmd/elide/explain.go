package main

import (
	"bufio"
	"fmt"
	"io"

	"elide/internal/pipeline"
	"elide/internal/plan"
)

// explain says what became of a block: its sections, why each unit that is
// shown is, and what it costs; and what is not shown.
func explain(w io.Writer, res pipeline.Result) {
	out := bufio.NewWriter(w)
	defer out.Flush()
	if !res.Reduced {
		fmt.Fprintf(out, "passed   %s; %d bytes\n", res.Reason, res.Bytes)
		return
	}
	fmt.Fprintf(out, "reduced  %s; %d of %d lines hidden, %d bytes to %d, about %d tokens to %d\n",
		res.Shape, res.HiddenLines, res.Lines, res.Bytes, len(res.Text), res.Tokens, res.TokensOut)
	for _, s := range res.Sections {
		fmt.Fprintf(out, "section  %d-%d %s\n", s.First, s.Last, s.Shape)
	}
	for i := 0; i < len(res.Pieces); {
		i = explainPiece(out, res.Pieces, i)
	}
}

// explainPiece explains piece i, with those that are hidden like it behind
// it, and returns the next.
func explainPiece(w io.Writer, pieces []plan.Piece, i int) int {
	p := pieces[i]
	if p.Shown {
		fmt.Fprintf(w, "keep     %s %s: %s, %d tokens\n", lines(p, p), p.Mark.Rank, p.Mark.Why, p.Tokens)
		return i + 1
	}
	end, highest := i+1, p.Mark
	for end < len(pieces) && !pieces[end].Shown {
		if pieces[end].Mark.Rank > highest.Rank {
			highest = pieces[end].Mark
		}
		end++
	}
	fmt.Fprintf(w, "hide     %s at most %s: %s\n", lines(p, pieces[end-1]), highest.Rank, highest.Why)
	return end
}

func lines(first, last plan.Piece) string {
	if first.StartsLine && last.EndsLine {
		if first.First.Line == last.Last.Line {
			return fmt.Sprint(first.First.Line)
		}
		return fmt.Sprintf("%d-%d", first.First.Line, last.Last.Line)
	}
	return fmt.Sprintf("%d:%d-%d:%d", first.First.Line, first.First.Col, last.Last.Line, last.Last.Col)
}
