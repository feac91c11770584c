package storetest_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/store/storetest"
)

// memory is the smallest store that hosts could share, with all that the suite asks of
// one: CONTRIBUTING.md tells of it.
type memory struct {
	mu      sync.Mutex
	now     time.Time
	entries map[string]kept // by their hashes
}

type kept struct {
	digest string
	value  []byte // the head and the frames
	until  time.Time
}

func (m *memory) Publish(_ context.Context, v *store.Value) error {
	value, err := io.ReadAll(io.MultiReader(bytes.NewReader(v.Head), v.Packed))
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	entry := kept{v.Entry.Digest, value, m.now.Add(v.Entry.TTL)}
	if old, ok := m.live(v.Entry.Hash); ok {
		if old.digest != entry.digest {
			return &store.CollisionError{Hash: v.Entry.Hash}
		}
		if old.until.After(entry.until) {
			entry.until = old.until
		}
	}
	m.entries[v.Entry.Hash] = entry
	return nil
}

func (m *memory) Fetch(_ context.Context, prefix string) (*store.Value, error) {
	if len(prefix) < 6 || len(prefix) > 64 || strings.Trim(prefix, "0123456789abcdef") != "" {
		return nil, &marker.ReferenceError{Text: prefix}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []string
	for hash := range m.entries {
		if entry, ok := m.live(hash); ok && strings.HasPrefix(entry.digest, prefix) {
			found = append(found, hash)
		}
	}
	slices.Sort(found)
	switch len(found) {
	case 0:
		return nil, &store.NotFoundError{Prefix: prefix}
	case 1:
	default:
		return nil, &store.AmbiguousError{Prefix: prefix, Candidates: found}
	}
	entry := m.entries[found[0]]
	v, err := store.ReadValue(bytes.NewReader(entry.value))
	if err != nil {
		return nil, err
	}
	return v, v.Keep(m.now, entry.until.Sub(m.now)) // for what is left of its time
}

// live returns the entry of a hash whose time is not over.
func (m *memory) live(hash string) (kept, bool) {
	entry, ok := m.entries[hash]
	return entry, ok && entry.until.After(m.now)
}

func TestMemoryConforms(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Subject {
		m := &memory{now: time.Now(), entries: map[string]kept{}}
		return storetest.Subject{
			Store: storetest.Of(m),
			Pass:  func(d time.Duration) { m.now = m.now.Add(d) },
			Damage: func(_ *testing.T, hash string) {
				value := m.entries[hash].value
				head := bytes.IndexByte(value, '\n')
				value[(head+len(value))/2] ^= 1
			},
		}
	})
}
