package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// remote keeps values in memory, and fails with err.
type remote struct {
	values    map[string][]byte // by hash
	published int
	err       error
}

func (r *remote) Publish(_ context.Context, v *Value) error {
	if r.err != nil {
		return r.err
	}
	data, err := io.ReadAll(io.MultiReader(bytes.NewReader(v.Head), v.Packed))
	r.values[v.Entry.Hash] = data
	r.published++
	return err
}

func (r *remote) Fetch(_ context.Context, prefix string) (*Value, error) {
	if r.err != nil {
		return nil, r.err
	}
	data, ok := r.values[prefix[:12]]
	if !ok {
		return nil, &NotFoundError{Prefix: prefix}
	}
	return ReadValue(bytes.NewReader(data))
}

// hosts returns two stores with a remote in common, and its clock.
func hosts(t *testing.T) (a, b *Store, r *remote, c *clock) {
	t.Helper()
	c, r = newClock(), &remote{values: map[string][]byte{}}
	open := func() *Store {
		s, err := Open(filepath.Join(t.TempDir(), "store"), Options{Now: c.Now, Remote: r})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return open(), open(), r, c
}

func TestWhatOneHostStoresAnotherExpands(t *testing.T) {
	a, b, r, _ := hosts(t)
	for name, data := range originals {
		e := put(t, a, data)
		for range 2 {
			if got, err := get(b, e.Hash); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(data), err)
			}
			r.err = errors.New("gone") // the second time b has it
		}
		r.err = nil
	}
	if r.published != len(originals) {
		t.Errorf("%d were published, %d stored", r.published, len(originals))
	}
}

// Without the remote nothing is promised, but what stands in the folder stays.
func TestRemoteThatFails(t *testing.T) {
	a, b, r, c := hosts(t)
	gone := errors.New("gone")
	r.err = gone
	data := text(1 << 20)
	if _, err := tryPut(a, data); err != gone {
		t.Errorf("stored: %v", err)
	}
	r.err = nil
	e := put(t, a, data)
	r.err = gone
	if got, err := get(a, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Errorf("on the host that stored it: %v", err)
	}
	var failed *RemoteError
	if _, err := get(b, e.Hash); !errors.As(err, &failed) || errors.Is(err, ErrNotFound) || !errors.Is(err, gone) {
		t.Errorf("on another: %v", err)
	}
	c.now = c.now.Add(time.Hour)
	if _, err := get(a, e.Hash); !errors.As(err, &failed) || errors.Is(err, ErrExpired) {
		t.Errorf("expired: %v", err)
	}
}

func TestRemoteGivesWhatIsExpiredOrDamagedHere(t *testing.T) {
	a, b, r, c := hosts(t)
	data := text(1 << 20)
	e := put(t, a, data)
	c.now = c.now.Add(DefaultTTL)
	if _, err := get(b, "000000000000"); !errors.Is(err, ErrNotFound) {
		t.Errorf("neither has it: %v", err)
	}
	put(t, b, data) // renewed there
	if got, err := get(a, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Errorf("expired: %v", err)
	}
	if x, err := a.expandHere(e.Hash); err != nil || !x.Entry.ExpiresAt().Equal(c.now.Add(DefaultTTL)) {
		t.Errorf("it is not kept: %v", err)
	}
	os.WriteFile(filepath.Join(a.Dir(), sideName(e.Hash)), []byte("damaged"), 0o600)
	if got, err := get(a, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Errorf("damaged: %v", err)
	}
	os.WriteFile(filepath.Join(a.Dir(), sideName(e.Hash)), []byte("damaged"), 0o600)
	r.err = errors.New("gone")
	if _, err := get(a, e.Hash); !errors.Is(err, ErrCorrupt) {
		t.Errorf("damaged, and the remote gone: %v", err)
	}
}

// What the remote gives is checked as what is read from the folder is.
func TestRemoteThatLies(t *testing.T) {
	a, b, r, _ := hosts(t)
	e, other := put(t, a, []byte("hello\n")), put(t, a, []byte("others\n"))
	good := r.values[e.Hash]
	r.values[e.Hash] = r.values[other.Hash]
	if _, err := get(b, e.Hash); !errors.Is(err, ErrCorrupt) {
		t.Errorf("another entry: %v", err)
	}
	r.values[e.Hash] = good[:len(good)-5]
	if _, err := get(b, e.Hash); !errors.Is(err, ErrCorrupt) {
		t.Errorf("half of it: %v", err)
	}
	if _, err := b.Get(e.Hash); !errors.Is(err, ErrNotFound) {
		t.Errorf("it was kept: %v", err)
	}
}

// Where the place of the store can't be written, what is fetched is kept
// instead of there.
func TestFetchedIntoTheOtherPlace(t *testing.T) {
	a, _, r, c := hosts(t)
	e := put(t, a, []byte("hello\n"))
	place := Place{Dir: "/proc/no/store", Instead: filepath.Join(t.TempDir(), "store")}
	if canMake(place.Dir) {
		t.Skip("no folder here in which nobody can make one")
	}
	for range 2 {
		x, s, err := place.Expand(e.Hash, Options{Now: c.Now, Remote: r})
		if err != nil || s == nil || x.Size() != 6 {
			t.Fatal(err)
		}
		x.Close()
		r.err = errors.New("gone")
	}
}
