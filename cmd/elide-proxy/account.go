package main

import (
	"errors"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/rewrite"
)

// auditor notes in the user's audit log, if he keeps one, what requests are the
// first to hold: results that are sent shorter, and expansions.
type auditor struct {
	log     *audit.Log
	host    string
	session string // a name of this run's own, as no request tells the agent's in a way that all agents share
}

func (s *session) auditor() *auditor {
	return &auditor{log: audit.Open(s.cfg.AuditPath, s.cfg.AuditMaxBytes), host: s.agent, session: s.conversation}
}

// add notes what was met. It is safe for concurrent use. The error is for the
// user to know, once.
func (a *auditor) add(all []rewrite.Met) error {
	var failed error
	for _, m := range all {
		e := m.Event(audit.Proxy)
		e.Host, e.Correlation = a.host, a.session
		if m.Expansion {
			failed = errors.Join(failed, a.log.Expanded(e))
			continue
		}
		failed = errors.Join(failed, a.log.Compressed(e))
	}
	return failed
}
