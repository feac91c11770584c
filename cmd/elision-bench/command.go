package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/posix"
	"elide.example/elide/internal/terminal"

	"github.com/spf13/cobra"
)

const defaultCorpus = "testdata/corpus"

const long = `Elision-bench runs elide over a folder of cases and says, for each case and each
shape, what is left and what it costs a reader: tokens (o200k_base, exact) in and
out, labels kept, effective cost, the floor below which no reduction can go that
keeps the labels, and whether the original is restored byte for byte.

A case is a folder with two files: input, the bytes that a tool printed, and
case.json, which says what must survive of them. Effective cost is the tokens of
the output, plus all tokens of the input if any label is lost, over the tokens of
the input: 100 % is cat.

With --histories it sends recorded conversations, request after request, as they
are, through each profile of elide messages, cut to their last messages, and with
old tool results cleared, and says for each: tokens sent, the share that a
provider's prefix cache would have read, the cost in input tokens (what is read
counts 0.1, what is written to the cache 1.25), and which facts that the model used
stood in the request, behind a marker, or nowhere. --min-kept is then about facts
visible or one expansion away, --require-exact about requests given back and valid.

With --trajectories it reads conversations that agents had (transcripts as elide
replay reads them) and says what they would have cost: plain, with elide as its
proxy is by default and with other settings of proxy.reads, cut from the middle,
with old results cleared or masked, and with a perfect reducer. The bill has the prompt cache in it,
and what it takes to fetch what was hidden and then used: docs/economics.md.

elision-bench version prints the version, with --json as JSON.

Exit status: 0; 1 if a bar was missed or the measure failed; 2 for a usage error.`

const examples = `  elision-bench                                  # all of testdata/corpus
  elision-bench --only 'go*' --missed            # some cases, with the labels they lose
  elision-bench --only test-log                  # the cases of one shape
  elision-bench --against 'tail -n 40' --against "grep -iE 'error|fail'"
  elision-bench --budgets 250,500,1000,2000      # beside tail, head and grep
  elision-bench --min-kept 99 --max-cost 24 --require-exact --never-larger
  elision-bench --html bench.html --sample 30    # a page; of some cases
  elision-bench --junit bench.xml --min-kept 99  # for a CI server
  elision-bench --json > before.json             # and after a change:
  elision-bench --baseline before.json
  elision-bench --format bench --count 6 > new.txt   # for benchstat
  elision-bench label -- go test ./...           # a case of your own
  elision-bench --histories                      # all of testdata/histories
  elision-bench --histories --only 'day-*' --context-budget 32000
  elision-bench --trajectories sessions --max-billed 105 --min-facts 95`

// options are the flags.
type options struct {
	only        string
	missed      bool
	withCommand bool
	json        bool
	format      string
	count       int
	against     []string
	budgets     []int
	baseline    string
	sample      int
	html, junit string
	bars        bench.Bars

	worth         bool
	observe       bool
	unlearned     string
	histories     bool
	contextBudget int
	last          int

	trajectories        string
	maxBilled, minFacts float64
	bar                 []string
	markdown            string
}

func newCommand(stdout, stderr io.Writer) *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:           "elision-bench [flags] [DIR]",
		Short:         "measure elide on a corpus of labelled tool outputs",
		Long:          long,
		Example:       examples,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opt.checkHistories(cmd); err != nil {
				return err
			}
			if err := opt.checkTrajectories(cmd, args); err != nil {
				return err
			}
			dir, run := defaultCorpus, measure
			switch {
			case opt.trajectories != "":
				dir, run = opt.trajectories, measureTrajectories
			case opt.histories:
				dir, run = defaultHistories, measureHistories
			case opt.worth:
				run = measureWorth
			case opt.observe:
				run = observe
			}
			if len(args) > 0 {
				dir = args[0]
			}
			return run(cmd.Context(), dir, opt, stdout)
		},
	}
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return cli.Hint(posix.FlagError(cmd, err), cmd.CommandPath()+" --help")
	})
	opt.flags(cmd)
	completions(cmd)
	cmd.AddCommand(newLabel(stdout, stderr))
	cmd.SetHelpCommand(&cobra.Command{Hidden: true, Use: "no-help"}) // help is a folder's name
	return cmd
}

