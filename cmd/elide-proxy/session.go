package main

import (
	"os"

	"elide.example/elide/internal/agents"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/wire"
)

// session is what flags and configuration say is to be done.
type session struct {
	app    *app
	opt    *options
	cfg    *config.Config
	prices *ledger.Prices
	dir    string // the working directory
	notes  notes
	agent  string // that is run; "" if it is not known
	looker *looker

	conversation string // a name of the command's; "": it serves many
}

// configure puts flags and configuration together. The error is a mistake in
// either.
func (a *app) configure(o *options) (*session, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := &session{app: a, opt: o, dir: dir, notes: notes{out: a.err, quiet: o.quiet}}
	if s.cfg, err = config.Load(config.Source{Env: os.LookupEnv, Dir: dir}); err != nil {
		return nil, err
	}
	if err := o.over(s.cfg); err != nil {
		return nil, err
	}
	if s.prices, err = ledger.ReadPrices(o.prices); err != nil {
		return nil, err
	}
	if hint, what := s.cfg.Ignored(); what != nil {
		s.notes.warn(cli.Hint(what, hint))
	}
	for _, err := range s.cfg.RuleMistakes() {
		s.notes.warn(cli.Hint(err, "elide rules check"))
	}
	if hint, what := s.cfg.RulesIgnored(); what != nil {
		s.notes.warn(cli.Hint(what, hint))
	}
	return s, nil
}

// off tells whether everything is to pass as if elide were not there.
func (s *session) off() bool { return !s.cfg.Enabled || !s.cfg.Proxy.Enabled }

// plan says how the command is pointed at the proxy; without one, how agents
// that are started elsewhere are.
func (s *session) plan(command []string) (*agents.Plan, error) {
	p := s.cfg.Proxy
	plan, err := agents.New(agents.Launch{
		Args: command, Env: os.LookupEnv, Dir: s.dir, SignsAnew: s.opt.awsSign,
		Upstreams: map[wire.Provider]string{
			wire.None: p.Upstream, wire.Anthropic: p.AnthropicUpstream, wire.OpenAI: p.OpenAIUpstream, wire.Gemini: p.GeminiUpstream,
			wire.Bedrock: p.BedrockUpstream,
		},
	})
	return plan, cli.WithStatus(err, cli.Usage)
}
