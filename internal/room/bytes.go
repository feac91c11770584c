package room

import (
	"context"
	"slices"
	"sync"
)

// Bytes are so many that may be in use at once. Who wants more than are left waits,
// those who came first in front. It is safe for concurrent use.
type Bytes struct {
	mu     sync.Mutex
	left   int64
	claims []*claim // that wait
}

// claim is for n bytes, and closed once they are the claimant's.
type claim struct {
	n       int64
	granted chan struct{}
}

// NewBytes returns n bytes.
func NewBytes(n int64) *Bytes { return &Bytes{left: n} }

// Take takes n bytes, which must not be more than there are in all. It is false if
// the context ended before they were there.
func (b *Bytes) Take(ctx context.Context, n int64) bool {
	c := &claim{n, make(chan struct{})}
	b.mu.Lock()
	b.claims = append(b.claims, c)
	b.grant()
	b.mu.Unlock()
	select {
	case <-c.granted:
		return true
	case <-ctx.Done():
		return !b.withdraw(c)
	}
}

// Give gives back n bytes.
func (b *Bytes) Give(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += n
	b.grant()
}

func (b *Bytes) grant() {
	for len(b.claims) > 0 && b.claims[0].n <= b.left {
		b.left -= b.claims[0].n
		close(b.claims[0].granted)
		b.claims = b.claims[1:]
	}
}

// withdraw is false if the claim was granted.
func (b *Bytes) withdraw(c *claim) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.claims, c)
	if i < 0 {
		return false
	}
	b.claims = slices.Delete(b.claims, i, i+1)
	b.grant() // those behind it may fit
	return true
}
