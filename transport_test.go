package elide_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

// seen is a request as a server got it.
type seen struct {
	Method, URI, Body string
	Header            http.Header
	Length            int64
	Encoding          []string
}

// mirror is a server that keeps what it was sent.
type mirror struct {
	*httptest.Server
	mu   sync.Mutex
	all  []seen
	next func(w http.ResponseWriter, r *http.Request) // answers, if not nil
}

func newMirror(t testing.TB) *mirror {
	m := &mirror{}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		body = []byte("broken: " + err.Error())
	}
	m.mu.Lock()
	m.all = append(m.all, seen{r.Method, r.URL.RequestURI(), string(body), r.Header.Clone(), r.ContentLength, r.TransferEncoding})
	m.mu.Unlock()
	if m.next != nil {
		m.next(w, r)
		return
	}
	io.WriteString(w, `{}`)
}

// last returns the request that came last.
func (m *mirror) last(t rapid.TB) seen {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.all) == 0 {
		t.Fatal("no request came")
	}
	return m.all[len(m.all)-1]
}

// conversation is a request to the Messages API with tool results.
func conversation(results ...[]byte) []byte {
	messages := []any{map[string]any{"role": "user", "content": "Mend the tests."}}
	for i, text := range results {
		id := fmt.Sprintf("toolu_%d", i)
		messages = append(messages,
			map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "tool_use", "id": id, "name": "bash", "input": map[string]string{"command": "go test ./..."}}}},
			map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": string(text)}}})
	}
	body, err := json.Marshal(map[string]any{"model": "m", "max_tokens": 10, "messages": messages})
	if err != nil {
		panic(err)
	}
	return body
}

// plain has the requests that the tests compare differ in nothing but what
// matters.
var plain = elide.TransportOptions{NoInstructions: true}