func atMostOne(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("one folder of cases at most, %d given", len(args))
	}
	return nil
}

func (o *options) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.only, "only", "", "cases whose name matches the `GLOB`, or whose shape is that")
	f.BoolVar(&o.missed, "missed", false, "list the labels that were lost")
	f.BoolVar(&o.withCommand, "with-command", false, "tell elide what printed each case; a pipe doesn't know")
	f.StringArrayVar(&o.against, "against", nil, "another filter, a shell `COMMAND`, on the same cases (repeatable)")
	f.IntSliceVar(&o.budgets, "budgets", nil, "measure at these `budgets` of tokens too, beside tail, head and grep")
	f.StringVar(&o.format, "format", "table", "`FORM` of the report: table, json or bench (for benchstat)")
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	f.IntVar(&o.count, "count", 1, "runs of each case, for the time")
	f.Float64Var(&o.bars.MinKept, "min-kept", 0, "fail if fewer `percent` of the labels are kept")
	f.Float64Var(&o.bars.MaxCost, "max-cost", 0, "fail if the mean effective cost of large cases is above `percent`")
	f.BoolVar(&o.bars.RequireExact, "require-exact", false, "fail if a case is not restored byte for byte")
	f.BoolVar(&o.bars.NeverLarger, "never-larger", false, "fail if an output is larger than its input")
	f.StringVar(&o.baseline, "baseline", "", "fail if a case is worse than in `FILE`, an earlier --json")
	f.IntVar(&o.sample, "sample", 0, "measure this `number` of the cases only, drawn by chance but always the same")
	f.StringVar(&o.html, "html", "", "write a page to this `FILE` too: what each case costs and lost, and what its reader sees")
	f.StringVar(&o.junit, "junit", "", "write the cases as tests to this `FILE` too, in JUnit's XML: what misses a bar fails")
	f.BoolVar(&o.worth, "worth", false, "print what lines are worth instead: for each reason how often lines were labelled")
	f.BoolVar(&o.observe, "observe", false, "print what is hidden, and what of it was needed, as internal/worth/observed keeps it")
	f.StringVar(&o.unlearned, "unlearned", "", "decide on each case by the observations in `FOLDER` but those of its tool")
	f.BoolVar(&o.histories, "histories", false, "measure whole conversations instead, all of "+defaultHistories)
	f.IntVar(&o.contextBudget, "context-budget", 24000, "with --histories: `tokens` that the model takes; clearing and five-stage begin at 80 % of it")
	f.StringVar(&o.trajectories, "trajectories", "", "measure what the agents' transcripts in `FOLDER` would have cost instead")
	f.Float64Var(&o.maxBilled, "max-billed", 0, "with --trajectories: fail if elide's bill with recovery is above `percent` of the plain one")
	f.Float64Var(&o.minFacts, "min-facts", 0, "with --trajectories: fail if fewer `percent` of the used facts are seen")
	f.StringArrayVar(&o.bar, "bar", nil, "with --trajectories: the same bars of another way, as `WAY:BILLED:FACTS`; may be given again")
	f.StringVar(&o.markdown, "markdown", "", "with --trajectories: put the tables into this `FILE` too, between its marks")
	f.IntVar(&o.last, "last", 20, "with --histories: how many `messages` the way that sends the last ones sends")
}

func (o *options) check() error {
	if o.json {
		o.format = "json"
	}
	if !slices.Contains([]string{"table", "json", "bench"}, o.format) {
		return cli.Usagef("unknown format %q, one of table, json, bench", o.format)
	}
	if o.count < 1 {
		return cli.Usagef("--count %d: at least 1", o.count)
	}
	if o.sample < 0 {
		return cli.Usagef("--sample %d: at least 1", o.sample)
	}
	if slices.ContainsFunc(o.budgets, func(b int) bool { return b < 1 }) {
		return cli.Usagef("--budgets: at least 1 token each")
	}
	slices.Sort(o.budgets)
	if _, err := path.Match(o.only, ""); err != nil {
		return cli.Usagef("--only %q: %v", o.only, err)
	}
	return nil
}

