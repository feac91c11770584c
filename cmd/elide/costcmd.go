package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
)

// costFlags are those of elide cost.
type costFlags struct {
	prices string
	by     string
	json   bool
}

func newCost(a *app) *command {
	f := &costFlags{}
	return &command{
		name:  "cost",
		args:  "[--by WHAT] [--json] [--prices FILE] FILE...",
		short: "add up what a proxy's exchanges cost and saved",
		long: `elide cost reads files of statistics, as elide proxy --stats writes them, and prints
by model, or by conversation or group, and in all: tokens of tool results as they came and as they were sent,
what the provider counted, what was paid, and what was saved, net of the turns
that asked for what was not sent. A file named - is standard input.

Money is an estimate by list prices, whose date and sources are printed. A token
that was not sent is worth what those beside it cost in the same request: near the
price of reading a cache where most of the request was cached. Files of prices have
the form of the built-in table, internal/ledger/prices.toml; theirs go first.

Exit status: 0; 1 if a file could not be read or standard output not be written;
2 for a mistake in the call or the prices.`,
		example: "  elide cost stats.jsonl\n  elide cost --by conversation stats.jsonl\n  elide cost --json stats.jsonl",
		flags: func(set *flag.FlagSet) {
			set.StringVar(&f.prices, "prices", "", "a `file` of prices that go over the built-in ones")
			set.StringVar(&f.by, "by", string(ledger.ByModel), "add up by `what`: model, conversation or group")
			set.BoolVar(&f.json, "json", false, "print one line of JSON")
		},
		wantsArgs: true,
		run:       func(names []string) error { return a.cost(f, names) },
	}
}

func (a *app) cost(f *costFlags, names []string) error {
	if len(names) == 0 {
		return &callError{errors.New("elide cost needs a file of statistics")}
	}
	by := ledger.By(f.by)
	if !slices.Contains(ledger.AllBy(), by) {
		return &callError{fmt.Errorf("--by takes model, conversation or group, not %q", f.by)}
	}
	prices, err := ledger.ReadPrices(f.prices)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	sums := ledger.NewSumsBy(prices, by)
	for _, name := range names {
		if err := a.addStats(sums, name); err != nil {
			return err
		}
	}
	if f.json {
		return unwritten(sums.WriteJSON(a.out))
	}
	return unwritten(sums.WriteTable(a.out))
}

// addStats adds the records of a file, and warns of lines that are none.
func (a *app) addStats(sums *ledger.Sums, name string) error {
	var in io.Reader = a.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	unreadable, err := ledger.Read(in, sums.Add)
	if err != nil {
		return err
	}
	if unreadable > 0 {
		what := "1 line is no record of this version, and is left out"
		if unreadable > 1 {
			what = fmt.Sprintf("%d lines are no record of this version, and are left out", unreadable)
		}
		cli.Warn(a.err, program, fmt.Errorf("%s: %s", name, what))
	}
	return nil
}