func post(t rapid.TB, ctx context.Context, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// send sends a request and reads the response to its end.
func send(t rapid.TB, rt http.RoundTripper, req *http.Request) string {
	t.Helper()
	res, err := (&http.Client{Transport: rt}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestTransport: of a request nothing changes but the tool results, and with them
// the length. The caller's request stays as it is.
func TestTransport(t *testing.T) {
	m := newMirror(t)
	r := newReducer(t, elide.Options{})
	rt := elide.NewTransport(r, plain)
	body := conversation(testRun(120))
	req := post(t, t.Context(), m.URL+"/v1/messages?beta=true", bytes.NewReader(body))
	req.Header.Set("X-Api-Key", "dummy")
	req.Header.Set("Content-Length", "1") // package http goes by the field
	before, header := *req, req.Header.Clone()
	send(t, rt, req)
	if req.ContentLength != before.ContentLength || !maps.EqualFunc(req.Header, header, slices.Equal) || req.Body != before.Body {
		t.Error("the caller's request was changed")
	}
	got := m.last(t)
	if len(got.Body) > len(body)/4 || !strings.Contains(got.Body, "⟦elided:") || got.Length != int64(len(got.Body)) {
		t.Fatalf("%d bytes became %d, of which %d were announced", len(body), len(got.Body), got.Length)
	}
	if got.URI != "/v1/messages?beta=true" || got.Header.Get("X-Api-Key") != "dummy" {
		t.Errorf("%+v", got)
	}
	text := resultTexts(t, got.Body)[0]
	hash := text[strings.Index(text, "⟦elided:")+len("⟦elided:"):][:12]
	page, err := r.Expand(t.Context(), hash, elide.Part{})
	if err != nil || !bytes.Equal(page.Text, testRun(120)) {
		t.Errorf("the original doesn't come back: %v", err)
	}
	if back := strings.Replace(got.Body, quote(text), quote(string(testRun(120))), 1); back != string(body) {
		t.Error("more was changed than the result")
	}
}

func quote(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(data))
}

// resultTexts returns the texts of the tool results in a request.
func resultTexts(t testing.TB, body string) (texts []string) {
	t.Helper()
	var r struct {
		Messages []struct{ Content json.RawMessage }
	}
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Messages {
		var blocks []struct{ Type, Content string }
		json.Unmarshal(m.Content, &blocks) // a text is no list
		for _, b := range blocks {
			if b.Type == "tool_result" {
				texts = append(texts, b.Content)
			}
		}
	}
	return texts
}

// TestInstructions: the model is told what markers are, unless nobody wants that.
func TestInstructions(t *testing.T) {
	m := newMirror(t)
	r := newReducer(t, elide.Options{})
	for _, tt := range []struct {
		opt  elide.TransportOptions
		says string
	}{
		{elide.TransportOptions{}, "elision-get HASH --grep"},
		{elide.TransportOptions{ExpandTool: true}, "context_expand"},
		{plain, ""},
	} {
		send(t, elide.NewTransport(r, tt.opt), post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(conversation(testRun(120)))))
		got := m.last(t).Body
		if strings.Contains(got, `"system"`) != (tt.says != "") || !strings.Contains(got, tt.says) {
			t.Errorf("%+v: %.300s", tt.opt, got)
		}
	}
}

// TestSame: on later turns each result is what it was, and one that came before
// is a reference.
func TestSame(t *testing.T) {
	m := newMirror(t)
	opt := elide.Options{Store: newStore(t, elide.StoreOptions{})}
	results := [][]byte{testRun(120), testRun(150), testRun(120)}
	var first []string
	for turn := 1; turn <= len(results); turn++ {
		// A Transport of another process would do the same.
		rt := elide.NewTransport(newReducer(t, opt), plain)
		send(t, rt, post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(conversation(results[:turn]...))))
		got := resultTexts(t, m.last(t).Body)
		if !slices.Equal(got[:turn-1], first) {
			t.Fatalf("turn %d: what was sent before has changed", turn)
		}
		first = got
	}
	if !strings.Contains(first[2], "same as above") {
		t.Errorf("no reference: %s", first[2])
	}
	rt := elide.NewTransport(newReducer(t, opt), elide.TransportOptions{NoInstructions: true, NoReferences: true})
	send(t, rt, post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(conversation(results...))))
	if got := resultTexts(t, m.last(t).Body); got[2] != got[0] {
		t.Errorf("a reference: %s", got[2])
	}
}

// TestAsItCame: what is not to be rewritten arrives as without a Transport, in all
// that a server can see.
func TestAsItCame(t *testing.T) {
	r := newReducer(t, elide.Options{})
	off := newReducer(t, elide.Options{Off: true})
	whole := conversation(testRun(120))
	tests := []struct {
		name    string
		reducer *elide.Reducer
		method  string
		path    string
		body    func() io.Reader
		set     func(*http.Request)
	}{
		{name: "another path", path: "/v1/embeddings", body: of(whole)},
		{name: "another method", method: http.MethodPut, body: of(whole)},
		{name: "no body", body: func() io.Reader { return nil }},
		{name: "an empty body", body: of(nil)},
		{name: "nothing to reduce", body: of(conversation([]byte("short")))},
		{name: "not JSON", body: of([]byte("hello"))},
		{name: "broken JSON", body: of(whole[:len(whole)-2])},
		{name: "another shape", body: of([]byte(`{"messages":7}`))},
		{name: "a JSON list", body: of([]byte(`[1]`))},
		{name: "no length", body: func() io.Reader { return io.MultiReader(bytes.NewReader([]byte(`{"messages":[]}`))) }},
		{name: "signed", body: of(whole), set: header("Content-Digest", "sha-256=:x:")},
		{name: "signed for AWS", body: of(whole), set: header("Authorization", "AWS4-HMAC-SHA256 Credential=x")},
		{name: "encoded", body: of(whole), set: header("Content-Encoding", "gzip")},
		{name: "with a trailer", body: of(whole), set: func(req *http.Request) {
			req.ContentLength, req.Trailer = -1, http.Header{"X-Sum": {"1"}}
		}},
		{name: "expecting to go on", body: of([]byte(`{"messages":[]}`)), set: header("Expect", "100-continue")},
		{name: "off", reducer: off, body: of(whole)},
		{name: "no reducer", reducer: &elide.Reducer{}, body: of(whole)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMirror(t)
			for _, through := range []bool{false, true} {
				req := post(t, t.Context(), m.URL+orElse(tt.path, "/v1/messages"), tt.body())
				req.Method = orElse(tt.method, http.MethodPost)
				req.Header.Set("X-Request", "1")
				if tt.set != nil {
					tt.set(req)
				}
				rt := http.DefaultTransport
				if through {
					rt = elide.NewTransport(orElse(tt.reducer, r), plain)
				}
				send(t, rt, req)
			}
			direct, through := fmt.Sprintf("%+v", m.all[0]), fmt.Sprintf("%+v", m.all[1])
			if direct != through {
				t.Errorf("%.400s\nbecame\n%.400s", direct, through)
			}
		})
	}
}

