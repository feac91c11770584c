package proxy

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// rewriterFunc is a function that rewrites.
type rewriterFunc func(body []byte) ([]byte, rewrite.Report)

func (f rewriterFunc) RewriteIn(_ context.Context, _ [32]byte, in *rewrite.Reading) ([]byte, rewrite.Report) {
	return f(in.Body())
}

// shouting rewrites what bodies say to capitals.
var shouting = rewriterFunc(func(body []byte) ([]byte, rewrite.Report) {
	return bytes.ToUpper(body), rewrite.Report{Results: 1, Reduced: 1, Model: "loud"}
})

// idle leaves all as it is.
var idle = rewriterFunc(func(body []byte) ([]byte, rewrite.Report) {
	return body, rewrite.Report{Unchanged: "nothing to do"}
})

func mustParse(t testing.TB, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// to makes one upstream that of all providers.
func to(t testing.TB, raw string) map[wire.Provider]*url.URL {
	u := mustParse(t, raw)
	return map[wire.Provider]*url.URL{wire.Anthropic: u, wire.OpenAI: u, wire.Gemini: u, wire.Bedrock: u}
}

// serve runs a proxy for the test.
func serve(t testing.TB, opt Options) *Server {
	t.Helper()
	if opt.Transport == nil {
		transport, err := NewTransport("")
		if err != nil {
			t.Fatal(err)
		}
		opt.Transport = transport
	}
	s, err := Listen("127.0.0.1:0", opt)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		s.Shutdown(ctx)
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return s
}

// behind runs a proxy in front of a handler.
func behind(t testing.TB, upstream http.HandlerFunc, opt Options) *Server {
	t.Helper()
	server := httptest.NewServer(upstream)
	t.Cleanup(server.Close)
	opt.Upstreams = to(t, server.URL)
	return serve(t, opt)
}

// client is one that changes nothing by itself.
func client(t testing.TB) *http.Client {
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func do(t testing.TB, method, address string, body io.Reader, header http.Header) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		req.Header[name] = values
		if name == "Host" {
			req.Host = values[0]
		}
	}
	res, err := client(t).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(got)
}

// scripted is an upstream made of bytes: it reads a request up to its end,
// which an expected text is, writes its answer and closes.
type scripted struct {
	address string
	got     chan string
}

func script(t testing.TB, answer string, end string) scripted {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	s := scripted{"http://" + listener.Addr().String(), make(chan string, 1)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			got := readUpTo(conn, end)
			io.WriteString(conn, answer)
			conn.Close()
			s.got <- got
		}
	}()
	return s
}

func readUpTo(conn net.Conn, end string) string {
	var got strings.Builder
	b := make([]byte, 1)
	for !strings.HasSuffix(got.String(), end) {
		if _, err := conn.Read(b); err != nil {
			break
		}
		got.Write(b)
	}
	return got.String()
}

// raw sends bytes to a proxy and returns the connection.
func raw(t testing.TB, s *Server, text string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn, bufio.NewReader(conn)
}

const smallAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

// TestRequestAsItCame: head, body and trailer of a request, as they reach the
// upstream, streamed and held.
func TestRequestAsItCame(t *testing.T) {
	for _, c := range []struct {
		opt              Options
		announce, behind string
	}{
		{Options{}, "", ""},
		{Options{Rewriter: idle}, "", ""},
		{Options{}, "Trailer: X-Sum\r\n", "X-Sum: 1\r\n"},
		{Options{Rewriter: shouting}, "Trailer: X-Sum\r\n", "X-Sum: 1\r\n"}, // it may be a sum of the body
	} {
		body := "3\r\n{a}\r\n0\r\n" + c.behind + "\r\n"
		up := script(t, smallAnswer, body)
		c.opt.Upstreams = to(t, up.address+"/base/")
		s := serve(t, c.opt)
		_, r := raw(t, s, "POST /anthropic/v1/messages?beta=true;x&y=%zz&&q HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\n"+
			"X-Forwarded-For: 10.0.0.1\r\nX-Api-Key: k\r\nX-Odd:  two  words \r\nKeep-Alive: 5\r\nX-Hop: 1\r\nConnection: keep-alive, X-Hop\r\n"+
			c.announce+"Transfer-Encoding: chunked\r\n\r\n"+body)
		want := "POST /base/v1/messages?beta=true;x&y=%zz&&q HTTP/1.1\r\nHost: " + strings.TrimPrefix(up.address, "http://") + "\r\n" +
			"Transfer-Encoding: chunked\r\n" + c.announce + "X-Api-Key: k\r\nX-Forwarded-For: 10.0.0.1\r\nX-Odd: two  words\r\n\r\n" + body
		if got := <-up.got; got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		if line, _ := r.ReadString('\n'); line != "HTTP/1.1 200 OK\r\n" {
			t.Errorf("the client got %q", line)
		}
	}
}

