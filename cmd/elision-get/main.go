// Command elision-get gives back what a reduced output hides.
//
//	elision-get REF               the whole original
//	elision-get REF 12-80         lines 12 to 80 of it
//	elision-get REF --grep TEXT   the lines that match, with their numbers
//	elision-get --all --grep TEXT the same of all originals of the project
//	elision-get -                 standard input, each marker in it expanded
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/posix"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/store"
)

const program = "elision-get"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error to look at, not a death
	if asJSON, asked := cli.AsksVersion(args); asked {
		err := cli.PrintVersion(stdout, program, asJSON)
		cli.Error(stderr, program, err)
		return cli.Status(err)
	}
	room.FullIsAnError()
	if err := room.Lack(); err != nil {
		cli.Error(stderr, program, err)
		return cli.Failure
	}
	cmd := newCommand(stdin, stdout, stderr)
	cmd.SetArgs(args)
	err := posix.Execute(context.Background(), cmd)
	cli.Error(stderr, program, err)
	return cli.Status(err)
}

const long = `Give back what a reduced output hides.

REF is what the output's marker says: the marker itself, its hash, or the
first six digits or more of it. RANGE is a gap as it stands in the output, such
as 12-80 or ⟦12-80⟧ for lines 12 to 80, or 12.300-4500 for bytes 300 to 4500 of
line 12. Without a range, all of the original is given back, byte for byte.

With --all in place of REF, --grep looks through all originals of this conversation and
this project, the one stored last first. Each in which something is found is named by
its hash, above the lines with their numbers: elision-get HASH 12 gives one of them.

With - in place of REF, standard input is copied to standard output, and each
marker in it is replaced by its original.

elision-get version prints the version, with --json as JSON.

Exit status:
  0  done
  1  the store could not be read, or standard output not be written
  2  wrong usage, or a range that the original doesn't have
  3  not found
  4  expired
  5  corrupt
  6  ambiguous: more than one original starts with REF`

const example = `  elision-get 0123456789ab
  elision-get 0123456789ab 12-80
  elision-get 0123456789ab -L 12:80 -L 200
  elision-get 0123456789ab --grep error -C 2
  elision-get 0123456789ab --grep '/time(d )?out/'
  elision-get --all --grep 'connection refused'
  elision-get - < transcript.md`

// flags are what the command line says beside its arguments.
type flags struct {
	store   string
	lines   []string
	grep    string
	context int
	all     bool
	after   string
}

func newCommand(stdin io.Reader, stdout, stderr io.Writer) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:           program + " REF [RANGE]...\n  " + program + " --all --grep PATTERN",
		Long:          long,
		Example:       example,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.get(args, cmd.Flags().Changed("grep"), streams{stdin, stdout, stderr})
		},
	}
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%w", posix.FlagError(cmd, err))
	})
	cmd.Flags().SortFlags = false
	cmd.Flags().StringArrayVarP(&f.lines, "lines", "L", nil, "give back only `RANGE`; may be repeated")
	cmd.Flags().StringVar(&f.grep, "grep", "", "print the lines with `PATTERN`, in any case, or matching /regexp/, and their numbers")
	cmd.Flags().IntVarP(&f.context, "context", "C", 0, "with --grep, print `N` lines around each as well")
	cmd.Flags().BoolVar(&f.all, "all", false, "with --grep, look through all originals of this conversation and project")
	cmd.Flags().StringVar(&f.after, "after", "", "with --all, go on behind the original `HASH`, which the search before names")
	cmd.Flags().StringVar(&f.store, "store", "", "look in the store in `DIR`, not in the one that belongs to this folder")
	f.completions(cmd)
	return cmd
}

// streams are where the command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// usage returns an error about the command line.
func usage(format string, args ...any) error {
	return cli.Hint(cli.Usagef(format, args...), "see "+program+" --help")
}

func (f flags) get(args []string, grep bool, std streams) error {
	if f.all || f.after != "" {
		return f.getAll(args, grep, std)
	}
	if len(args) == 0 {
		return usage("nothing to get: give a reference, or - to read a text with markers")
	}
	if f.context < 0 || f.context > 0 && !grep {
		return usage("-C N goes with --grep and counts lines")
	}
	ranges, err := parseRanges(append(args[1:], f.lines...))
	if err != nil {
		return err
	}
	if len(ranges) > 0 && grep {
		return usage("--grep searches all of the original: leave the range out")
	}
	if args[0] == "-" {
		return f.getInline(len(ranges) > 0 || grep, std)
	}
	ref, err := marker.ParseReference(args[0])
	if err != nil {
		return usage("%w", err)
	}
	if ref.Range != (marker.Range{}) && len(ranges) == 0 && !grep {
		ranges = []marker.Range{ref.Range}
	}
	pattern, err := f.pattern(grep)
	if err != nil {
		return err
	}
	return f.getOne(ref, ranges, pattern, std)
}

// pattern returns what --grep looks for, nil if it wasn't given.
func (f flags) pattern(given bool) (*keep.Pattern, error) {
	if !given {
		return nil, nil
	}
	p, err := keep.Parse(f.grep)
	if err != nil {
		return nil, usage("--grep: %w", err)
	}
	return &p, nil
}

func parseRanges(args []string) ([]marker.Range, error) {
	var ranges []marker.Range
	for _, arg := range args {
		r, err := marker.ParseRange(arg)
		if err != nil {
			if _, refErr := marker.ParseReference(arg); refErr == nil {
				return nil, usage("one reference at a time: %s is a second one", arg)
			}
			return nil, usage("%w", err)
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

// getOne writes the original, or the part of it that was asked for.
func (f flags) getOne(ref marker.Reference, ranges []marker.Range, pattern *keep.Pattern, std streams) error {
	place, err := f.place()
	if err != nil {
		return err
	}
	x, s, err := place.Expand(ref.Prefix, store.Options{Remote: &shared{}})
	if err != nil {
		return explain(s, err)
	}
	defer x.Close()
	account := newAccount(std.err)
	out := account.watch(std.out)
	defer account.expanded(x.Entry, out)
	if len(ranges) > 0 {
		return explain(s, expand.WriteRanges(out, x, ranges))
	}
	if err := x.Check(); err != nil { // so that no part is printed of what is damaged
		return explain(s, err)
	}
	switch {
	case pattern != nil:
		found, err := expand.Grep(out, x, *pattern, f.context)
		if err == nil && !found {
			cli.Warn(std.err, program, fmt.Errorf("no line has %s", pattern))
		}
		return err
	}
	return expand.Copy(out, x)
}

func (f flags) getInline(more bool, std streams) error {
	if more {
		return usage("- expands markers whole: leave ranges and --grep out")
	}
	place, err := f.place()
	if err != nil {
		return err
	}
	return expandInline(place, std)
}

// place finds the store that is meant.
func (f flags) place() (store.Place, error) {
	if f.store != "" {
		return store.Place{Dir: f.store, Whole: true}, nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return store.Place{}, err
	}
	return store.Find(os.Getenv, cwd)
}
