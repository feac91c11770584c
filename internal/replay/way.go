package replay

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/transcript"
	"elide.example/elide/internal/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Counter returns how many tokens a text has. It may be called concurrently.
type Counter func(text string) int

// Way is a way to send less of what tools gave.
type Way struct {
	Name string

	// A way shows each output the same for ever, by shorten, or alters what was sent; of
	// one that is played it is found out request by request.
	shorten func(context.Context, *looked) ([]string, error)
	alter   func() alteration
	play    func(context.Context, *looked) (alters, error)
	perfect bool // the tokens of shorten's outputs are those of perfect

	extra int // tokens that the system prompt has more
}

// Plain is what is sent without elide.
func Plain() Way {
	return Way{Name: "plain", shorten: func(_ context.Context, l *looked) ([]string, error) { return l.texts(), nil }}
}

// Elide is what elide's proxy sends with this configuration. Its store is not used. What
// alters what was sent is played request by request.
func Elide(name string, cfg rewrite.Config) Way {
	if cfg.Alters() {
		return byRequest(name, cfg)
	}
	cfg.Store, cfg.MemoryBytes = store.Nowhere{}, rewriteMemory
	return Way{Name: name, extra: directiveTokens, shorten: func(ctx context.Context, l *looked) ([]string, error) { return rewritten(ctx, cfg, l) }}
}

// rewriteMemory is what a Rewriter remembers; each conversation has one of its own,
// and is given to it once.
const rewriteMemory = 1 << 20

// Cut is the first and the last bytes of each output.
func Cut(name string, bytes int) Way {
	return Way{Name: name, shorten: func(_ context.Context, l *looked) ([]string, error) {
		texts := l.texts()
		for i, text := range texts {
			texts[i] = cut(text, bytes)
		}
		return texts, nil
	}}
}

func cut(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	head, tail := bytes/2, len(text)-bytes/2
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + "\n[... " + itoa(len(text)-bytes) + " bytes truncated ...]\n" + text[tail:]
}

// Clear is a server's clearing of old results.
func Clear() Way {
	return Way{Name: "clear", alter: func() alteration { return &clearing{map[int]bool{}} }}
}

// Mask hides all results but the last ones.
func Mask() Way {
	return Way{Name: "mask" + itoa(maskKeeps), alter: func() alteration { return &masking{map[int]bool{}} }}
}

// Perfect is the floor: what a reducer would show that knows what will be used.
func Perfect() Way { return Way{Name: "perfect", perfect: true} }

// looked is a conversation that was looked at.
type looked struct {
	c       *transcript.Conversation
	calls   map[string]*call
	outputs []*output
	need    *needed
}

func look(c *transcript.Conversation, known *common) *looked {
	l := &looked{c: c, calls: callsOf(c)}
	l.outputs = outputsOf(c, l.calls)
	findFacts(c, l.calls, l.outputs, known)
	l.need = newNeeded(c, l.calls, l.outputs)
	return l
}

func (l *looked) texts() []string {
	texts := make([]string, len(l.outputs))
	for i, o := range l.outputs {
		texts[i] = o.text
	}
	return texts
}

// rewritten returns what the proxy would send of each output. It decides on each by
// what stands before it, so that one request that holds all says it of every one.
func rewritten(ctx context.Context, cfg rewrite.Config, l *looked) ([]string, error) {
	texts, _, err := rewrittenBy(ctx, rewrite.New(cfg), l.texts(), l.c)
	return texts, err
}

