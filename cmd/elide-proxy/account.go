package main

import (
	"cmp"
	"errors"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/meter"
)

// auditor notes in the user's audit log, if he keeps one, what requests are the
// first to hold: results that are sent shorter, and expansions.
type auditor struct {
	log     *audit.Log
	host    string
	session string // a name of this run's own, for requests that tell no conversation
}

func (s *session) auditor() *auditor {
	return &auditor{log: audit.Open(s.cfg.AuditPath, s.cfg.AuditMaxBytes), host: s.agent, session: s.conversation}
}

// add notes what an exchange met. It is safe for concurrent use. The error is for the
// user to know, once.
func (a *auditor) add(x *meter.Exchange) error {
	var failed error
	for _, m := range x.Report.Met {
		e := m.Event(audit.Proxy)
		e.Host, e.Correlation, e.Group = a.host, cmp.Or(x.Conversation, a.session), x.Group
		switch {
		case m.Expansion:
			failed = errors.Join(failed, a.log.Expanded(e))
		case x.Report.Would != nil:
			e.Hash = "" // nothing is stored under it
			failed = errors.Join(failed, a.log.Observed(e))
		default:
			failed = errors.Join(failed, a.log.Compressed(e))
		}
	}
	return failed
}
