package proxy

import (
	"fmt"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"
	"time"

	"elide.example/elide/internal/aside"
	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// exchange is a request on its way and the response to it.
type exchange struct {
	w      http.ResponseWriter
	in     *http.Request
	to     destination
	report rewrite.Report
	standing
	order   string // why the client wants it to pass; "": it didn't say so
	warning string // about that
	chain   *conversation.Chain
	linked  bool        // in it
	body    *held       // nil: the client's is streamed
	signed  http.Header // of a new signature; nil: the request has that with which it came

	aside     *aside.Exchange // nil: what comes is the client's alone
	transport http.RoundTripper
	sent      *http.Request // upstream

	start   time.Time
	first   time.Time // of the response's body
	status  int       // 0: there was no response
	metered bool      // it will be observed
	usage   *meter.Reader
}

// exchangeKey is the key of the exchange in a request's context.
type exchangeKey struct{}

func exchangeOf(r *http.Request) *exchange {
	return r.Context().Value(exchangeKey{}).(*exchange)
}

// newForwarder returns what carries requests upstream and responses back. It
// takes requests whose context holds their exchange.
func newForwarder(transport http.RoundTripper) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:        func(pr *httputil.ProxyRequest) { exchangeOf(pr.In).address(pr) },
		ModifyResponse: func(res *http.Response) error { return exchangeOf(res.Request).respond(res) },
		ErrorHandler:   func(_ http.ResponseWriter, r *http.Request, err error) { exchangeOf(r).fail(err) },
		Transport:      transport,
		FlushInterval:  -1, // each piece at once
		BufferPool:     &buffers{},
		ErrorLog:       quiet,
	}
}

// forwardingHeaders are taken off by ReverseProxy and put back: they are the
// client's.
var forwardingHeaders = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"}

// address makes the request the one to send upstream.
func (x *exchange) address(pr *httputil.ProxyRequest) {
	to := *x.to.url
	to.RawQuery, to.ForceQuery = pr.In.URL.RawQuery, pr.In.URL.ForceQuery
	pr.Out.URL, pr.Out.Host = &to, ""
	pr.Out.Trailer = pr.In.Trailer // it is filled when the body has ended
	for _, name := range forwardingHeaders {
		if values, ok := pr.In.Header[name]; ok {
			pr.Out.Header[name] = values
		}
	}
	if strings.EqualFold(pr.Out.Header.Get("Upgrade"), "h2c") {
		// An offer to this connection, to go on in HTTP/2. It is not taken up.
		pr.Out.Header.Del("Upgrade")
		pr.Out.Header.Del("Connection")
	}
	if x.body != nil {
		x.body.applyTo(pr.Out)
	}
	x.putSignature(pr.Out.Header)
	if x.aside != nil {
		pr.Out.Header.Set("Accept-Encoding", "identity") // what comes is to be read
	}
}

// again sends another body to where the request went, with its headers.
func (x *exchange) again(body []byte) (*http.Response, error) {
	req := x.sent.Clone(x.sent.Context())
	(&held{data: body, length: int64(len(body))}).applyTo(req)
	return x.transport.RoundTrip(req)
}

// respond looks at a response that is about to be sent to the client.
func (x *exchange) respond(res *http.Response) error {
	x.status = res.StatusCode
	if x.aside == nil {
		x.body.release()
	} else if x.sent = res.Request; x.to.api != wire.CountTokens {
		if err := x.aside.Take(res); err != nil {
			return err
		}
		x.status = res.StatusCode
	}
	// The server would add these two where the upstream sent none.
	x.w.Header()["Date"], x.w.Header()["Content-Type"] = nil, nil
	if !x.metered || res.StatusCode == http.StatusSwitchingProtocols {
		return nil // the body of an upgrade is the connection
	}
	x.usage = meter.NewReader(x.to.api.Provider(), res.Header.Get("Content-Type"), res.Header.Get("Content-Encoding"))
	res.Body = &watched{ReadCloser: res.Body, exchange: x}
	return nil
}

// fail answers a request to which no response came.
func (x *exchange) fail(err error) {
	if x.in.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the client is gone, or we are going: nothing to tell
	}
	x.body.release()
	x.status = http.StatusBadGateway
	p := x.to.api.Provider()
	if p == wire.None {
		p = x.to.provider
	}
	refuse(x.w, p, x.status, fmt.Sprintf("%s can't be reached: %s", x.to.url.Host, strings.TrimSpace(err.Error())))
}

// observe tells of an exchange that has ended.
func (h *handler) observe(x *exchange) {
	if x.metered {
		h.Observe(x.summary(time.Now()))
	}
}

// buffers are lent to copy responses with.
type buffers struct{ pool sync.Pool }

const bufferSize = 32 << 10

func (b *buffers) Get() []byte {
	if p, ok := b.pool.Get().(*[bufferSize]byte); ok {
		return p[:]
	}
	return make([]byte, bufferSize)
}

func (b *buffers) Put(p []byte) { b.pool.Put((*[bufferSize]byte)(p)) }
