package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/replay"
	"elide.example/elide/internal/setup/requests"
	"elide.example/elide/internal/stats"
	"elide.example/elide/internal/terminal"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/transcript"
)

// replayFlags are those of elide replay.
type replayFlags struct {
	since  string
	by     []string
	json   bool
	html   string
	prices string
	system int
	all    bool
	facts  bool
}

func newReplay(a *app) *command {
	f := &replayFlags{}
	return &command{
		name:  "replay",
		args:  "[FLAG]... [PATH]...",
		short: "tell from agents' transcripts what elide would have saved",
		long: `elide replay reads the transcripts that coding agents keep of their conversations and
says what their requests cost, with the provider's cache and list prices, what tool
results are of that, what elide would have saved with the configuration that is set,
and what it would have hidden that was then used, with its place: by tool, host and
week. It reads the transcripts of Claude Code, Codex, opencode, Gemini CLI, Copilot
CLI, pi, SWE-agent, mini-swe-agent and OpenHands.

Without PATH it looks where these keep them; with PATH, a file or a folder, there.
What a file is, its content tells. Nothing is written but the page of --html, nothing
leaves the machine, and what was said is named only with --facts.

Exit status: 0, also when files are left out or none is found; 1 if the output could
not be written; 2 for a mistake in the call or the configuration.`,
		example: `  elide replay
  elide replay --since 2w --by tool
  elide replay --html replay.html sessions
  elide replay --facts --all sessions/a.json`,
		flags: func(set *flag.FlagSet) {
			set.StringVar(&f.since, "since", "", "read conversations from this `time` on: 7d, 2w, 12h, or a day as 2026-01-31")
			set.Func("by", "show only this `grouping`, whole: tool, host or week; repeatable", f.addBy)
			set.BoolVar(&f.json, "json", false, "print one line of JSON")
			set.StringVar(&f.html, "html", "", "write a page to this `file` instead")
			set.StringVar(&f.prices, "prices", "", "a `file` of prices that go over the built-in ones")
			set.IntVar(&f.system, "system", replay.DefaultPrices().System, "take the system prompt and the tools to have so many `tokens`")
			set.BoolVar(&f.all, "all", false, "name each output that hides something, and each file that is left out")
			set.BoolVar(&f.facts, "facts", false, "say also what was hidden and then used, not only where it stands")
		},
		wantsArgs: true,
		run:       func(names []string) error { return a.replay(f, names) },
	}
}

func (f *replayFlags) addBy(names string) error {
	for name := range strings.SplitSeq(names, ",") {
		if !slices.Contains(replay.AllBy(), name) {
			return cli.Unknown("grouping", name, replay.AllBy())
		}
		f.by = append(f.by, name)
	}
	return nil
}

func (a *app) replay(f *replayFlags, names []string) error {
	run, err := f.run(time.Now())
	if err != nil {
		return err
	}
	files, err := transcriptsIn(names)
	if err != nil {
		return err
	}
	draw := terminal.StartCount(a.err, os.Getenv, "reading transcripts")
	run.Progress = draw.Set
	rep, err := run.Measure(context.Background(), files)
	draw.End()
	if err != nil {
		return err
	}
	return a.tellReplay(f, rep)
}

// tellReplay writes what came of it.
func (a *app) tellReplay(f *replayFlags, rep *replay.Report) error {
	sums := rep.Sums(time.Now().Location())
	switch {
	case f.html != "":
		return cli.ReplaceFile(f.html, sums.HTML(f.by), 0o600)
	case f.json:
		return unwritten(sums.WriteJSON(a.out, f.by))
	}
	return unwritten(sums.WriteText(a.out, replay.TextOptions{By: f.by, Color: terminal.Colour(a.out, os.Getenv), All: f.all}))
}

// transcriptsIn returns the files that are named, or those in the known places.
func transcriptsIn(names []string) ([]string, error) {
	if len(names) > 0 {
		files, err := transcript.Find(names)
		return files, cli.WithStatus(err, cli.Usage)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, cli.WithStatus(cli.Hint(err, "name a file or a folder of transcripts"), cli.Usage)
	}
	return transcript.Known(home, os.Getenv), nil
}

// run says how the transcripts are measured.
func (f *replayFlags) run(now time.Time) (*replay.Run, error) {
	switch {
	case f.json && f.html != "":
		return nil, &callError{errors.New("--json and --html: one at a time")}
	case f.system < 0:
		return nil, &callError{errors.New("--system must not be negative")}
	}
	prices, err := ledger.ReadPrices(f.prices)
	if err != nil {
		return nil, cli.WithStatus(err, cli.Usage)
	}
	cfg, _, err := configured()
	if err != nil {
		return nil, err
	}
	run := &replay.Run{
		Ways:   []replay.Way{replay.Plain(), replay.Elide("elide", requests.Rewriting(cfg))},
		Detail: 1, Texts: f.facts,
		Count:  func(text string) int { return tokens.Estimate([]byte(text)) },
		Prices: func(c *transcript.Conversation) replay.Prices { return pricesOf(prices, c, f.system) },
	}
	if f.since != "" {
		since, ok := stats.ParseSince(f.since, now)
		if !ok {
			return nil, &callError{fmt.Errorf("--since: %q is no time such as 7d, 2w, 12h or 2026-01-31", f.since)}
		}
		run.Wants = func(c *transcript.Conversation) bool { return !c.Start.Before(since) }
	}
	return run, nil
}

// pricesOf returns what a conversation's model costs, or the default if no price of
// it is known.
func pricesOf(prices *ledger.Prices, c *transcript.Conversation, system int) replay.Prices {
	p := replay.DefaultPrices()
	p.System = system
	if input, read, write, output, ok := prices.Multiples(c.Model, c.Start); ok {
		p.Dollar, p.Read, p.Write, p.Output = input, read, write, output
	}
	return p
}
