//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAsked: on a terminal elide asks about each host that is there, and
// installs what is answered with yes.
func TestAsked(t *testing.T) {
	home := t.TempDir()
	for _, folder := range []string{".claude", ".cline", ".gemini"} {
		if err := os.Mkdir(filepath.Join(home, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	elide, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "bin", "elide")
	if err := os.Symlink(elide, program); err != nil {
		t.Fatal(err)
	}
	env := append(person(home), "PATH="+filepath.Dir(program))
	s := onScreen(t, home, env, program, "install")
	s.wait("install elide into Claude Code? [y/N] ")
	s.enter("n\n")
	s.wait("install elide into Gemini CLI? [y/N] ")
	s.enter("\n")
	s.wait("install elide into Cline CLI? [y/N] ")
	s.enter("yes\n")
	s.wait("cline: wrote ")
	s.all()
	for path, want := range map[string]bool{".cline/plugins/elide.ts": true, ".gemini/settings.json": false, ".claude.json": false} {
		if _, err := os.Stat(filepath.Join(home, path)); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	s = onScreen(t, home, env, program, "uninstall")
	s.wait("take elide out of Cline CLI? [y/N] ")
	s.enter("y\n")
	s.wait("cline: removed ")
	s.all()
}
