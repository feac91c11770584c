package e2e

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// maxBody is the largest body that a Model reads.
const maxBody = 64 << 20

// Model is an http.Handler that follows its script. It keeps no state of a
// conversation: what comes next is told from the request, so any number of
// agents can be at it at once.
type Model struct {
	Script Script
	// Compress makes answers come in gzip, where the client takes that.
	Compress bool
	// Log, if not nil, is given each request as soon as it was read.
	Log func(Exchange) error
	// Intercept, if not nil, may answer a request in the model's place, after
	// it was logged. It returns whether it did.
	Intercept func(w http.ResponseWriter, e Exchange) bool

	mu    sync.Mutex
	count int
	cache cache
	all   []Exchange
}

// Exchange is a request that a Model was sent, and what it made of it.
type Exchange struct {
	N        int // from 1, in the order of arrival
	Method   string
	URI      string
	Header   http.Header
	Encoding string // in which the body came
	Body     []byte // decoded
	API      API    // "" if it is none that the model speaks
	Calls    []Call
	Results  []Result
	Problems []string // for which the real server would refuse it
	Usage    Usage
}

// Exchanges returns what the model was sent so far.
func (m *Model) Exchanges() []Exchange {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Exchange(nil), m.all...)
}

// route is how an API is read and answered.
type route struct {
	api    API
	ask    func(a *asked, header http.Header, body []byte)
	answer func(w *writer, a *asked, text string, calls []Call, u Usage)
}

// routes are told by the end of the path.
var routes = []struct {
	suffix string
	route
}{
	{"/messages/count_tokens", route{CountTokens, askMessages, answerCount("input_tokens")}},
	{"/messages", route{Messages, askMessages, answerMessages}},
	{"/chat/completions", route{Chat, askChat, answerChat}},
	{"/responses", route{Responses, askResponses, answerResponses}},
	{":streamGenerateContent", route{Generate, askGemini, answerGemini}},
	{":generateContent", route{Generate, askGemini, answerGemini}},
	{":countTokens", route{GeminiCount, askGemini, answerCount("totalTokens")}},
}

// answerCount answers how many tokens a request would take.
func answerCount(key string) func(*writer, *asked, string, []Call, Usage) {
	return func(w *writer, _ *asked, _ string, _ []Call, u Usage) {
		w.json(http.StatusOK, map[string]int{key: u.Input + u.CacheRead + u.CacheWrite})
	}
}

func routeOf(r *http.Request) (route, bool) {
	for _, known := range routes {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, known.suffix) {
			return known.route, true
		}
	}
	return route{}, false
}

// ServeHTTP answers as the script says, or refuses.
func (m *Model) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	e := Exchange{Method: r.Method, URI: withoutKey(r.URL), Header: r.Header.Clone(), Encoding: r.Header.Get("Content-Encoding")}
	body, err := readBody(r)
	e.Body = body
	to, known := routeOf(r)
	a := &asked{api: to.api}
	if err != nil {
		a.problem("body: %v", err)
	} else if known {
		a.fromPath(r.URL.Path)
		to.ask(a, r.Header, body)
	}
	e.API, e.Calls, e.Results, e.Problems = to.api, a.calls, a.results, a.problems
	text, calls := m.Script.answer(a)
	m.note(&e, a, text, calls)
	if m.Intercept != nil && m.Intercept(rw, e) {
		return
	}
	w := newWriter(rw, m.Compress && known && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"))
	defer w.end()
	switch {
	case len(e.Problems) > 0:
		w.refuse(providerOf(r), strings.Join(e.Problems, "; "))
	case known:
		to.answer(w, a, text, calls, e.Usage)
	default:
		w.other(r)
	}
}

// note numbers a request, prices its answer, and keeps it.
func (m *Model) note(e *Exchange, a *asked, text string, calls []Call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	e.N, e.Usage = m.count, m.cache.usage(a, text, calls)
	m.all = append(m.all, *e)
	if m.Log != nil {
		if err := m.Log(*e); err != nil {
			panic(err) // a log with a hole in it proves nothing
		}
	}
}

// fromPath takes from the path what other APIs have in the body.
func (a *asked) fromPath(path string) {
	_, rest, ok := strings.Cut(path, "/models/")
	if !ok {
		return
	}
	name, verb, _ := strings.Cut(rest, ":")
	a.model, a.stream = name, verb == "streamGenerateContent"
}

// withoutKey returns the path and query without a key that stands in it.
func withoutKey(u *url.URL) string {
	q := u.Query()
	if !q.Has("key") {
		return u.RequestURI()
	}
	q.Set("key", "cut")
	return u.Path + "?" + q.Encode()
}

// readBody reads a body and decodes it.
func readBody(r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return nil, err
	}
	decoder, err := decoderOf(r.Header.Get("Content-Encoding"), bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(decoder, maxBody))
}

func decoderOf(encoding string, r io.Reader) (io.Reader, error) {
	switch encoding {
	case "", "identity":
		return r, nil
	case "gzip":
		return gzip.NewReader(r)
	case "deflate":
		return flate.NewReader(r), nil
	case "zstd":
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return nil, fmt.Errorf("unsupported content-encoding %q", encoding)
}
