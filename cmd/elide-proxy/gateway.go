package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"elide.example/elide/internal/awssign"
	"elide.example/elide/internal/cachehint"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/dashboard"
	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/proxy"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/steer"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// gateway is a proxy that serves, with what counts for it.
type gateway struct {
	server *proxy.Server
	meter  *meter.Meter
	stats  *meter.StatsFile
	notes  *notes
	log    *auditor
	looker *looker // nil: nothing is only looked at
	served chan error
	seen   atomic.Int64 // exchanges
}

// open opens the proxy and serves it. It is ended by close.
func (s *session) open(address string, upstreams map[wire.Provider]*url.URL, opt proxy.Options) (*gateway, error) {
	g := &gateway{notes: &s.notes, log: s.auditor(), looker: s.looker, served: make(chan error, 1)}
	opt.Upstreams, opt.Observe = upstreams, g.observe
	if transport, err := proxy.NewTransport(os.Getenv("SSL_CERT_FILE")); err == nil {
		opt.Transport = transport
	} else {
		g.notes.warn(fmt.Errorf("SSL_CERT_FILE is left out: %w", err)) // the upstream may do without
	}
	if s.opt.awsSign {
		opt.Sign = awssign.New().Sign
	}
	board := dashboard.New(s.prices, func() meter.Snapshot { return g.meter.Snapshot() })
	var each func(*ledger.Record)
	if opt.Health {
		opt.Metrics = func(w io.Writer) error { return g.meter.WriteMetrics(w) }
		opt.Page, opt.Data, each = board.WritePage, board.WriteJSON, board.Add
	}
	if _, err := proxy.New(opt); err != nil { // it says what is wrong with the options
		return nil, cli.WithStatus(err, cli.Usage)
	}
	if s.opt.stats != "" {
		stats, err := meter.OpenStats(s.opt.stats)
		if err != nil {
			return nil, err
		}
		g.stats = stats
	}
	g.meter = meter.New(meter.Options{Prices: s.prices, Stats: g.stats, Each: each})
	server, err := proxy.Listen(address, opt)
	if err != nil {
		g.stats.Close()
		return nil, err
	}
	g.server = server
	if g.looker != nil {
		g.looker.run(g.meter.Used)
	}
	go func() { g.served <- server.Serve() }()
	return g, nil
}

// observe counts an exchange, notes what it met in the audit log, and says what
// its report warns of.
func (g *gateway) observe(e meter.Exchange) {
	g.seen.Add(1)
	for _, text := range e.Report.Warnings {
		g.notes.warn(errors.New(text))
	}
	g.meter.Add(e)
	if err := g.log.add(&e); err != nil {
		g.notes.warn(err)
	}
}

// close frees the port, lets requests that run end for as long as the grace,
// and says what was held back.
func (g *gateway) close(ctx context.Context, grace time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	g.server.Shutdown(ctx)
	if err := <-g.served; err != nil {
		g.notes.warn(fmt.Errorf("the proxy ended early: %w", err))
	}
	g.looker.end()
	if err := g.stats.Close(); err != nil {
		g.notes.warn(fmt.Errorf("the statistics are not complete: %w", err))
	}
	g.notes.release()
}

// changing puts into the options what changes requests, and what only looks at them. The
// folder is that of the originals, "" if there is none.
func (s *session) changing(opt *proxy.Options) (folder string) {
	opt.Groups = conversation.Groups{Observe: s.cfg.Proxy.Observe, Holdout: s.cfg.Proxy.Holdout}
	if opt.Groups.Observe {
		s.looker = newLooker(s.rewriter(store.Nowhere{}, 0))
		opt.Rewriter, opt.Looker = s.looker, s.looker
		return ""
	}
	if opt.Groups.Looks() {
		s.looker = newLooker(s.rewriter(store.Nowhere{}, lookerMemory))
		opt.Looker = s.looker
	}
	originals, folder := s.originals()
	opt.Rewriter, opt.Asides = s.rewriter(originals, 0), s.asides(originals)
	return folder
}

// lookerMemory is how much is remembered of the few conversations that are held out.
const lookerMemory = rewrite.DefaultMemoryBytes / 4

// rewriter returns what rewrites requests by the configuration. memory is how much it
// remembers, 0: as much as it does by default.
func (s *session) rewriter(originals rewrite.Store, memory int64) *rewrite.Rewriter {
	opt := setup.Options(s.cfg)
	opt.TTL = s.ttl()
	return rewrite.New(rewrite.Config{
		Store:         originals,
		Pipeline:      opt,
		References:    s.cfg.Proxy.References,
		Reads:         focus.Of(s.cfg.Proxy.Reads),
		Clear:         rewrite.ClearOf(s.cfg.Proxy.ClearOld),
		ReduceReads:   s.cfg.Proxy.Reads == "reduce",
		MinErrorBytes: orNone(s.cfg.Proxy.MinErrorBytes),
		MemoryBytes:   memory,
		Extra:         []rewrite.Extra{s.cacheHints().Hook(), s.steering().Hook()},
	})
}

// orNone returns a length as options take it, where 0 is the default.
func orNone(length int) int {
	if length == 0 {
		return -1
	}
	return length
}

func (s *session) cacheHints() cachehint.Options {
	align := s.cfg.CacheAlign
	return cachehint.Options{Warn: align.Enabled, Layout: align.Enabled && align.Tools, Hints: s.cfg.CacheHints}
}

func (s *session) steering() steer.Options {
	o := steer.Options{Directive: s.cfg.Proxy.Directive, ExpandTool: s.opt.expandTool}
	if out := s.cfg.OutputSteering; out.Enabled {
		o.Profile = out.VerbosityProfile
		if out.EffortRouting.Enabled {
			o.BaseEffort, o.MechanicalEffort = out.EffortRouting.BaseEffort, out.EffortRouting.MechanicalEffort
		}
	}
	return o
}
