// Package hook answers what agents' hosts ask of their hooks: a payload in, an
// answer in the host's own shape out, so that the model gets a shorter tool
// result than the one that the host has.
//
//	payload → spans (jsonspan) → the texts that the model would read (an
//	adapter, one file a host) → the outputs in them (frame) → reduced
//	(pipeline) → spliced into what the host gave → answer
//
// An adapter knows a host's payload and what the host takes for an answer.
// All the rest is common. What an answer says is one JSON value or nothing at
// all: with any doubt, a payload of another host or another version, a failed
// store, a panic, there is nothing, and the host goes on as if no hook were
// there. What is to run is the host's and the user's to say: no answer changes
// a command, or allows, blocks or asks for anything. Where a host takes the word
// for a refusal to replace a result, the adapter says why that is so.
//
// A text of which some bytes are replaced keeps all others as they came, and
// so does the payload's value that the text stands in: keys, their order and
// the way numbers are written.
//
// What a file holds is shown as it is, since an edit may need its exact bytes.
// If the same agent reads it again unchanged, it gets a reference, in hosts
// that tell when a conversation is compacted (internal/hook/seen).
package hook

import (
	"context"
	"fmt"
	"slices"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// Store keeps originals, and renews them; *setup.Store is one.
type Store interface {
	pipeline.Store
	Renewed(reference string, ttl time.Duration) (*store.Expanded, error)
}

// Config says how a hook answers. Store is needed; for the rest the zero value
// will do.
type Config struct {
	Store         Store
	Pipeline      pipeline.Options                        // for each output; Command, MaxBytes and Since are not used
	MinErrorBytes int                                     // 0: toolcall.MinErrorBytes
	Memory        func(host, session string) *seen.Memory // nil: nothing is remembered
	Ignored       func(line string) bool                  // what such a shell line prints stays as it is; nil: nothing does
	Lines         func(ahead string) error                // has a session's shell lines reduced by a script in that file; nil: they stay
	Env           func(name string) string                // of the host's process, as os.Getenv; nil: empty

	now func() time.Time // overridden by test; nil: time.Now
}

// Answer is what becomes of a payload.
type Answer struct {
	JSON []byte // what the host gets; nil: nothing
	Err  error  // why something stays as it is that could be shorter; nil: it can't

	Session string // the host's, "" if it isn't told
	Tool    string // whose result it is
	Command string // the shell line that it ran, "" if none
	Outputs []Output
}

// Output is an output that was made shorter.
type Output struct {
	Shape, Hash                            string
	BytesIn, BytesOut, TokensIn, TokensOut int
}

// Do answers a payload. It never fails and never panics: what can't be
// answered has no answer. Do is safe for concurrent use.
func Do(ctx context.Context, cfg Config, host, event string, payload []byte) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Err: fmt.Errorf("a mistake of ours: panic: %v", p)}
		}
	}()
	e, ok := find(host, event)
	if !ok {
		return Answer{Err: unknown(host, event)}
	}
	doc, err := jsonspan.Parse(payload)
	if err != nil {
		return Answer{Err: fmt.Errorf("the payload: %w", err)}
	}
	t := newTurn(ctx, cfg, host, event, doc.Root())
	answer := e.answer(t)
	t.end()
	return Answer{answer, t.err, t.session, t.tool, t.use.Command, t.outputs}
}

// Renew renews the entries that the session's conversation refers to, if they
// are old enough for that to matter. It stops when ctx is done, and leaves the
// rest to a later call.
func Renew(ctx context.Context, cfg Config, host, session string) {
	const most = 16 // at a call, of which there are many
	if cfg.Memory == nil || cfg.Pipeline.TTL <= 0 {
		return
	}
	memory := cfg.Memory(host, session)
	for range most {
		if ctx.Err() != nil {
			return
		}
		due := memory.Due(cfg.Pipeline.TTL/4, 1)
		if len(due) == 0 {
			return
		}
		if x, err := cfg.Store.Renewed(due[0], cfg.Pipeline.TTL); err == nil {
			x.Close()
		}
	}
}

// host is a host with the events that are answered.
type host struct {
	name   string
	events []event
}

// event is an event of a host, by the host's own name.
type event struct {
	name   string
	answer func(*turn) []byte
	sample func(text string) []byte
	effect func(payload, answer jsonspan.Value) (string, bool)
}

// hosts returns the fixed table of hosts.
func hosts() []host {
	return []host{
		claude(), codex(), copilot(), opencode(), gemini(), cursor(), cline(), windsurf(), vscode(),
		grok(), vibe(), qoder(), codebuddy(), amp(),
	}
}

func find(hostName, eventName string) (event, bool) {
	for _, h := range hosts() {
		if h.name != hostName {
			continue
		}
		i := slices.IndexFunc(h.events, func(e event) bool { return e.name == eventName })
		if i >= 0 {
			return h.events[i], true
		}
	}
	return event{}, false
}

// unknown is the error for an event that is not answered.
func unknown(host, event string) error {
	if slices.Contains(Hosts(), host) {
		return fmt.Errorf("%s: %w", host, cli.Unknown("event", event, Events(host)))
	}
	return cli.Unknown("host", host, Hosts())
}

// Hosts returns the names of the hosts that are known.
func Hosts() []string {
	var names []string
	for _, h := range hosts() {
		names = append(names, h.name)
	}
	return names
}

// Events returns the names of the events of a host that are answered, or only
// noted; none if the host is not known.
func Events(host string) []string {
	var names []string
	for _, h := range hosts() {
		for _, e := range h.events {
			if h.name == host {
				names = append(names, e.name)
			}
		}
	}
	return names
}

// Sample returns a payload of the event as the host would send it for a tool
// that printed text. It is false if there is no such event, or none with a text.
func Sample(host, event, text string) (payload []byte, ok bool) {
	e, ok := find(host, event)
	if !ok || e.sample == nil {
		return nil, false
	}
	return e.sample(text), true
}

// Effect returns what the model would get of the tool's result after the host
// had this answer, which may be empty, to the payload.
func Effect(host, event string, payload, answer []byte) (string, error) {
	e, ok := find(host, event)
	if !ok || e.effect == nil {
		return "", fmt.Errorf("no text comes of event %q of %q", event, host)
	}
	doc, err := jsonspan.Parse(payload)
	if err != nil {
		return "", fmt.Errorf("the payload: %w", err)
	}
	var root jsonspan.Value
	if len(answer) > 0 {
		answered, err := jsonspan.Parse(answer)
		if err != nil {
			return "", fmt.Errorf("the answer: %w", err)
		}
		root = answered.Root()
	}
	text, ok := e.effect(doc.Root(), root)
	if !ok {
		return "", fmt.Errorf("the payload or the answer has not the shape of event %q of %q", event, host)
	}
	return text, nil
}
