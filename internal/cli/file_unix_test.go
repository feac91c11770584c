//go:build unix

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReplaceFileFails: where the text can't be written whole, what was there stays.
func TestReplaceFileFails(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	low := limit
	low.Cur = 1000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &low); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	if err := ReplaceFile(name, make([]byte, 5000), 0o600); !errors.Is(err, syscall.EFBIG) {
		t.Errorf("5000 bytes where 1000 may be written: %v", err)
	}
	got, err := os.ReadFile(name)
	if all, _ := os.ReadDir(dir); err != nil || string(got) != "one" || len(all) != 1 {
		t.Errorf("%.20q, %v, beside it %v", got, err, all)
	}
}
