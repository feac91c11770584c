//go:build unix

package config

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestFIFO: one in the place of a file holds nobody up.
func TestFIFO(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{filepath.Join(w.project, projectFile), w.userFile()} {
		w.mkdir(filepath.Dir(name))
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		done := make(chan *Config, 1)
		go func() {
			c, _ := Load(w.source())
			done <- c
		}()
		select {
		case c := <-done:
			if c.Mistake() == nil && name != w.userFile() {
				t.Error("a FIFO is no mistake")
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s holds up", name)
		}
		os.Remove(name)
	}
}
