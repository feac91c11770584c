package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestHolds: an entry is held from when it is stored until it is removed.
func TestHolds(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	original := bytes.NewReader([]byte("an original\n"))
	digest, err := Digest(original)
	if err != nil {
		t.Fatal(err)
	}
	if s.Holds("0123456789ab") {
		t.Error("a store that was never made holds an entry")
	}
	entry, err := s.Put(t.Context(), original, digest, Meta{Type: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Holds(entry.Hash) {
		t.Error("the entry is not held")
	}
	if err := os.RemoveAll(s.Dir()); err != nil {
		t.Fatal(err)
	}
	if s.Holds(entry.Hash) {
		t.Error("the entry is held though the folder is gone")
	}
}
