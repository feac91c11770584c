package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/setup/requests"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/store"
)

func newMessages(a *app) *command {
	f := &messageFlags{}
	return &command{
		name:  "messages",
		args:  "--profile PROFILE [FLAG]... [FILE]\n  elide messages --expand [--store FOLDER] [FILE]",
		short: "reduce the history in a request to a model, or give it back",
		long: `elide messages reads the body of a request to a model, or its list of messages alone,
on standard input, and writes it with a shorter history. It tells by the shape whose
it is: Anthropic's, OpenAI's (chat completions or Responses) or Gemini's. What is left
out is stored, and a marker stands in its place; --expand gives the whole request back,
byte for byte, and elision-get what a single marker hides.

Profiles:
  tool-results   each tool result reduced, as elide proxy does
  live-zone      results and long texts between what was sent before and the last turns
  local          the last two turns, with texts of 800 bytes at most: for small models
  five-stage     near the model's limit: old results cleared, one message for the middle
  summary        the task, and a summary of all that was answered since

What can't be read, or would not be valid, goes out as it came, and an error says why.

Exit status: 0, also when the request goes out as it came; 1 if standard output
could not be written or the input not be read to its end, or with --strict if something
failed; 2 for a mistake in the call or the configuration; 128+N if signal N came while
a summarizer ran.`,
		example: `  elide messages --profile five-stage --context-budget 128000 request.json
  elide messages --profile live-zone --sent sent.txt <request.json
  elide messages --profile summary request.json | elide messages --expand`,
		flags:     f.register,
		wantsArgs: true,
		run:       func(names []string) error { return a.messages(f, names) },
	}
}

// messages reduces or expands a request.
func (a *app) messages(f *messageFlags, names []string) error {
	if len(names) > 1 {
		return &callError{errors.New("elide messages takes one request at a time")}
	}
	m, err := a.newMessageJob(f)
	if err != nil {
		return err
	}
	defer m.end()
	if len(names) == 0 {
		a.sayWaiting()
	}
	if len(names) == 0 || names[0] == "-" {
		return m.request(a.in)
	}
	file, err := room.Open(names[0])
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	defer file.Close()
	return m.request(file)
}

// messageJob is what is to be done with a request.
type messageJob struct {
	*job
	flags   *messageFlags
	history *history.History // nil: the request passes through
}

// request makes of the request what is to be made of it. The error is that of
// standard output; what else goes wrong is reported, and the request goes out as
// it came.
func (m *messageJob) request(in io.Reader) error {
	if m.history == nil {
		return m.copy(in)
	}
	var held spool.Spool
	defer held.Close()
	body, err := hold(&held, in)
	var unread *spool.ReadError
	switch {
	case errors.As(err, &unread):
		m.unread(err)
		_, err := held.WriteTo(m.app.out)
		return unwritten(err)
	case err != nil:
		m.complain(err)
		return m.passOn(&held, in)
	}
	return m.body(body)
}

// hold reads a request. Of one that is too large there is more to read.
func hold(held *spool.Spool, in io.Reader) ([]byte, error) {
	if _, err := held.ReadFrom(io.LimitReader(in, requests.MostBody+1)); err != nil {
		return nil, err
	}
	if held.Size() > requests.MostBody {
		return nil, cli.Hint(fmt.Errorf("it has more than %d MiB", requests.MostBody>>20),
			"no provider takes so much: leave out its oldest messages, or what is in them, before elide messages reads it")
	}
	if body, ok := held.Bytes(); ok {
		return body, nil
	}
	body := make([]byte, held.Size())
	_, err := io.ReadFull(io.NewSectionReader(held, 0, held.Size()), body)
	return body, err
}

// body writes what becomes of a body.
func (m *messageJob) body(body []byte) error {
	ctx, stop := context.Background(), func() int { return cli.OK }
	if m.cfg.History.Summarizer != "" {
		ctx, stop = untilSignal()
	}
	out, sent := m.became(ctx, body)
	if status := stop(); status != cli.OK { // nobody waits for it any more
		m.app.endWith(status)
		return nil
	}
	if _, err := m.app.out.Write(out); err != nil {
		return unwritten(err)
	}
	m.rememberSent(sent)
	return nil
}

