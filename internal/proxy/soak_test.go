package proxy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/aside"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

const streams = 200

// speaking streams events whose content follows from the request, ending with
// a sum of what came.
func speaking(w http.ResponseWriter, r *http.Request) {
	sum := sha256.New()
	n, _ := io.Copy(sum, r.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	for i := range 20 {
		fmt.Fprintf(w, "event: content_block_delta\ndata: {\"index\":%d,\"bytes\":%d}\n\n", i, n)
		w.(http.Flusher).Flush()
		time.Sleep(time.Millisecond)
	}
	fmt.Fprintf(w, "data: %x\n\n", sum.Sum(nil))
}

// TestSoak: 200 streams at a time, with bodies that are rewritten and clients
// that hang up among them. Nothing grows. ELIDE_SOAK=10m makes it that long.
func TestSoak(t *testing.T) {
	longtest.Only(t)
	rounds, until := 3, time.Now()
	if length, err := time.ParseDuration(os.Getenv("ELIDE_SOAK")); err == nil {
		rounds, until = 1<<30, until.Add(length)
	}
	doubling := rewriterFunc(func(body []byte) ([]byte, rewrite.Report) {
		return append(bytes.Clone(body), body...), rewrite.Report{}
	})
	s := behind(t, speaking, Options{Rewriter: doubling})
	transport := &http.Transport{MaxIdleConnsPerHost: streams}
	defer transport.CloseIdleConnections()
	c := &http.Client{Transport: transport}

	requests := 0
	round := func() {
		var wg sync.WaitGroup
		for i := range streams {
			wg.Go(func() { stream(t, c, s.BaseURL(wire.Anthropic)+"/v1/messages", i) })
		}
		wg.Wait()
		requests += streams
	}
	round() // connections and pools
	memory, goroutines := footprint()
	for i := 0; i < rounds && (i < 3 || time.Now().Before(until)); i++ {
		round()
	}
	m, g := footprint()
	t.Logf("%d requests: %d → %d kB, %d → %d goroutines", requests, memory>>10, m>>10, goroutines, g)
	if m > memory+memory/2+8<<20 {
		t.Errorf("memory grew from %d to %d bytes", memory, m)
	}
	if g > goroutines+streams { // connections that hung up are opened anew
		t.Errorf("goroutines grew from %d to %d", goroutines, g)
	}
}

// stream makes one request and checks what comes back. Every tenth hangs up.
func stream(t *testing.T, c *http.Client, address string, i int) {
	body := strings.Repeat(fmt.Sprintf(`{"n":%d}`, i), 1000)
	res, err := c.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	defer res.Body.Close()
	if i%10 == 0 {
		io.CopyN(io.Discard, res.Body, 100)
		return
	}
	got, err := io.ReadAll(res.Body)
	want := fmt.Sprintf("data: %x\n\n", sha256.Sum256([]byte(body+body)))
	if err != nil || !strings.HasSuffix(string(got), want) {
		t.Errorf("stream %d: %v, ends with %q", i, err, got[max(0, len(got)-80):])
	}
}

// footprint returns the memory and the goroutines in use, when what has ended
// is gone.
func footprint() (memory uint64, goroutines int) {
	for range 20 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse, runtime.NumGoroutine()
}

// asking is a model that streams, and calls context_expand in one of ten conversations,
// until it has been answered.
func asking(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(format string, args ...any) {
		fmt.Fprintf(w, "data: "+format+"\n\n", args...)
		w.(http.Flusher).Flush()
	}
	event(`{"type":"message_start","message":{"id":"msg_1","usage":{"input_tokens":%d}}}`, len(body))
	reason := "end_turn"
	if bytes.Contains(body, []byte("please expand")) && !bytes.Contains(body, []byte("tool_result")) {
		reason = "tool_use"
		event(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_%d","name":"context_expand","input":{}}}`, len(body))
		event(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"ref\":\"0123456789ab\"}"}}`)
	} else {
		event(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
		for range 20 {
			event(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"word "}}`)
			time.Sleep(time.Millisecond)
		}
	}
	event(`{"type":"content_block_stop","index":0}`)
	event(`{"type":"message_delta","delta":{"stop_reason":%q},"usage":{"output_tokens":5}}`, reason)
	event(`{"type":"message_stop"}`)
}

// forgetful is a memory that keeps nothing.
type forgetful struct{}

func (forgetful) Remember([32]byte, []byte) error { return nil }
func (forgetful) Recall([32]byte) ([]byte, bool)  { return nil, false }

// TestSoakWithAsides: 2,000 requests, 200 at a time, of which the tool is answered in one
// of ten. Nothing grows, and no client hears of it.
func TestSoakWithAsides(t *testing.T) {
	longtest.Only(t)
	asides := &aside.Answerer{Memory: forgetful{}, Answer: func(context.Context, []byte, int) (string, bool) {
		return strings.Repeat("a line of the original\n", 100), false
	}}
	same := rewriterFunc(func(body []byte) ([]byte, rewrite.Report) { return body, rewrite.Report{} })
	s := behind(t, asking, Options{Rewriter: same, Asides: asides})
	transport := &http.Transport{MaxIdleConnsPerHost: streams}
	defer transport.CloseIdleConnections()
	c := &http.Client{Transport: transport}
	one := func(i int) {
		say := "go on"
		if i%10 == 0 {
			say = "please expand"
		}
		res, err := c.Post(s.BaseURL(wire.Anthropic)+"/v1/messages", "application/json", strings.NewReader(
			fmt.Sprintf(`{"model":"m","stream":true,"tools":[{"name":"look"}],"messages":[{"role":"user","content":"%s%s"}]}`, strings.Repeat("x", 10_000), say)))
		if err != nil {
			t.Error(err)
			return
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || bytes.Contains(text, []byte("context_expand")) || bytes.Count(text, []byte("word ")) != 20 || bytes.Count(text, []byte("message_stop")) != 1 {
			t.Errorf("request %d: %v\n%.600s", i, err, text)
		}
	}
	round := func() {
		var wg sync.WaitGroup
		for i := range streams {
			wg.Go(func() { one(i) })
		}
		wg.Wait()
	}
	round()
	memory, goroutines := footprint()
	for range 10 {
		round()
	}
	m, g := footprint()
	t.Logf("%d requests: %d → %d kB, %d → %d goroutines", 10*streams, memory>>10, m>>10, goroutines, g)
	if m > memory+memory/2+8<<20 || g > goroutines+streams {
		t.Error("it grows")
	}
}
