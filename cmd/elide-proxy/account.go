package main

import (
	"crypto/rand"
	"errors"

	"elide/internal/audit"
	"elide/internal/rewrite"
)

// auditor notes in the user's audit log, if he keeps one, what requests are the
// first to hold: results that are sent shorter, and expansions.
type auditor struct {
	log     *audit.Log
	host    string
	session string // a name of this run's own, as no request tells the agent's in a way that all agents share
}

func (s *session) auditor() *auditor {
	a := &auditor{log: audit.Open(s.cfg.AuditPath, s.cfg.AuditMaxBytes), host: s.agent}
	if s.opt.listen == "" { // else it serves many
		a.session = "proxy-" + rand.Text()
	}
	return a
}

// add notes what was met. It is safe for concurrent use. The error is for the
// user to know, once.
func (a *auditor) add(all []rewrite.Met) error {
	var failed error
	for _, m := range all {
		e := audit.Event{
			FrontEnd: audit.Proxy, Host: a.host, Tool: m.Tool, Shape: m.Shape, Hash: m.Hash, Correlation: a.session,
			BytesIn: m.BytesIn, BytesOut: m.BytesOut, TokensIn: m.TokensIn, TokensOut: m.TokensOut,
		}
		if m.Command != "" {
			e.Tool = audit.CommandName(m.Command)
		}
		if m.Expansion {
			e.BytesIn, e.TokensIn = 0, 0 // of the original it is not known
			failed = errors.Join(failed, a.log.Expanded(e))
			continue
		}
		failed = errors.Join(failed, a.log.Compressed(e))
	}
	return failed
}
