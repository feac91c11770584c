package main

import (
	"fmt"
	"os"

	"elide/internal/cli"
	"elide/internal/config"
	"elide/internal/pipeline"
	"elide/internal/setup"
	"elide/internal/shape"
	"elide/internal/store"
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
}

// newJob puts flags and configuration together. A mistake in a flag is an
// error. A mistake in the configuration is reported, and everything passes
// through: whoever waits for the output is not to lose it by that.
func (a *app) newJob(f *flags) (*job, error) {
	j := &job{app: a, since: f.since, strict: f.strict, explain: f.explain, json: f.json}
	if err := f.options(&j.opt); err != nil {
		return nil, &callError{err}
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
	for _, r := range cfg.Refused() {
		j.warn(cli.Hint(fmt.Errorf("%s: %s is ignored, as the project is not trusted", r.Origin, r.Key), "elide config trust"))
	}
	return j, nil
}

func configSource() (config.Source, error) {
	dir, err := os.Getwd()
	return config.Source{Env: os.LookupEnv, Dir: dir}, err
}

// options reads what the configuration has no key for.
func (f *flags) options(opt *pipeline.Options) error {
	if f.shape != "" {
		s, err := shape.Parse(f.shape)
		if err != nil {
			return fmt.Errorf("--type: %w", err)
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
	for _, s := range []struct {
		flag, key string
		value     any
	}{
		{"keep", "keep", f.keep},
		{"budget", "budget", f.budget},
		{"min-bytes", "min_block_bytes", f.minBytes},
		{"ttl", "elision.ttl_ms", int(f.ttl.Milliseconds())},
		{"enabled", "enabled", on},
	} {
		if !f.given(s.flag) {
			continue
		}
		if err := cfg.Set(s.key, s.value, "--"+s.flag); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) configure(cfg *config.Config) {
	flags := j.opt
	j.off, j.opt = !cfg.Enabled, setup.Options(cfg)
	j.opt.Shape, j.opt.Command, j.opt.Query = flags.Shape, flags.Command, flags.Query
	j.opt.MaxBytes, j.opt.PlainViews = flags.MaxBytes, flags.PlainViews
}

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
// dir. It says so if the store is elsewhere, since its place can't be written.
func (a *app) newStore(folder, dir string, cfg *config.Config) *setup.Store {
	moved := func(wanted, used string) {
		cli.Warn(a.err, program, fmt.Errorf("%s can't be written: originals are kept in %s", wanted, used))
	}
	return setup.NewStore(setup.Where{Folder: folder, Dir: dir, Env: os.Getenv, Moved: moved}, setup.StoreOptions(cfg))
}
