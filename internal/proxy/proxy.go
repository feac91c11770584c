// Package proxy is the HTTP side of elide proxy: it stands between agents and
// model providers, lets a Rewriter change the bodies of requests whose API it
// knows, and hands on everything else as it came.
//
// A request passes through six steps, each in its own file:
//
//	guard.go    may it come in? (Host, Origin, the secret in its path)
//	route.go    which upstream is it for, and under which address there?
//	group.go    to which conversation does it belong, and may it be changed?
//	body.go     its body, whole and decoded, to the Rewriter (decode.go)
//	forward.go  to the upstream and back; usage is read from a copy (watch.go)
//	refuse.go   what is answered here, in the shape of the provider's errors
//
// What is promised: a request that is not rewritten reaches the upstream with
// the bytes of its body and all of its headers but those of the connection and
// those that are meant for the proxy (X-Elide, X-Elide-Conversation);
// every response reaches the client byte for byte, each piece as soon as it is
// there. Nothing is added, no redirect is followed, nothing is tried twice that
// may have had an effect, and no header, key or body is written anywhere. A
// client that hangs up ends its request upstream; an upstream that breaks off
// breaks the client's connection off. On any doubt the body goes on as it came.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"

	"elide.example/elide/internal/aside"
	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/guard"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// Rewriter makes of the body of a request, which belongs to the conversation with that
// ID, the one to send. It returns the body itself, and says so in the report, where there
// is nothing to do or a doubt. It is called concurrently. It must not change the body.
type Rewriter interface {
	RewriteIn(ctx context.Context, conversation [32]byte, in *rewrite.Reading) ([]byte, rewrite.Report)
}

// Options of a proxy.
type Options struct {
	// Upstreams are the base URLs of the providers, http or https. Their path
	// is kept: requests go to addresses below it.
	Upstreams map[wire.Provider]*url.URL

	// Rewriter rewrites bodies. Without one all bytes pass, and upgrades to
	// other protocols too.
	Rewriter Rewriter

	// Groups says which conversations are only looked at. Looker tells of those what
	// would have become of their requests, which are sent as they came; what it makes of
	// a body is thrown away, so that it had better store nothing. Without it nothing is
	// told of them.
	Groups conversation.Groups
	Looker Rewriter

	// Asides answers calls of context_expand in the client's place, and adds the tool to
	// requests. nil: nobody does.
	Asides *aside.Answerer

	// Sign signs requests to Bedrock anew that their client signed. Without it they
	// pass as they came, which only a gateway takes that doesn't look at signatures.
	Sign Sign

	// Observe is told of each exchange of an API that is known, when it has
	// ended. It is called concurrently. Without it no usage is read.
	Observe func(meter.Exchange)

	// Secret must be the first segment of each request's path, unless it is
	// "". It is at least 16 letters, digits, hyphens and underscores.
	Secret string

	// Remote says that other machines may connect: any Host is taken, and a
	// Secret is needed.
	Remote bool

	// Health switches /healthz on, which needs no secret. Metrics, if there is
	// one, writes what /metrics answers, below the secret. What is off is a path
	// as any other.
	Health  bool
	Metrics func(io.Writer) error

	// Page and Data, if there are any, write what /dashboard and /dashboard.json
	// answer, below the secret: a page of HTML that needs nothing else, and JSON.
	Page, Data func(io.Writer) error

	// Transport reaches the upstreams; nil: that of NewTransport. Its responses
	// must name their requests, as those of http.Transport do.
	Transport http.RoundTripper
}

// handler serves the requests of a proxy.
type handler struct {
	Options
	forwarder *httputil.ReverseProxy
	space     *space // for bodies
	chain     *conversation.Chain

	misordered sync.Once
}

// New returns the handler of a proxy. It must be served by a http.Server. The
// error says which option is wrong.
func New(opt Options) (http.Handler, error) {
	opt, err := opt.checked()
	if err != nil {
		return nil, err
	}
	return &handler{Options: opt, forwarder: newForwarder(opt.Transport), space: newSpace(), chain: conversation.NewChain()}, nil
}

