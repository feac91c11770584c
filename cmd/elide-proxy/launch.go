package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"elide.example/elide/internal/agents"
	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/proxy"
)

// childGrace is how long requests may go on when the command has ended: long
// enough for what is nearly done, as nobody waits for the rest.
const childGrace = 250 * time.Millisecond

// launch runs the command with a proxy for it alone. The status is then the
// command's.
func (s *session) launch(command []string) error {
	if s.off() {
		return s.run(command)
	}
	plan, err := s.plan(command)
	if err != nil {
		return err
	}
	s.agent, s.conversation = plan.Agent, "proxy-"+rand.Text()
	opt := proxy.Options{Secret: rand.Text()}
	dir := s.changing(&opt)
	g, err := s.open("127.0.0.1:0", plan.Upstreams, opt)
	if err != nil {
		return err
	}
	c := plan.Child(g.server.BaseURL)
	defer c.Close()
	s.environment(c, dir)
	for _, w := range append(plan.Warnings, c.Warnings...) {
		s.notes.warn(w)
	}
	s.notes.hold()
	err = s.run(c.Args)
	g.close(context.Background(), childGrace)
	if err != nil {
		return err
	}
	if g.seen.Load() == 0 && plan.Agent != "" && len(plan.Warnings) == 0 {
		s.notes.warn(cli.Hint(fmt.Errorf("%s sent no request through the proxy", plan.Agent),
			"an address in its own settings goes over that of the proxy"))
	}
	s.notes.summarize(g.meter.Summary())
	return nil
}

// environment gives this process the child's variables. What it starts besides,
// elide-redis, reads none of them.
func (s *session) environment(c *agents.Child, store string) {
	if store != "" {
		c.Env["ELIDE_STORE"] = store // the agent may go to another project
	}
	c.Env[audit.ConversationVariable] = s.conversation
	path, found := pathWithExpander()
	if path != "" {
		c.Env["PATH"] = path
	}
	if !found && s.cfg.Proxy.Directive && !s.cfg.Proxy.Observe {
		s.notes.warn(cli.Hint(errors.New(expander+" is neither beside elide-proxy nor in PATH: the model can't expand what is hidden"),
			"install it, or expand with another tool"))
	}
	for name, value := range c.Env {
		if err := os.Setenv(name, value); err != nil {
			s.notes.warn(fmt.Errorf("%s can't be set: %w", name, err))
		}
	}
}

// run runs a command that has the terminal, and gets the signals.
func (s *session) run(args []string) error {
	p, err := child.Start(child.Command{Args: args, Stdin: s.app.in, Stdout: s.app.out, Stderr: s.app.err})
	var start *child.StartError
	if errors.As(err, &start) {
		return cli.WithStatus(err, start.Status)
	}
	if err != nil {
		return err
	}
	defer p.Release()
	s.app.status = p.Wait()
	return nil
}
