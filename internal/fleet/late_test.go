//go:build unix

package fleet

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestReadLate: what the program printed is read to its end, however late that
// comes. A busy machine reads late; here it is printed late.
func TestReadLate(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, Program), []byte("#!/bin/sh\n(sleep 1; echo late) &\necho first\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	c := New("redis://host", time.Minute, time.Minute)
	if out, err := c.run(t.Context(), time.Minute, nil, "get"); string(out) != "first\nlate\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}
