package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"elide.example/elide/internal/cli"
)

// command is a command, with the commands below it. A tree of a few of these
// is all that elide needs, and costs nothing at its start, which is most of
// what a small block costs: cobra links the package net, which loads the C
// library, and that alone takes as long as a hello world.
type command struct {
	name    string
	args    string // as the usage shows them
	short   string // in the list of commands
	long    string // in its own help
	example string
	flags   func(*flag.FlagSet)       // nil: it has none
	run     func(args []string) error // nil: it is only a head for those below it
	below   []*command

	wantsArgs bool // else arguments are a mistake
	argsEnd   bool // flags end where the arguments begin
	raw       bool // all that follows is for another program, its flags and help too
}

// execute finds the command that the arguments name, and runs it. path is how
// it was called so far. Help goes to out.
func (c *command) execute(out io.Writer, path string, args []string) error {
	if len(args) > 0 && args[0] == "help" && len(c.below) > 0 {
		return c.help(out, path, args[1:])
	}
	if next := c.find(args); next != nil {
		return next.execute(out, path+" "+next.name, args[1:])
	}
	if c.raw {
		return c.run(args)
	}
	set := c.flagSet(path)
	rest, err := c.parse(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.printHelp(out, path)
	case err != nil:
		return usage(path, err)
	case len(rest) > 0 && !c.wantsArgs && len(c.below) > 0:
		return usage(path, cli.Unknown("command", rest[0], c.names()))
	case len(rest) > 0 && !c.wantsArgs:
		return usage(path, fmt.Errorf("%s takes no argument %q", path, rest[0]))
	case c.run == nil:
		return usage(path, fmt.Errorf("%s needs to be told what to do", path))
	}
	err = c.run(rest)
	var call *callError
	if errors.As(err, &call) {
		return usage(path, call.error)
	}
	return err
}

// find returns the command below c that the first argument names.
func (c *command) find(args []string) *command {
	for _, next := range c.below {
		if len(args) > 0 && next.name == args[0] {
			return next
		}
	}
	return nil
}

// names returns the names of the commands below c.
func (c *command) names() (all []string) {
	for _, next := range c.below {
		all = append(all, next.name)
	}
	return all
}

func (c *command) flagSet(path string) *flag.FlagSet {
	set := flag.NewFlagSet(path, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	if c.flags != nil {
		c.flags(set)
	}
	return set
}

// parse parses the flags, which may stand between the arguments unless the
// command says otherwise, and returns the arguments.
func (c *command) parse(set *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := set.Parse(args); err != nil {
			return nil, cli.FlagError(err, set)
		}
		parsed := len(args) - set.NArg()
		ended := parsed > 0 && args[parsed-1] == "--"
		args = set.Args()
		if ended || c.argsEnd || len(args) == 0 {
			return append(rest, args...), nil
		}
		rest = append(rest, args[0])
		args = args[1:]
	}
}

// callError is a mistake in the call that a command finds by itself.
type callError struct{ error }

// usage makes err a mistake in the call.
func usage(path string, err error) error {
	return cli.Hint(cli.WithStatus(err, cli.Usage), path+" --help")
}

func (c *command) help(out io.Writer, path string, names []string) error {
	if next := c.find(names); next != nil {
		return next.help(out, path+" "+next.name, names[1:])
	}
	if len(names) > 0 {
		return usage(path, cli.Unknown("command", names[0], c.names()))
	}
	return c.printHelp(out, path)
}

func (c *command) printHelp(out io.Writer, path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n", c.long)
	if c.run != nil {
		fmt.Fprintf(&b, "  %s\n", strings.TrimRight(path+" "+c.args, " "))
	}
	if len(c.below) > 0 {
		fmt.Fprintf(&b, "  %s COMMAND\n\nCommands:\n", path)
	}
	for _, next := range c.below {
		fmt.Fprintf(&b, "  %-*s  %s\n", c.nameWidth(), next.name, next.short)
	}
	fmt.Fprintf(&b, "\nExamples:\n%s\n\nFlags:\n", c.example)
	b.WriteString(cli.FlagList(c.flagSet(path)))
	_, err := io.WriteString(out, b.String())
	return unwritten(err)
}

// nameWidth returns how long the longest name of the commands below is.
func (c *command) nameWidth() int {
	width := 0
	for _, next := range c.below {
		width = max(width, len(next.name))
	}
	return width
}
