//go:build unix

package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// TestSoak: a run goes on where the last one stopped, notes what was changed since, and
// tells what fails. It fuzzes a module of its own, with one target.
func TestSoak(t *testing.T) {
	longtest.ForAll(t)
	s := newSoak(t)
	first, failed := s.run("2s")
	if failed || first.seconds < 2 || first.result != "passed" {
		t.Errorf("the first run: %+v", first)
	}
	if again, _ := s.run("2s"); again != first {
		t.Errorf("fuzzed longer than was asked for: %+v, then %+v", first, again)
	}
	more, _ := s.run("5s")
	if more.seconds < 5 || more.inputs <= first.inputs || more.code != first.code {
		t.Errorf("doesn't go on: %+v, then %+v", first, more)
	}
	cut := s.stopped("1h")
	if cut.seconds < more.seconds+3 || cut.inputs <= more.inputs || cut.result != "passed" {
		t.Errorf("stopped, it loses what it did: %+v, then %+v", more, cut)
	}

	s.put("p/p.go", "package p\n\nfunc Wrong(b []byte) bool { return len(b) > 3 }\n")
	changed, _ := s.run("2s")
	if changed.code != more.code+", changed since" || changed.seconds != cut.seconds {
		t.Errorf("a change isn't noted: %+v, then %+v", cut, changed)
	}
	wrong, failed := s.run("-T", "3s", "1h")
	if !failed || wrong.result != "FAILED" || strings.HasPrefix(changed.code, wrong.code) || strings.Contains(wrong.code, "changed") {
		t.Errorf("what fails isn't told: %+v", wrong)
	}
}

// A soak is the script in a tree of its own.
type soak struct {
	t    *testing.T
	tree string
}

// A fuzzed is what the page says of the target.
type fuzzed struct {
	seconds, inputs int
	result, code    string
}

func newSoak(t *testing.T) soak {
	script, err := os.ReadFile("soak")
	if err != nil {
		t.Fatal(err)
	}
	s := soak{t, t.TempDir()}
	s.put("scripts/soak", string(script))
	s.put("go.mod", "module try.example/try\n\ngo 1.26\n")
	s.put("go.sum", "")
	s.put("p/p.go", "package p\n\nfunc Wrong(b []byte) bool { return false }\n")
	// What lists targets finds them at the start of a line, and is not to find this one.
	s.put("p/p_test.go", `package p

import "testing"

`+"func FuzzWrong"+`(f *testing.F) {
	f.Add([]byte("a"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if Wrong(b) {
			t.Error("wrong")
		}
	})
}
`)
	git := s.command("sh", "-c", "git init -q && git add -A && git -c user.name=t -c user.email=t@example commit -qm one")
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("no git: %v: %s", err, out)
	}
	return s
}

func (s soak) put(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.tree, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		s.t.Fatal(err)
	}
}

func (s soak) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.tree
	return cmd
}

func (s soak) fuzz(args ...string) *exec.Cmd {
	return s.command("scripts/soak", append([]string{"-k", "0", "-p", "0s", "-j", "1", "-o", "page.md"}, args...)...)
}

// run runs the script, and tells what the page says then.
func (s soak) run(args ...string) (row fuzzed, failed bool) {
	s.t.Helper()
	out, err := s.fuzz(args...).CombinedOutput()
	if err != nil {
		s.t.Logf("%v: %s", err, out)
	}
	return s.row(), err != nil
}

// stopped ends the script when it has fuzzed for three seconds.
func (s soak) stopped(args ...string) fuzzed {
	s.t.Helper()
	cmd, work := s.fuzz(args...), s.t.TempDir()
	cmd.Env = append(os.Environ(), "TMPDIR="+work)
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for until := time.Now().Add(2 * time.Minute); !fuzzes(work); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(until) {
			s.t.Error("no fuzzing for two minutes")
			break
		}
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err == nil {
		s.t.Error("stopped, it says that all went well")
	}
	return s.row()
}

// fuzzes tells whether the log in the script's folder says so.
func fuzzes(work string) bool {
	names, _ := filepath.Glob(filepath.Join(work, "*", "log"))
	for _, name := range names {
		if log, _ := os.ReadFile(name); strings.Contains(string(log), "elapsed: 3s, execs") {
			return true
		}
	}
	return false
}

var fuzzedRow = regexp.MustCompile("(?m)^\\| `try/p` `FuzzWrong` \\| ([0-9]+) \\| ([0-9]+) \\| [^|]+ \\| ([^|]+) \\| ([^|]+) \\|$")

func (s soak) row() fuzzed {
	s.t.Helper()
	page, err := os.ReadFile(filepath.Join(s.tree, "page.md"))
	cells := fuzzedRow.FindStringSubmatch(string(page))
	if err != nil || cells == nil {
		s.t.Fatalf("no row: %v\n%s", err, page)
	}
	seconds, _ := strconv.Atoi(cells[1])
	inputs, _ := strconv.Atoi(cells[2])
	return fuzzed{seconds, inputs, cells[3], cells[4]}
}
