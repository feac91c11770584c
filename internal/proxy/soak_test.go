package proxy

import (
	"bytes"
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