// became returns what becomes of a body, and what is to be known of it when the
// next is sent.
func (m *messageJob) became(ctx context.Context, body []byte) ([]byte, history.Sent) {
	if m.flags.expand {
		return m.expand(ctx, body), history.Sent{}
	}
	out, rep, err := m.history.Reduce(ctx, body)
	if ctx.Err() != nil {
		return nil, history.Sent{}
	}
	if err = whyUnchanged(body, rep, err); err != nil {
		m.complain(err)
	}
	for _, text := range rep.Warnings {
		m.fail(errors.New(text))
	}
	m.tell(rep, err)
	return out, rep.Sent
}

// expand returns the request that was reduced to body.
func (m *messageJob) expand(ctx context.Context, body []byte) []byte {
	out, err := m.history.Expand(ctx, body)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		m.complain(notExpanded(err))
		return body
	}
	return out
}

// complain reports why the request goes out as it came.
func (m *messageJob) complain(err error) {
	m.failed = true
	cli.Error(m.app.err, program, fmt.Errorf("the request goes out as it came: %w", err))
}

// register defines the flags.
func (f *messageFlags) register(set *flag.FlagSet) {
	f.set = set
	set.StringVar(&f.profile, "profile", "", "the `profile`: tool-results, live-zone, local, five-stage or summary; goes over\n"+blank+"history.profile and history.models")
	set.BoolVar(&f.expand, "expand", false, "give back the request that was reduced to this one")
	set.StringVar(&f.clearOld, "clear-old", "", "tool-results: `which` results that are over go when that pays: none; done; all,\n"+blank+"files earlier (default none)")
	set.IntVar(&f.protectRecent, "protect-recent", 0, "live-zone: leave so many `turns` at the end alone (default 2)")
	set.IntVar(&f.frozen, "frozen", 0, "live-zone: leave so many `messages` at the front alone")
	set.StringVar(&f.sent, "sent", "", "live-zone: a `file` that says what was sent before, which is sent again as it\n"+blank+"was; read, if it is there, and written anew")
	set.BoolVar(&f.tail, "tail", false, "local: keep the end of a long text, not its most useful lines")
	set.IntVar(&f.contextBudget, "context-budget", 0, "five-stage: the `tokens` that the model takes (default 200000)")
	set.BoolVar(&f.force, "force", false, "five-stage: fire whatever the estimate, as the provider found it too long")
	set.IntVar(&f.summaryAfter, "summary-after", 0, "summary: fire when more than so many `messages` have come together (default 5)")
	set.StringVar(&f.summarizer, "summarizer", "", "five-stage, summary: a `command` that writes the message which stands for\n"+blank+"others; it gets its task on standard input")
	set.StringVar(&f.onFailure, "on-failure", "", "if it fails: `digest`, what is written without it; keep: the request as it came")
	set.BoolVar(&f.skip, "skip-compress", false, "write the request as it came")
	set.Func("keep", "keep lines of results that match this `pattern`; repeatable", f.addKeep)
	set.IntVar(&f.budget, "budget", 0, "show at most this many `tokens` of a result, estimated; 0: no limit")
	set.IntVar(&f.minBytes, "min-bytes", 0, "leave results below this many `bytes` as they are (default 2048)")
	set.DurationVar(&f.ttl, "ttl", 0, fmt.Sprintf("keep originals for this `time` (default %.0fh, or elision.ttl_ms if that is more)", store.SessionTTL.Hours()))
	set.StringVar(&f.store, "store", "", "keep originals in this `folder`")
	set.Var(&f.enabled, "enabled", "=on or =`off`: reduce, or pass the request through")
	set.BoolVar(&f.explain.on, "explain", false, "say on standard error what was done")
	set.StringVar(&f.stats, "stats", "", "append what was done as a line of JSON to this `file`")
	set.BoolVar(&f.strict, "strict", false, "end with status 1 if something failed")
}
