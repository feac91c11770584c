//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// agentVariable makes the test binary the agent that it names, and the current
// folder the project.
const agentVariable = "E2E_AGENT"

func playAgent(name string) int {
	dir, err := os.Getwd()
	if err == nil {
		var a *Agent
		if a, err = DialectNamed(name).FromEnvironment(Shell{Dir: dir}); err == nil {
			var t Transcript
			t, err = a.Run(context.Background(), "Mend the tests of this project.")
			fmt.Println(t.Final)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// command runs an agent as a child, with words before it.
func (s *stage) command(t *testing.T, d *Dialect, env []string, wrapper ...string) (stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	args := append(wrapper, os.Args[0])
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = s.dir
	home := t.TempDir()
	cmd.Env = append(s.tools().Env, agentVariable+"="+d.Name, d.Variable+"="+s.url+d.Suffix, "HOME="+home, "XDG_CONFIG_HOME="+home, "GOCACHE="+goCache(t))
	cmd.Env = append(cmd.Env, env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return out.String(), errs.String()
}

// goCache is where the go command of this test keeps what it built.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestCommand: the whole of it, as a user runs it. The agent finds the proxy by
// its environment, the answers come compressed, the last word gets through, and
// what all of it cost is known.
func TestCommand(t *testing.T) {
	for _, name := range []string{"claude", "copilot", "codex-code", "gemini"} {
		t.Run(name, func(t *testing.T) {
			fewAgents(t, name, "codex-code")
			t.Parallel()
			s := newStage(t, func(m *Model) { m.Compress = true })
			stats := filepath.Join(t.TempDir(), "stats.jsonl")
			stdout, stderr := s.command(t, DialectNamed(name), nil, filepath.Join(bin, "elide"), "proxy", "--stats", stats, "--")
			if stdout != "All is mended.\n" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "elide") {
				t.Errorf("printed %q and %q", stdout, stderr)
			}
			seen := s.model.Exchanges()
			report := Audit(seen)
			t.Log(report, "\n", stderr)
			if len(report.Faults) > 0 || report.Requests < 20 || report.Reduced < 4 || report.Expansions != 2 || report.Missed > 0 {
				t.Error("not as it should be: ", report)
			}
			checkPrefixes(t, seen)
			checkStats(t, stats, seen)
		})
	}
}

// TestCommandOff: with elide off the model is sent what it is sent without.
func TestCommandOff(t *testing.T) {
	s := newStage(t, func(m *Model) {
		m.Script.Steps = []Step{{Run: "cat log/access.log"}, {Read: "catalog.go"}, {Run: "cat log/access.log"}, {Expand: &Expand{}}}
	})
	d := DialectNamed("claude")
	s.command(t, d, nil)
	direct := s.model.Exchanges()
	s.command(t, d, []string{"ELIDE=off"}, filepath.Join(bin, "elide"), "proxy", "--")
	through := s.model.Exchanges()[len(direct):]
	if len(direct) != 5 || len(through) != len(direct) {
		t.Fatalf("%d requests, %d without elide", len(through), len(direct))
	}
	for i, e := range direct {
		if diff := differ(e, through[i]); diff != "" {
			t.Errorf("request %d: another %s", i+1, diff)
		}
	}
}

// checkStats: what the statistics have of each exchange is what the provider
// said of it.
func checkStats(t *testing.T, name string, seen []Exchange) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != len(seen) {
		t.Fatalf("the statistics have %d lines, not %d", len(lines), len(seen))
	}
	for i, line := range lines {
		var got struct {
			Usage struct {
				Input  int `json:"input"`
				Output int `json:"output"`
				Read   int `json:"cache_read"`
				Write  int `json:"cache_write"`
			} `json:"usage"`
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		u := got.Usage
		if (Usage{Input: u.Input, CacheRead: u.Read, CacheWrite: u.Write, Output: u.Output}) != seen[i].Usage {
			t.Errorf("request %d: %+v, not %+v", i+1, u, seen[i].Usage)
		}
	}
}
