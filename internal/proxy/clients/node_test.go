package clients

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestNode: the libraries for Node, which take the proxy's address from the
// variables that elide proxy sets.
func TestNode(t *testing.T) {
	dir := nodeModules(t)
	for name := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "node", filepath.Join(dir, "agent.mjs"), name)
			cmd.Dir = s.tools.Dir
			cmd.Env = append(s.tools.Env, "ANTHROPIC_BASE_URL="+s.url, "OPENAI_BASE_URL="+s.url+"/v1", "GOOGLE_GEMINI_BASE_URL="+s.url)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err != nil {
				t.Log(errs.String())
			}
			s.check(t, strings.TrimSpace(string(out)), err)
		})
	}
}

// nodeModules installs the libraries beside a copy of the agent.
func nodeModules(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("node")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		t.Skipf("npm can't be had: %v\n%s", err, out)
	}
	return dir
}
