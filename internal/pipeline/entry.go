package pipeline

import (
	"context"

	"elide.example/elide/internal/store"
)

// earlyBytes is the length from which an original is stored while it is
// reduced: nearly every block that long will need its entry.
const earlyBytes = 1 << 20

// entry is an original on its way into the store.
type entry struct {
	prepare func() (*store.Pending, error)
	early   chan prepared // nil: not begun
}

type prepared struct {
	pending *store.Pending
	err     error
}

func newEntry(ctx context.Context, st Store, o Original, digest [32]byte) *entry {
	e := &entry{prepare: func() (*store.Pending, error) { return st.Prepare(ctx, o, digest) }}
	if o.Size() >= earlyBytes {
		e.early = make(chan prepared, 1)
		go func() {
			p, err := e.prepare()
			e.early <- prepared{p, err}
		}()
	}
	return e
}

// commit makes the entry stand under its name. Only after that may a marker
// be printed.
func (e *entry) commit(opt Options, res Result) error {
	p, err := e.wait()
	if err != nil {
		return err
	}
	_, err = p.Commit(store.Meta{
		Type: res.Shape.String(), Command: opt.Command, TTL: opt.TTL, CompressedBytes: int64(len(res.Text)),
	})
	return err
}

// drop takes back what was begun.
func (e *entry) drop() {
	if e.early == nil {
		return
	}
	if p, err := e.wait(); err == nil {
		p.Discard()
	}
}

func (e *entry) wait() (*store.Pending, error) {
	if e.early == nil {
		return e.prepare()
	}
	got := <-e.early
	return got.pending, got.err
}
