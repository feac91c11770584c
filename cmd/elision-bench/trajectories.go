package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/replay"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/terminal"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/transcript"
)

// notForTrajectories are flags that mean nothing to transcripts.
var notForTrajectories = []string{"histories", "worth", "missed", "with-command", "count", "against", "budgets", "max-cost", "min-kept", "require-exact", "never-larger", "baseline"}

// checkTrajectories refuses flags that would not be looked at.
func (o *options) checkTrajectories(cmd *cobra.Command, args []string) error {
	if o.trajectories == "" {
		for _, name := range []string{"max-billed", "min-facts", "bar", "markdown"} {
			if cmd.Flags().Changed(name) {
				return cli.Usagef("--%s is for --trajectories", name)
			}
		}
		return nil
	}
	for _, name := range notForTrajectories {
		if cmd.Flags().Changed(name) {
			return cli.Usagef("--%s is not for --trajectories", name)
		}
	}
	if len(args) > 0 {
		return cli.Usagef("--trajectories names the folder, and %q another", args[0])
	}
	if o.format == "bench" {
		return cli.Usagef("--trajectories has no --format bench")
	}
	return nil
}

// elideWay is the way that the bars are about: what elide's proxy sends by default.
const elideWay = "elide"

// trajectoryWays are elide's, by what becomes of files that are read, beside what others
// do, and the floor.
func trajectoryWays() []replay.Way {
	byDefault := rewrite.ClearOf(config.Default().Proxy.ClearOld)
	reads := func(name string, how focus.Reads) replay.Way {
		return replay.Elide(name, rewrite.Config{References: true, Reads: how, Clear: byDefault})
	}
	return []replay.Way{
		replay.Plain(), reads(elideWay, focus.Of(config.Default().Proxy.Reads)),
		reads("exact", focus.Exact), reads("focus", focus.Focus), reads("bold", focus.Bold),
		replay.Elide("reduce", rewrite.Config{References: true, ReduceReads: true, Clear: byDefault}),
		replay.Elide("keeps", rewrite.Config{References: true, Reads: focus.Of(config.Default().Proxy.Reads)}),
		replay.Elide("old", rewrite.Config{References: true, Reads: focus.Of(config.Default().Proxy.Reads), Clear: rewrite.ClearAll}),
		replay.Cut("mid8k", 8000), replay.Clear(), replay.Mask(), replay.Perfect(),
	}
}

// measureTrajectories runs the benchmark of what agents pay.
func measureTrajectories(ctx context.Context, dir string, opt options, stdout io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	bars, err := opt.wayBars()
	if err != nil {
		return err
	}
	files, err := transcript.Find([]string{dir})
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	run := replay.Run{Ways: trajectoryWays(), Detail: 1, Count: exact(bench.O200k(cacheFolder()))}
	if opt.only != "" {
		run.Wants = func(c *transcript.Conversation) bool {
			matches, _ := path.Match(opt.only, c.ID) // check has looked at the pattern
			return matches || opt.only == c.Host
		}
	}
	draw := terminal.StartCount(os.Stderr, os.Getenv, "measuring conversations")
	run.Progress = draw.Set
	rep, err := run.Measure(ctx, files)
	draw.End()
	if err != nil {
		return err
	}
	if len(rep.All) == 0 {
		return fmt.Errorf("no conversations in %s", dir)
	}
	w := bufio.NewWriter(stdout)
	switch {
	case opt.format == "json":
		err = replay.WriteTotalsJSON(w, rep.Ways, rep.All)
	default:
		err = replay.WriteTotals(w, rep.Ways, rep.All)
	}
	if err = errors.Join(err, w.Flush()); err != nil {
		return err
	}
	if opt.markdown != "" {
		if err := rewriteDoc(opt.markdown, rep); err != nil {
			return err
		}
	}
	return missed(missedBars(bars, replay.Totals(rep.Ways, rep.All)))
}

// wayBars are the bars of a way, in percent.
type wayBars struct {
	way           string
	billed, facts float64 // billed 0: any
}

// wayBars returns the bars of all ways.
func (o *options) wayBars() ([]wayBars, error) {
	all := []wayBars{{elideWay, o.maxBilled, o.minFacts}}
	for _, bar := range o.bar {
		way, rest, _ := strings.Cut(bar, ":")
		billed, facts, _ := strings.Cut(rest, ":")
		b := wayBars{way: way}
		var err [2]error
		b.billed, err[0] = strconv.ParseFloat(billed, 64)
		b.facts, err[1] = strconv.ParseFloat(facts, 64)
		if !slices.ContainsFunc(trajectoryWays(), func(w replay.Way) bool { return w.Name == way }) || errors.Join(err[:]...) != nil {
			return nil, cli.Usagef("--bar %q: a way and two numbers are wanted, as bold:80:93", bar)
		}
		all = append(all, b)
	}
	return all, nil
}

// missedBy says which of the bars a way misses.
func (b wayBars) missedBy(t replay.Total) (list []string) {
	name := ""
	if b.way != elideWay {
		name = b.way + ": "
	}
	if got := t.Recovered.Percent; b.billed > 0 && got > b.billed {
		list = append(list, fmt.Sprintf("%sbilled with recovery %.2f %%, at most %g %% wanted", name, got, b.billed))
	}
	if got := t.Seen.Percent; got < b.facts {
		list = append(list, fmt.Sprintf("%s%.2f %% of the used facts seen, at least %g %% wanted", name, got, b.facts))
	}
	return list
}

// missedBars says which bars are missed.
func missedBars(bars []wayBars, totals []replay.Total) (list []string) {
	for _, t := range totals {
		for _, b := range bars {
			if b.way == t.Way {
				list = append(list, b.missedBy(t)...)
			}
		}
	}
	return list
}

// exact makes a counter of tokens of one that may fail. Long texts are counted in
// pieces that end with a line: together they come to next to the same, and a piece
// takes more than linear time.
func exact(count bench.Counter) replay.Counter {
	const piece = 60_000
	return func(text string) (sum int) {
		for len(text) > 0 {
			part := text
			if len(part) > piece {
				part = part[:piece]
				if end := strings.LastIndexByte(part, '\n'); end > piece/2 {
					part = part[:end+1]
				}
			}
			n, err := count([]byte(part))
			if err != nil {
				n = tokens.Estimate([]byte(part))
			}
			sum += n
			text = text[len(part):]
		}
		return sum
	}
}

// rewriteDoc puts the tables of a report into a page, between its marks.
func rewriteDoc(name string, rep *replay.Report) error {
	page, err := os.ReadFile(name)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	text, err := replay.InPage(string(page), rep)
	if err != nil {
		return cli.WithStatus(fmt.Errorf("%s: %w", name, err), cli.Usage)
	}
	return cli.ReplaceFile(name, []byte(text), 0o644)
}
