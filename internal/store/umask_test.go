//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestModesWhateverTheUmask(t *testing.T) {
	for _, mask := range []int{0, 0o077, 0o277, 0o777} {
		s, _ := newStore(t)
		old := syscall.Umask(mask)
		_, err := tryPut(s, text(1<<20))
		syscall.Umask(old)
		if err != nil {
			t.Errorf("umask %o: %v", mask, err)
			continue
		}
		wantMode(t, s.Dir(), 0o700)
		files, _ := os.ReadDir(s.Dir())
		for _, f := range files {
			wantMode(t, filepath.Join(s.Dir(), f.Name()), 0o600)
		}
	}
}

func TestAnotherUsersFolderIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	dir := t.TempDir()
	if err := os.Chown(dir, 12345, 12345); err != nil {
		t.Skip(err)
	}
	var folder *FolderError
	if _, err := Open(dir, Options{}); !errors.As(err, &folder) {
		t.Errorf("got %v", err)
	}
	os.Mkdir(filepath.Join(dir, ".elide"), 0o777)
	os.Chown(filepath.Join(dir, ".elide"), 12345, 12345)
	env := func(key string) string { return map[string]string{"HOME": "/h"}[key] }
	if got, err := Folder(env, dir); got != "/h/.cache/elide/store" {
		t.Errorf("another user's project: %s, %v", got, err)
	}
}

func TestAPlantedPipeDoesNotHang(t *testing.T) {
	s, _ := newStore(t)
	e := put(t, s, text(1<<20))
	for _, name := range []string{entryName("aaaaaaaaaaaa"), sideName(e.Hash)} {
		path := filepath.Join(s.Dir(), name)
		os.Remove(path)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, hash := range []string{"aaaaaaaaaaaa", e.Hash} {
			if _, err := s.Expand(hash); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s: %v", hash, err)
			}
		}
		s.List()
		put(t, s, text(1<<20))
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("hangs")
	}
}
