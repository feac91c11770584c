package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"

	"elide.example/elide/internal/bodies"
	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// prepare reads the body of a request whose API is known, and has it
// rewritten. What can't be read as a whole or decoded is left to be streamed
// as it comes, with the doubt in the exchange's report. The error is that of a
// body that broke off.
func (h *handler) prepare(x *exchange, r *http.Request) error {
	rewrites := h.Rewriter != nil && x.to.api != wire.Unknown
	var old *signature
	if h.Sign != nil {
		old = signatureOf(x.to, r.Header)
	}
	if !rewrites && old == nil {
		return nil
	}
	c, why := passing(r, old != nil)
	if why != "" {
		x.report = rewrite.Doubtful(why)
		return nil
	}
	share := h.space.share(r.Context())
	came, err := hold(r.Body, r.ContentLength, share)
	switch {
	case errors.Is(err, errTooLarge), errors.Is(err, errNoRoom):
		share.keep(0)
		x.report = rewrite.Doubtful("the body is " + err.Error())
		r.Body = bodies.Resumed(came, r.Body, r.Body)
		return nil
	case err != nil:
		share.keep(0)
		return err
	}
	x.body = &held{data: came, length: r.ContentLength, share: share}
	first := x.body
	if rewrites {
		h.rewrite(x, r, c, share)
	}
	if old != nil {
		h.signAnew(x, r, old, first)
	}
	share.keep(len(x.body.data))
	return nil
}

// rewrite has the body that x holds rewritten, or leaves it.
func (h *handler) rewrite(x *exchange, r *http.Request, c coding, share *share) {
	plain, err := c.decode(x.body.data, share)
	if err != nil {
		x.report = rewrite.Doubtful("the body can't be decoded: " + err.Error())
		return
	}
	in := readSafely(x.to.api, plain)
	h.placeIn(x, in)
	switch {
	case x.passes():
		if req := in.Request(); req != nil {
			x.report.Model = req.Model
		}
	case x.looks():
		x.report = h.look(x, r, in)
	default:
		sent, report := h.made(x, r, in)
		x.report = report
		if !bytes.Equal(sent, plain) {
			x.body = &held{data: sent, length: int64(len(sent)), decoded: true, share: share}
		}
	}
}

// look tells what would have become of a request.
func (h *handler) look(x *exchange, r *http.Request, in *rewrite.Reading) rewrite.Report {
	if h.Looker == nil {
		return rewrite.Report{}
	}
	_, report := rewriteSafely(r.Context(), h.Looker, x.conversation, in)
	return report.LookedAt(x.why)
}

// made is the body to send in the place of one.
func (h *handler) made(x *exchange, r *http.Request, in *rewrite.Reading) (sent []byte, report rewrite.Report) {
	if h.Asides == nil || x.to.provider == wire.Bedrock { // whose streams are of another kind
		return rewriteSafely(r.Context(), h.Rewriter, x.conversation, in)
	}
	prepared, at, offered := h.Asides.Prepare(x.to.api, x.to.path, r.URL.RawQuery, in.Body(), in.Doc())
	if !bytes.Equal(prepared, in.Body()) {
		in = readSafely(x.to.api, prepared)
	}
	sent, report = rewriteSafely(r.Context(), h.Rewriter, x.conversation, in)
	if offered {
		x.aside = h.Asides.Exchange(r.Context(), x.to.api, sent, at, x.again)
	}
	return sent, report
}

// passing returns how the body of a request is encoded, and why it must not be
// rewritten, if there is a reason in the headers. A signature is none if it will
// be made anew.
func passing(r *http.Request, signsAnew bool) (c coding, why string) {
	if signsAnew {
		r = unsigned(r)
	}
	if why = bodies.Bound(r); why != "" {
		return c, why
	}
	c, ok := codingOf(r.Header["Content-Encoding"])
	if !ok {
		return c, "unknown content encoding"
	}
	return c, ""
}

// readSafely is rewrite.Read, but for a panic: the body then passes.
func readSafely(api wire.API, body []byte) (in *rewrite.Reading) {
	defer func() {
		if p := recover(); p != nil {
			in = rewrite.Unread(body, "the reader failed: "+nameOf(p))
		}
	}()
	return rewrite.Read(api, body)
}

// rewriteSafely is RewriteIn, but for a panic: the body then passes.
func rewriteSafely(ctx context.Context, w Rewriter, id conversation.ID, in *rewrite.Reading) (sent []byte, report rewrite.Report) {
	defer func() {
		if p := recover(); p != nil {
			sent, report = in.Body(), rewrite.Doubtful("the rewriter failed: "+nameOf(p))
		}
	}()
	return w.RewriteIn(ctx, id, in)
}

// nameOf describes what a panic was given, which may hold parts of a body
// unless it is the runtime's.
func nameOf(p any) string {
	if err, ok := p.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", p)
}
