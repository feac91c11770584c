package main

import (
	"context"
	"os"
	"strconv"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/store"
)

// host names the host whose lines these are, as the hooks do that note how a
// line is about to run.
const host = "claude"

// How long the host waits for a command, and the variable that changes it.
// After that it puts the command in the background and goes on without it.
const (
	hostLimit    = 120 * time.Second
	hostLimitEnv = "BASH_DEFAULT_TIMEOUT_MS"
)

// job is a line whose output is to be reduced.
type job struct {
	line
	cfg    *config.Config
	store  *setup.Store
	memory *seen.Memory
	limit  time.Duration // for which the host waits
	late   bool          // it was not reduced in time; what was begun goes on until the process ends
}

// job returns what is to be done with the line, nil if it is only to be run.
func (l line) job() (j *job) {
	defer func() {
		if recover() != nil {
			j = nil // a mistake of ours: the line is run
		}
	}()
	if !l.bash {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	cfg, err := config.Load(config.Source{Env: os.LookupEnv, Dir: dir})
	if err != nil || !cfg.Enabled || !cfg.Hook.Enabled {
		return nil // a mistake in the configuration is told by elide doctor
	}
	j = &job{line: l, cfg: cfg, limit: hostWaits(os.Getenv)}
	j.store = setup.NewStore(setup.Where{Dir: dir, Env: os.Getenv}, setup.StoreOptions(cfg))
	if j.expected().Background || stays(l.command, cfg.Hook.Ignore) {
		return nil
	}
	return j
}

// expected returns what a hook noted of how the line is about to run. Without
// the hook nothing is known: nothing tells a command in the background from
// one that the host waits for.
func (j *job) expected() seen.Call {
	session := os.Getenv(hostSession)
	if session == "" {
		return seen.Call{}
	}
	s, err := j.store.Open()
	if err != nil {
		return seen.Call{}
	}
	j.memory = seen.Open(s.Dir(), host, session)
	call, _ := j.memory.Take(j.command)
	if call.Limit > 0 {
		j.limit = call.Limit
	}
	return call
}

func hostWaits(env func(string) string) time.Duration {
	if ms, err := strconv.Atoi(env(hostLimitEnv)); err == nil && ms > 0 {
		return time.Duration(ms) * time.Millisecond
	}
	return hostLimit
}

// reduce returns what the model is to be shown instead of the output, nil if
// that stays as it is, as it does if time is up first: the host has long had
// to wait then. The original is stored before.
func (j *job) reduce(held *spool.Spool, status int, deadline time.Time) (text []byte) {
	defer func() {
		if recover() != nil {
			text = nil // a mistake of ours: the output stays
		}
	}()
	if status != 0 && held.Size() < int64(j.cfg.Proxy.MinErrorBytes) {
		return nil
	}
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	done := make(chan pipeline.Result, 1)
	go func() { done <- j.reduced(ctx, held) }()
	select {
	case res := <-done:
		if !res.Reduced {
			return nil
		}
		j.memory.Stored(res.Hash) // if it can't be noted, it is not renewed
		j.audit(res)
		return res.Text
	case <-ctx.Done():
		j.late = true
		return nil
	}
}

// reduced reduces the output. What goes wrong is no result.
func (j *job) reduced(ctx context.Context, held *spool.Spool) (res pipeline.Result) {
	defer func() {
		if recover() != nil {
			res = pipeline.Result{}
		}
	}()
	opt := setup.Options(j.cfg)
	opt.Command, opt.TTL = j.command, max(opt.TTL, store.SessionTTL)
	res, err := pipeline.Reduce(ctx, held, opt, j.store)
	if err != nil {
		return pipeline.Result{}
	}
	return res
}

// audit adds to the user's account. One that can't be written costs a warning
// beside the output, which the model would read: it is left out.
func (j *job) audit(res pipeline.Result) {
	e := setup.Event(audit.Hook, j.command, res)
	e.Host, e.Correlation = host, os.Getenv(hostSession)
	audit.Open(j.cfg.AuditPath, j.cfg.AuditMaxBytes).Compressed(e)
}
