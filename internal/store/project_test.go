package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestALinkMovesNothing: neither a .elide that is a link nor a store in it that is
// one takes what tools print elsewhere, to the project above it neither.
func TestALinkMovesNothing(t *testing.T) {
	home := func(key string) string { return map[string]string{"HOME": "/h"}[key] }
	for name, plant := range map[string]func(project, elsewhere string) error{
		"link to a folder":  func(p, to string) error { return os.Symlink(to, filepath.Join(p, ".elide")) },
		"link to nothing":   func(p, to string) error { return os.Symlink(to+"/none", filepath.Join(p, ".elide")) },
		"link above":        func(p, to string) error { return os.Symlink("..", filepath.Join(p, ".elide")) },
		"store that is one": func(p, to string) error { return linkedStore(p, to) },
		"store to nothing":  func(p, to string) error { return linkedStore(p, to+"/none") },
	} {
		project, elsewhere := t.TempDir(), t.TempDir()
		if err := plant(project, elsewhere); err != nil {
			t.Skip(err)
		}
		got, err := Folder(home, project)
		if err != nil || got != "/h/.cache/elide/store" {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func linkedStore(project, to string) error {
	if err := os.Mkdir(filepath.Join(project, ".elide"), 0o700); err != nil {
		return err
	}
	return os.Symlink(to, filepath.Join(project, ".elide", "store"))
}

// TestAnotherUsersProject: nor does one that somebody else made in a folder that
// many may write in.
func TestAnotherUsersProject(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	home := func(key string) string { return map[string]string{"HOME": "/h"}[key] }
	for _, others := range []string{".elide", ".elide/store"} {
		project := t.TempDir()
		if err := os.MkdirAll(filepath.Join(project, ".elide", "store"), 0o755); err != nil {
			t.Fatal(err)
		}
		if got, _ := Folder(home, project); got != filepath.Join(project, ".elide", "store") {
			t.Errorf("one's own is not taken: %s", got)
		}
		if err := os.Lchown(filepath.Join(project, others), 65534, -1); err != nil {
			t.Skip(err)
		}
		if got, _ := Folder(home, project); got != "/h/.cache/elide/store" {
			t.Errorf("%s of user 65534: %s", others, got)
		}
	}
}

// TestAShippedStoreIsPrivate: a store that came with a project is closed to others
// and kept out of version control, whatever came with it.
func TestAShippedStoreIsPrivate(t *testing.T) {
	for name, plant := range map[string]func(name string) error{
		"all is tracked": func(name string) error { return os.WriteFile(name, []byte("!*\n"), 0o644) },
		"as long":        func(name string) error { return os.WriteFile(name, []byte("!\n"), 0o644) },
		"none":           func(string) error { return nil },
		"a folder":       func(name string) error { return os.MkdirAll(filepath.Join(name, "x"), 0o755) },
		"a link":         func(name string) error { return os.Symlink("/dev/zero", name) },
	} {
		dir := filepath.Join(t.TempDir(), ".elide", "store")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, readmeName), []byte(readme), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := plant(filepath.Join(dir, ignoreName)); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, []byte("a secret\n"))
		if text, err := os.ReadFile(filepath.Join(dir, ignoreName)); err != nil || string(text) != ignoreAll {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestNoHome: who names no home is served as one whose home can't be written, by
// writers and readers alike.
func TestNoHome(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, env := range []map[string]string{{}, {"HOME": "/dev/null"}, {"XDG_CACHE_HOME": "/dev/null/x"}} {
		p, err := Find(func(key string) string { return env[key] }, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		s, moved, err := p.OpenToWrite(Options{})
		if err != nil || !moved || !strings.HasPrefix(s.Dir(), os.TempDir()) {
			t.Fatalf("%v: %v, %v", env, moved, err)
		}
		e := put(t, s, []byte("hello\n"))
		x, _, err := p.Expand(e.Hash, Options{})
		if err != nil {
			t.Fatalf("%v: %v", env, err)
		}
		x.Close()
	}
}
