package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// logsOf is a request in which the model has used a worker of a log that is long.
func logsOf(worker int) []byte {
	var log strings.Builder
	for i := range 900 {
		fmt.Fprintf(&log, "2026-01-02 INFO request %d served by worker-%d-pool in 3 ms\\n", 100+i, i*7919%9973)
	}
	return fmt.Appendf(nil, `{"messages":[{"role":"user","content":"look"},
{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make logs"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"%s"}]},
{"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"kill worker-%d-pool"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"killed"}]}]}`, log.String(), worker*7919%9973)
}

// heard is what a looker told.
type heard struct {
	mu  sync.Mutex
	all map[string][2]int
}

func (h *heard) tell(conversation string, used, hidden int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all[conversation] = [2]int{used, hidden}
}

// TestLooker: what would have been hidden, and was used, is told of each conversation by
// its last request, at the end at the latest; and one that can't be told is left out.
func TestLooker(t *testing.T) {
	l := newLooker(rewrite.New(rewrite.Config{Store: store.Nowhere{}, References: true}))
	h := heard{all: map[string][2]int{}}
	l.run(h.tell)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for _, worker := range []int{2, 450} {
				in := rewrite.Read(wire.Messages, logsOf(worker))
				if _, rep := l.RewriteIn(t.Context(), [32]byte{byte(n)}, in); rep.Reduced != 1 {
					t.Errorf("%+v", rep)
				}
			}
		})
	}
	all.Wait()
	l.end()
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.all) != 3 {
		t.Errorf("%d conversations: %v", len(h.all), h.all)
	}
	for id, got := range h.all {
		if got != [2]int{1, 1} {
			t.Errorf("%s used %d facts, of which %d would have been hidden", id, got[0], got[1])
		}
	}
	var none *looker
	none.end()
}

// TestLookerIsBounded: where requests come faster than they are gone through, the oldest
// go; of a conversation one waits.
func TestLookerIsBounded(t *testing.T) {
	l := newLooker(nil) // which nobody runs
	sent := make([]byte, mostWaiting/8)
	for n := range 100 {
		for range 3 {
			l.add(look{conversation: conversation.ID{byte(n), 1}, sent: sent})
		}
	}
	if len(l.waiting) != 8 || l.bytes != mostWaiting || l.waiting[7].conversation[0] != 99 {
		t.Errorf("%d wait, with %d bytes", len(l.waiting), l.bytes)
	}
	// One that waits and grows takes the room of the others too.
	l.add(look{conversation: conversation.ID{99, 1}, sent: make([]byte, mostWaiting/2)})
	if len(l.waiting) != 5 || l.bytes != mostWaiting {
		t.Errorf("%d wait, with %d bytes, once one has grown", len(l.waiting), l.bytes)
	}
	for range 5 {
		l.next()
	}
	if _, ok := l.next(); ok || l.bytes != 0 {
		t.Errorf("%d bytes are left", l.bytes)
	}
}
