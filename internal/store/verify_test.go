package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// verifyAll verifies the store and returns the errors that were reported.
func verifyAll(t *testing.T, s *Store, repair bool) (Verified, map[string]error) {
	t.Helper()
	found := map[string]error{}
	done, err := s.Verify(context.Background(), repair, func(hash string, err error) { found[hash] = err })
	if err != nil {
		t.Fatal(err)
	}
	return done, found
}

func TestVerifyFindsNothingInASoundStore(t *testing.T) {
	s, _ := newStore(t)
	if done, _ := verifyAll(t, s, true); done != (Verified{}) {
		t.Errorf("no folder: %+v", done)
	}
	bytes := int64(0)
	for _, data := range originals {
		put(t, s, data)
		bytes += int64(len(data))
	}
	done, found := verifyAll(t, s, true)
	if want := (Verified{Entries: len(originals), Bytes: bytes}); done != want || len(found) != 0 {
		t.Errorf("%+v, want %+v: %v", done, want, found)
	}
}

// What can be repaired is whatever leaves the bytes themselves whole.
func TestRepair(t *testing.T) {
	small, big := []byte("hello,\n\xff"), text(2<<20)
	sided := func(change func([]byte) []byte) func(*Store, Entry) error {
		return func(s *Store, e Entry) error { return rewrite(s, sideName(e.Hash), change) }
	}
	entered := func(change func([]byte) []byte) func(*Store, Entry) error {
		return func(s *Store, e Entry) error { return rewrite(s, entryName(e.Hash), change) }
	}
	replace := func(old, new string) func([]byte) []byte {
		return func(data []byte) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) }
	}
	flip := func(at int) func([]byte) []byte {
		return func(data []byte) []byte { data[(at+len(data))%len(data)] ^= 4; return data }
	}
	tests := []struct {
		name   string
		data   []byte
		damage func(*Store, Entry) error
		whole  bool
	}{
		{"type", small, entered(replace(`"log"`, `"lof"`)), true},
		{"digest", small, entered(func(d []byte) []byte { return flip(bytes.Index(d, []byte(`"digest":"`)) + 60)(d) }), true},
		{"broken JSON", small, entered(replace(`{"`, `["`)), true},
		{"original", small, entered(flip(-8)), false},
		{"cut", small, entered(func(d []byte) []byte { return d[:len(d)/2] }), false},
		{"empty", small, entered(func(d []byte) []byte { return nil }), false},
		{"entry of a side file", big, entered(flip(30)), true},
		{"empty entry of a side file", big, entered(func([]byte) []byte { return nil }), true},
		{"table", big, sided(flip(-20)), true},
		{"chunk", big, sided(flip(1000)), false},
		{"side file cut", big, sided(func(d []byte) []byte { return d[:len(d)/2] }), false},
		{"side file gone", big, func(s *Store, e Entry) error { return os.Remove(filepath.Join(s.Dir(), sideName(e.Hash))) }, false},
		{"folder", small, func(s *Store, e Entry) error {
			name := filepath.Join(s.Dir(), entryName(e.Hash))
			return errors.Join(os.Remove(name), os.Mkdir(name, 0o700))
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := newStore(t)
			put(t, s, []byte("another"))
			e := put(t, s, tt.data)
			if err := tt.damage(s, e); err != nil {
				t.Fatal(err)
			}
			done, found := verifyAll(t, s, false)
			if err := found[e.Hash]; done.Corrupt != 1 || !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), e.Hash) {
				t.Fatalf("%+v, %v", done, found)
			}
			if done, _ = verifyAll(t, s, true); done.Corrupt != 1 || done.Repaired+done.Removed != 1 || (done.Repaired == 1) != tt.whole {
				t.Fatalf("%+v", done)
			}
			got, err := get(s, e.Hash)
			if tt.whole && (err != nil || !bytes.Equal(got, tt.data)) || !tt.whole && !errors.Is(err, ErrNotFound) {
				t.Errorf("after the repair: %v", err)
			}
			if done, found = verifyAll(t, s, true); done.Corrupt != 0 {
				t.Errorf("after the repair: %v", found)
			}
			if left, _ := filepath.Glob(filepath.Join(s.Dir(), tempPrefix+"*")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// rewrite changes a file of the store by hand.
func rewrite(s *Store, name string, change func([]byte) []byte) error {
	path := filepath.Join(s.Dir(), name)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, change(data), 0o600)
}
