//go:build unix

package main

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the outputs in README.md")

const readmeName = "../../README.md"

// TestReadme runs the console blocks of the README and holds what they print
// to what stands there.
func TestReadme(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin+"/", "../elide", "../elision-get").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	env := append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "ELIDE_STORE="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	text, err := os.ReadFile(readmeName)
	if err != nil {
		t.Fatal(err)
	}
	var fresh strings.Builder
	ran := 0
	rest := string(text)
	for {
		before, block, found := strings.Cut(rest, "```console\n")
		fresh.WriteString(before)
		if !found {
			break
		}
		block, rest, _ = strings.Cut(block, "```\n")
		fresh.WriteString("```console\n")
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				fresh.WriteString(line)
				fresh.WriteString(inShell(t, command, env))
				ran++
			}
		}
		fresh.WriteString("```\n")
	}
	if ran < 4 {
		t.Errorf("only %d commands", ran)
	}
	if fresh.String() == string(text) {
		return
	}
	if *update {
		if err := os.WriteFile(readmeName, []byte(fresh.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("README.md is not what its commands print; go test ./cmd/elide -run Readme -update\n%s", fresh.String())
}

// inShell runs a command at the top of the tree and returns what it prints.
func inShell(t *testing.T, command string, env []string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = "../.."
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}
