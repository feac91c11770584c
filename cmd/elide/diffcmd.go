package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/terminal"
)

// diffFlags are those of elide diff.
type diffFlags struct {
	store   string
	context int
	exact   bool
}

func newDiff(a *app) *command {
	f := &diffFlags{}
	return &command{
		name:  "diff",
		args:  "[FLAG]... A B",
		short: "show what changed between two outputs",
		long: `elide diff shows which lines changed from A to B; each is a reference to an original,
a file, or - for standard input. Lines of what a run printed are compared as --since
compares them: those that differ in a duration, a time, a process id, an
address, a port or a temporary path only are the same. Control characters are
written out, as ^[. It is for reading, and no patch.

Exit status: 0, whether there are changes or not; 1 if an input could not be read or
standard output not be written; 2 for a mistake in the call; 3 not found;
4 expired; 5 corrupt; 6 ambiguous.`,
		example: `  elide diff server.log sub/file
  elide server.log | elide diff server.log -`,
		flags: func(set *flag.FlagSet) {
			set.StringVar(&f.store, "store", "", "look in the store in this `folder`")
			set.IntVar(&f.context, "context", 3, "show this many unchanged `lines` around a change")
			set.BoolVar(&f.exact, "exact", false, "compare times, durations and their like too")
		},
		wantsArgs: true,
		run:       func(args []string) error { return a.diff(f, args) },
	}
}

func (a *app) diff(f *diffFlags, args []string) error {
	switch {
	case len(args) != 2:
		return &callError{fmt.Errorf("two outputs are compared, %d given", len(args))}
	case args[0] == "-" && args[1] == "-":
		return &callError{errors.New("standard input can be one of the two only")}
	case f.context < 0:
		return &callError{errors.New("--context must not be negative")}
	}
	s, err := newShelf(f.store)
	if err != nil {
		return err
	}
	var sides [2]side
	for i, name := range args {
		if sides[i], err = a.side(s, name, f.exact); err != nil {
			return err
		}
	}
	d := differ{before: sides[0], now: sides[1], context: f.context, colour: terminal.Colour(a.out, os.Getenv)}
	return unwritten(terminal.Page(a.out, os.Getenv, func(w io.Writer) error {
		d.out = bufio.NewWriterSize(w, report.TextChunk)
		d.write(f.exact)
		return d.out.Flush()
	}))
}

// side is one of the outputs that are compared.
type side struct {
	name     string
	block    *block.Block
	sections []block.Section
}

// mostCompared is how long an output may be that is compared here: as long as
// one that --since compares.
const mostCompared = 16 << 20

// side reads an output. What is a file is not taken for a reference.
func (a *app) side(s *shelf, name string, exact bool) (side, error) {
	data, command, err := a.output(s, name)
	if err != nil {
		return side{}, err
	}
	if len(data) > mostCompared {
		return side{}, fmt.Errorf("%s is longer than %d bytes: elision-get gives the bytes for another program to compare", name, mostCompared)
	}
	b := block.New(data)
	if exact { // nothing in prose differs from run to run
		return side{name, b, []block.Section{{Block: b, End: b.Len(), Shape: shape.Prose}}}, nil
	}
	return side{name, b, classify.Sections(b, command)}, nil
}

func (a *app) output(s *shelf, name string) (data []byte, command string, err error) {
	if name == "-" {
		data, err = io.ReadAll(io.LimitReader(a.in, mostCompared+1))
		return data, "", err
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := marker.ParseReference(name); err != nil {
			return nil, "", &callError{fmt.Errorf("there is no file %q, and it is no reference", name)}
		}
		x, err := s.original(name)
		if err != nil {
			return nil, "", err
		}
		defer x.Close()
		data, err = io.ReadAll(io.NewSectionReader(x, 0, min(x.Size(), mostCompared+1)))
		return data, x.Entry.Command, err
	}
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	data, err = io.ReadAll(io.LimitReader(file, mostCompared+1))
	return data, "", err
}

// differ writes the difference of two outputs.
type differ struct {
	out         *bufio.Writer
	before, now side
	context     int
	colour      bool
	visible     []byte
}

// What a terminal is told for the lines of a difference.
const (
	styleGone  = "\x1b[31m"
	styleNew   = "\x1b[32m"
	styleMoved = "\x1b[35m"
	styleHunk  = "\x1b[36m"
)

// write writes all of it; that there is nothing to show too, if the outputs
// are not the same byte for byte.
func (d *differ) write(exact bool) {
	edits := editsOf(delta.Compare(d.before.sections, d.now.sections))
	hunks := hunksOf(edits, d.context)
	if len(hunks) == 0 {
		d.same(exact)
		return
	}
	d.line(styleKept, "--- ", []byte(d.before.name))
	d.line(styleKept, "+++ ", []byte(d.now.name))
	for _, h := range hunks {
		d.hunk(edits[h.first:h.end])
	}
}

func (d *differ) same(exact bool) {
	switch {
	case bytes.Equal(d.before.block.Bytes(), d.now.block.Bytes()):
	case exact:
		d.line("", "", []byte("no line differs but in its end, or in terminal codes"))
	default:
		d.line("", "", []byte("no line differs but in times and their like, its end, or terminal codes: --exact compares those too"))
	}
}

// hunk writes a run of edits below a line that says where they are.
func (d *differ) hunk(edits []edit) {
	var before, now lineSpan
	for _, e := range edits {
		if e.before >= 0 {
			before.add(d.before.block.Line(e.before))
		}
		if e.now >= 0 {
			now.add(d.now.block.Line(e.now))
		}
	}
	d.line(styleHunk, fmt.Sprintf("@@ -%s +%s @@", before, now), nil)
	for _, e := range edits {
		d.edit(e)
	}
}

func (d *differ) edit(e edit) {
	style, sign, text := "", " ", []byte(nil)
	switch {
	case e.before >= 0 && e.now >= 0:
		text = d.now.block.Raw(e.now)
	case e.before >= 0:
		style, sign, text = styleGone, "-", d.before.block.Raw(e.before)
	default:
		style, sign, text = styleNew, "+", d.now.block.Raw(e.now)
	}
	if e.moved {
		style = styleMoved
	}
	d.line(style, sign, bytes.TrimSuffix(text, []byte{'\n'}))
}

// line writes a line of which text may hold what a terminal acts on.
func (d *differ) line(style, head string, text []byte) {
	d.visible = terminal.AppendVisible(append(d.visible[:0], head...), text)
	if d.colour && style != "" {
		d.out.WriteString(style)
		d.out.Write(d.visible)
		d.out.WriteString(styleEnd + "\n")
		return
	}
	d.out.Write(append(d.visible, '\n'))
}

// lineSpan is which lines a hunk has of one of the outputs.
type lineSpan struct{ first, last int }

func (s *lineSpan) add(line int) {
	if s.first == 0 {
		s.first = line
	}
	s.last = line
}

// String returns first,count as other programs have it.
func (s lineSpan) String() string {
	if s.first == 0 {
		return "0,0"
	}
	return fmt.Sprintf("%d,%d", s.first, s.last-s.first+1)
}
