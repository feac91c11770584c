//go:build unix

package ownfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestOpenFlags: a planted link is an error, a planted FIFO holds nobody up.
func TestOpenFlags(t *testing.T) {
	dir := t.TempDir()
	file, link, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(file, os.O_RDONLY|OpenFlags, 0); err != nil {
		t.Error(err)
	} else if info, err := f.Stat(); err != nil || !Owned(info) {
		t.Errorf("an own file is not the user's: %v", err)
	}
	if _, err := os.OpenFile(link, os.O_RDONLY|OpenFlags, 0); err == nil {
		t.Error("a link is followed")
	}
	opened := make(chan struct{})
	go func() {
		if f, err := os.OpenFile(pipe, os.O_RDONLY|OpenFlags, 0); err == nil {
			f.Close()
		}
		close(opened)
	}()
	select {
	case <-opened:
	case <-time.After(10 * time.Second):
		t.Error("a FIFO without a writer blocks")
	}
}

// TestOwned: another user's file is not the user's. Only root can make one.
func TestOwned(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(file, 65534, -1); err != nil {
		t.Skip(err)
	}
	info, err := os.Stat(file)
	if err != nil || Owned(info) {
		t.Errorf("the file of user 65534 is taken for the user's own: %v", err)
	}
}
