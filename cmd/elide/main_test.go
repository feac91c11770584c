//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/store"
)

// TestMain makes the test binary the command elide, in PATH.
func TestMain(m *testing.M) {
	testscript.Main(childtest.Tests{M: m}, map[string]func(){program: unhurried, "elide-late": unhurried})
}

// inTime is set for a test of what becomes of elide when its host waits no longer.
const inTime = "IN_TIME=1"

// unhurried is the command on a machine of any speed: its hosts wait.
func unhurried() {
	if name, value, _ := strings.Cut(inTime, "="); os.Getenv(name) != value {
		hookDeadline, shellDeadline = 5*time.Minute, 5*time.Minute
	}
	main()
}

// TestScripts runs elide from end to end. Each script has a home, a project
// and a store of its own.
func TestScripts(t *testing.T) {
	testscript.RunT(quiet{t}, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("TMPDIR", env.WorkDir+"/.tmp")
			env.Setenv("ELIDE_STORE", env.WorkDir+"/store")
			env.Setenv("PATH", withoutPrograms(env.Getenv("PATH")))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "full":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			case "long":
				return !longtest.Unasked(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ends": ends, "lines": writeLines, "restores": restores, "smaller": smaller,
		},
	})
}

// withoutPrograms returns a PATH without the folders in which the user has installed programs
// that elide starts: what a script finds there are its own.
func withoutPrograms(path string) string {
	return strings.Join(slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool {
		return slices.ContainsFunc([]string{"elide-proxy", "elide-mcp", "elide-redis", "elide-serve"}, func(name string) bool {
			_, err := os.Stat(filepath.Join(dir, name))
			return err == nil
		})
	}), string(filepath.ListSeparator))
}

// quiet is a test that shows what a script printed only when it fails. That
// is hundreds of lines, and full of errors that were to be.
type quiet struct{ *testing.T }

func (q quiet) Verbose() bool { return false }

func (q quiet) Run(name string, script func(testscript.T)) {
	q.T.Run(name, func(t *testing.T) { script(quiet{t}) })
}

func (q quiet) Log(args ...any) {
	q.T.Cleanup(func() {
		if q.T.Failed() {
			q.T.Log(args...)
		}
	})
}

// ends STATUS COMMAND [ARG]... runs a command that must end with that status.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: ends STATUS COMMAND [ARG]...")
	}
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// lines FILE N writes a log of N lines, the one in the middle an error.
func writeLines(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), logLines(n), 0o600))
}

func logLines(n int) []byte {
	var b bytes.Buffer
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "2026-01-02 03:04:%02d INFO request %d served in %d ms\n", i%60, i, i*7919%97)
		if i == n/2 {
			b.WriteString("2026-01-02 03:04:05 ERROR disk sda1 is full\n")
		}
	}
	return b.Bytes()
}

// restores FILE checks that the marker at the end of what was printed last
// gives the file back, byte for byte.
func restores(ts *testscript.TestScript, neg bool, args []string) {
	hash := markerOf(ts.ReadFile("stdout"))
	if neg {
		if hash != "" {
			ts.Fatalf("there is a marker: %s", hash)
		}
		return
	}
	s, err := store.Open(ts.Getenv("ELIDE_STORE"), store.Options{})
	ts.Check(err)
	got, err := s.Expand(hash)
	ts.Check(err)
	defer got.Close()
	text, err := io.ReadAll(io.NewSectionReader(got, 0, got.Size()))
	ts.Check(err)
	if string(text) != ts.ReadFile(args[0]) {
		ts.Fatalf("%s gives %d bytes that are not %s", hash, len(text), args[0])
	}
}

// markerOf returns the hash in the marker that the text ends with.
func markerOf(text string) string {
	_, marker, _ := strings.Cut(text[strings.LastIndexByte(strings.TrimRight(text, "\n"), '\n')+1:], "⟦elided:")
	return marker[:min(len(marker), 12)]
}

// smaller FILE checks that what was printed last is a tenth of the file or
// less.
func smaller(ts *testscript.TestScript, _ bool, args []string) {
	out, all := len(ts.ReadFile("stdout")), len(ts.ReadFile(args[0]))
	if out*10 > all {
		ts.Fatalf("%d bytes of %d are left", out, all)
	}
}

// TestHelpExamples runs the examples of every help text.
func TestHelpExamples(t *testing.T) {
	longtest.Asked(t)
	ran := 0
	var walk func(c *command, path string)
	walk = func(c *command, path string) {
		for line := range strings.Lines(c.example) {
			t.Run(strings.TrimSpace(line), func(t *testing.T) { runExample(t, line) })
			ran++
		}
		for _, next := range c.below {
			walk(next, path+" "+next.name)
		}
	}
	walk(newRoot(nil), program)
	if ran < 10 {
		t.Errorf("only %d examples", ran)
	}
}

// runExample runs a line where there is all that the examples speak of.
func runExample(t *testing.T, line string) {
	for _, agent := range []string{"elide proxy", "claude -p", "claude mcp", "elide mcp", "elide serve", "elide doctor", "elide uninstall"} {
		if strings.Contains(line, agent) {
			t.Skip("it takes an agent, or what was done before; it has tests of its own")
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"server.log":          string(logLines(200)) + "panic: connection timeout\n",
		"go.mod":              "module example\n\ngo 1.26\n",
		"example_test.go":     "package example\n\nimport \"testing\"\n\nfunc TestExample(*testing.T) {}\n",
		"task.md":             "Mend this:\n\n```\nFAIL\n```\n",
		"acme.rules":          "line hide start \"DEBUG \"\n\nexample plain \"one of all\"\n-*40 DEBUG step {n}\n+ ERROR disk full\nend\n",
		"verify.log":          string(logLines(200)),
		"payload.json":        "{}",
		"Makefile":            "all:\n\t@echo done\n",
		"sub/file":            "",
		"sessions/a.json":     `{"id":"a","harness":"codex","events":[{"t":"assistant","text":"","calls":[{"id":"1","name":"bash","args":{"command":"ls"}}]},{"t":"results","results":[{"id":"1","text":"a.go"}]}]}`,
		"stats.jsonl":         `{"version":1,"status":200,"model":"gpt-5","usage":{"input":5}}` + "\n",
		"proxy.jsonl":         `{"version":1,"status":200,"endpoint":"chat","model":"gpt-5","usage":{"input":5}}` + "\n",
		"request.json":        `[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]`,
		".elide/config.toml":  "keep = ['panic']\n",
		"home/.cache/a/b/c/d": "",
	} {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-ec", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir+"/home", "CODEX_HOME=", "CLAUDE_CONFIG_DIR=", "COPILOT_HOME=", "XDG_CONFIG_HOME="+dir+"/config", "XDG_CACHE_HOME="+dir+"/cache", "ELIDE_STORE=")
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		if value, err := exec.Command("go", "env", name).Output(); err == nil {
			cmd.Env = append(cmd.Env, name+"="+strings.TrimSpace(string(value)))
		}
	}
	out, err := cmd.CombinedOutput()
	if strings.Contains(line, "make") && strings.Contains(string(out), "make: command not found") {
		t.Skip("no make here")
	}
	silent := strings.Contains(line, "store ls") || strings.Contains(line, "hook") || strings.Contains(line, ">>") || strings.Contains(line, "--html") || strings.Contains(line, "elide man")
	if err != nil || len(out) == 0 && !silent || bytes.Contains(out, []byte("elide: error")) || bytes.Contains(out, []byte("elide: warning")) {
		t.Errorf("%v\n%s", err, out)
	}
}
