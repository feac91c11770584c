package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"elide.example/elide/cmd/elide/early"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/terminal"
)

// filter reduces standard input, or each of the files as a block of its own.
func (a *app) filter(f *flags, names []string) error {
	if f.since == sinceLast {
		return &callError{errNoCommand}
	}
	j, err := a.newJob(f)
	if err != nil {
		return err
	}
	defer j.end()
	if len(names) == 0 {
		if !j.off {
			a.sayWaiting()
		}
		return j.block(a.in, "-")
	}
	for _, name := range names {
		if err := j.file(name); err != nil || j.app.signal != nil {
			return err
		}
	}
	return nil
}

func (j *job) file(name string) error {
	if name == "-" {
		return j.block(j.app.in, name)
	}
	f, err := room.Open(name)
	if err != nil {
		j.app.endWith(cli.Usage)
		cli.Error(j.app.err, program, unopened(name, err))
		return nil
	}
	defer f.Close()
	return j.block(f, name)
}

// sayWaiting says what elide waits for, to a person who has piped nothing in.
func (a *app) sayWaiting() {
	if terminal.Is(a.in) && terminal.Is(a.err) {
		fmt.Fprintln(a.err, program+": reading what is typed here until Ctrl-D; "+program+" --help says what else it reads")
	}
}

// unopened says what a name may have been meant for that no file has.
func unopened(name string, err error) error {
	root := newRoot(nil)
	switch {
	case !errors.Is(err, os.ErrNotExist):
		return err
	case root.find([]string{name}) != nil:
		return cli.Hint(err, "the flags of a command stand behind its name: elide "+name+" [flags]")
	case strings.ContainsAny(name, `./\`): // no command looks like that
		return err
	}
	err = fmt.Errorf("there is neither a command nor a file %q", name)
	if near, like := cli.Nearest(name, root.names()); like {
		err = cli.Hint(err, "the nearest command is "+program+" "+near)
	}
	return err
}

// block reduces one input. The error is that of standard output; what else
// goes wrong is reported, and the input passes through.
func (j *job) block(in *os.File, name string) error {
	ahead := bytes.NewReader(early.Ahead())
	if j.off {
		return j.copy(io.MultiReader(ahead, in))
	}
	var held spool.Spool
	defer held.Close()
	j.interrupts = j.app.interruptible(in, &held)
	_, err := held.ReadFrom(io.MultiReader(ahead, j.interrupts.over(in)))
	err = j.reduce(&held, in, err, report.Report{File: name})
	j.app.signal = j.interrupts.signal()
	return err
}

// copy is what elide does when it is switched off.
func (j *job) copy(in io.Reader) error {
	source := &noting{Reader: in}
	_, err := io.Copy(j.app.out, source)
	if source.err != nil {
		j.unread(source.err)
		return nil
	}
	return unwritten(err)
}

// reduce prints a block that was read with the error err; rest is what the
// input may still give.
func (j *job) reduce(held *spool.Spool, rest io.Reader, err error, rep report.Report) error {
	var spill *spool.SpillError
	if err != nil {
		j.interrupts.printing()
	}
	if errors.As(err, &spill) {
		j.fail(fmt.Errorf("not reduced: %w", err))
		return j.passOn(held, rest)
	}
	if err != nil {
		j.unread(err)
		_, err := held.WriteTo(j.app.out)
		return unwritten(err)
	}
	opt := j.opt
	if earlier := j.earlier(); earlier != nil {
		defer earlier.Close()
		opt.Since = &pipeline.Earlier{Original: earlier, Hash: earlier.Entry.Hash}
	}
	j.interrupts.reducing()
	res, err := pipeline.Reduce(context.Background(), held, opt, j.store)
	j.interrupts.reduced()
	j.interrupts.printing()
	if err != nil {
		j.fail(fmt.Errorf("not reduced: %w", err))
		res = pipeline.Result{Reason: err.Error(), Bytes: held.Size()}
	}
	if j.explain.on {
		j.explainTo(j.app.err, explainer{src: held, opt: opt, res: res, name: rep.File})
	}
	if err := j.print(held, res, rep); err != nil {
		return unwritten(err)
	}
	j.account(res)
	j.remember(held, res)
	return nil
}

// passOn writes what is held and copies what still comes.
func (j *job) passOn(held *spool.Spool, rest io.Reader) error {
	source := &noting{Reader: rest}
	err := held.PassThrough(j.app.out, source)
	if source.err != nil {
		j.unread(source.err)
		return nil
	}
	return unwritten(err)
}

// unread reports that an input could not be read to its end. What there is of
// it is printed, but whoever reads it must know.
func (j *job) unread(err error) {
	j.app.endWith(cli.Failure)
	var read *spool.ReadError
	if !errors.As(err, &read) {
		err = &spool.ReadError{Err: err}
	}
	cli.Error(j.app.err, program, err)
}

// print writes the block as it became, or as a line of JSON.
func (j *job) print(held *spool.Spool, res pipeline.Result, rep report.Report) error {
	if j.json {
		return rep.Write(j.app.out, held, res)
	}
	if res.Reduced {
		_, err := j.app.out.Write(res.Text)
		return err
	}
	_, err := held.WriteTo(j.app.out)
	return err
}

// unwritten says of an error that it is standard output's.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return cli.WithStatus(fmt.Errorf("writing standard output: %w", err), cli.Failure)
}

// noting is a reader that remembers what went wrong with it, so that it can
// be told from what went wrong with the writer of a copy.
type noting struct {
	io.Reader
	err error
}

func (n *noting) Read(p []byte) (int, error) {
	count, err := n.Reader.Read(p)
	if err != nil && err != io.EOF {
		n.err = err
	}
	return count, err
}
