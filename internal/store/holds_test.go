package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestStamp: an entry's stamp stays the same until a byte of its files is written,
// also if the time of the last write is set back, and is zero when the entry is gone.
func TestStamp(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Stamp("0123456789ab") != (Stamp{}) {
		t.Error("a store that was never made holds an entry")
	}
	for _, data := range [][]byte{[]byte("an original\n"), text(1 << 20)} {
		entry := put(t, s, data)
		names, _ := filepath.Glob(filepath.Join(s.Dir(), entry.Hash+"*"))
		if want := 1 + len(data)>>20; len(names) != want {
			t.Fatalf("%d files, want %d", len(names), want)
		}
		for _, name := range names {
			before := s.Stamp(entry.Hash)
			if before == (Stamp{}) || s.Stamp(entry.Hash) != before {
				t.Fatal("the entry has no stamp, or two")
			}
			if _, err := s.Intact(entry.Hash); err != nil {
				t.Error(err)
			}
			flip(t, name)
			if s.Stamp(entry.Hash) == before {
				t.Errorf("%s was changed, and its stamp is the same", filepath.Base(name))
			}
			if _, err := s.Intact(entry.Hash); err == nil {
				t.Errorf("%s was changed, and is intact", filepath.Base(name))
			}
			put(t, s, data)
		}
		if err := os.Remove(names[0]); err != nil {
			t.Fatal(err)
		}
		if s.Stamp(entry.Hash) != (Stamp{}) {
			t.Error("the entry is held though it is gone")
		}
	}
}

// flip changes a byte in the middle of a file, whose time of the last write stays.
func flip(t *testing.T, name string) {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(data)
	changed[len(changed)/2] ^= 1
	time.Sleep(20 * time.Millisecond) // the clock of a file system goes in steps of up to 10 ms
	if err := os.WriteFile(name, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
}