func of(body []byte) func() io.Reader { return func() io.Reader { return bytes.NewReader(body) } }

func header(name, value string) func(*http.Request) {
	return func(req *http.Request) { req.Header.Set(name, value) }
}

func orElse[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// TestAnyBody: whatever a body is, the server gets it, or one with the same
// results made shorter.
func TestAnyBody(t *testing.T) {
	m := newMirror(t)
	rt := elide.NewTransport(newReducer(t, elide.Options{}), plain)
	whole := conversation(testRun(120), []byte("x"), testRun(130))
	laws.Check(t, func(t *rapid.T) {
		body := bytes.Clone(whole)
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			body = body[:rapid.IntRange(0, len(body)).Draw(t, "length")]
		case 1:
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				body[rapid.IntRange(0, len(body)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		default:
			body = rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "body")
		}
		path := rapid.SampledFrom([]string{"/v1/messages", "/v1/chat/completions", "/v1/responses", "/v1beta/models/g:generateContent"}).Draw(t, "path")
		send(t, rt, post(t, t.Context(), m.URL+path, bytes.NewReader(body)))
		got := m.last(t).Body
		if got != string(body) && (len(got) >= len(body) || !strings.Contains(got, "⟦")) {
			t.Fatalf("%d bytes became %d without being reduced", len(body), len(got))
		}
	})
}

// TestAgain: requests can be sent again, by a client that tries again, one that
// is sent elsewhere, and a connection that was closed meanwhile.
func TestAgain(t *testing.T) {
	m := newMirror(t)
	first := true
	m.next = func(w http.ResponseWriter, r *http.Request) {
		if first {
			first = false
			http.Redirect(w, r, "/elsewhere/v1/messages", http.StatusTemporaryRedirect)
		}
	}
	rt := elide.NewTransport(newReducer(t, elide.Options{}), plain)
	req := post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(conversation(testRun(120))))
	send(t, rt, req)
	if len(m.all) != 2 || m.all[0].Body != m.all[1].Body || m.all[1].URI != "/elsewhere/v1/messages" || !strings.Contains(m.all[1].Body, "⟦elided:") {
		t.Errorf("%.300v", m.all)
	}
	base := roundTrip(func(out *http.Request) (*http.Response, error) {
		sent, err := io.ReadAll(out.Body)
		if err != nil {
			return nil, err
		}
		again, err := out.GetBody()
		if err != nil {
			return nil, err
		}
		more, err := io.ReadAll(again)
		if !bytes.Equal(sent, more) || out.ContentLength != int64(len(sent)) || len(sent) == 0 {
			t.Errorf("%d bytes, then %d, of %d", len(sent), len(more), out.ContentLength)
		}
		return &http.Response{StatusCode: 200, Body: http.NoBody, Request: out}, err
	})
	req = post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(conversation(testRun(120))))
	res, err := elide.NewTransport(newReducer(t, elide.Options{}), elide.TransportOptions{Base: base}).RoundTrip(req)
	if err != nil || res.Request != req {
		t.Errorf("%v: the response is that of another request", err)
	}
}

