// Package storetest is what every store of originals has to do: the one suite
// that a folder and a server are both held to.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// Store is what is tested.
type Store interface {
	Put(ctx context.Context, o store.Original, digest [32]byte, meta store.Meta) (store.Entry, error)
	Expand(prefix string) (*store.Expanded, error)
}

// Of returns a store whose originals are where hosts share them, and nowhere else.
func Of(remote store.Remote) Store { return shared{remote} }

type shared struct{ store.Remote }

func (s shared) Put(ctx context.Context, o store.Original, digest [32]byte, meta store.Meta) (store.Entry, error) {
	v, err := store.NewValue(ctx, o, digest, meta, time.Now())
	if err != nil {
		return store.Entry{}, err
	}
	return v.Entry, s.Publish(ctx, v)
}

func (s shared) Expand(prefix string) (*store.Expanded, error) {
	v, err := s.Fetch(context.Background(), prefix)
	if err != nil {
		return nil, err
	}
	return v.Unpack()
}

// Subject is an empty store, and what its tests need beside it.
type Subject struct {
	Store  Store
	Pass   func(time.Duration)             // lets time pass for the store
	Damage func(t *testing.T, hash string) // changes a byte that holds the original
}

// Run tests a store. Each test opens one of its own.
func Run(t *testing.T, open func(*testing.T) Subject) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Subject)
	}{
		{"RestoresEveryKindOfBytes", restores},
		{"SaysWhatItWasTold", tells},
		{"ReportsWhatIsNotThere", misses},
		{"RefusesAnotherDigest", refuses},
		{"TellsAmbiguousPrefixes", ambiguous},
		{"Expires", expires},
		{"StoringAgainRenews", renews},
		{"StoringAgainHeals", heals},
		{"ServesManyAtOnce", concurrent},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

// Put stores an original for ttl; 0 is the store's default.
func Put(s Store, data []byte, ttl time.Duration) (store.Entry, error) {
	digest, err := store.Digest(bytes.NewReader(data))
	if err != nil {
		return store.Entry{}, err
	}
	meta := store.Meta{Type: "log", Command: "make -j4", TTL: ttl, CompressedBytes: 7}
	return s.Put(context.Background(), bytes.NewReader(data), digest, meta)
}

// Get returns the whole original.
func Get(s Store, prefix string) ([]byte, error) {
	x, err := s.Expand(prefix)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	return io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
}

func mustPut(t *testing.T, s Store, data []byte, ttl time.Duration) store.Entry {
	t.Helper()
	e, err := Put(s, data, ttl)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mustGet(t *testing.T, s Store, prefix string, want []byte) {
	t.Helper()
	if got, err := Get(s, prefix); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %d bytes, %v; want %d bytes", prefix, len(got), err, len(want))
	}
}

// Noise returns n bytes that don't compress.
func Noise(n int, seed byte) []byte {
	out := make([]byte, n)
	rand.NewChaCha8([32]byte{seed}).Read(out)
	return out
}

// Text returns n bytes that do.
func Text(n int) []byte {
	var out bytes.Buffer
	for i := 0; out.Len() < n; i++ {
		fmt.Fprintf(&out, "2026-11-21 10:00:00 INFO worker %d %s done\n", i, strings.Repeat("x", i%40))
	}
	return out.Bytes()[:n]
}

func restores(t *testing.T, s Subject) {
	for name, data := range map[string][]byte{
		"empty":         {},
		"line":          []byte("hello\n"),
		"no final line": []byte("a\nb"),
		"crlf":          []byte("a\r\nb\r\n"),
		"nul":           {0, 'a', 0},
		"invalid utf-8": {0xff, 0xfe, '\n', 0xc3},
		"marker":        append(marker.Append(nil, "000000000000", ""), '\n'),
		"an entry's":    []byte(`{"version":1,"hash":"000000000000","seal":"","original":""}` + "\n"),
		"256 KiB":       Noise(256<<10, 1),
		"more":          Noise(256<<10+1, 2),
		"text":          Text(3<<20 + 5),
		"both":          append(Text(1<<20), Noise(1<<20, 3)...),
	} {
		t.Run(name, func(t *testing.T) {
			e := mustPut(t, s.Store, data, 0)
			for _, prefix := range []string{e.Hash, e.Hash[:6], e.Hash[:11], e.Digest, e.Digest[:20]} {
				mustGet(t, s.Store, prefix, data)
			}
		})
	}
}

func tells(t *testing.T, s Subject) {
	data := []byte("hello\n")
	digest, _ := store.Digest(bytes.NewReader(data))
	meta := store.Meta{Type: "test-log", Command: "go test\x00\xff\n" + strings.Repeat("é", 5000), TTL: time.Hour, CompressedBytes: 3}
	put, err := s.Store.Put(t.Context(), bytes.NewReader(data), digest, meta)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Store.Expand(put.Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	got := x.Entry
	if got.Hash != put.Hash || got.Digest != put.Digest || got.Type != meta.Type || got.CompressedBytes != 3 || got.OriginalBytes != 6 || got.Command != put.Command {
		t.Errorf("got %+v\nput %+v", got, put)
	}
	if !strings.HasPrefix(got.Command, "go test\x00\uFFFD\né") || len([]rune(got.Command)) != 4096 {
		t.Errorf("command %.20q", got.Command)
	}
	if left := got.ExpiresAt().Sub(put.CreatedAt); left < 59*time.Minute || left > 61*time.Minute {
		t.Errorf("kept for %s", left)
	}
}

func misses(t *testing.T, s Subject) {
	e := mustPut(t, s.Store, []byte("hello\n"), 0)
	for _, absent := range []string{"000000000000", "000000", strings.Repeat("0", 64), e.Hash + "000"} {
		if _, err := Get(s.Store, absent); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", absent, err)
		}
	}
	for _, bad := range []string{"", "abc", "*", "????????????", "../../etc/passwd", "ABCDEF123456", strings.Repeat("a", 65), e.Hash + "*", "[0-f]00000000"} {
		var invalid *marker.ReferenceError
		if _, err := Get(s.Store, bad); !errors.As(err, &invalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func refuses(t *testing.T, s Subject) {
	for _, data := range [][]byte{[]byte("hello\n"), Text(1 << 20)} {
		if _, err := s.Store.Put(t.Context(), bytes.NewReader(data), [32]byte{1}, store.Meta{Type: "log"}); err == nil {
			t.Errorf("%d bytes with another digest were taken", len(data))
		}
	}
	if _, err := Get(s.Store, "010000000000"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// ambiguous stores two originals whose digests start with the same six digits.
func ambiguous(t *testing.T, s Subject) {
	seen := map[string][]byte{}
	for i := 0; ; i++ {
		data := fmt.Append(nil, i)
		digest, _ := store.Digest(bytes.NewReader(data))
		start := marker.Hash(digest)[:6]
		if other, ok := seen[start]; ok {
			a, b := mustPut(t, s.Store, other, 0), mustPut(t, s.Store, data, 0)
			var err *store.AmbiguousError
			if _, got := Get(s.Store, start); !errors.As(got, &err) || len(err.Candidates) != 2 {
				t.Errorf("%s: %v", start, got)
			}
			mustGet(t, s.Store, a.Hash, other)
			mustGet(t, s.Store, b.Hash, data)
			return
		}
		seen[start] = data
	}
}

// gone tells whether a store says that an entry is over: one that forgets what
// has expired says that it isn't there.
func gone(err error) bool {
	return errors.Is(err, store.ErrExpired) || errors.Is(err, store.ErrNotFound)
}

func expires(t *testing.T, s Subject) {
	data := Text(300 << 10)
	e := mustPut(t, s.Store, data, 10*time.Minute)
	s.Pass(9 * time.Minute)
	mustGet(t, s.Store, e.Hash, data)
	s.Pass(time.Minute)
	for _, prefix := range []string{e.Hash, e.Hash[:6], e.Digest} {
		if _, err := Get(s.Store, prefix); !gone(err) {
			t.Errorf("%s: %v", prefix, err)
		}
	}
	mustPut(t, s.Store, data, 10*time.Minute)
	mustGet(t, s.Store, e.Hash, data)
}

func renews(t *testing.T, s Subject) {
	for _, data := range [][]byte{[]byte("hello\n"), Text(1 << 20)} {
		e := mustPut(t, s.Store, data, 10*time.Minute)
		s.Pass(5 * time.Minute)
		mustPut(t, s.Store, data, 10*time.Minute)
		mustPut(t, s.Store, data, time.Minute) // takes nothing from the longer one
		s.Pass(9 * time.Minute)
		mustGet(t, s.Store, e.Hash, data)
		s.Pass(time.Minute)
		if _, err := Get(s.Store, e.Hash); !gone(err) {
			t.Error(err)
		}
	}
}

func heals(t *testing.T, s Subject) {
	for _, data := range [][]byte{[]byte("hello, hello, hello, hello\n"), Noise(3000, 4), Text(1 << 20)} {
		e := mustPut(t, s.Store, data, 0)
		s.Damage(t, e.Hash)
		if _, err := Get(s.Store, e.Hash); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("damaged: %v", err)
		}
		mustPut(t, s.Store, data, 0)
		mustGet(t, s.Store, e.Hash, data)
	}
}

// concurrent stores and expands the same few originals many times at once.
func concurrent(t *testing.T, s Subject) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 12 {
				data := Text(1000 + 70_000*((g+i)%6))
				e, err := Put(s.Store, data, 0)
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := Get(s.Store, e.Hash); err != nil || !bytes.Equal(got, data) {
					t.Errorf("%s: %d bytes, %v", e.Hash, len(got), err)
				}
			}
		})
	}
	wg.Wait()
}
