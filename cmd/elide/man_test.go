package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// TestManualPages: each page is one that man shows without a word of warning,
// on devices with and without our brackets, and names each flag and command.
func TestManualPages(t *testing.T) {
	longtest.Asked(t)
	if _, err := exec.LookPath("man"); err != nil {
		t.Skip(err)
	}
	pages, _ := manualPages()
	folder := t.TempDir()
	shown := map[string]string{}
	for _, p := range pages {
		file := filepath.Join(folder, p.Name+".1")
		if err := os.WriteFile(file, p.Roff(), 0o600); err != nil {
			t.Fatal(err)
		}
		shown[p.Name] = man(t, file, "C.UTF-8")
	}
	man(t, filepath.Join(folder, "elide.1"), "C")
	var walk func(c *command, path string)
	walk = func(c *command, path string) {
		page := shown[strings.ReplaceAll(path, " ", "-")]
		c.flagSet("").VisitAll(func(f *flag.Flag) {
			if !regexp.MustCompile(`(?m)^ +--?` + f.Name + `\b`).MatchString(page) {
				t.Errorf("%s: --%s is not in its page", path, f.Name)
			}
		})
		for _, next := range c.below {
			if !regexp.MustCompile(`(?m)^ +` + next.name + `\b`).MatchString(page) {
				t.Errorf("%s: %s is not in its page", path, next.name)
			}
			walk(next, path+" "+next.name)
		}
	}
	walk(newRoot(nil), program)
}

// man returns a page as man shows it, which must find nothing to warn of.
func man(t *testing.T, file, locale string) string {
	t.Helper()
	cmd := exec.Command("man", "--warnings", "-l", file)
	cmd.Env = append(os.Environ(), "LC_ALL="+locale, "MANPAGER=cat", "PAGER=cat", "MANWIDTH=100", "MANROFFOPT=")
	var warnings strings.Builder
	cmd.Stderr = &warnings
	text, err := cmd.Output()
	if err != nil || warnings.Len() > 0 || len(text) < 200 {
		t.Errorf("%s in %s: %v, %d bytes, %s", file, locale, err, len(text), warnings.String())
	}
	return string(text)
}
