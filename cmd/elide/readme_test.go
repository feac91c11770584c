//go:build unix

package main

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

var update = flag.Bool("update", false, "rewrite the outputs in README.md, CONTRIBUTING.md and docs")

// TestPages runs the console blocks of the pages that newcomers read and holds what
// they print to what stands there.
func TestPages(t *testing.T) {
	if !*update {
		longtest.Only(t)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin+"/", "../elide", "../elision-get", "../elision-bench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	env := append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "ELIDE_STORE="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir(), "TMPDIR="+t.TempDir())
	for name, least := range map[string]int{"README.md": 4, "CONTRIBUTING.md": 1, "docs/guide.md": 3, "docs/performance.md": 3} {
		t.Run(name, func(t *testing.T) {
			holdPage(t, "../../"+name, least, func(command string) string { return inShell(t, command, env) })
		})
	}
}

// holdPage runs the commands in a page's console blocks, at least so many, and holds
// what they print to what stands below them. With -update it rewrites that.
func holdPage(t *testing.T, name string, least int, run func(command string) string) {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fresh, ran := runBlocks(string(page), run)
	switch {
	case ran < least:
		t.Errorf("only %d commands", ran)
	case fresh == string(page):
	case *update:
		if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what its commands print; go test ./cmd/elide -run '%s' -update\n%s", name, t.Name(), fresh)
	}
}

// runBlocks returns a page with what its commands print now, and how many ran.
func runBlocks(page string, run func(command string) string) (fresh string, ran int) {
	const begin, end = "```console\n", "```\n"
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(page, begin)
		b.WriteString(before)
		if !found {
			return b.String(), ran
		}
		block, rest, _ := strings.Cut(rest, end)
		b.WriteString(begin)
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				b.WriteString(line + run(command))
				ran++
			}
		}
		b.WriteString(end)
		page = rest
	}
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
