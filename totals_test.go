package elide_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide"
)

// stages are the parts of a streamed answer, the usage in the first and the last.
var stages = []string{
	"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":500,\"cache_creation_input_tokens\":40,\"output_tokens\":1}}}\n\n",
	"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"hello\"}}\n\n",
	"event: message_delta\ndata: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":77}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
}

// streaming answers with the stages, each when go gives a value or is closed.
func streaming(t *testing.T, m *mirror, on <-chan struct{}) {
	m.next = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i, stage := range stages {
			if i > 0 {
				select {
				case <-on:
				case <-r.Context().Done():
					return
				}
			}
			io.WriteString(w, stage)
			w.(http.Flusher).Flush()
		}
	}
}

// begin sends a request whose answer streams, and reads the first stage of that.
func begin(t *testing.T, ctx context.Context, m *mirror, rt http.RoundTripper) *http.Response {
	t.Helper()
	res, err := (&http.Client{Transport: rt}).Do(post(t, ctx, m.URL+"/v1/messages", bytes.NewReader(conversation(testRun(120)))))
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(stages[0]))
	if _, err := io.ReadFull(res.Body, got); err != nil || string(got) != stages[0] {
		t.Fatalf("%v: %q", err, got)
	}
	return res
}

// TestStreams: a stream arrives piece by piece, and its usage is complete however
// it ends.
func TestStreams(t *testing.T) {
	full := elide.Usage{Input: 10, CacheRead: 500, CacheWrite: 40, Output: 77}
	start := elide.Usage{Input: 10, CacheRead: 500, CacheWrite: 40, Output: 1}
	for name, tt := range map[string]struct {
		end  func(t *testing.T, res *http.Response, on chan struct{}, cancel func())
		want elide.Usage
	}{
		"read to its end": {func(t *testing.T, res *http.Response, on chan struct{}, _ func()) {
			close(on)
			rest, err := io.ReadAll(res.Body)
			if err != nil || string(rest) != stages[1]+stages[2] {
				t.Errorf("%v: %q", err, rest)
			}
		}, full},
		"closed early": {func(_ *testing.T, res *http.Response, _ chan struct{}, _ func()) { res.Body.Close() }, start},
		"cancelled": {func(t *testing.T, res *http.Response, _ chan struct{}, cancel func()) {
			cancel()
			if _, err := io.ReadAll(res.Body); err == nil {
				t.Error("the stream has an end")
			}
		}, start},
		"forgotten":               {func(*testing.T, *http.Response, chan struct{}, func()) {}, start},
		"forgotten and cancelled": {func(_ *testing.T, _ *http.Response, _ chan struct{}, cancel func()) { cancel() }, start},
	} {
		t.Run(name, func(t *testing.T) {
			m, on := newMirror(t), make(chan struct{})
			streaming(t, m, on)
			counted, tally := elide.WithTotals(t.Context())
			ctx, cancel := context.WithCancel(counted)
			defer cancel()
			res := begin(t, ctx, m, elide.NewTransport(newReducer(t, elide.Options{}), plain))
			defer res.Body.Close()
			tt.end(t, res, on, cancel)
			totals, ok := tally.Take()
			if !ok || totals.Usage != tt.want || totals.Requests != 1 || totals.Unmetered != 0 || totals.Failures != 0 {
				t.Errorf("%+v", totals)
			}
			if s := totals.Sent; s.Outputs != 1 || s.Reduced != 1 || s.Saved() < 1000 || s.BytesIn != int64(len(testRun(120))) {
				t.Errorf("%+v", s)
			}
			if again, ok := tally.Take(); ok || again != (elide.Totals{}) {
				t.Errorf("taken twice: %+v", again)
			}
		})
	}
}

// TestGone: when the context of a stream that nobody closes ends, nothing of it is
// kept waiting: what unpacks its compressed bytes ends too.
func TestGone(t *testing.T) {
	m := newMirror(t)
	m.next = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		io.WriteString(packed, stages[0])
		packed.Flush()
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	rt := elide.NewTransport(newReducer(t, elide.Options{}), elide.TransportOptions{Base: &http.Transport{}})
	before := runtime.NumGoroutine()
	counted, tally := elide.WithTotals(t.Context())
	for range 20 {
		ctx, cancel := context.WithCancel(counted)
		req := post(t, ctx, m.URL+"/v1/messages", bytes.NewReader(conversation()))
		req.Header.Set("Accept-Encoding", "gzip") // so that package http leaves the packing to the caller
		res, err := rt.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := res.Body.Read(make([]byte, 4096)); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, before %d", runtime.NumGoroutine(), before)
		}
	}
	if totals, _ := tally.Take(); totals.Requests != 20 || totals.Usage.CacheRead != 20*500 {
		t.Errorf("%+v", totals)
	}
}

