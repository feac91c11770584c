package elide

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// Backend is a place for originals beyond one folder: a database, a bucket, a
// cache that machines share. It keeps values, which are opaque, compressed and
// at most 64 MiB long, under keys of twelve hexadecimal digits. Both methods are
// called concurrently and must heed ctx.
//
// An original that the backend didn't take is not hidden: the output stays as
// it is. What the folder doesn't have is asked of the backend, and checked: a
// value that was changed there is never given out.
type Backend interface {
	// Put keeps the value under the key for ttl at least, in the place of what
	// was there. Once it has returned nil, Get gives the value.
	Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Get returns the value, or ErrNotFound if there is none.
	Get(ctx context.Context, key string) ([]byte, error)
}

// backendTime bounds a call of a backend: an output waits for it.
const backendTime = 10 * time.Second

// remote is a backend as the store knows it.
type remote struct {
	backend Backend
	now     func() time.Time // overridden by tests
}

// Publish hands an entry to the backend, unless it keeps the same one for longer.
func (r *remote) Publish(ctx context.Context, v *store.Value) error {
	ctx, cancel := context.WithTimeout(ctx, backendTime)
	defer cancel()
	old, err := r.get(ctx, v.Entry.Hash)
	switch {
	case errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrCorrupt):
	case err != nil:
		return err
	case old.Entry.Digest == v.Entry.Digest && !old.Entry.ExpiresAt().Before(v.Entry.ExpiresAt()):
		return nil
	case old.Entry.Digest != v.Entry.Digest && r.now().Before(old.Entry.ExpiresAt()):
		return &store.CollisionError{Hash: v.Entry.Hash}
	}
	value, err := io.ReadAll(io.MultiReader(bytes.NewReader(v.Head), v.Packed))
	if err != nil {
		return err
	}
	return r.backend.Put(ctx, v.Entry.Hash, value, v.Entry.TTL)
}

// Fetch returns the entry whose digest starts with prefix. The backend knows
// whole hashes only.
func (r *remote) Fetch(ctx context.Context, prefix string) (*store.Value, error) {
	ctx, cancel := context.WithTimeout(ctx, backendTime)
	defer cancel()
	if len(prefix) < marker.HashLen {
		return nil, &store.NotFoundError{Prefix: prefix}
	}
	v, err := r.get(ctx, prefix[:marker.HashLen])
	if err != nil {
		return nil, err
	}
	now := r.now()
	if late := now.Sub(v.Entry.ExpiresAt()); late >= 0 {
		return nil, &store.ExpiredError{Entry: v.Entry, Since: late}
	}
	return v, v.Keep(now, v.Entry.ExpiresAt().Sub(now))
}

// get reads the value of a key.
func (r *remote) get(ctx context.Context, key string) (*store.Value, error) {
	value, err := r.backend.Get(ctx, key)
	if err == nil && len(value) == 0 || errors.Is(err, ErrNotFound) {
		return nil, &store.NotFoundError{Prefix: key}
	}
	if err != nil {
		return nil, err
	}
	v, err := store.ReadValue(bytes.NewReader(value))
	if err == nil && v.Entry.Hash != key {
		return nil, &store.CorruptError{Name: "value " + key, Err: errors.New("it is that of " + v.Entry.Hash)}
	}
	return v, err
}