func (o *options) wants(c *bench.Case) bool {
	if o.only == "" || o.only == c.Shape {
		return true
	}
	matches, _ := path.Match(o.only, c.ID) // check has looked at the pattern
	return matches
}

// measure runs the benchmark. Its error is what decides the exit status.
func measure(ctx context.Context, dir string, opt options, stdout io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	before, err := readBaseline(opt.baseline)
	if err != nil {
		return err
	}
	cases, err := load(dir, &opt)
	if err != nil {
		return err
	}
	rep, err := inStore(ctx, dir, cases, opt)
	if err != nil {
		return err
	}
	if err := write(rep, opt, stdout); err != nil {
		return err
	}
	misses := opt.bars.Misses(rep, bench.ElideName)
	if before != nil {
		misses = append(misses, bench.Worse(before, rep, bench.ElideName)...)
	}
	if err := writeFiles(rep, cases, misses, &opt); err != nil {
		return err
	}
	var list []string
	for _, m := range misses {
		list = append(list, m.String())
	}
	return missed(list)
}

func load(dir string, opt *options) ([]*bench.Case, error) {
	cases, err := bench.Load(dir, opt.wants)
	switch {
	case errors.Is(err, bench.ErrEmpty) && opt.only != "":
		return nil, fmt.Errorf("%w that --only %s matches", err, strconv.Quote(opt.only))
	case errors.Is(err, bench.ErrEmpty):
		return nil, cli.Hint(err, "a case is a folder with the files input and case.json")
	case errors.Is(err, os.ErrNotExist):
		return nil, cli.WithStatus(err, cli.Usage)
	}
	if opt.sample > 0 {
		cases = bench.Sample(cases, opt.sample)
	}
	return cases, err
}

func readBaseline(file string) (*bench.Report, error) {
	if file == "" {
		return nil, nil
	}
	rep, err := bench.ReadReport(file)
	return rep, cli.WithStatus(err, cli.Usage)
}

// inStore measures in a store of its own, which goes when it is done.
func inStore(ctx context.Context, dir string, cases []*bench.Case, opt options) (*bench.Report, error) {
	folder, err := os.MkdirTemp("", "elision-bench-") // 0700
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	elide, err := elideFilter(folder, opt)
	if err != nil {
		return nil, err
	}
	count := bench.O200k(cacheFolder())
	r := bench.Run{
		Filters: []bench.Filter{elide}, Count: count, Repeat: opt.count,
		Budgets: opt.budgets, Rivals: []bench.Filter{bench.Tail(count), bench.Head(count), bench.Grep(count)},
	}
	draw := terminal.StartCount(os.Stderr, os.Getenv, "measuring "+cli.Plural(len(cases), "output"))
	defer draw.End()
	r.Progress = draw.Set
	for _, line := range opt.against {
		r.Filters = append(r.Filters, bench.Command(line))
	}
	return r.Measure(ctx, dir, cases)
}

// cacheFolder is where counts of tokens are remembered, "" for nowhere.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "elide")
}

func write(rep *bench.Report, opt options, stdout io.Writer) error {
	w := bufio.NewWriter(stdout)
	var err error
	switch opt.format {
	case "json":
		err = rep.WriteJSON(w)
	case "bench":
		err = rep.WriteGoBench(w)
	default:
		err = rep.WriteTable(w, opt.missed)
	}
	return errors.Join(err, w.Flush())
}

// writeFiles writes the report for browsers and for CI servers.
func writeFiles(rep *bench.Report, cases []*bench.Case, misses []bench.Miss, opt *options) error {
	if opt.html != "" {
		if err := cli.ReplaceFile(opt.html, rep.HTML(bench.ElideName, cases, misses), 0o644); err != nil {
			return err
		}
	}
	if opt.junit == "" {
		return nil
	}
	var b bytes.Buffer
	if err := rep.WriteJUnit(&b, bench.ElideName, misses); err != nil {
		return err
	}
	return cli.ReplaceFile(opt.junit, b.Bytes(), 0o644)
}

// missed is the error that lists what missed a bar; nil if nothing did.
func missed(list []string) error {
	if len(list) == 0 {
		return nil
	}
	return fmt.Errorf("missed:\n  %s", strings.Join(list, "\n  "))
}
