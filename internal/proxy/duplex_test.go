package proxy

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/wire"
)

// lateEnd is the body of a request whose end is read late: when its bytes are through,
// and were answered.
type lateEnd struct {
	io.ReadCloser
	left int
}

func (b *lateEnd) Read(p []byte) (int, error) {
	if b.left <= 0 {
		time.Sleep(100 * time.Millisecond)
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), max(b.left, 1))])
	b.left -= n
	if b.left <= 0 && n > 0 {
		err = nil // it is told with the next read
	}
	return n, err
}

// TestAnsweredBeforeTheEnd: an upstream that is quick has answered before the end of a
// body was seen that passes as it comes. Neither is broken off for the other.
func TestAnsweredBeforeTheEnd(t *testing.T) {
	const response = `{"role":"assistant"}`
	request := `{"messages":[` + strings.Repeat(" ", 100_000) + `]}` // more than is buffered
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got, err := io.ReadAll(io.LimitReader(r.Body, int64(len(request)))); string(got) != request {
			t.Errorf("%d bytes came, %v", len(got), err)
		}
		w.(http.Flusher).Flush() // the head comes before the rest
		time.Sleep(300 * time.Millisecond)
		io.WriteString(w, response)
	}))
	defer upstream.Close()
	h, err := New(Options{Upstreams: to(t, upstream.URL)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = &lateEnd{r.Body, len(request)}
		h.ServeHTTP(w, r)
	}))
	defer s.Close()
	for range 5 {
		res, err := client(t).Post(s.URL+"/"+providerNames[wire.Anthropic]+"/v1/messages", "application/json", strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if string(got) != response || err != nil {
			t.Fatalf("the client has %q, %v", got, err)
		}
	}
}
