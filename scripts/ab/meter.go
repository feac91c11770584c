//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/wire"
)

// gauge stands before the provider in both arms alike: it counts what the provider
// reports, keeps what was said, and puts the user's key where the agent, which doesn't
// have it, put a word of this run.
type gauge struct {
	url    string
	word   string // what the agent has for a key
	prices *ledger.Prices
	server *http.Server

	mu    sync.Mutex
	now   *counted
	spent float64 // by the runs before
	limit float64 // 0: none
}

// counted is what came of the run that is on.
type counted struct {
	dir      string
	steps    int
	tokens   tokens
	cost     float64
	unpriced int
	refused  bool // a request, as the money is spent
	failed   int  // requests that the provider refused
	problem  error
}

// exchange is a line of a transcript.
type exchange struct {
	At       time.Time       `json:"at"`
	Path     string          `json:"path"`
	Status   int             `json:"status"`
	Model    string          `json:"model,omitempty"`
	Usage    *ledger.Usage   `json:"usage,omitempty"`
	Request  json.RawMessage `json:"request,omitempty"`
	Answered string          `json:"answered,omitempty"` // the body as it came
}

const (
	exchangesFile = "exchanges.jsonl"
	maxRequest    = 64 << 20
	maxAnswer     = 8 << 20 // of which a copy is kept
)

// newGauge serves on loopback. upstream is where requests go, with the key; or a played
// model, then key is empty.
func newGauge(upstream http.RoundTripper, base *url.URL, key string, prices *ledger.Prices) (*gauge, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g := &gauge{url: "http://" + listener.Addr().String(), word: "ab-" + strings.ToLower(rand.Text()), prices: prices}
	proxy := &httputil.ReverseProxy{
		Transport:     upstream,
		FlushInterval: -1,
		ErrorLog:      nil,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(base)
			r.Out.Header.Del("Accept-Encoding") // what comes is to be read
			for _, name := range []string{"X-Api-Key", "Authorization"} {
				if value := r.Out.Header.Get(name); value != "" {
					r.Out.Header.Set(name, strings.ReplaceAll(value, g.word, key))
				}
			}
		},
		ModifyResponse: g.answered,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			g.trouble(err)
			refuse(w, http.StatusBadGateway, "the provider could not be reached")
		},
	}
	g.server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.serve(w, r, proxy) })}
	go g.server.Serve(listener) //nolint:errcheck // it ends when it is closed
	return g, nil
}

// bodyKey is where a request's body waits for its answer.
type bodyKey struct{}

func withBody(ctx context.Context, body []byte) context.Context {
	return context.WithValue(ctx, bodyKey{}, body)
}

func bodyOf(ctx context.Context) []byte {
	body, _ := ctx.Value(bodyKey{}).([]byte)
	return body
}

func (g *gauge) serve(w http.ResponseWriter, r *http.Request, proxy http.Handler) {
	if !g.known(r) {
		refuse(w, http.StatusUnauthorized, "this is for one agent only")
		return
	}
	if !g.affords() {
		refuse(w, http.StatusBadRequest, "the cost limit of this measure is reached")
		return
	}
	if r.Header.Get("Upgrade") != "" { // what goes by WebSocket is not counted; elide's proxy refuses it too
		w.Header().Set("Upgrade", "HTTP/1.1")
		w.Header().Set("Connection", "Upgrade")
		refuse(w, http.StatusUpgradeRequired, "WebSockets are not served here: use HTTP")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	proxy.ServeHTTP(w, r.WithContext(withBody(r.Context(), body)))
}

func (g *gauge) known(r *http.Request) bool {
	is := func(got string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(g.word)) == 1 }
	return is(r.Header.Get("X-Api-Key")) || is(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
}

func (g *gauge) affords() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.now == nil {
		return false // nobody's run: what is left of the last one
	}
	if g.limit > 0 && g.spent+g.now.cost >= g.limit {
		g.now.refused = true
		return false
	}
	return true
}

func (g *gauge) trouble(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.now != nil {
		g.now.problem = errors.Join(g.now.problem, err)
	}
}

func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	text, _ := json.Marshal(why) // a string
	fmt.Fprintf(w, `{"type":"error","error":{"type":"invalid_request_error","message":%s}}`, text)
}

// answered makes the answer be read as it passes.
func (g *gauge) answered(resp *http.Response) error {
	api := wire.Route(resp.Request.Method, resp.Request.URL.Path)
	c := &copied{ReadCloser: resp.Body, gauge: g, x: exchange{At: time.Now().UTC(), Path: resp.Request.URL.Path, Status: resp.StatusCode}}
	c.x.Request = decoded(bodyOf(resp.Request.Context()), resp.Request.Header.Get("Content-Encoding"))
	c.usage = meter.NewReader(api.Provider(), resp.Header.Get("Content-Type"), resp.Header.Get("Content-Encoding"))
	g.mu.Lock()
	c.run = g.now
	g.mu.Unlock()
	resp.Body = c
	return nil
}

// copied is an answer's body that is read by us too.
type copied struct {
	io.ReadCloser
	gauge *gauge
	run   *counted
	usage *meter.Reader
	text  bytes.Buffer
	x     exchange
	once  sync.Once
}

func (c *copied) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	_, _ = c.usage.Write(p[:n]) // never fails
	c.text.Write(p[:min(n, max(0, maxAnswer-c.text.Len()))])
	if err != nil {
		c.end()
	}
	return n, err
}

func (c *copied) Close() error {
	c.end()
	return c.ReadCloser.Close()
}

func (c *copied) end() {
	c.once.Do(func() {
		u := c.usage.Usage()
		c.x.Answered, c.x.Model = c.text.String(), c.usage.Model()
		if u.Known {
			c.x.Usage = &u
		}
		c.gauge.count(c.run, &c.x)
	})
}

// count adds an exchange to its run, and to that one's transcript.
func (g *gauge) count(r *counted, x *exchange) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r == nil {
		return
	}
	api := wire.Route(http.MethodPost, x.Path)
	switch {
	case x.Status/100 != 2:
		r.failed++
	case asks(api):
		r.steps++
		cost, known := g.prices.Cost(&ledger.Record{Time: x.At, Status: x.Status, Model: x.Model, Usage: x.Usage})
		if !known {
			r.unpriced++
		}
		r.cost += cost.Paid
		if x.Usage != nil {
			r.tokens.add(*x.Usage)
		}
	}
	if err := appendLine(r.dir, x); err != nil {
		r.problem = errors.Join(r.problem, err)
	}
}

// asks tells whether an API is one that makes a model answer.
func asks(api wire.API) bool {
	return api == wire.Messages || api == wire.Chat || api == wire.Responses
}

func appendLine(dir string, x *exchange) error {
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(dir+"/"+exchangesFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// decoded returns a body as JSON; what is none, as nothing.
func decoded(body []byte, encoding string) json.RawMessage {
	var from io.Reader = bytes.NewReader(body)
	var err error
	switch encoding {
	case "gzip":
		from, err = gzip.NewReader(from)
	case "zstd":
		from, err = zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxRequest))
	}
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(from, maxRequest))
	if err != nil || !json.Valid(text) {
		return nil
	}
	return text
}

// begin makes what comes now be counted for a run; end says what it was.
func (g *gauge) begin(dir string, spent, limit float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now, g.spent, g.limit = &counted{dir: dir}, spent, limit
}

func (g *gauge) end() counted {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := *g.now
	g.now = nil
	return c
}

func (g *gauge) close() { g.server.Close() }
