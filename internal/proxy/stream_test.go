package proxy

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"os"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/wire"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// TestEventsComeAtOnce: the upstream sends an event only when the client has
// the one before it.
func TestEventsComeAtOnce(t *testing.T) {
	arrived := make(chan int)
	s := behind(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush() // the head alone
		for i := range 20 {
			select {
			case n := <-arrived:
				fmt.Fprintf(w, "event: ping\ndata: %d of %d\n\n", i, n)
				w.(http.Flusher).Flush()
			case <-time.After(patience):
				return
			}
		}
	}, Options{Rewriter: idle})
	res, err := client(t).Post(s.BaseURL(wire.Anthropic)+"/v1/messages", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	r := textproto.NewReader(bufio.NewReader(res.Body))
	for i := range 20 {
		arrived <- i
		for _, want := range []string{"event: ping", fmt.Sprintf("data: %d of %d", i, i), ""} {
			if line, err := r.ReadLine(); line != want || err != nil {
				t.Fatalf("event %d: %q, %v", i, line, err)
			}
		}
	}
}

// TestEncodedEvents: an encoded stream is not touched, and its usage is read
// from a copy.
func TestEncodedEvents(t *testing.T) {
	var sent bytes.Buffer
	var accepted string
	s := behind(t, func(w http.ResponseWriter, r *http.Request) {
		accepted = r.Header.Get("Accept-Encoding")
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(io.MultiWriter(w, &sent))
		for i := range 100 {
			fmt.Fprintf(z, "data: %d\n\n", i)
			z.Flush()
			w.(http.Flusher).Flush()
		}
		z.Close()
	}, Options{Rewriter: idle})
	res, got := do(t, "POST", s.BaseURL(wire.OpenAI)+"/v1/chat/completions", strings.NewReader("{}"), http.Header{"Accept-Encoding": {"gzip;q=0.5, br"}})
	if got != sent.String() || res.Header.Get("Content-Encoding") != "gzip" || accepted != "gzip;q=0.5, br" {
		t.Errorf("%d bytes of %d came, accepted %q, %v", len(got), sent.Len(), accepted, res.Header)
	}
}

