package proxy

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"elide.example/elide/internal/room"
	"elide.example/elide/internal/wire"
)

// alone is the share of a request that shares with none.
func alone() *share { return newSpace().share(context.Background()) }

// TestRoomForBodies: a large body waits for another that is held, and passes as it
// came if that takes too long; a small one never waits. In the end all room is
// there again, also after an upstream that can't be reached and a client that has
// hung up.
func TestRoomForBodies(t *testing.T) {
	const large = smallBody + 1<<20
	came := make(chan []byte, 9)
	answer := make(chan bool, 9)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		came <- body[:1]
		<-answer
		w.Write([]byte("{}"))
	}))
	defer upstream.Close()
	own, err := New(Options{Upstreams: to(t, upstream.URL), Rewriter: shouting})
	if err != nil {
		t.Fatal(err)
	}
	h := own.(*handler)
	proxy := httptest.NewServer(h)
	defer proxy.Close()
	send := func(n int) chan string {
		ended := make(chan string, 1)
		go func() {
			_, text := do(t, "POST", proxy.URL+"/anthropic/v1/messages", bytes.NewReader(bytes.Repeat([]byte("x"), n)), nil)
			ended <- text
		}()
		return ended
	}
	expect := func(want, why string) {
		t.Helper()
		if got := <-came; string(got) != want {
			t.Errorf("%s: upstream got %s", why, got)
		}
	}

	h.space = &space{room.NewBytes(large), time.Hour}
	first := send(large)
	expect("X", "the first")
	second := send(large)
	third := send(smallBody)
	expect("X", "a small one")
	select {
	case <-came:
		t.Error("the second didn't wait")
	default:
	}
	answer <- true
	answer <- true
	expect("X", "the second")
	answer <- true
	<-first
	<-second
	<-third

	h.space = &space{room.NewBytes(large), time.Millisecond}
	first = send(large)
	expect("X", "the first")
	second = send(large)
	expect("x", "one without room")
	answer <- true
	answer <- true
	<-first
	<-second

	gone, hangUp := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(gone, "POST", proxy.URL+"/anthropic/v1/messages", bytes.NewReader(make([]byte, large)))
	ended := make(chan bool)
	go func() {
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
		}
		close(ended)
	}()
	<-came
	hangUp()
	<-ended
	answer <- true
	own.(*handler).Upstreams[wire.Anthropic] = mustParse(t, "http://127.0.0.1:1")
	<-send(large)
	all, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	if !h.space.bytes.Take(all, large) {
		t.Error("room is missing in the end")
	}
}
