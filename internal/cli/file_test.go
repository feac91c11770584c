package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestReplaceFile: what was there stays until all of the new is written, and nothing is
// left beside it.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	holds := func(want string, mode os.FileMode) {
		t.Helper()
		got, err := os.ReadFile(name)
		info, statErr := os.Stat(name)
		if err != nil || statErr != nil || string(got) != want || runtime.GOOS != "windows" && info.Mode().Perm() != mode {
			t.Errorf("%q, %v: %v, %v", got, info, err, statErr)
		}
		if all, _ := os.ReadDir(dir); len(all) != 1 {
			t.Errorf("beside it: %v", all)
		}
	}
	if err := ReplaceFile(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds("one", 0o600)
	os.Chmod(name, 0o640)
	if err := ReplaceFile(name, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds("two", 0o640)
	if err := ReplaceFile(filepath.Join(dir, "none", "file"), nil, 0o600); err == nil {
		t.Error("written into a folder that isn't there")
	}
	if err := ReplaceFile(dir, []byte("three"), 0o600); err == nil {
		t.Error("written in the place of a folder")
	}
	holds("two", 0o640)
}
