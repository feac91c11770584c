package elide

import (
	"context"
	"net/http"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/steer"
	"elide.example/elide/internal/wire"
)

// TransportOptions of a Transport. The zero value will do.
type TransportOptions struct {
	// Base sends the requests; nil: http.DefaultTransport.
	Base http.RoundTripper

	// NoReferences has results that stood in the conversation before, the same
	// or nearly, reduced as others are, and not sent as a reference to that one.
	NoReferences bool

	// ExpandTool says that the agent offers the tool of Reducer.ExpandTool. The
	// model is told of it; otherwise of the command elision-get, for agents
	// with a shell.
	ExpandTool bool

	// NoInstructions leaves system prompts as they are. By default the text of
	// Instructions is added to those of requests that offer tools or hold
	// results, unless it stands there already.
	NoInstructions bool

	// MemoryBytes is how much is remembered of what results came to, so that a
	// conversation's history isn't worked through again with each request. 0: 64 MiB.
	MemoryBytes int64
}

// Transport sends the requests of a client library, with shorter tool results in
// them: what elide proxy does, inside of the program. It knows Anthropic's Messages
// API, OpenAI's Chat Completions and Responses, and Gemini's generateContent, by the
// end of a request's path, wherever they are served.
//
// Of a request only the texts of tool results change, the end of the system prompt
// (see NoInstructions), and with them the length of the body; on any doubt it
// goes on as it came. What was sent on one turn of a
// conversation is sent again, byte for byte, on all later ones. A response is
// handed on as it comes and isn't changed; its usage is read on the way, for
// WithTotals.
//
// As a http.RoundTripper should, it leaves the caller's request alone, may be
// used concurrently, and makes requests that can be sent again (GetBody).
type Transport struct {
	reducer *Reducer
	base    http.RoundTripper
	rewrite *rewrite.Rewriter // nil: every request passes
}

// NewTransport returns a Transport that reduces as r does: by its limits, Keep,
// ReduceReads and MinErrorBytes. Its own memory is all it shares between
// requests. Put it into a http.Client.
func NewTransport(r *Reducer, opt TransportOptions) *Transport {
	t := &Transport{reducer: r, base: opt.Base}
	if t.base == nil {
		t.base = http.DefaultTransport
	}
	if r.passes() {
		return t
	}
	t.rewrite = rewrite.New(rewrite.Config{
		Store: r.opt.Store.folder,
		Pipeline: pipeline.Options{
			Budget: r.pipeline.Budget, MaxBytes: r.pipeline.MaxBytes, MinBytes: r.pipeline.MinBytes,
			Keep: r.pipeline.Keep, Rules: r.pipeline.Rules, TTL: r.pipeline.TTL,
		},
		References:    !opt.NoReferences,
		ReduceReads:   r.opt.ReduceReads,
		MinErrorBytes: r.opt.MinErrorBytes,
		MemoryBytes:   opt.MemoryBytes,
		Extra:         []rewrite.Extra{steer.Options{Directive: !opt.NoInstructions, ExpandTool: opt.ExpandTool}.Hook()},
	})
	return t
}

// RoundTrip sends a request. The error is the base's.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	base := http.DefaultTransport
	if t != nil && t.base != nil {
		base = t.base
	}
	if t == nil || t.rewrite == nil || req.URL == nil {
		return base.RoundTrip(req)
	}
	api := wire.Route(req.Method, req.URL.Path)
	if api == wire.Unknown || req.Body == nil || req.Body == http.NoBody {
		return base.RoundTrip(req)
	}
	out, report := t.prepare(api, req)
	res, err := base.RoundTrip(out)
	if err != nil || res == nil {
		return res, err
	}
	if res.Request == out {
		res.Request = req
	}
	t.meter(api, req, res, report)
	return res, nil
}

// CloseIdleConnections is that of the base, if it has one; http.Client calls it.
func (t *Transport) CloseIdleConnections() {
	if t == nil {
		return
	}
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// prepare returns the request to send, and what became of it.
func (t *Transport) prepare(api wire.API, req *http.Request) (out *http.Request, report rewrite.Report) {
	if why := passing(req); why != "" {
		return req, rewrite.Doubtful(why)
	}
	body, whole := hold(req)
	out = withBody(req, body)
	if !whole {
		return out, rewrite.Doubtful("the body is too large, or could not be read")
	}
	in := rewrite.Read(api, body.data)
	sent, report := t.rewrite.RewriteIn(req.Context(), conversation.Of(req.Header, in.Request(), nil), in)
	for _, text := range report.Warnings {
		t.reducer.warn(warning(text))
	}
	for _, m := range report.Met {
		t.note(req.Context(), m)
	}
	if report.Unchanged == "" {
		return withBody(out, &held{data: sent, length: int64(len(sent))}), report
	}
	return out, report
}

// note writes down a result that is sent shorter for the first time. What shows
// an original is written down where that is given back.
func (t *Transport) note(ctx context.Context, m rewrite.Met) {
	if m.Expansion {
		return
	}
	e := m.Event(audit.API)
	e.Correlation = sessionOf(ctx)
	t.reducer.warn(t.reducer.log.Compressed(e))
}

// warning is what rewriting says once.
type warning string

func (w warning) Error() string { return "elide: " + string(w) }
