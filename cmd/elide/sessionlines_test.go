//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/shellline"
)

// TestSessionLines: at the beginning of a session of Claude Code, the host is
// given a script to put ahead of its lines, if elide-shell can be run here; in
// the file that the host has made for it alone, and once.
func TestSessionLines(t *testing.T) {
	longtest.Asked(t)
	version := fmt.Sprintf("echo '%s %s go linux/amd64'", shellProgram, cli.Version())
	for name, c := range map[string]struct {
		script, event, file string
		there, want         bool
		env                 string
	}{
		"runs":              {script: version, event: "SessionStart", file: "session-env/s/sessionstart-hook-0.sh", want: true},
		"behind another":    {script: version, event: "SessionStart", file: "session-env/s/sessionstart-hook-1.sh", there: true, want: true},
		"another version":   {script: "echo elide-shell v0 go linux/amd64", event: "SessionStart", file: "session-env/s/sessionstart-hook-0.sh"},
		"can't run":         {script: "exit 126", event: "SessionStart", file: "session-env/s/sessionstart-hook-0.sh"},
		"the user's file":   {script: version, event: "SessionStart", file: "mine/env.sh", there: true},
		"another event":     {script: version, event: "PreCompact", file: "session-env/s/sessionstart-hook-0.sh"},
		"never says a word": {script: "sleep 60", event: "SessionStart", file: "session-env/s/sessionstart-hook-0.sh", env: inTime},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			shell, ahead := filepath.Join(dir, "bin", shellProgram), filepath.Join(dir, filepath.FromSlash(c.file))
			place(t, shell, "#!/bin/sh\n"+c.script+"\n")
			before := ""
			if c.there {
				before = "export A=1"
				place(t, ahead, before)
			} else if err := os.MkdirAll(filepath.Dir(ahead), 0o700); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				answer, said := start(t, dir, c.event, ahead, c.env)
				if answer != "" || (said == "") != (c.want || c.event != "SessionStart" || !strings.HasPrefix(c.file, "session-env")) {
					t.Errorf("it answers %q, and says %q", answer, said)
				}
			}
			got, _ := os.ReadFile(ahead)
			want := before
			if c.want {
				want = strings.TrimPrefix(before+"\n"+shellline.Session(shell, ahead)+"\n", "\n")
			}
			if string(got) != want {
				t.Errorf("the file holds\n%s\nnot\n%s", got, want)
			}
		})
	}
}

// place writes a program.
func place(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// start calls the hook as Claude Code does.
func start(t *testing.T, dir, event, ahead, env string) (answer, said string) {
	t.Helper()
	cmd := exec.Command(program, "hook", "claude", event)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "ELIDE_STORE="+filepath.Join(dir, "store"), "CLAUDE_ENV_FILE="+ahead, env,
		"PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"` + event + `","source":"startup"}`)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out), errs.String()
}
