//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExpander: the model can call elision-get if it stands beside elide-proxy.
// One in PATH goes over that, and without any there is a warning.
func TestExpander(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, other := t.TempDir(), t.TempDir()
	program := filepath.Join(dir, "elide-proxy")
	data, err := os.ReadFile(self)
	if err == nil {
		err = os.WriteFile(program, data, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	find := func(path string) (out, complaint string) {
		cmd := exec.Command(program, "--", "/bin/sh", "-c", "command -v elision-get; :")
		cmd.Env = []string{"PATH=" + path, "HOME=" + t.TempDir()}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		found, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		return strings.TrimSpace(string(found)), stderr.String()
	}
	if out, complaint := find("/nonexistent"); out != "" || !strings.Contains(complaint, "can't expand") {
		t.Errorf("without one: %q %s", out, complaint)
	}
	beside, inPath := filepath.Join(dir, "elision-get"), filepath.Join(other, "elision-get")
	for _, name := range []string{beside, inPath} {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if out, complaint := find("/nonexistent"); out != beside || strings.Contains(complaint, "can't expand") {
		t.Errorf("beside: %q %s", out, complaint)
	}
	if out, complaint := find(""); out != "" || !strings.Contains(complaint, "can't expand") {
		t.Errorf("without a PATH: %q %s", out, complaint)
	}
	if out, _ := find(other); out != inPath {
		t.Errorf("in PATH: %q", out)
	}
}