// TestAnswers: answers that aren't streamed, that failed, or that only count
// tokens.
func TestAnswers(t *testing.T) {
	const usage = `{"model":"m","usage":{"input_tokens":9,"output_tokens":3}}`
	for name, tt := range map[string]struct {
		path, answer string
		status       int
		want         elide.Totals
	}{
		"whole":         {"/v1/messages", usage, 200, elide.Totals{Requests: 1, Usage: elide.Usage{Input: 9, Output: 3}}},
		"without usage": {"/v1/messages", `{}`, 200, elide.Totals{Requests: 1, Unmetered: 1}},
		"failed":        {"/v1/messages", usage, 529, elide.Totals{}},
		"counting":      {"/v1/messages/count_tokens", usage, 200, elide.Totals{}},
		"another path":  {"/v1/models", usage, 200, elide.Totals{}},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMirror(t)
			m.next = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				io.WriteString(w, tt.answer)
			}
			ctx, tally := elide.WithTotals(t.Context())
			rt := elide.NewTransport(newReducer(t, elide.Options{}), plain)
			if got := send(t, rt, post(t, ctx, m.URL+tt.path, bytes.NewReader(conversation([]byte("short"))))); got != tt.answer {
				t.Errorf("the client got %q", got)
			}
			totals, _ := tally.Take()
			totals.Sent = elide.Sizes{}
			if totals != tt.want {
				t.Errorf("%+v", totals)
			}
		})
	}
}

// TestDoubt: a request that is not understood counts as one that went on whole.
func TestDoubt(t *testing.T) {
	m := newMirror(t)
	ctx, tally := elide.WithTotals(t.Context())
	rt := elide.NewTransport(newReducer(t, elide.Options{}), plain)
	send(t, rt, post(t, ctx, m.URL+"/v1/messages", strings.NewReader(`{"messages":`)))
	if totals, _ := tally.Take(); totals.Requests != 1 || totals.Failures != 1 {
		t.Errorf("%+v", totals)
	}
}

// TestTotals: many at once, each adds to its own totals alone, and all is there.
func TestTotals(t *testing.T) {
	m := newMirror(t)
	m.next = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"usage":{"input_tokens":1,"output_tokens":1}}`)
	}
	r := newReducer(t, elide.Options{})
	rt := elide.NewTransport(r, plain)
	const runs, each = 4, 10
	var all elide.Totals
	for range runs {
		ctx, tally := elide.WithTotals(t.Context())
		var wg sync.WaitGroup
		for i := range each {
			wg.Go(func() {
				res := r.AfterTool(ctx, call("bash", `{"command":"go test"}`), testRun(100+i))
				r.Expand(ctx, res.Hash, elide.Part{Lines: "1-3"})
				r.ExpandTool().Handle(ctx, fmt.Appendf(nil, `{"ref":%q,"range":"1"}`, res.Hash))
				send(t, rt, post(t, ctx, m.URL+"/v1/messages", bytes.NewReader(conversation(testRun(100+i)))))
			})
		}
		wg.Wait()
		totals, _ := tally.Take()
		if totals.Outputs.Outputs != each || totals.Outputs.Reduced != each || totals.Requests != each ||
			totals.Expansions != 2*each || totals.Usage.Input != each || totals.Saved() >= totals.Outputs.Saved() || totals.Saved() <= 0 {
			t.Errorf("%+v", totals)
		}
		all.Add(totals)
	}
	if all.Outputs.Outputs != runs*each || all.Expansions != 2*runs*each || all.Usage.Output != runs*each {
		t.Errorf("%+v", all)
	}
}

// TestLate: what is done after the totals were taken counts nowhere.
func TestLate(t *testing.T) {
	m, on := newMirror(t), make(chan struct{})
	streaming(t, m, on)
	ctx, tally := elide.WithTotals(t.Context())
	r := newReducer(t, elide.Options{})
	res := begin(t, ctx, m, elide.NewTransport(r, plain))
	if totals, ok := tally.Take(); !ok || totals.Usage.Output != 1 {
		t.Errorf("%+v", totals)
	}
	close(on)
	rest, err := io.ReadAll(res.Body)
	if err != nil || string(rest) != stages[1]+stages[2] {
		t.Errorf("the stream is not whole: %v, %q", err, rest)
	}
	r.Reduce(ctx, elide.Block{Data: testRun(120)})
	if totals, ok := tally.Take(); ok {
		t.Errorf("%+v", totals)
	}
	var none *elide.Tally
	if _, ok := none.Take(); ok {
		t.Error("nothing was taken from nothing")
	}
}
