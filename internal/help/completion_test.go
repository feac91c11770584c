package help

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/store"
)

// TestScripts: there is one for each shell, and what can be said of it without
// running it is good.
func TestScripts(t *testing.T) {
	checks := map[string][]string{
		"bash": {"shellcheck", "-s", "bash"}, "zsh": {"zsh", "-n"}, "fish": {"fish", "--no-execute"},
	}
	for _, shell := range Shells() {
		text, err := Script(shell)
		if err != nil || !strings.Contains(text, "elision-get") || !strings.Contains(text, CompletionRequest) {
			t.Errorf("%s: %v, %d bytes", shell, err, len(text))
		}
		check := checks[shell]
		if len(check) == 0 {
			continue
		}
		if _, err := exec.LookPath(check[0]); err != nil {
			continue
		}
		file := filepath.Join(t.TempDir(), shell)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(check[0], append(check[1:], file)...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
	for _, shell := range []string{"tcsh", "", "../elide"} {
		if _, err := Script(shell); err == nil {
			t.Errorf("%q has a script", shell)
		}
	}
}

// put stores a text as if that long ago, for ten minutes.
func put(t *testing.T, dir, text, command string, ago time.Duration) string {
	t.Helper()
	s, err := store.Open(dir, store.Options{TTL: 10 * time.Minute, Now: func() time.Time { return time.Now().Add(-ago) }})
	if err != nil {
		t.Fatal(err)
	}
	src := bytes.NewReader([]byte(text))
	digest, err := store.Digest(src)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Put(context.Background(), src, digest, store.Meta{Type: "log", Command: command})
	if err != nil {
		t.Fatal(err)
	}
	return e.Hash
}

func TestReferences(t *testing.T) {
	dir := t.TempDir()
	if list := References(store.Place{Dir: filepath.Join(dir, "none")}, ""); list != nil {
		t.Errorf("%v of no store", list)
	}
	put(t, dir, "expired", "", time.Hour)
	older := put(t, dir, "older", "go test ./... -run "+strings.Repeat("ü", 50), 5*time.Minute)
	newer := put(t, dir, "newer", "", 3*time.Second)
	corrupt := put(t, dir, "corrupt", "", time.Second)
	if err := os.WriteFile(filepath.Join(dir, corrupt+".json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	list := References(store.Place{Dir: dir}, "")
	if len(list) != 2 || list[0].Word != newer || list[1].Word != older {
		t.Fatalf("%v, want %s, %s", list, newer, older)
	}
	if want := "go test ./... -run " + strings.Repeat("ü", 21) + "…, 5 min ago"; list[1].About != want {
		t.Errorf("%q, want %q", list[1].About, want)
	}
	if !strings.HasPrefix(list[0].About, "log, ") || !strings.HasSuffix(list[0].About, " s ago") {
		t.Errorf("%q", list[0].About)
	}
	if list := References(store.Place{Dir: dir}, older[:5]); len(list) != 1 || list[0].Word != older {
		t.Errorf("%v begins with %s", list, older[:5])
	}
}

func TestAge(t *testing.T) {
	for want, d := range map[string]time.Duration{"0 s": -time.Second, "59 s": 59 * time.Second, "59 min": time.Hour - 1, "25 h": 25 * time.Hour} {
		if got := age(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
