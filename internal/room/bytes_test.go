package room

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestBytes: however many take and give, and give up, no more are in use than there
// are, and in the end all are there.
func TestBytes(t *testing.T) {
	const all = 10
	b := NewBytes(all)
	var used atomic.Int64
	var wg sync.WaitGroup
	for i := range int64(200) {
		wg.Go(func() {
			n := i%all + 1
			ctx, stop := t.Context(), func() {}
			if i%3 == 0 {
				ctx, stop = context.WithTimeout(ctx, time.Millisecond)
			}
			defer stop()
			if !b.Take(ctx, n) {
				return
			}
			if now := used.Add(n); now > all {
				t.Errorf("%d are in use", now)
			}
			time.Sleep(100 * time.Microsecond)
			used.Add(-n)
			b.Give(n)
		})
	}
	wg.Wait()
	if !b.Take(t.Context(), all) {
		t.Error("not all are there")
	}
}

// TestBytesInTurn: who wants many is not passed over by those who want few, and who
// gives up holds nobody up.
func TestBytesInTurn(t *testing.T) {
	b := NewBytes(10)
	b.Take(t.Context(), 5)
	ctx, stop := context.WithCancel(t.Context())
	many, few := make(chan bool), make(chan bool)
	go func() { many <- b.Take(ctx, 10) }()
	waiting(b, 1)
	go func() { few <- b.Take(t.Context(), 1) }()
	waiting(b, 2)
	stop()
	if <-many || !<-few {
		t.Error("who gave up has it, or who waited behind has not")
	}
}

// waiting returns when so many wait.
func waiting(b *Bytes, n int) {
	for {
		b.mu.Lock()
		now := len(b.claims)
		b.mu.Unlock()
		if now >= n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
