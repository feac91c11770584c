package elide_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"elide.example/elide"
)

// shelf is a Backend in memory. What hinder returns or does comes before a call.
type shelf struct {
	mu     sync.Mutex
	values map[string][]byte
	until  map[string]time.Duration
	hinder func() error
}

func (s *shelf) Put(_ context.Context, key string, value []byte, ttl time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hinder != nil {
		if err := s.hinder(); err != nil {
			return err
		}
	}
	if s.values == nil {
		s.values, s.until = map[string][]byte{}, map[string]time.Duration{}
	}
	s.values[key], s.until[key] = bytes.Clone(value), ttl
	return nil
}

func (s *shelf) Get(_ context.Context, key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hinder != nil {
		if err := s.hinder(); err != nil {
			return nil, err
		}
	}
	if value, ok := s.values[key]; ok {
		return bytes.Clone(value), nil
	}
	return nil, elide.ErrNotFound
}

// elsewhere returns a Reducer with a folder of its own and the same backend.
func elsewhere(t *testing.T, b elide.Backend) *elide.Reducer {
	return newReducer(t, elide.Options{Store: newStore(t, elide.StoreOptions{Backend: b})})
}

// TestBackend: what one machine stores another one has, small or large.
func TestBackend(t *testing.T) {
	s := &shelf{}
	for _, data := range [][]byte{testRun(120), testRun(20_000), append(testRun(120), 0xff, 0)} {
		res := elsewhere(t, s).Reduce(t.Context(), elide.Block{Data: data})
		if !res.Reduced {
			t.Fatalf("%+v", res)
		}
		if ttl := s.until[res.Hash]; ttl < 167*time.Hour || ttl > 168*time.Hour {
			t.Errorf("kept for %s", ttl)
		}
		checkResult(t, elsewhere(t, s), data, res)
		if again := elsewhere(t, s).Reduce(t.Context(), elide.Block{Data: data}); !again.Reduced {
			t.Errorf("what stands there already can't be stored: %v", again.Err)
		}
	}
	if _, err := elsewhere(t, s).Expand(t.Context(), "00000000dead", elide.Part{}); !errors.Is(err, elide.ErrNotFound) {
		t.Error(err)
	}
}

// TestBackendFails: what a backend didn't take is not hidden, whether it says so,
// or panics, and what it can't give is an error.
func TestBackendFails(t *testing.T) {
	s := &shelf{}
	data := testRun(120)
	res := elsewhere(t, s).Reduce(t.Context(), elide.Block{Data: data})
	down := errors.New("it is down")
	for name, hinder := range map[string]func() error{
		"error": func() error { return down },
		"panic": func() error { panic("it is broken") },
	} {
		t.Run(name, func(t *testing.T) {
			s.hinder = hinder
			r := elsewhere(t, s)
			if got := r.Reduce(t.Context(), elide.Block{Data: data}); got.Reduced || got.Err == nil || !bytes.Equal(got.Text, data) {
				t.Errorf("%+v", got)
			}
			m, body := newMirror(t), conversation(testRun(20_000), testRun(130))
			send(t, elide.NewTransport(r, plain), post(t, t.Context(), m.URL+"/v1/messages", bytes.NewReader(body)))
			if m.last(t).Body != string(body) {
				t.Error("a request was changed")
			}
			if _, err := r.Expand(t.Context(), "00000000dead", elide.Part{}); err == nil {
				t.Error("there is no error")
			}
			if _, failed := r.ExpandTool().Handle(t.Context(), []byte(`{"ref":"`+res.Hash[:10]+`00"}`)); !failed {
				t.Error("the tool doesn't fail")
			}
		})
	}
}

// TestBackendChanged: a value that was changed is never given out, and what stands
// under the hash of another original is not overwritten.
func TestBackendChanged(t *testing.T) {
	s := &shelf{}
	data, other := testRun(120), testRun(121)
	res := elsewhere(t, s).Reduce(t.Context(), elide.Block{Data: data})
	good := bytes.Clone(s.values[res.Hash])
	for i := 0; i < len(good); i += 13 {
		s.values[res.Hash][i] ^= 0x20
		page, err := elsewhere(t, s).Expand(t.Context(), res.Hash, elide.Part{})
		if err == nil && !bytes.Equal(page.Text, data) {
			t.Fatalf("byte %d: other bytes were given out", i)
		}
		copy(s.values[res.Hash], good)
	}
	more := elsewhere(t, s).Reduce(t.Context(), elide.Block{Data: other})
	s.values[more.Hash] = good
	if _, err := elsewhere(t, s).Expand(t.Context(), more.Hash, elide.Part{}); !errors.Is(err, elide.ErrCorrupt) {
		t.Error("another original was given out:", err)
	}
	if again := elsewhere(t, s).Reduce(t.Context(), elide.Block{Data: other}); !again.Reduced {
		t.Error("what stands there by mistake is in the way:", again.Err)
	}
	checkResult(t, elsewhere(t, s), other, more)
	s.values[more.Hash] = nil
	if _, err := elsewhere(t, s).Expand(t.Context(), more.Hash, elide.Part{}); !errors.Is(err, elide.ErrNotFound) {
		t.Error(err)
	}
}

// TestStoreOptions: a store keeps for as long as it says, and what is no folder
// for it is refused.
func TestStoreOptions(t *testing.T) {
	st := newStore(t, elide.StoreOptions{TTL: time.Millisecond})
	r := newReducer(t, elide.Options{Store: st})
	res := r.Reduce(t.Context(), elide.Block{Data: testRun(120)})
	time.Sleep(5 * time.Millisecond)
	if _, err := r.Expand(t.Context(), res.Hash, elide.Part{}); !errors.Is(err, elide.ErrExpired) {
		t.Error(err)
	}
	full := newReducer(t, elide.Options{Store: newStore(t, elide.StoreOptions{MaxBytes: 100})})
	if res := full.Reduce(t.Context(), elide.Block{Data: testRun(120)}); res.Reduced || res.Err == nil {
		t.Errorf("a store without room takes it: %+v", res)
	}
	link := t.TempDir() + "/link"
	if err := os.Symlink(st.Dir(), link); err != nil {
		t.Skip(err)
	}
	if _, err := elide.OpenStore(link, elide.StoreOptions{}); err == nil {
		t.Error("a link is taken")
	}
}

// TestCommandsStore: without a folder it is the store of the commands.
func TestCommandsStore(t *testing.T) {
	dir := t.TempDir() + "/kept"
	t.Setenv("ELIDE_STORE", dir)
	st, err := elide.OpenStore("", elide.StoreOptions{})
	if err != nil || st.Dir() != dir {
		t.Errorf("%v, %v", st, err)
	}
}
