package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestWithin: what takes too long, or fails in a way that nobody expected, ends
// no process and keeps nobody waiting.
func TestWithin(t *testing.T) {
	ctx := context.Background()
	if got, err := within(ctx, func() (int, error) { return 7, nil }); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	if got, err := within(ctx, func() (int, error) { panic("mistake") }); got != 0 || err == nil || !strings.Contains(err.Error(), "mistake") {
		t.Errorf("%d, %v", got, err)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	held := make(chan struct{})
	defer close(held)
	if got, err := within(ctx, func() (int, error) { <-held; return 7, nil }); got != 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d, %v", got, err)
	}
}

// TestHostShell: a line is rewritten for the shell that reads it.
func TestHostShell(t *testing.T) {
	for _, c := range []struct {
		host, system, users, shell string
		ok                         bool
	}{
		{"vscode", "linux", "/usr/bin/fish", "/usr/bin/fish", true},
		{"cursor", "darwin", "/bin/zsh", "/bin/zsh", true},
		{"vscode", "linux", "", "", true},
		{"codex", "linux", "/usr/bin/fish", "", true},
		{"codex", "windows", "", "", false},
		{"vscode", "windows", "/usr/bin/bash", "", false},
	} {
		if shell, ok := hostShell(c.host, c.system, c.users); shell != c.shell || ok != c.ok {
			t.Errorf("%s on %s, %q: %q, %v", c.host, c.system, c.users, shell, ok)
		}
	}
}
