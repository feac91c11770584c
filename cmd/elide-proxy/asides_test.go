//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/store"
)

// TestAsidesSurviveARestart: what was remembered is there for the next proxy, until its
// time is over; what is damaged is not.
func TestAsidesSurviveARestart(t *testing.T) {
	dir := t.TempDir()
	open := func(ttl time.Duration) *asides {
		kept := setup.NewStore(setup.Where{Folder: dir, Dir: dir, Env: func(string) string { return "" }}, store.Options{TTL: ttl})
		return &asides{store: kept, ttl: ttl}
	}
	recipe, key := []byte(`{"segments":[]}`), [32]byte{1}
	if err := open(time.Hour).Remember(key, recipe); err != nil {
		t.Fatal(err)
	}
	next := open(time.Hour)
	for range 2 {
		if got, ok := next.Recall(key); !ok || !bytes.Equal(got, recipe) {
			t.Errorf("%q, %v", got, ok)
		}
	}
	if _, ok := next.Recall([32]byte{2}); ok {
		t.Error("another key is known")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte("segments")) {
			if err := os.WriteFile(name, bytes.Replace(text, []byte("segments"), []byte("segmentx"), 1), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, ok := open(time.Hour).Recall(key); ok {
		t.Errorf("a damaged recipe is taken: %q", got)
	}
}