// TestResponseAsItCame: the head of a response, to which nothing is added.
func TestResponseAsItCame(t *testing.T) {
	up := script(t, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nX-Ratelimit: a\r\nX-Ratelimit: b\r\nContent-Length: 6\r\n\r\n<slow>", "\r\n\r\n")
	s := serve(t, Options{Upstreams: to(t, up.address), Rewriter: idle})
	_, r := raw(t, s, "GET /v1/models HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\nConnection: close\r\n\r\n")
	got, err := io.ReadAll(r)
	want := "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 6\r\nRetry-After: 7\r\nX-Ratelimit: a\r\nX-Ratelimit: b\r\nConnection: close\r\n\r\n<slow>"
	if err != nil || string(got) != want {
		t.Errorf("got  %q (%v)\nwant %q", got, err, want)
	}
}

func TestRewrittenBody(t *testing.T) {
	up := script(t, smallAnswer, `"HI"}`)
	var seen observed
	s := serve(t, Options{Upstreams: to(t, up.address), Rewriter: shouting, Observe: seen.add})
	do(t, "POST", s.BaseURL(wire.OpenAI)+"/v1/responses", strings.NewReader(`{"input":"hi"}`), http.Header{"User-Agent": {"a"}, "Expect": {"100-continue"}})
	want := "POST /v1/responses HTTP/1.1\r\nHost: " + strings.TrimPrefix(up.address, "http://") + "\r\nUser-Agent: a\r\nContent-Length: 14\r\n\r\n" + `{"INPUT":"HI"}`
	if got := <-up.got; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	e := seen.one(t)
	if e.Provider != "openai" || e.Status != 200 || e.Report.Reduced != 1 || e.Report.Model != "loud" || e.FirstByte <= 0 || e.Duration < e.FirstByte {
		t.Errorf("observed %+v", e)
	}
}

// observed keeps what is observed.
type observed struct {
	mu  sync.Mutex
	all []meter.Exchange
}

func (o *observed) add(e meter.Exchange) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = append(o.all, e)
}

// one waits for the only exchange: it is observed when the client has its
// response already.
func (o *observed) one(t testing.TB) meter.Exchange {
	t.Helper()
	for range 2000 {
		o.mu.Lock()
		all := o.all
		o.mu.Unlock()
		if len(all) == 1 {
			return all[0]
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("no exchange was observed")
	panic("not reached")
}

// TestRewriterPanics: the body passes, and what the panic holds isn't told.
func TestRewriterPanics(t *testing.T) {
	var seen observed
	var got string
	s := behind(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		io.WriteString(w, "fine")
	}, Options{Observe: seen.add, Rewriter: rewriterFunc(func(body []byte) ([]byte, rewrite.Report) { panic(string(body)) })})
	if _, answer := do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader(`{"key":"value"}`), nil); answer != "fine" || got != `{"key":"value"}` {
		t.Errorf("upstream got %q, the client %q", got, answer)
	}
	if r := seen.one(t).Report; !r.Doubt || strings.Contains(r.Unchanged, "value") {
		t.Errorf("reported %+v", r)
	}
}

// TestOffPasses: without a Rewriter no body is held, whatever it is.
func TestOffPasses(t *testing.T) {
	started := make(chan struct{})
	s := behind(t, func(w http.ResponseWriter, r *http.Request) {
		close(started) // before the body has ended
		body, _ := io.ReadAll(r.Body)
		w.Write(body)
	}, Options{})
	reader, writer := io.Pipe()
	go func() {
		io.WriteString(writer, `{"a":`)
		<-started
		io.WriteString(writer, `1,"a":2}`)
		writer.Close()
	}()
	if _, got := do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", reader, nil); got != `{"a":1,"a":2}` {
		t.Errorf("got %q", got)
	}
}

func TestOwnPaths(t *testing.T) {
	forwarded := func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "upstream "+r.URL.Path) }
	const secret = "0123456789abcdef"
	on := behind(t, forwarded, Options{Health: true, Metrics: func(w io.Writer) error { _, err := io.WriteString(w, "elide_up 1\n"); return err }, Secret: secret})
	off := behind(t, forwarded, Options{})
	for _, c := range []struct {
		server *Server
		path   string
		status int
		body   string
	}{
		{on, "/healthz", 200, "ok\n"},
		{on, "/metrics", 403, ""},
		{on, "/" + secret + "/metrics", 200, "elide_up 1\n"},
		{on, "/" + secret + "/healthz", 404, ""},
		{on, "/" + secret + "/api/hello", 200, "upstream /api/hello"},
		{on, "/" + secret, 404, ""},
		{on, "/" + secret + "x/api/hello", 403, ""},
		{on, "/api/hello", 403, ""},
		{off, "/v1/healthz", 200, "upstream /v1/healthz"},
		{off, "/anthropic/metrics", 200, "upstream /metrics"},
		{off, "/anthropic/v1/../../x", 400, ""},
		{off, "/anthropic/v1/%2e%2E/x", 400, ""},
		{off, "/anthropic/v1/%2fx%2Fy", 200, "upstream /v1//x/y"},
	} {
		res, body := do(t, "GET", "http://"+c.server.Addr().String()+c.path, nil, nil)
		if res.StatusCode != c.status || c.body != "" && body != c.body {
			t.Errorf("%s: %d %q", c.path, res.StatusCode, body)
		}
	}
}

// contextFor gives much time, or none.
func contextFor(patient bool) (context.Context, context.CancelFunc) {
	if patient {
		return context.WithTimeout(context.Background(), patience)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx, cancel
}
