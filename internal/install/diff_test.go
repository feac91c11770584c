package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func TestMasked(t *testing.T) {
	for line, want := range map[string]string{
		`    "ANTHROPIC_API_KEY": "sk-1", // mine`:        `    "ANTHROPIC_API_KEY": "…", // mine`,
		`{"env":{"A":"1","GH_TOKEN":"it \" is"},"b":"c"}`: `{"env":{"A":"1","GH_TOKEN":"…"},"b":"c"}`,
		`api_key = 'x'`:                  `api_key = "…"`,
		`"max_tokens": 5, "key": ["a"]`:  `"max_tokens": 5, "key": ["a"]`,
		`  "command": "'/bin/elide' x",`: `  "command": "'/bin/elide' x",`,
		`"token": "open`:                 `"token": "…"`,
		"":                               "",
	} {
		if got := masked(line); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestDiff: patch makes the new text of the old one and the diff.
func TestDiff(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	lines := rapid.StringMatching(`([a-e]\n){0,30}[a-e]?`)
	laws.Check(t, func(t *rapid.T) {
		before, after := lines.Draw(t, "before"), lines.Draw(t, "after")
		if before == after || before == "" {
			return
		}
		c := Change{Path: filepath.Join(dir, "file"), Old: []byte(before), New: []byte(after), Existed: true}
		put(t, c.Path, before)
		put(t, c.Path+".diff", c.diff())
		if out, err := exec.Command("patch", "-s", c.Path, c.Path+".diff").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, c.diff())
		}
		got, err := os.ReadFile(c.Path)
		if string(got) != after && !(after == "" && os.IsNotExist(err)) {
			t.Fatalf("%q became %q, not %q:\n%s", before, got, after, c.diff())
		}
	})
}
