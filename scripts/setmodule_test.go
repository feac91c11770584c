//go:build unix

package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// TestSetModule: a copy of the tree takes another name, twice, and nothing of the
// one before is left.
func TestSetModule(t *testing.T) {
	longtest.ForAll(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	in := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = copied
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if out, err := exec.Command("git", "clone", "--quiet", "--no-hardlinks", "--depth=1", "file://"+root(t), copied).CombinedOutput(); err != nil {
		t.Skipf("no clone: %s", out)
	}
	const first, second = "git.invalid/some/where", "host.invalid/elide/v2"
	for _, name := range []string{first, second} {
		in("scripts/set-module", name)
		if got := in("go", "list", "-m"); got != name {
			t.Errorf("the module is %s", got)
		}
		if got := in("git", "status", "--porcelain"); got != "" {
			t.Errorf("it was not one commit: %s", got)
		}
		for _, line := range strings.Split(in("git", "grep", "-h", "^module ", "--", "*go.mod"), "\n") {
			if path := strings.TrimPrefix(line, "module "); path != name && !strings.HasPrefix(path, name+"/") {
				t.Errorf("a module is %s", path)
			}
		}
		for _, pkg := range strings.Fields(in("go", "list", "./...")) {
			if pkg != name && !strings.HasPrefix(pkg, name+"/") {
				t.Errorf("a package is %s", pkg)
			}
		}
	}
	if left := exec.Command("git", "-C", copied, "grep", "-qF", first); left.Run() == nil {
		t.Errorf("%s is still named", first)
	}
	in("go", "build", "-o", os.DevNull, "./cmd/elide")
}

func root(t *testing.T) string {
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