// TestUsageIsRead: what the provider says it used is in what is observed.
func TestUsageIsRead(t *testing.T) {
	var seen observed
	s := behind(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"m","type":"message","model":"claude-x","usage":{"input_tokens":12,"output_tokens":34}}`)
	}, Options{Rewriter: idle, Observe: seen.add})
	do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader("{}"), nil)
	if e := seen.one(t); e.Usage.Input != 12 || e.Usage.Output != 34 || e.Model != "claude-x" || e.Report.Unchanged != "nothing to do" {
		t.Errorf("observed %+v", e)
	}
}

// TestClientHangsUp: the upstream's request ends too, before and during its
// response.
func TestClientHangsUp(t *testing.T) {
	for _, answered := range []bool{false, true} {
		started, ended := make(chan struct{}), make(chan struct{})
		s := behind(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if answered {
				io.WriteString(w, "data: 1\n\n")
				w.(http.Flusher).Flush()
			}
			close(started)
			<-r.Context().Done()
			close(ended)
		}, Options{Rewriter: shouting})
		conn, _ := raw(t, s, "POST /v1/messages HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\nContent-Length: 2\r\n\r\n{}")
		<-started
		conn.Close()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Fatalf("the upstream still works (answered: %t)", answered)
		}
	}
}

// TestUpstreamBreaksOff: the client sees that a response is not whole; one
// that ends with the connection is.
func TestUpstreamBreaksOff(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		whole  bool
	}{
		"length":  {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", false},
		"chunked": {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", false},
		"close":   {"HTTP/1.1 200 OK\r\n\r\nhalf", true},
	} {
		up := script(t, c.answer, "{}")
		var seen observed
		s := serve(t, Options{Upstreams: to(t, up.address), Rewriter: idle, Observe: seen.add})
		res, err := client(t).Post(s.BaseURL(wire.OpenAI)+"/v1/responses", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if string(got) != "half" || c.whole != (err == nil) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if e := seen.one(t); e.Status != 200 {
			t.Errorf("%s: observed %+v", name, e)
		}
	}
}

// TestUpstreamIsAway: 502 in the shape of each provider.
func TestUpstreamIsAway(t *testing.T) {
	silent := script(t, "", "{}") // closes without an answer
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + listener.Addr().String()
	listener.Close()
	for path, get := range map[string]string{
		"/anthropic/v1/messages":                  "error.message type=error error.type=api_error",
		"/openai/v1/chat/completions":             "error.message error.type=server_error",
		"/gemini/v1beta/models/x:generateContent": "error.message error.status=UNAVAILABLE error.code=502",
		"/gemini/v1beta/models":                   "error.message error.status=UNAVAILABLE",
	} {
		for _, upstream := range []string{silent.address, closed} {
			s := serve(t, Options{Upstreams: to(t, upstream), Rewriter: idle})
			res, body := do(t, "POST", "http://"+s.Addr().String()+path, strings.NewReader("{}"), nil)
			var decoded any
			if err := json.Unmarshal([]byte(body), &decoded); err != nil || res.StatusCode != 502 || res.Header.Get("Content-Type") != "application/json" {
				t.Fatalf("%s: %d %s", path, res.StatusCode, body)
			}
			for want := range strings.FieldsSeq(get) {
				key, value, _ := strings.Cut(want, "=")
				if got := fmt.Sprint(member(decoded, key)); got == "<nil>" || value != "" && got != value {
					t.Errorf("%s: %s is %s in %s", path, key, got, body)
				}
			}
		}
		select { // let the silent one go on
		case <-silent.got:
		case <-time.After(patience):
			t.Fatal("the silent upstream was not reached")
		}
	}
}

func member(v any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	return v
}

// TestHeadsBeforeAndBehind: early hints, trailers and redirects are the
// client's to see.
func TestHeadsBeforeAndBehind(t *testing.T) {
	s := behind(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</x>")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
		w.Header().Set("Trailer", "X-Sum")
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(http.StatusTemporaryRedirect)
		io.WriteString(w, "body")
		w.Header().Set("X-Sum", "1")
	}, Options{Rewriter: idle})
	hints := 0
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
		if code == http.StatusEarlyHints && h.Get("Link") == "</x>" {
			hints++
		}
		return nil
	}}
	req, _ := http.NewRequest("POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader("{}"))
	res, err := client(t).Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != "body" || hints != 1 || res.StatusCode != 307 || res.Trailer.Get("X-Sum") != "1" || res.Header.Get("Location") != "/elsewhere" {
		t.Errorf("%d hints, %d, %q, %v, trailer %v, %v", hints, res.StatusCode, body, res.Header, res.Trailer, err)
	}
}

// TestExpectContinue: a client that waits to be told to send its body is told,
// by the proxy if it holds bodies of the API, else by the upstream.
func TestExpectContinue(t *testing.T) {
	var got received
	s := behind(t, recording(&got), Options{Rewriter: shouting})
	for path, want := range map[string]string{"/v1/messages": "{ A }", "/v1/other": "{ a }"} {
		conn, r := raw(t, s, "POST "+path+" HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
		if line, err := r.ReadString('\n'); line != "HTTP/1.1 100 Continue\r\n" {
			t.Fatalf("%s: %q, %v", path, line, err)
		}
		r.ReadString('\n')
		io.WriteString(conn, "{ a }")
		if line, _ := r.ReadString('\n'); !strings.Contains(line, " 200 ") || got.body != want {
			t.Errorf("%s: %q, upstream got %q", path, line, got.body)
		}
	}
}

const upgradeRequest = " HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nHost: "

// echoing takes upgrades and sends back what comes, to the end.
func echoing(w http.ResponseWriter, r *http.Request) {
	conn, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	io.Copy(conn, rw)
	io.WriteString(conn, "!") // the other direction is still open
}

func TestUpgrades(t *testing.T) {
	on, off := behind(t, echoing, Options{Rewriter: idle}), behind(t, echoing, Options{})
	for _, c := range []struct {
		server *Server
		path   string
		status string
	}{
		{on, "/v1/responses", "426"},
		{on, "/openai/responses", "426"},
		{on, "/v1/realtime?model=x", "101"},
		{off, "/v1/responses", "101"},
	} {
		conn, r := raw(t, c.server, "GET "+c.path+upgradeRequest+c.server.Addr().String()+"\r\n\r\n")
		head, err := textproto.NewReader(r).ReadLine()
		if err != nil || !strings.Contains(head, " "+c.status+" ") {
			t.Errorf("%s: %q, %v", c.path, head, err)
		}
		if c.status != "101" {
			continue
		}
		for line := "-"; line != "" && err == nil; {
			line, err = textproto.NewReader(r).ReadLine()
		}
		io.WriteString(conn, "\x81\x02\xffhi")
		conn.(*net.TCPConn).CloseWrite()
		if got, err := io.ReadAll(r); string(got) != "\x81\x02\xffhi!" || err != nil {
			t.Errorf("%s: %q came back, %v", c.path, got, err)
		}
	}
}

// TestCutIsNoAnswer: a client whose request is ended here gets nothing that it
// could take for an answer.
func TestCutIsNoAnswer(t *testing.T) {
	reached := make(chan struct{})
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(reached)
		<-r.Context().Done()
	}))
	defer up.Close()
	handler, err := New(Options{Upstreams: to(t, up.URL), Rewriter: idle})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cut := context.WithCancel(context.Background())
	front := httptest.NewUnstartedServer(handler)
	front.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	front.Start()
	defer front.Close()
	go func() {
		<-reached
		cut()
	}()
	if res, err := client(t).Post(front.URL+"/v1/messages", "application/json", strings.NewReader("{}")); err == nil {
		res.Body.Close()
		t.Errorf("answered %d", res.StatusCode)
	}
}

// TestShutdown: requests that run end in the time given, or are cut, tunnels
// too, and nothing is answered in their place; the port is free; all were
// observed.
func TestShutdown(t *testing.T) {
	for _, c := range []struct{ patient, answered bool }{{true, true}, {false, true}, {false, false}} {
		started, finish := make(chan struct{}), make(chan struct{})
		var seen observed
		s := behind(t, func(w http.ResponseWriter, r *http.Request) {
			if isUpgrade(r) {
				echoing(w, r)
				return
			}
			io.Copy(io.Discard, r.Body) // only then is it seen that the client hangs up
			if c.answered {
				w.(http.Flusher).Flush()
			}
			close(started)
			select {
			case <-finish:
				io.WriteString(w, "end")
			case <-r.Context().Done():
			}
		}, Options{Rewriter: idle, Observe: seen.add})
		_, tunnel := raw(t, s, "GET /v1/realtime"+upgradeRequest+s.Addr().String()+"\r\n\r\n")
		tunnel.ReadString('\n')
		_, r := raw(t, s, "POST /v1/messages HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
		<-started
		if c.patient {
			close(finish)
		}
		ctx, cancel := contextFor(c.patient)
		s.Shutdown(ctx)
		cancel()
		seen.mu.Lock()
		if len(seen.all) != 1 {
			t.Errorf("%+v: %d were observed", c, len(seen.all))
		}
		seen.mu.Unlock()
		got, err := io.ReadAll(r)
		if whole := err == nil && strings.Contains(string(got), "end"); whole != c.patient || !c.answered && len(got) > 0 {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
		if _, err := io.ReadAll(tunnel); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%+v: the tunnel is open", c)
		}
		again, err := net.Listen("tcp", s.Addr().String())
		if err != nil {
			t.Fatalf("the port is not free: %v", err)
		}
		again.Close()
	}
}
