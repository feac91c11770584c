package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/terminal"
)

// What a terminal is told for a style, and for its end.
const (
	styleHead     = "\x1b[36m"
	styleCritical = "\x1b[1;31m"
	styleOutlier  = "\x1b[1;33m"
	styleKept     = "\x1b[1m"
	styleHidden   = "\x1b[2m"
	styleEnd      = "\x1b[0m"
)

// painter writes an original for a person: a number before each line, and what
// is kept in another style than what is hidden. Nothing of the original
// reaches a terminal but through terminal.AppendVisible.
type painter struct {
	out    *bufio.Writer
	src    store.Original
	colour bool
	kept   bool // hidden pieces are named only
	width  int  // of the line numbers

	number  int    // of the line that is written next
	column  int    // at which it begins, if a part of it stands above
	open    bool   // what was written last is not ended
	visible []byte // for the next text
}

// run writes one piece that is shown, or a run of hidden ones.
func (p *painter) run(pieces []plan.Piece) error {
	first, last := pieces[0], pieces[len(pieces)-1]
	p.endLine()
	p.number, p.column = first.First.Line, 0
	if !first.StartsLine { // it changes between kept and hidden within the line
		p.column = first.First.Col
	}
	if p.kept && !first.Shown {
		p.gap(first, last)
		return nil
	}
	style := styleOf(first)
	text := io.NewSectionReader(p.src, first.Off, last.Off+last.Len-first.Off)
	return report.RuneChunks(text, func(chunk []byte) error {
		for line := range bytes.Lines(chunk) {
			p.line(line, first.Shown, style)
		}
		return nil
	})
}

func styleOf(p plan.Piece) string {
	switch {
	case !p.Shown:
		return styleHidden
	case p.Mark.Rank == mark.Critical:
		return styleCritical
	case p.Mark.Rank == mark.Outlier:
		return styleOutlier
	}
	return styleKept
}

// line writes a line, or a part of one that is open.
func (p *painter) line(text []byte, kept bool, style string) {
	if !p.open {
		p.gutter(kept)
	}
	text, ended := bytes.CutSuffix(text, []byte{'\n'})
	p.visible = terminal.AppendVisible(p.visible[:0], text)
	p.styled(style, p.visible)
	p.open = true
	if ended {
		p.endLine()
		p.number, p.column = p.number+1, 0
	}
}

// gutter writes what stands before a line: its number, with the byte at which
// it goes on if its beginning stands above, and whether it is kept.
func (p *painter) gutter(kept bool) {
	label := fmt.Sprint(p.number)
	if p.column > 0 {
		label += fmt.Sprint(".", p.column)
	}
	mark := byte(' ')
	if kept {
		mark = '>'
	}
	fmt.Fprintf(p.out, "%*s %c ", p.width, label, mark)
}

// gap names what is hidden, as a reduced text does.
func (p *painter) gap(first, last plan.Piece) {
	gap := marker.AppendGap(nil, first.First.Line, last.Last.Line)
	if first.First.Line == last.Last.Line && !(first.StartsLine && last.EndsLine) {
		gap = marker.AppendSpan(nil, first.First.Line, first.First.Col, last.Last.Col)
	}
	fmt.Fprintf(p.out, "%*s   ", p.width, "")
	p.styled(styleHidden, gap)
	p.out.WriteString("\n")
}

func (p *painter) endLine() {
	if p.open {
		p.out.WriteString("\n")
	}
	p.open = false
}

// styled writes text that a terminal does not act on.
func (p *painter) styled(style string, text []byte) {
	if !p.colour {
		p.out.Write(text)
		return
	}
	p.out.WriteString(style)
	p.out.Write(text)
	p.out.WriteString(styleEnd)
}
