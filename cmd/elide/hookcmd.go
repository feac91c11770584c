package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/hook"
	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/shellline"
	"elide.example/elide/internal/store"
)

// hookDeadline is how long an agent's host waits for us at most. Some end their run
// if a hook takes three seconds.
var hookDeadline = 2 * time.Second // longer in tests

// mostPayload bounds a payload.
const mostPayload = 64 << 20

func newHook(a *app) *command {
	c := &command{
		name:  "hook",
		args:  "HOST EVENT",
		short: "answer an agent's host that asks its hooks (see elide install)",
		long: `elide hook answers an agent's host: it reads the payload of an event from standard
input and writes the answer in the host's own shape, with the tool's result made
shorter. elide install HOST has the host call it; nobody else needs to.

It prints one JSON value or nothing. Nothing means that the host goes on as if
there were no hook: the result can't be shorter, the payload is not known, or
something failed, which standard error then says. It never blocks a call, and
takes two seconds at most.

Exit status: 0, whatever happens.`,
		example: "  elide hook claude PostToolUse < payload.json",
		raw:     true,
	}
	c.run = func(args []string) error {
		if len(args) == 1 && (args[0] == "--help" || args[0] == "-h" || args[0] == "-help") {
			return c.printHelp(a.out, program+" "+c.name)
		}
		cli.Warn(a.err, program, a.hook(args))
		return nil
	}
	return c
}

// hook answers the payload on standard input, unless that takes too long. What
// the error says costs the host nothing. Some hosts give their hooks further
// arguments, which mean nothing.
func (a *app) hook(args []string) error {
	if a.lack != nil {
		io.Copy(io.Discard, a.in) // a host may take it badly if nobody reads what it writes
		return notReduced(a.lack)
	}
	if len(args) < 2 {
		return errors.New("hook needs the names of a host and of an event")
	}
	ctx, cancel := context.WithTimeout(context.Background(), hookDeadline)
	defer cancel()
	answer, err := within(ctx, func() (answered, error) { return a.answer(ctx, args[0], args[1]), nil })
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no answer within %s", hookDeadline)
	}
	if err != nil {
		return err
	}
	// The answer is printed here, whole: by another goroutine it could be cut off
	// when time is up.
	if _, err := a.out.Write(answer.JSON); err != nil {
		return unwritten(err)
	}
	_, err = within(ctx, func() (struct{}, error) { return struct{}{}, answer.finish(ctx) })
	return errors.Join(answer.Err, err)
}

// within returns what do returns, if that is before ctx is done. If not, do
// goes on until the process ends. A panic is an error: it would end the process
// with a status that some hosts take for a refusal.
func within[T any](ctx context.Context, do func() (T, error)) (result T, err error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var is outcome
		defer func() {
			if p := recover(); p != nil {
				is.err = fmt.Errorf("a mistake of ours: panic: %v", p)
			}
			done <- is
		}()
		is.result, is.err = do()
	}()
	select {
	case is := <-done:
		return is.result, is.err
	case <-ctx.Done():
		return result, ctx.Err()
	}
}

// answered is an answer, with what is to be done when the host has it.
type answered struct {
	hook.Answer
	host   string
	cfg    *config.Config // nil: nothing
	config hook.Config
}

// answer reads a payload and finds the answer to it.
func (a *app) answer(ctx context.Context, host, event string) answered {
	payload, err := readPayload(a.in)
	if err != nil {
		return failed(err)
	}
	source, err := configSource()
	if err != nil {
		return failed(err)
	}
	cfg, err := config.Load(source)
	if err != nil || !cfg.Enabled || !cfg.Hook.Enabled {
		return failed(err)
	}
	hc := hookConfig(cfg, a.newStore("", source.Dir, cfg))
	return answered{hook.Do(ctx, hc, host, event, payload), host, cfg, hc}
}

func failed(err error) answered { return answered{Answer: hook.Answer{Err: err}} }

// finish adds what was made shorter to the user's account, and renews what the
// session refers to.
func (a answered) finish(ctx context.Context) error {
	if a.cfg == nil {
		return nil
	}
	err := audited(a.cfg, a.host, a.Answer)
	hook.Renew(ctx, a.config, a.host, a.Session)
	return err
}

// readPayload reads standard input to its end, even if it is too much: a host
// may take it badly if nobody reads what it writes.
func readPayload(in io.Reader) ([]byte, error) {
	payload, err := io.ReadAll(io.LimitReader(in, mostPayload+1))
	if err == nil && len(payload) > mostPayload {
		io.Copy(io.Discard, in)
		err = fmt.Errorf("the payload is longer than %d bytes", mostPayload)
	}
	return payload, err
}

// hookConfig returns what a hook needs. What it stores is kept as long as the
// session that may ask for it.
func hookConfig(cfg *config.Config, st *setup.Store) hook.Config {
	opt := setup.Options(cfg)
	opt.TTL = max(opt.TTL, store.SessionTTL)
	return hook.Config{
		Store:    st,
		Pipeline: opt,
		Env:      os.Getenv,
		Ignored:  func(line string) bool { return shellline.Excluded(line, cfg.Hook.Ignore) },
		Lines:    linesOf,
		Memory: func(host, session string) *seen.Memory {
			opened, err := st.Open()
			if err != nil {
				return nil
			}
			return seen.Open(opened.Dir(), host, session)
		},
	}
}

// audited adds to the user's account what was made shorter.
func audited(cfg *config.Config, host string, answer hook.Answer) error {
	if len(answer.Outputs) == 0 {
		return nil
	}
	e := audit.Event{FrontEnd: audit.Hook, Host: host, Tool: answer.Tool, Correlation: answer.Session}
	if answer.Command != "" {
		e.Tool = audit.CommandName(answer.Command)
	}
	for _, o := range answer.Outputs {
		e.BytesIn, e.BytesOut = e.BytesIn+o.BytesIn, e.BytesOut+o.BytesOut
		e.TokensIn, e.TokensOut = e.TokensIn+o.TokensIn, e.TokensOut+o.TokensOut
		e.Shape, e.Hash = o.Shape, o.Hash
	}
	if len(answer.Outputs) > 1 {
		e.Hash = ""
	}
	return audit.Open(cfg.AuditPath, cfg.AuditMaxBytes).Compressed(e)
}
