// Package agents knows how coding agents are pointed at a proxy: which
// variable, argument or setting holds the base URL of the provider that an
// agent asks, for one child alone and without a trace after it.
//
// It works in two steps. New looks at the command as the user gave it, at its
// environment and at the agent's own configuration, and makes a Plan: which
// upstreams the proxy is to have, and where the child reads the proxy's
// address. Once the proxy listens, Plan.Child fills the addresses in.
//
// Most agents read variables (variables.go). Those that need more have a file
// each, named after them; what they need was found by running them. An agent
// is known by the name of its command, also behind npx, env, timeout and the
// like (find.go). A command that is not known gets the variables.
//
// Nothing here sets or reads a key. Of an agent's login only its kind is
// looked at.
package agents

import (
	"net/url"
	"slices"

	"elide.example/elide/internal/wire"
)

// Launch is a command as the user gave it, and what it would find.
type Launch struct {
	Args []string                         // the command and its arguments
	Env  func(name string) (string, bool) // as os.LookupEnv
	Dir  string                           // the working directory

	// Upstreams are the base URLs that the user has set for the proxy; that of
	// wire.None is for each provider that has none of its own. They go over
	// what the command would have asked.
	Upstreams map[wire.Provider]string

	SignsAnew bool // the proxy signs requests to Bedrock anew
}

// env returns a variable's value, "" if it is not set.
func (l *Launch) env(name string) string {
	value, _ := l.Env(name)
	return value
}

// home returns the user's home folder, "" if it is not known.
func (l *Launch) home() string {
	if home := l.env("HOME"); home != "" {
		return home
	}
	return l.env("USERPROFILE")
}

// Plan is how a child is pointed at the proxy.
type Plan struct {
	Agent     string                     // the agent's name; "" if the command is none that is known
	Upstreams map[wire.Provider]*url.URL // that the proxy is to have
	Warnings  []error                    // what is not reached, with hints

	launch  Launch
	at      int // of the agent's name in the arguments
	outlets []outlet
	steps   []func(*Child)  // what is to be done besides
	left    map[string]bool // variables that are not to be set
}

// outlet is a place where the child reads a base URL.
type outlet struct {
	provider wire.Provider
	suffix   string
	set      func(c *Child, baseURL string)
}

// New makes the plan for a command. The error says which base URL can't be
// used, and shows nothing of it.
func New(l Launch) (*Plan, error) {
	p := &Plan{Upstreams: map[wire.Provider]*url.URL{}, launch: l, left: map[string]bool{}}
	p.Agent, p.at = find(l.Args)
	if err := p.clouds(); err != nil {
		return nil, err
	}
	if err := p.agent(); err != nil {
		return nil, err
	}
	return p, p.variables()
}

// agent adds what the agent needs besides variables.
func (p *Plan) agent() error {
	switch p.Agent {
	case "claude":
		p.claude()
	case "cline":
		p.cline()
	case "codex":
		return p.codex()
	case "copilot":
		return p.copilot()
	case "gemini":
		p.gemini()
	}
	return nil
}

// offer adds an outlet, unless the provider has another upstream by now: there
// is one for each, and what comes first is the agent's own.
func (p *Plan) offer(provider wire.Provider, b base, set func(*Child, string)) {
	if up, ok := p.Upstreams[provider]; ok && up.String() != b.upstream.String() {
		return
	}
	p.Upstreams[provider] = b.upstream
	p.outlets = append(p.outlets, outlet{provider, b.suffix, set})
}

func (p *Plan) warn(err error) { p.Warnings = append(p.Warnings, err) }

// Child is a command that is pointed at the proxy.
type Child struct {
	Args     []string
	Env      map[string]string // variables that it gets besides those that there are
	Warnings []error           // what could not be done, with hints

	after []func()
}

// Child returns the command as it is to be run; at returns the address at which
// the proxy stands for the upstream of a provider. The child must be closed.
func (p *Plan) Child(at func(wire.Provider) string) *Child {
	c := &Child{Args: slices.Clone(p.launch.Args), Env: p.direct()}
	for _, o := range p.outlets {
		o.set(c, at(o.provider)+o.suffix)
	}
	for _, step := range p.steps {
		step(c)
	}
	return c
}

// Close removes what was made for the child. It is called when that has ended.
func (c *Child) Close() {
	for _, f := range slices.Backward(c.after) {
		f()
	}
}

// insert adds arguments at a place.
func (c *Child) insert(at int, args ...string) { c.Args = slices.Insert(c.Args, at, args...) }
