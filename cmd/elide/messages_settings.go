package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/setup/requests"
	"elide.example/elide/internal/store"
)

// messageFlags are those of elide messages: some of the filter's, and its own.
type messageFlags struct {
	flags

	profile, summarizer, onFailure, clearOld   string
	protectRecent, contextBudget, summaryAfter int
	frozen                                     int
	tail, force, skip, expand                  bool
	sent, stats                                string // files
}

// newMessageJob puts flags and configuration together, as newJob does.
func (a *app) newMessageJob(f *messageFlags) (*messageJob, error) {
	f.views = "all"
	if f.frozen < 0 {
		return nil, &callError{errors.New("--frozen must not be negative")}
	}
	j, err := a.newJob(&f.flags)
	m := &messageJob{job: j, flags: f}
	if err != nil || j.cfg == nil {
		return m, err
	}
	if err := f.overHistory(j.cfg); err != nil {
		return nil, &callError{err}
	}
	m.keepLong()
	if j.off && !f.expand {
		return m, nil
	}
	m.open()
	return m, nil
}

// overHistory puts the flags that were given over the configuration. A profile
// that was given is for every model.
func (f *messageFlags) overHistory(cfg *config.Config) error {
	given := config.Flags{Config: cfg, Set: f.set}
	given.Put("profile", "history.profile", f.profile)
	given.Put("protect-recent", "history.protect_recent", f.protectRecent)
	given.Put("tail", "history.tail", f.tail)
	given.Put("context-budget", "history.context_budget", f.contextBudget)
	given.Put("summary-after", "history.summary_after", f.summaryAfter)
	given.Put("summarizer", "history.summarizer", f.summarizer)
	given.Put("clear-old", "history.clear_old", f.clearOld)
	given.Put("on-failure", "history.on_failure", f.onFailure)
	if given.Err == nil && f.given("profile") {
		cfg.History.Models = nil
	}
	return given.Err
}

// keepLong makes originals live as long as a conversation may rest, unless --ttl
// says otherwise.
func (m *messageJob) keepLong() {
	if !m.flags.given("ttl") {
		m.cfg.Elision.TTLMillis = max(m.cfg.Elision.TTLMillis, int(store.SessionTTL.Milliseconds()))
		m.opt.TTL = m.cfg.Elision.TTL()
	}
}

// open makes the History. Where there is none after it, it has said why.
func (m *messageJob) open() {
	if h := m.cfg.History; h.Profile == "" && len(h.Models) == 0 && !m.flags.expand {
		m.complain(cli.Hint(errors.New("no profile is set"), "--profile tool-results, or history.profile in a configuration file; elide messages --help lists them"))
		return
	}
	settings, err := m.settings()
	if err != nil {
		m.complain(err)
		return
	}
	originals, err := m.store.Open()
	if err != nil {
		m.complain(err)
		return
	}
	h, err := history.New(history.Config{Store: originals, Settings: settings, Rewrite: m.rewriting()})
	if err != nil { // the flags were checked before
		m.app.endWith(cli.Usage)
		m.complain(fmt.Errorf("the table [history] of the configuration: %w", err))
		return
	}
	m.history = h
}

func (m *messageJob) settings() (history.Settings, error) {
	f := m.flags
	sent, err := readSent(f.sent)
	set := requests.Settings(m.cfg)
	set.SkipCompress, set.Frozen, set.Sent, set.Force = f.skip, f.frozen, sent, f.force
	return set, err
}

// rewriting is how results are reduced, with the flags.
func (m *messageJob) rewriting() rewrite.Config {
	cfg := requests.History(m.cfg)
	cfg.Pipeline = m.opt
	return cfg
}

// readSent reads the file of --sent, which need not be there yet.
func readSent(name string) (history.Sent, error) {
	if name == "" {
		return history.Sent{}, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return history.Sent{}, nil
	}
	if err != nil {
		return history.Sent{}, err
	}
	sent, err := history.ParseSent(text)
	if err != nil {
		err = cli.Hint(fmt.Errorf("%s: %w", name, err), "--sent takes a file that elide messages wrote, or a name that is free")
	}
	return sent, err
}
