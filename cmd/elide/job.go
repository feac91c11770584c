package main

import (
	"fmt"
	"os"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

// job is what flags and configuration say is to be done with each block.
type job struct {
	app     *app
	cfg     *config.Config // nil: there is a mistake in it
	off     bool           // pass everything through
	opt     pipeline.Options
	store   *setup.Store
	since   string       // names the input from which the difference is shown; "": none
	runKey  store.RunKey // of the command that is run; "": none is
	strict  bool
	explain explainFlag
	json    bool
	failed  bool // something did, and an original was passed through for it

	interrupts *interrupts // of the input that is read; nil: none
}

// newJob puts flags and configuration together. A mistake in a flag is an
// error. A mistake in the configuration is reported, and everything passes
// through: whoever waits for the output is not to lose it by that.
func (a *app) newJob(f *flags) (*job, error) {
	j := &job{app: a, since: f.since, strict: f.strict, explain: f.explain, json: f.json}
	if err := f.options(&j.opt); err != nil {
		return nil, &callError{err}
	}
	if a.lack != nil {
		j.off = true
		j.fail(notReduced(a.lack))
		return j, nil
	}
	source, err := configSource()
	if err != nil {
		return nil, err
	}
	cfg, err := config.Load(source)
	if err != nil {
		j.off, j.failed = true, true
		a.endWith(cli.Usage)
		cli.Error(a.err, program, err)
		return j, nil
	}
	if err := f.over(cfg); err != nil {
		return nil, &callError{err}
	}
	j.cfg = cfg
	j.configure(cfg)
	j.store = a.newStore(f.store, source.Dir, cfg)
	if hint, what := cfg.Ignored(); what != nil {
		j.warn(cli.Hint(what, hint))
	}
	j.tellRules(cfg)
	return j, nil
}

// tellRules says which rules are left out, unless nothing is reduced. A mistake in
// the user's own files is a failure; the output comes as without that file.
func (j *job) tellRules(cfg *config.Config) {
	if j.off {
		return
	}
	for _, err := range cfg.RuleMistakes() {
		j.fail(cli.Hint(err, "elide rules check"))
	}
	if hint, what := cfg.RulesIgnored(); what != nil {
		j.warn(cli.Hint(what, hint))
	}
}

func configSource() (config.Source, error) {
	dir, err := os.Getwd()
	return config.Source{Env: os.LookupEnv, Dir: dir}, err
}

// configured returns the configuration of the working directory, and where that
// is.
func configured() (cfg *config.Config, dir string, err error) {
	source, err := configSource()
	if err != nil {
		return nil, "", err
	}
	cfg, err = config.Load(source)
	return cfg, source.Dir, cli.WithStatus(err, cli.Usage)
}

// options reads what the configuration has no key for.
func (f *flags) options(opt *pipeline.Options) error {
	if f.shape != "" {
		s, err := shape.Parse(f.shape)
		if err != nil {
			return fmt.Errorf("--type: %w", cli.Unknown("shape", f.shape, shapeNames()))
		}
		opt.Shape = &s
	}
	if f.views != "all" && f.views != "none" {
		return fmt.Errorf("--views: %q is neither all nor none", f.views)
	}
	if f.maxBytes < 0 {
		return fmt.Errorf("--max-bytes must not be negative")
	}
	opt.Command, opt.Query, opt.MaxBytes, opt.PlainViews = f.command, f.query, f.maxBytes, f.views == "none"
	return nil
}

// over puts the flags that were given over the configuration.
func (f *flags) over(cfg *config.Config) error {
	on, _ := f.enabled.Get()
	given := config.Flags{Config: cfg, Set: f.set}
	given.Put("keep", "keep", f.keep)
	given.Put("budget", "budget", f.budget)
	given.Put("min-bytes", "min_block_bytes", f.minBytes)
	given.Put("ttl", "elision.ttl_ms", f.ttl)
	given.Put("enabled", "enabled", on)
	return given.Err
}

func (j *job) configure(cfg *config.Config) {
	flags := j.opt
	j.off, j.opt = !cfg.Enabled, setup.Options(cfg)
	j.opt.Shape, j.opt.Command, j.opt.Query = flags.Shape, flags.Command, flags.Query
	j.opt.MaxBytes, j.opt.PlainViews = flags.MaxBytes, flags.PlainViews
}

func notReduced(err error) error { return fmt.Errorf("not reduced: %w", err) }

// warn says what went wrong although the output is whole.
func (j *job) warn(err error) { cli.Warn(j.app.err, program, err) }

// fail is warn for what --strict makes a failure.
func (j *job) fail(err error) {
	j.failed = true
	j.warn(err)
}

// end sets the exit status for what failed on the way.
func (j *job) end() {
	if j.failed && j.strict {
		j.app.endWith(cli.Failure)
	}
}

// newStore returns the store in the folder or, where none is given, that of
// dir. It says so if the store is elsewhere, since its place can't be written or
// the user has none.
func (a *app) newStore(folder, dir string, cfg *config.Config) *setup.Store {
	moved := func(wanted, used string) {
		why := wanted + " can't be written"
		if wanted == used {
			why = "neither XDG_CACHE_HOME nor HOME is set"
		}
		cli.Warn(a.err, program, fmt.Errorf("%s: originals are kept in %s", why, used))
	}
	return setup.NewStore(setup.Where{Folder: folder, Dir: dir, Env: os.Getenv, Moved: moved}, setup.StoreOptions(cfg))
}
