// Package history makes the messages of a request fewer: profiles that decide
// what of a long conversation a model still needs to see, and the way back.
//
//	body → one conversation, whatever the provider (thread) → a profile's
//	changes: texts that are cut, stretches of messages that one message stands
//	for (digest) → what they hide, stored → spliced into the body (jsonspan)
//
// A History has one profile. tool-results sends each tool result as the proxy
// would. live-zone reduces what stands between what was sent before and the last
// turns. local keeps the last turns, and cuts long texts, for small models.
// five-stage and summary put one message in the place of a stretch, when the
// request grows near the model's limit or beyond some messages. There is a file
// a profile; settings.go has their settings and defaults.
//
// Nothing is lost. What a text or a message stands for is stored before the body
// is returned, and its marker gives it back. How the whole body is put together
// again is stored, too: Expand needs nothing but the reduced body and the store.
//
// An agent sends its whole conversation with each request, and a provider caches
// the longest prefix that it has seen before. So what a profile does is a function
// of the messages and the settings, which goes through the conversation from its
// front and decides at each request that it meets on the way just as it decided
// then: what was sent stays as it was until a stage fires again. Report.Fired
// says when that is.
package history

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/wire"
)

// Store keeps originals, and finds the recipes by which requests are put together
// again; *store.Store is one.
type Store interface {
	rewrite.Store
	Expand(prefix string) (*store.Expanded, error)
	Request(digest [32]byte) (hash string, err error)
	RememberRequest(digest [32]byte, hash string) error
}

// Config says how requests are reduced. Store is needed; for the rest the zero
// value will do.
type Config struct {
	Store    Store
	Settings Settings

	// Rewrite is the configuration of the proxy, for the profile tool-results; its
	// Pipeline is that of all profiles. Its Store and Extra are not used.
	Rewrite rewrite.Config
}

// Report says what became of a request.
type Report struct {
	Profile string // "" if the request's model has none

	// Fired names the stages that sent something else, with this request, than the
	// request before it in the same conversation: the provider's cache ends there.
	Fired []string

	Done []Done // what each stage did, whenever it fired

	TokensIn, TokensOut int // of the whole body, estimated (see weigh)
	BytesIn, BytesOut   int
	Dropped             int // messages that another one stands for
	Markers             int // originals that the changes of this request hide

	Unchanged string // why the body is as it came; "" if it isn't
	Warnings  []string

	Sent Sent // of live-zone: what a next request is to leave as it is
}

// Done is what a stage did to a request.
type Done struct {
	Stage   string
	Dropped int // messages that another one stands for
	Texts   int // and texts that became shorter
}

// History reduces requests. It is safe for concurrent use.
type History struct {
	cfg      Config
	set      Settings
	rewriter *rewrite.Rewriter
}

// New returns a History. The error says which setting is wrong.
func New(cfg Config) (*History, error) {
	set, err := cfg.Settings.withDefaults()
	if err != nil {
		return nil, err
	}
	cfg.Rewrite.Store, cfg.Rewrite.Extra = cfg.Store, nil
	return &History{cfg: cfg, set: set, rewriter: rewrite.New(cfg.Rewrite)}, nil
}

// The errors of bodies, beside those of jsonspan and thread, which say where.
var (
	ErrTooLarge = errors.New("the request is too large")
	ErrInvalid  = errors.New("the provider would refuse the request")
)

// Reduce returns the body to send. With an error, or if Report.Unchanged gives a
// reason, it is body itself. It holds on to no part of body.
func (h *History) Reduce(ctx context.Context, body []byte) (out []byte, rep Report, err error) {
	rep = Report{BytesIn: len(body), BytesOut: len(body)}
	defer func() {
		if p := recover(); p != nil {
			out, err = body, fmt.Errorf("a mistake of ours: %v", p)
		}
		if err != nil {
			rep.Unchanged = err.Error()
		}
	}()
	if len(body) > h.set.MaxBodyBytes {
		return body, rep, fmt.Errorf("%w: %d bytes, the most is %d", ErrTooLarge, len(body), h.set.MaxBodyBytes)
	}
	r, err := h.read(ctx, body, &rep)
	if err != nil || rep.Unchanged != "" {
		return body, rep, err
	}
	changes, err := profiles[rep.Profile](r)
	if err != nil {
		return body, rep, err
	}
	out, err = r.apply(changes)
	if err != nil || rep.Unchanged != "" {
		if len(changes) > 0 { // then it tells of what is not sent
			rep.Sent = Sent{}
		}
		return body, rep, err
	}
	return out, rep, nil
}

// request is a body that is being reduced.
type request struct {
	h      *History
	set    Settings
	ctx    context.Context
	rep    *Report
	body   []byte
	t      *thread.Thread
	found  []thread.Problem
	steps  []thread.Step
	starts []int // of the turns
	points []int // how many messages there were when requests were sent; the last is all
	from   int   // where what the user asks for is looked for
}

// read reads the body. Report.Unchanged is set if it is not to be reduced.
func (h *History) read(ctx context.Context, body []byte, rep *Report) (*request, error) {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	t, err := thread.Read(doc)
	if err != nil {
		return nil, err
	}
	r := &request{h: h, set: h.set, ctx: ctx, rep: rep, body: body, t: t, found: thread.Check(t), steps: t.Steps()}
	rep.TokensIn = weigh(doc.Root())
	rep.TokensOut = rep.TokensIn
	if rep.Profile, rep.Unchanged = h.set.choose(t.Model); rep.Unchanged != "" {
		return r, nil
	}
	if rep.Unchanged = r.declined(); rep.Unchanged != "" {
		return r, nil
	}
	for _, p := range r.found {
		if !p.Tolerated && (p.Rule == thread.Pairing || p.Rule == thread.IDs) {
			return nil, fmt.Errorf("%w: %s", ErrInvalid, p.What)
		}
	}
	r.points, r.starts = r.requests(), r.turns()
	return r, nil
}

// declined returns why the request itself is not to be reduced, "" if it may be.
func (r *request) declined() string {
	if r.set.SkipCompress || skips(r.t.Body) {
		return "compression is to be skipped"
	}
	if r.t.Bare {
		return ""
	}
	if req, err := wire.Parse(r.t.API, r.t.Doc); err == nil && req.Attested {
		return "attested"
	}
	return ""
}

// skips tells whether the request's own metadata ask for it to be left alone:
// {"metadata": {"skip_compress": true}}, or "true", where values are texts.
func skips(body jsonspan.Value) bool {
	v := body.Path("metadata", "skip_compress")
	return v.Kind() == jsonspan.True || v.Is("true")
}

// warn adds a warning, once.
func (r *request) warn(text string) {
	if !slices.Contains(r.rep.Warnings, text) {
		r.rep.Warnings = append(r.rep.Warnings, text)
	}
}