// TestBare: requests and responses of which parts are missing do no harm.
func TestBare(t *testing.T) {
	r := newReducer(t, elide.Options{})
	if _, err := elide.NewTransport(r, plain).RoundTrip(&http.Request{}); err == nil {
		t.Error("a request without a URL has no error")
	}
	bare := roundTrip(func(*http.Request) (*http.Response, error) { return &http.Response{StatusCode: 200}, nil })
	ctx, tally := elide.WithTotals(t.Context())
	rt := elide.NewTransport(r, elide.TransportOptions{Base: bare})
	if text := send(t, rt, post(t, ctx, "http://host.invalid/v1/messages", bytes.NewReader(conversation(testRun(120))))); text != "" {
		t.Errorf("%q", text)
	}
	if totals, _ := tally.Take(); totals.Requests != 1 || totals.Unmetered != 1 || totals.Sent.Reduced != 1 {
		t.Errorf("%+v", totals)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// TestBrokenBodies: what goes wrong with a body is the base's to tell, and a body
// is closed whatever happens.
func TestBrokenBodies(t *testing.T) {
	longtest.Asked(t)
	torn := errors.New("it was torn")
	for name, tt := range map[string]struct {
		body   io.Reader
		length int64
		err    error
	}{
		"breaks off": {io.MultiReader(strings.NewReader("{"), failing{torn}), -1, torn},
		"too short":  {strings.NewReader("{}"), 3, nil},
		"too long":   {strings.NewReader("{}"), 1, nil},
		"very long":  {io.LimitReader(blanks{}, 65<<20), -1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			body := &closed{Reader: tt.body}
			var length int64
			base := roundTrip(func(out *http.Request) (*http.Response, error) {
				defer out.Body.Close()
				n, err := io.Copy(io.Discard, out.Body)
				length = n
				if out.ContentLength != tt.length {
					t.Errorf("%d bytes are announced, not %d", out.ContentLength, tt.length)
				}
				return &http.Response{StatusCode: 200, Body: http.NoBody}, err
			})
			req := post(t, t.Context(), "http://host.invalid/v1/messages", body)
			req.ContentLength = tt.length
			_, err := elide.NewTransport(newReducer(t, elide.Options{}), elide.TransportOptions{Base: base}).RoundTrip(req)
			if !errors.Is(err, tt.err) || !body.is {
				t.Errorf("%v, closed %t", err, body.is)
			}
			if name == "very long" && length != 65<<20 {
				t.Errorf("%d bytes were sent", length)
			}
		})
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

type closed struct {
	io.Reader
	is bool
}

func (c *closed) Close() error { c.is = true; return nil }

// TestHangUp: a body that never comes doesn't hold a request whose context ends.
func TestHangUp(t *testing.T) {
	m := newMirror(t)
	never, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	req := post(t, ctx, m.URL+"/v1/messages", never)
	_, err := (&http.Client{Transport: elide.NewTransport(newReducer(t, elide.Options{}), plain)}).Do(req)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestStoreLost: when the store fails, requests go on as they came.
func TestStoreLost(t *testing.T) {
	m := newMirror(t)
	st := newStore(t, elide.StoreOptions{})
	if err := os.WriteFile(st.Dir(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var warned []error
	r := newReducer(t, elide.Options{Store: st, Warn: func(err error) {
		mu.Lock()
		defer mu.Unlock()
		warned = append(warned, err)
	}})
	rt := elide.NewTransport(r, plain)
	body := conversation(testRun(120))
	for range 3 {
		send(t, rt, post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(body)))
		if got := m.last(t).Body; got != string(body) {
			t.Fatal("the body was changed")
		}
	}
	if len(warned) != 1 {
		t.Errorf("warned %v", warned)
	}
}
