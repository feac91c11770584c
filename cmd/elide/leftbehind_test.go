//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/store"
)

// TestLeftBehindLaw: whatever a script leaves behind lives on, and all that it
// and the script print comes, once, that of each writer in its order: reduced
// with the rest, or later as it is printed. The writers number their lines.
func TestLeftBehindLaw(t *testing.T) {
	longtest.Asked(t)
	seeds := uint64(16)
	if longtest.Left() {
		seeds = 8
	}
	relayed := make(chan int, seeds)
	t.Run("scripts", func(t *testing.T) {
		for seed := range seeds {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				script, jobs := leavingScript(rand.New(rand.NewPCG(seed, 1)))
				plain := runScript(t, script, "sh")
				below := runScript(t, script, program, "run", "--", "sh")
				if below.status != plain.status || below.errs != "" {
					t.Errorf("status %d, want %d, standard error %q", below.status, plain.status, below.errs)
				}
				if !maps.Equal(below.writers, plain.writers) {
					t.Errorf("script\n%s\nprints %q\nbut below elide %q", script, plain.writers, below.writers)
				}
				for i := range jobs {
					if _, err := os.Stat(filepath.Join(below.dir, fmt.Sprint("mark", i))); err != nil {
						t.Errorf("job %d didn't live to its end: %v", i, err)
					}
				}
				relayed <- below.later
			})
		}
	})
	close(relayed)
	later := 0
	for n := range relayed {
		later += n
	}
	if later == 0 {
		t.Error("no script printed anything later")
	}
}

// leavingScript returns a script that ends while some of its jobs still
// print.
func leavingScript(r *rand.Rand) (script string, jobs int) {
	pause := func() string {
		return [...]string{"", "", "sleep 0.01\n", "sleep 0.15\n", "sleep 0.7\n"}[r.IntN(5)]
	}
	var b strings.Builder
	jobs = r.IntN(4)
	for i := range jobs {
		var job strings.Builder
		for line := range 1 + r.IntN(6) {
			fmt.Fprintf(&job, "%secho w%d line %d%s\n", pause(), i, line, [...]string{"", " >&2"}[r.IntN(2)])
		}
		fmt.Fprintf(&job, "echo done > mark%d", i)
		fmt.Fprintf(&b, [...]string{"(\n%s\n) &\n", "setsid sh -c '%s' &\n", "nohup sh -c '%s' &\n"}[r.IntN(3)], job.String())
	}
	fmt.Fprintf(&b, "i=0; while [ $i -lt %d ]; do echo main INFO request $i was served; i=$((i+1)); done\n", [...]int{3, 300, 300}[r.IntN(3)])
	fmt.Fprintf(&b, "%secho main ends; exit %d\n", pause(), r.IntN(3))
	return b.String(), jobs
}

type ranScript struct {
	dir     string
	status  int
	errs    string
	writers map[string]string // what each printed
	later   int               // bytes that came behind the marker
}

// runScript runs a script and reads all that it, and what it leaves behind,
// print. elide ends before that does: it is waited for first.
func runScript(t *testing.T, script string, args ...string) ranScript {
	t.Helper()
	r := ranScript{dir: t.TempDir(), writers: map[string]string{}}
	if err := os.WriteFile(filepath.Join(r.dir, "script"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(args[0], append(args[1:], "script")...)
	cmd.Dir, cmd.Env = r.dir, append(os.Environ(), "ELIDE_STORE="+r.dir+"/store")
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	errs, err := os.Create(filepath.Join(r.dir, "errs"))
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	cmd.Stdout, cmd.Stderr = in, in
	if args[0] == program {
		cmd.Stderr = errs
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	text, err := io.ReadAll(out)
	if err != nil {
		t.Error(err)
	}
	r.status = exitStatusOf(t, cmd.Wait())
	said, _ := os.ReadFile(errs.Name())
	all, later := r.whole(t, string(text))
	r.errs, r.later = string(said), later
	for line := range strings.Lines(all) {
		name, _, _ := strings.Cut(line, " ")
		r.writers[name] += line
	}
	return r
}

// whole returns what was printed with the original in place of what was
// reduced, and the length of what came behind that.
func (r ranScript) whole(t *testing.T, text string) (all string, later int) {
	t.Helper()
	_, after, reduced := strings.Cut(text, "⟦elided:")
	if !reduced {
		return text, 0
	}
	s, err := store.Open(r.dir+"/store", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Expand(after[:12])
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	original, err := io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(after, "\n")
	return string(original) + rest, len(rest)
}

func exitStatusOf(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode()
	case errors.As(err, &exit):
		return 128 + int(exit.Sys().(syscall.WaitStatus).Signal())
	}
	t.Fatal(err)
	return -1
}

// eventually waits until something is so. How long it takes decides nothing
// unless it never is.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for begin := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > 30*time.Second {
			t.Fatal("this doesn't come: " + what)
		}
	}
}

// exists tells whether there is a file.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// TestLeftBehindSurvives: what outlives a signal to its process group without
// elide does so below it, and what it prints still comes. So it is with JSON,
// to which nothing is added.
func TestLeftBehindSurvives(t *testing.T) {
	for name, flags := range map[string][]string{"text": nil, "json": {"--json"}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			out, errs := filepath.Join(dir, "out"), filepath.Join(dir, "errs")
			cmd := exec.Command(program, append(append([]string{"run"}, flags...), "-c", "trap '' TERM HUP INT\n"+
				"(while [ ! -e go ] && [ $((n+=1)) -lt 5000 ]; do sleep 0.02; done; echo late; echo alive > mark) & echo started; exit 5")...)
			cmd.Dir, cmd.SysProcAttr = dir, &syscall.SysProcAttr{Setpgid: true}
			outFile, _ := os.Create(out)
			errFile, _ := os.Create(errs)
			cmd.Stdout, cmd.Stderr = outFile, errFile
			if status := exitStatusOf(t, cmd.Run()); status != 5 {
				t.Errorf("status %d", status)
			}
			first, _ := os.ReadFile(out)
			for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
				if err := syscall.Kill(-cmd.Process.Pid, sig); err != nil {
					t.Fatal(err)
				}
			}
			os.WriteFile(filepath.Join(dir, "go"), nil, 0o600)
			eventually(t, "the mark", func() bool { return exists(filepath.Join(dir, "mark")) })
			later := out
			if flags != nil {
				later = errs
			}
			eventually(t, "the output", func() bool {
				text, _ := os.ReadFile(later)
				return bytes.HasSuffix(text, []byte("late\n"))
			})
			text, _ := os.ReadFile(out)
			if want := string(first) + "late\n"; flags == nil && (string(text) != want || want != "started\nlate\n") || flags != nil && !bytes.Equal(text, first) {
				t.Errorf("it printed %q, at the command's end %q", text, first)
			}
		})
	}
}

// TestLeftBehindOnScreen: the terminal gets what comes after the command's
// end.
func TestLeftBehindOnScreen(t *testing.T) {
	home := t.TempDir()
	s := onScreen(t, home, person(home), "sh", "-c", "elide run -c '(while [ ! -e go ] && [ $((n+=1)) -lt 5000 ]; do sleep 0.02; done; echo late) & echo started'; echo status $?; read line")
	s.wait("started\r\nstatus 0\r\n")
	os.WriteFile(filepath.Join(home, "go"), nil, 0o600)
	s.wait("late\r\n")
}
