package store_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"elide.example/elide/internal/store"
	"elide.example/elide/internal/store/storetest"
)

func TestFolderConforms(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Subject {
		dir, now := filepath.Join(t.TempDir(), "store"), time.Now()
		s, err := store.Open(dir, store.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return storetest.Subject{
			Store:  s,
			Pass:   func(d time.Duration) { now = now.Add(d) },
			Damage: func(t *testing.T, hash string) { damage(t, filepath.Join(dir, hash)) },
		}
	})
}

// damage changes a byte of the file that holds an original.
func damage(t *testing.T, path string) {
	name, back := path+".zst", 200
	data, err := os.ReadFile(name)
	if err != nil {
		name, back = path+".json", 8
		data, err = os.ReadFile(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-back] ^= 1
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
