package main

import (
	"io"
	"os"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
)

// account notes in the user's audit log what was given back, if he keeps one.
// Nothing that goes wrong with it is in the way of that.
type account struct {
	log *audit.Log
	err io.Writer
}

// newAccount looks the log up in the configuration. A mistake in that is told
// by the programs which it configures.
func newAccount(stderr io.Writer) account {
	dir, err := os.Getwd()
	if err != nil {
		return account{}
	}
	cfg, err := config.Load(config.Source{Env: os.LookupEnv, Dir: dir})
	if err != nil || !cfg.Enabled {
		return account{}
	}
	return account{log: audit.Open(cfg.AuditPath, cfg.AuditMaxBytes), err: stderr}
}

// given is a writer that counts what it is given.
type given struct {
	io.Writer
	counts        bool
	bytes, tokens int
}

func (g *given) Write(p []byte) (int, error) {
	n, err := g.Writer.Write(p)
	if g.counts {
		g.bytes += n
		g.tokens += tokens.Estimate(p[:n])
	}
	return n, err
}

// watch returns a writer that writes to w and counts.
func (a account) watch(w io.Writer) *given { return &given{Writer: w, counts: a.log != nil} }

// expanded notes that as much of an original was given back.
func (a account) expanded(of store.Entry, g *given) {
	if g.bytes == 0 {
		return
	}
	host, correlation := audit.Session(os.Getenv)
	err := a.log.Expanded(audit.Event{
		FrontEnd: audit.Get, Host: host, Tool: audit.CommandName(of.Command), Shape: of.Type, Hash: of.Hash, Correlation: correlation,
		BytesIn: int(of.OriginalBytes), BytesOut: g.bytes, TokensOut: g.tokens,
	})
	if err != nil {
		cli.Warn(a.err, program, err)
	}
}
