package main

import (
	"os"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/setup"
)

// account notes in the user's audit log what became of a block, if he keeps
// one. What goes wrong with it is no failure: the output stands.
func (j *job) account(res pipeline.Result) {
	if !res.Reduced {
		return
	}
	by := audit.Filter
	if j.runKey != "" {
		by = audit.Run
	}
	j.note(setup.Event(by, j.opt.Command, res))
}

// accountHistory is account for a request, whose profile is its tool.
func (m *messageJob) accountHistory(rep history.Report) {
	m.note(audit.Event{
		FrontEnd: audit.Messages, Tool: rep.Profile, Shape: "history",
		BytesIn: rep.BytesIn, BytesOut: rep.BytesOut, TokensIn: rep.TokensIn, TokensOut: rep.TokensOut,
	})
}

// note appends an event. Its session is told from the environment.
func (j *job) note(e audit.Event) {
	e.Host, e.Correlation = audit.Session(os.Getenv)
	if err := audit.Open(j.cfg.AuditPath, j.cfg.AuditMaxBytes).Compressed(e); err != nil {
		j.warn(err)
	}
}
