package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/terminal"
)

// showFlags are those of elide show.
type showFlags struct {
	store string
	kept  bool
}

func newShow(a *app) *command {
	f := &showFlags{}
	return &command{
		name:  "show",
		args:  "[FLAG]... REF",
		short: "look at an original, with the lines that were kept",
		long: `elide show shows the original that REF names, a marker or a hash: each line with its
number, a > before those that elide keeps as it is configured now. On a terminal it
opens in $PAGER (less -R if there is none); kept lines are bold, failures red, what
is unusual yellow, the rest dim. Control characters are written out, as ^[; the
bytes themselves are what elision-get gives.

Exit status: 0; 1 if the store could not be read or standard output not be written;
2 for a mistake in the call; 3 not found; 4 expired; 5 corrupt; 6 ambiguous.`,
		example: `  elide show "$(elide server.log | tail -n 1)"
  elide show --kept "$(elide server.log | tail -n 1)"`,
		flags: func(set *flag.FlagSet) {
			set.StringVar(&f.store, "store", "", "look in the store in this `folder`")
			set.BoolVar(&f.kept, "kept", false, "show of hidden lines only which they are")
		},
		wantsArgs: true,
		run:       func(args []string) error { return a.show(f, args) },
	}
}

func (a *app) show(f *showFlags, args []string) error {
	if len(args) != 1 {
		return &callError{fmt.Errorf("one reference is shown at a time, %d given", len(args))}
	}
	s, err := newShelf(f.store)
	if err != nil {
		return err
	}
	x, err := s.original(args[0])
	if err != nil {
		return err
	}
	defer x.Close()
	res, err := s.plan(x)
	if err != nil {
		return err
	}
	colour := terminal.Colour(a.out, os.Getenv)
	return unwritten(terminal.Page(a.out, os.Getenv, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, report.TextChunk)
		p := painter{out: out, src: x, colour: colour, kept: f.kept}
		if err := p.paint(x.Entry, res); err != nil {
			return err
		}
		return out.Flush()
	}))
}

// paint writes the head and every piece of the original.
func (p *painter) paint(e store.Entry, res pipeline.Result) error {
	pieces := res.Pieces
	if !res.Reduced { // all of it is shown, as one piece
		pieces = []plan.Piece{{Len: p.src.Size(), First: plan.Place{Line: 1, Col: 1}, StartsLine: true, EndsLine: true, Shown: true}}
	}
	p.head(e, res)
	p.width = len(fmt.Sprint(max(pieces[len(pieces)-1].Last.Line, 1000)))
	for i := 0; i < len(pieces); {
		end := i + 1
		for !pieces[i].Shown && end < len(pieces) && !pieces[end].Shown {
			end++
		}
		if err := p.run(pieces[i:end]); err != nil {
			return err
		}
		i = end
	}
	p.endLine()
	return nil
}

// head says what is shown.
func (p *painter) head(e store.Entry, res pipeline.Result) {
	what := fmt.Sprintf("%s  %s, %d bytes", e.Hash, e.Type, e.OriginalBytes)
	switch {
	case res.Reduced:
		what += fmt.Sprintf(", %s, %d not shown whole", cli.Plural(res.Lines, "line"), res.HiddenLines)
	default:
		what += ", passes through: " + res.Reason
	}
	if e.Command != "" {
		what += "  " + e.Command
	}
	p.styled(styleHead, terminal.AppendVisible(nil, []byte(oneLine(what))))
	p.out.WriteString("\n")
}