// rewrittenBy returns what a Rewriter makes of the outputs of a conversation with these
// texts.
func rewrittenBy(ctx context.Context, w *rewrite.Rewriter, texts []string, c *transcript.Conversation) ([]string, rewrite.Report, error) {
	body := requestOf(c)
	before, err := resultsOf(body)
	if err != nil {
		return nil, rewrite.Report{}, err
	}
	out, rep := w.Rewrite(ctx, wire.Messages, body)
	if rep.Doubt {
		return nil, rewrite.Report{}, errors.New(rep.Unchanged)
	}
	after, err := resultsOf(out)
	if err != nil {
		return nil, rewrite.Report{}, err
	}
	if len(before) != len(after) {
		return nil, rewrite.Report{}, errors.New("the rewritten request has other results")
	}
	for i, r := range after {
		n, err := strconv.Atoi(strings.TrimPrefix(r.Call.ID, callPrefix))
		if err != nil || n >= len(texts) || r.Call.ID != before[i].Call.ID {
			return nil, rewrite.Report{}, errors.New("the rewritten request has other results")
		}
		if string(r.Text.Raw()) != string(before[i].Text.Raw()) {
			texts[n] = r.Text.Str()
		}
	}
	return texts, rep, nil
}

func resultsOf(body []byte) ([]wire.Result, error) {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return nil, err
	}
	req, err := wire.Parse(wire.Messages, doc)
	if err != nil {
		return nil, err
	}
	return req.Results, nil
}

// callPrefix stands before an output's number in the ID of its call.
const callPrefix = "toolu_"

// requestOf returns the conversation as the body of a request, in which the calls
// have the numbers of their outputs.
func requestOf(c *transcript.Conversation) []byte {
	ids, n := map[string]string{}, 0
	for i := range c.Events {
		for _, r := range c.Events[i].Results {
			ids[r.ID] = callPrefix + itoa(n)
			n++
		}
	}
	w := body{text: []byte(`{"model":"claude-sonnet-4-5","max_tokens":4096,"system":"You are a coding agent.","messages":[`)}
	for i := range c.Events {
		w.event(&c.Events[i], ids)
	}
	if w.role != "" {
		w.text = append(w.text, "]}"...)
	}
	return append(w.text, "]}"...)
}

// body is a body that is being written.
type body struct {
	text []byte
	role string // of the message that is open
	many bool   // it has a part
}

// part begins a part of a message of that role.
func (w *body) part(role, kind string) {
	if w.role == "" && role == "assistant" {
		w.part("user", "text")
		w.str("text", "(start)")
		w.text = append(w.text, '}')
	}
	switch {
	case w.role != role && w.role != "":
		w.text = append(w.text, "]},"...)
		fallthrough
	case w.role != role:
		w.text = append(w.text, `{"role":"`+role+`","content":[`...)
		w.role, w.many = role, false
	}
	if w.many {
		w.text = append(w.text, ',')
	}
	w.many = true
	w.text = append(w.text, `{"type":"`+kind+`"`...)
}

func (w *body) str(key, text string) {
	w.text = append(w.text, `,"`+key+`":`...)
	w.text = jsonspan.AppendString(w.text, []byte(text))
}

func (w *body) event(e *transcript.Event, ids map[string]string) {
	switch e.Kind {
	case transcript.User:
		w.part("user", "text")
		w.str("text", e.Text)
		w.text = append(w.text, '}')
	case transcript.Agent:
		if text := strings.TrimRight(e.Text, " \t\r\n"); text != "" || len(e.Calls) == 0 {
			w.part("assistant", "text")
			w.str("text", orDot(text))
			w.text = append(w.text, '}')
		}
		for i := range e.Calls {
			call := &e.Calls[i]
			id := ids[call.ID]
			if id == "" {
				continue // nothing answers it
			}
			w.part("assistant", "tool_use")
			w.str("id", id)
			w.str("name", call.Name)
			w.text = append(append(w.text, `,"input":`...), arguments(call.Args)...)
			w.text = append(w.text, '}')
		}
	case transcript.Results:
		for i := range e.Results {
			r := &e.Results[i]
			w.part("user", "tool_result")
			w.str("tool_use_id", ids[r.ID])
			w.str("content", r.Text)
			if r.Error {
				w.text = append(w.text, `,"is_error":true`...)
			}
			w.text = append(w.text, '}')
		}
	}
}

// orDot returns a text that a provider takes.
func orDot(text string) string {
	if text == "" {
		return "."
	}
	return text
}
