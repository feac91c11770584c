//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/store"
)

// TestInterrupts: what was printed into the filter is shown, reduced or whole,
// whatever ends it or who prints, and the filter ends of the signal as any
// filter would.
func TestInterrupts(t *testing.T) {
	log := string(logLines(5000)) // more than a pipe holds: who has written it has a reader
	ends, goesOn := "exec sleep 100", "while [ ! -e go ] && [ $((n+=1)) -lt 5000 ]; do sleep 0.02; done; echo more"
	for name, c := range map[string]struct {
		writer  string
		ignores string // signals
		signals []syscall.Signal
		alone   bool // only elide gets them
		args    string
		more    bool // the writer is let go on after that
		reduced bool
	}{
		"Ctrl-C":                           {writer: ends, signals: []syscall.Signal{syscall.SIGINT}, reduced: true},
		"Ctrl-C, of a file that is a pipe": {writer: ends, signals: []syscall.Signal{syscall.SIGINT}, args: "/dev/stdin", reduced: true},
		"TERM to all":                      {writer: ends, signals: []syscall.Signal{syscall.SIGTERM}, reduced: true},
		"HUP to all":                       {writer: ends, signals: []syscall.Signal{syscall.SIGHUP}, reduced: true},
		"Ctrl-C, the writer goes on":       {writer: goesOn, ignores: "INT", signals: []syscall.Signal{syscall.SIGINT}, more: true, reduced: true},
		"Ctrl-C alone, the writer goes on": {writer: goesOn, signals: []syscall.Signal{syscall.SIGINT}, alone: true, more: true, reduced: true},
		"Ctrl-C twice":                     {writer: goesOn, ignores: "INT", signals: []syscall.Signal{syscall.SIGINT, syscall.SIGINT}},
		"TERM alone":                       {writer: goesOn, signals: []syscall.Signal{syscall.SIGTERM}, alone: true},
		"Ctrl-C and TERM":                  {writer: goesOn, ignores: "INT TERM", signals: []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}},
		"QUIT":                             {writer: goesOn, ignores: "QUIT", signals: []syscall.Signal{syscall.SIGQUIT}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := startFilter(t, c.args, "trap '' "+c.ignores+"; cat log; touch ready; "+c.writer, log)
			eventually(t, "the log is written", func() bool { return exists(f.path("ready")) })
			for _, sig := range c.signals {
				to := -f.cmd.Process.Pid
				if c.alone {
					to = -to
				}
				syscall.Kill(to, sig)
				f.taken()
			}
			want := log
			if c.more {
				want += "more\n"
				os.WriteFile(f.path("go"), nil, 0o600)
			}
			if len(c.signals) > 1 { // two at once may be heard as one
				defer f.repeat(c.signals[1])()
			}
			if status := exitStatusOf(t, f.cmd.Wait()); status != 128+int(c.signals[len(c.signals)-1]) {
				t.Errorf("status %d", status)
			}
			text, _ := os.ReadFile(f.path("out"))
			if got := original(t, f.path("store"), string(text)); got != want || c.reduced == (string(text) == want) {
				t.Errorf("%d bytes are shown, of %d, want %d\n%.300s", len(text), len(got), len(want), text)
			}
		})
	}
}

// filtering is a shell's line before the filter, as a job of an interactive
// shell: a process group of its own.
type filtering struct {
	t   *testing.T
	dir string
	cmd *exec.Cmd // the filter
}

func startFilter(t *testing.T, args, line, log string) *filtering {
	t.Helper()
	f := &filtering{t, t.TempDir(), exec.Command(program, strings.Fields(args)...)}
	if err := os.WriteFile(f.path("log"), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(f.path("out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	f.cmd.Dir, f.cmd.Env = f.dir, append(os.Environ(), "ELIDE_STORE="+f.path("store"))
	f.cmd.Stdin, f.cmd.Stdout, f.cmd.Stderr = r, out, out
	f.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := f.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	group := f.cmd.Process.Pid
	t.Cleanup(func() { syscall.Kill(-group, syscall.SIGKILL) })
	writer := exec.Command("sh", "-c", line)
	writer.Dir, writer.Stdout = f.dir, w
	writer.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: group}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	go writer.Wait()
	return f
}

func (f *filtering) path(name string) string { return filepath.Join(f.dir, name) }

// taken waits until the filter has taken the signals that it was sent: two that
// wait are one.
func (f *filtering) taken() {
	status := fmt.Sprintf("/proc/%d/status", f.cmd.Process.Pid)
	if !exists("/proc/self/status") {
		time.Sleep(time.Second)
		return
	}
	eventually(f.t, "the signal is taken", func() bool {
		text, err := os.ReadFile(status)
		return err != nil || strings.Contains(string(text), "\nShdPnd:\t0000000000000000\n") || strings.Contains(string(text), "State:\tZ")
	})
}

// repeat sends a signal again, as long as nothing comes of it, until it is stopped.
func (f *filtering) repeat(sig syscall.Signal) (stop func()) {
	group, tick := f.cmd.Process.Pid, time.NewTicker(5*time.Second)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				syscall.Kill(-group, sig)
			case <-done:
				return
			}
		}
	}()
	return func() { tick.Stop(); close(done) }
}

// TestInterruptedOnScreen: so it is at a terminal. There, bare elide ends of
// Ctrl-C at once.
func TestInterruptedOnScreen(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "log"), logLines(5000), 0o600); err != nil {
		t.Fatal(err)
	}
	// Each Ctrl-C would drop what is printed and not read yet: the last status, now and then.
	s := onScreen(t, home, person(home), "bash", "-c", "stty noflsh; trap : INT; (cat log; echo ready >/dev/tty; exec sleep 100) | elide; echo status ${PIPESTATUS[@]}; elide; echo status $?")
	s.wait("ready")
	s.enter("\x03")
	shown := s.wait("status 130 130")
	if !strings.Contains(shown, "ERROR disk sda1 is full") || !strings.Contains(shown, "⟦elided:") {
		t.Errorf("%.500q", shown)
	}
	s.again("\x03", "status 130\r\n")
}

// original returns the text with what was reduced as it was.
func original(t *testing.T, dir, text string) string {
	t.Helper()
	hash := markerOf(text)
	if hash == "" {
		return text
	}
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Expand(hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	all, err := io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}
