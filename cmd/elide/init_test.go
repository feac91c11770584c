package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/config"
)

// TestInitConfig: the configuration of a new project has every key, and says of
// each what its default is.
func TestInitConfig(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".elide"), 0o755); err != nil {
		t.Fatal(err)
	}
	var live strings.Builder
	for line := range strings.Lines(initConfig) {
		if text, ok := strings.CutPrefix(line, "# "); ok && isSetting(text) {
			line = text
		}
		live.WriteString(line)
	}
	if err := os.WriteFile(filepath.Join(dir, ".elide", "config.toml"), []byte(live.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Source{Env: func(string) (string, bool) { return "", false }, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := settings(t, cfg), settings(t, config.Default()); got != want {
		t.Errorf("it says\n%s, not\n%s", got, want)
	}
	var text strings.Builder
	if _, err := config.Default().WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		key, _, ok := strings.Cut(line, " = ")
		if ok && !strings.Contains(initConfig, "\n# "+key+" = ") {
			t.Errorf("it does not say %s", key)
		}
	}
}

// isSetting tells a key that is commented out from a sentence.
func isSetting(line string) bool {
	key, _, ok := strings.Cut(line, " = ")
	return ok && !strings.Contains(key, " ")
}

// settings returns a configuration without where it came from.
func settings(t *testing.T, cfg *config.Config) string {
	var text, plain strings.Builder
	if _, err := cfg.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		setting, _, _ := strings.Cut(line, "#")
		if setting = strings.TrimSpace(setting); setting != "" {
			plain.WriteString(setting + "\n")
		}
	}
	return plain.String()
}