// checked returns the options with what was left out.
func (o Options) checked() (Options, error) {
	if err := o.check(); err != nil {
		return o, err
	}
	if o.Transport == nil {
		transport, err := NewTransport("")
		if err != nil {
			return o, err
		}
		o.Transport = transport
	}
	return o, nil
}

func (o Options) check() error {
	if len(o.Upstreams) == 0 {
		return errors.New("no upstream")
	}
	for p, u := range o.Upstreams {
		if err := checkUpstream(u); err != nil {
			return fmt.Errorf("upstream of %s: %w", providerNames[p], err)
		}
	}
	if o.Secret == "" && o.Remote {
		return errors.New("a proxy for other machines needs a secret")
	}
	if o.Secret != "" && !guard.IsSecret(o.Secret) {
		return errors.New("the secret must be 16 or more letters, digits, hyphens and underscores")
	}
	return nil
}

// checkUpstream takes base URLs. The error shows nothing of a URL, which may
// hold a password.
func checkUpstream(u *url.URL) error {
	switch {
	case u == nil || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("not an http or https URL")
	case u.Hostname() == "":
		return errors.New("the URL names no host")
	case u.User != nil:
		return errors.New("the URL holds a user or a password: keys go in headers")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("a base URL has no query and no fragment")
	}
	return nil
}

// ServeHTTP serves a request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := h.guard(r); why != "" && !h.refreshes(r) {
		refuse(w, wire.None, http.StatusForbidden, why)
		return
	}
	if h.Health && r.URL.Path == "/healthz" {
		answer(w, plainText, healthy)
		return
	}
	path, ok := h.admit(r.URL.EscapedPath())
	if !ok {
		refuse(w, wire.None, http.StatusForbidden, "the path doesn't start with the secret of this proxy")
		return
	}
	if contentType, write := h.own(path); write != nil {
		answer(w, contentType, write)
		return
	}
	h.serve(w, r, path)
}

// refreshes tells whether the dashboard's page asks for itself, or for its data: it
// alone may, as it comes from here and knows the secret.
func (h *handler) refreshes(r *http.Request) bool {
	path, ok := h.admit(r.URL.EscapedPath())
	if !ok || h.Secret == "" || r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Site") != "same-origin" || path != "/dashboard" && path != "/dashboard.json" {
		return false
	}
	plain := r.Clone(r.Context())
	plain.Header.Del("Sec-Fetch-Site")
	return h.guard(plain) == ""
}

// own returns what the proxy answers by itself below the secret, nil if it is not
// asked.
func (h *handler) own(path string) (contentType string, write func(io.Writer) error) {
	switch path {
	case "/metrics":
		return meter.MetricsType, h.Metrics
	case "/dashboard":
		return "text/html; charset=utf-8", h.Page
	case "/dashboard.json":
		return "application/json", h.Data
	}
	return "", nil
}

// serve forwards a request that may come in; path is what the client asks for.
func (h *handler) serve(w http.ResponseWriter, r *http.Request, path string) {
	to, no := h.route(r, path)
	if no != nil {
		refuse(w, to.provider, no.status, no.message)
		return
	}
	if h.Rewriter != nil && isUpgrade(r) && wire.Route(http.MethodPost, path) == wire.Responses {
		// Requests inside of a WebSocket can't be rewritten. Hosts that try one
		// first go on with plain requests at once.
		refuseUpgrade(w)
		return
	}
	x := &exchange{w: w, in: r, to: to, transport: h.Transport, start: time.Now(), chain: h.chain}
	x.metered = h.Observe != nil && to.api != wire.Unknown
	h.place(x, r.Header)
	defer h.observe(x)
	defer func() { x.body.release() }()
	if err := h.prepare(x, r); err != nil {
		x.status = http.StatusBadRequest
		refuse(w, to.provider, x.status, "the body of the request broke off")
		return
	}
	// An upstream may answer before the end of a body that is streamed was seen. The
	// server would read what it takes for the rest of it, and close it, before it sends
	// the answer: the transport, that still reads, would break off both.
	http.NewResponseController(w).EnableFullDuplex() // HTTP/2 always is
	h.forwarder.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
}

// quiet takes what package http would log, which may show parts of requests.
var quiet = log.New(io.Discard, "", 0)
