package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/stats"
	"elide.example/elide/internal/terminal"
)

// statsFlags are those of elide stats.
type statsFlags struct {
	since string
	by    []stats.By
	json  bool
	html  string
	model string

	prices string
}

func newStats(a *app) *command {
	f := &statsFlags{}
	return &command{
		name:  "stats",
		args:  "[FLAG]... [FILE]...",
		short: "show what was saved, by day, tool, shape and host",
		long: `elide stats adds up the audit log, in which each output that was reduced and each
original that was given back has a line: by day, tool, shape, host and front end,
net of what was given back. A loss is shown as one, and so are signs of regret: an
output whose original was asked for soon after, or that was had again at once.

Without FILE it reads the log that audit.path names in the configuration, and the
older ones beside it; nothing is logged until that is set. - is standard input.

A FILE may also be one of elide proxy --stats: its requests have a table of their own,
in money where the price is known. Where the proxy left some conversations alone
(--holdout), they are compared with the others, by conversation and with 95 %
intervals, and it is said if there are not enough yet to tell.

Exit status: 0; 1 if a file could not be read or the output not be written; 2 for a
mistake in the call or the configuration.`,
		example: `  ELIDE_AUDIT_PATH=$HOME/audit.jsonl elide stats
  ELIDE_AUDIT_PATH=$HOME/audit.jsonl elide stats --since 7d --by tool
  ELIDE_AUDIT_PATH=$HOME/audit.jsonl elide stats --html stats.html --model claude-sonnet-4-5
  elide stats proxy.jsonl`,
		flags: func(set *flag.FlagSet) {
			set.StringVar(&f.since, "since", "", "count from this `time` on: 7d, 2w, 12h, or a day as 2026-01-31")
			set.Func("by", "show only this `grouping`, whole: day, tool, shape, host or front-end; repeatable", f.addBy)
			set.BoolVar(&f.json, "json", false, "print one line of JSON")
			set.StringVar(&f.html, "html", "", "write a page with plots to this `file` instead")
			set.StringVar(&f.model, "model", "", "with --html: say what was saved in dollars too, at this `model`'s list price")
			set.StringVar(&f.prices, "prices", "", "a `file` of prices that go over the built-in ones, for a proxy's statistics")
		},
		wantsArgs: true,
		run:       func(names []string) error { return a.stats(f, names) },
	}
}

func (f *statsFlags) addBy(names string) error {
	for name := range strings.SplitSeq(names, ",") {
		by := stats.By(name)
		if !slices.Contains(stats.AllBy(), by) {
			return cli.Unknown("grouping", name, groupings())
		}
		f.by = append(f.by, by)
	}
	return nil
}

// options reads the flags as package stats takes them.
func (f *statsFlags) options(now time.Time) (stats.Options, error) {
	opt := stats.Options{Zone: now.Location()}
	prices, err := ledger.ReadPrices(f.prices)
	if err != nil {
		return opt, err
	}
	opt.Prices = prices
	if f.json && f.html != "" {
		return opt, errors.New("--json and --html: one at a time")
	}
	if f.model != "" {
		price, _, _, _, ok := ledger.BuiltinPrices().Multiples(f.model, now)
		if !ok || f.html == "" {
			return opt, fmt.Errorf("--model %q: it goes with --html, and a model with a known price", f.model)
		}
		opt.Model, opt.Price = f.model, price
	}
	if f.since == "" {
		return opt, nil
	}
	since, ok := stats.ParseSince(f.since, now)
	if !ok {
		return opt, fmt.Errorf("--since: %q is no time such as 7d, 2w, 12h or 2026-01-31", f.since)
	}
	opt.Since = since
	return opt, nil
}

func (a *app) stats(f *statsFlags, names []string) error {
	opt, err := f.options(time.Now())
	if err != nil {
		return &callError{err}
	}
	s := stats.New(opt)
	if err := a.readAudit(s, names); err != nil {
		return err
	}
	switch {
	case f.html != "":
		var page bytes.Buffer
		s.WriteHTML(&page, f.by) // memory takes all
		return cli.ReplaceFile(f.html, page.Bytes(), 0o600)
	case f.json:
		return unwritten(s.WriteJSON(a.out, f.by))
	}
	return unwritten(s.WriteTable(a.out, stats.TableOptions{By: f.by, Color: terminal.Colour(a.out, os.Getenv), Columns: terminal.Columns(a.out)}))
}

// readAudit adds the events of the files, or of the user's log if there are
// none.
func (a *app) readAudit(s *stats.Stats, names []string) error {
	if len(names) == 0 {
		path, err := auditPath()
		if err != nil {
			return err
		}
		return s.Read(path)
	}
	for _, name := range names {
		if name != "-" {
			if err := s.ReadFile(name); err != nil {
				return err
			}
			continue
		}
		if err := s.ReadLines(a.in); err != nil {
			return err
		}
	}
	return nil
}

// auditPath returns the name of the user's log.
func auditPath() (string, error) {
	cfg, _, err := configured()
	if err != nil {
		return "", err
	}
	if cfg.AuditPath == "" {
		return "", cli.Hint(cli.WithStatus(errors.New("no audit log is kept"), cli.Usage),
			`set path = "/a/file.jsonl" in the table [audit] of the configuration, or name a file`)
	}
	return cfg.AuditPath, nil
}
