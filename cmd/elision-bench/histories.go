package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/bench/histories"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/store"
)

const defaultHistories = "testdata/histories"

// notForHistories are flags that mean nothing to conversations.
var notForHistories = []string{"worth", "missed", "with-command", "count", "against", "budgets", "max-cost", "never-larger", "baseline", "sample", "html", "junit"}

// checkHistories refuses flags that would not be looked at.
func (o *options) checkHistories(cmd *cobra.Command) error {
	if !o.histories {
		if cmd.Flags().Changed("context-budget") || cmd.Flags().Changed("last") {
			return cli.Usagef("--context-budget and --last are for --histories")
		}
		return nil
	}
	for _, name := range notForHistories {
		if cmd.Flags().Changed(name) {
			return cli.Usagef("--%s is not for --histories", name)
		}
	}
	if o.format == "bench" {
		return cli.Usagef("--histories has no --format bench")
	}
	if o.contextBudget < 1000 || o.last < 1 {
		return cli.Usagef("--context-budget must be at least 1000, --last at least 1")
	}
	return nil
}

// measureHistories runs the benchmark of conversations.
func measureHistories(ctx context.Context, dir string, opt options, stdout io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	recordings, err := histories.Load(dir, func(r *histories.Recording) bool {
		matches, _ := path.Match(opt.only, r.ID) // check has looked at the pattern
		return opt.only == "" || matches
	})
	switch {
	case errors.Is(err, bench.ErrEmpty) && opt.only != "":
		return fmt.Errorf("%w that --only %s matches", err, strconv.Quote(opt.only))
	case errors.Is(err, os.ErrNotExist):
		return cli.WithStatus(err, cli.Usage)
	case err != nil:
		return err
	}
	folder, err := os.MkdirTemp("", "elision-bench-") // 0700
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	run := histories.Run{Ways: ways(folder, opt), Count: bench.O200k(cacheFolder())}
	rep, err := run.Measure(ctx, dir, recordings)
	if err != nil {
		return err
	}
	if err := writeHistories(rep, opt, stdout); err != nil {
		return err
	}
	bars := histories.Bars{MinNear: opt.bars.MinKept, RequireExact: opt.bars.RequireExact, Valid: opt.bars.RequireExact}
	return missed(bars.Misses(rep))
}

// ways are what others do, and each of elide's profiles with a store for each
// conversation below folder.
func ways(folder string, opt options) []histories.Way {
	stores := 0
	open := func() (*store.Store, error) {
		stores++
		return store.Open(filepath.Join(folder, strconv.Itoa(stores)), store.Options{})
	}
	trigger := opt.contextBudget / 100 * 80
	list := []histories.Way{histories.None(), histories.LastN(opt.last), histories.Clear(trigger)}
	for _, name := range history.Profiles() {
		settings := history.Settings{Profile: name, ContextBudget: opt.contextBudget}
		list = append(list, histories.Profile(settings, open))
		if name == history.LiveZone {
			list = append(list, histories.Frozen(settings, open))
		}
	}
	return list
}

func writeHistories(rep *histories.Report, opt options, stdout io.Writer) error {
	w := bufio.NewWriter(stdout)
	var err error
	if opt.format == "json" {
		err = rep.WriteJSON(w)
	} else {
		err = rep.WriteTable(w)
	}
	return errors.Join(err, w.Flush())
}
