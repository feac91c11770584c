package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/shellline"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/toolcall"
)

// runCommand runs a command and reduces what it prints. elide then ends with
// the command's own status.
func (a *app) runCommand(f *flags, args []string) error {
	args, line, err := toRun(f, args)
	if err != nil {
		return &callError{err}
	}
	if f.command == "" {
		f.command = line
	}
	j, err := a.newJob(f)
	var call *callError
	switch {
	case errors.As(err, &call):
		return err
	case err != nil: // the folder is gone, say: what that means is the command's affair
		cli.Error(a.err, program, err)
		j = &job{app: a, strict: f.strict, off: true, failed: true}
	}
	a.status = cli.OK // a mistake in the configuration is not the command's
	defer j.end()
	switch {
	case a.lack != nil: // also to start it beside us
		a.status, err = child.Become(args)
		return notStarted(err)
	case j.off || switchedOff(args):
		return a.runUntouched(args)
	}
	j.runKey = keyOf(args)
	return j.run(args)
}

// switchedOff tells whether what is run says ELIDE=off itself.
func switchedOff(args []string) bool {
	input, err := json.Marshal(map[string][]string{"command": args})
	return err == nil && toolcall.Of("shell", input).Off
}

// toRun returns the arguments of the command, and the line that it would be
// in a shell, as near as a hint needs it.
func toRun(f *flags, args []string) ([]string, string, error) {
	switch {
	case f.given("c") && len(args) > 0:
		return nil, "", errors.New("-c takes the whole command line; nothing may follow it")
	case f.given("c"):
		args, err := lineArgs(f)
		return args, f.line, err
	case f.given("shell"):
		return nil, "", errors.New("--shell takes a line: elide run --shell bash -c 'cd sub && ls'")
	case len(args) == 0 || args[0] == "":
		return nil, "", errors.New("no command to run: elide run -- COMMAND [ARG]…")
	}
	return args, hint(args), nil
}

// lineArgs returns the arguments that run the line in the shell that was asked
// for.
func lineArgs(f *flags) ([]string, error) {
	if !f.given("shell") {
		return child.Shell(f.line), nil
	}
	program, ok := shellline.Program(f.shell)
	if !ok {
		return nil, fmt.Errorf("--shell: %q is neither bash, zsh, sh or dash nor the path of one", f.shell)
	}
	return []string{child.FindShell(program), "-c", f.line}, nil
}

// hint returns what the arguments run. Of a shell with a line it is the line.
func hint(args []string) string {
	if len(args) > 2 && strings.HasSuffix(filepath.Base(args[0]), "sh") && strings.HasPrefix(args[1], "-") && strings.HasSuffix(args[1], "c") {
		return args[2]
	}
	return strings.Join(args, " ")
}

// run runs the command with its output held back. If it is killed, or we are
// told to end, which it is told too, what it has printed is reduced all the
// same.
func (j *job) run(args []string) error {
	p, err := child.Start(child.Command{Args: args, Stdin: j.app.in})
	if err != nil {
		return notStarted(err)
	}
	defer p.Release()
	defer p.HandOver(j.later())
	var held spool.Spool
	defer held.Close()
	waiting := j.app.progress()
	_, err = held.ReadFrom(waiting.Watch(p))
	waiting.End() // before anything else is printed
	var spill *spool.SpillError
	if errors.As(err, &spill) {
		defer func() { j.app.status = p.Wait() }()
		return j.reduce(&held, p, err, report.Report{})
	}
	j.app.status = p.Wait()
	return j.reduce(&held, p, err, report.Report{Exit: &j.app.status})
}

// later returns where goes what is printed when the command has ended: to
// standard output like the rest, unless a program reads JSON there.
func (j *job) later() *os.File {
	if j.json {
		return j.app.err
	}
	return j.app.out
}

// runUntouched runs the command as if elide were not there.
func (a *app) runUntouched(args []string) error {
	p, err := child.Start(child.Command{Args: args, Stdin: a.in, Stdout: a.out, Stderr: a.err})
	if err != nil {
		return notStarted(err)
	}
	defer p.Release()
	a.status = p.Wait()
	return nil
}

// notStarted gives the error the status that a shell would end with.
func notStarted(err error) error {
	var start *child.StartError
	if errors.As(err, &start) {
		return cli.WithStatus(err, start.Status)
	}
	return err
}
