//go:build unix

package ownfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOwnedOrRoots: the user's own and root's, and nobody else's. Only root can
// make one of another's.
func TestOwnedOrRoots(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, "/"} { // whose root is another's in some containers
		info, err := os.Stat(name)
		if err != nil || name == file && !OwnedOrRoots(info) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	if err := os.Chown(file, 65534, -1); err != nil {
		t.Skip(err)
	}
	if info, err := os.Stat(file); err != nil || OwnedOrRoots(info) {
		t.Errorf("the file of user 65534 is taken for the user's or root's: %v", err)
	}
}
