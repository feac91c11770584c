//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"elide.example/elide/internal/longtest"
)

// notHandedOn are the signals that elide can't hand on, or keeps: nobody can
// catch KILL and STOP; those of its own children, pipes, files and terminal
// are none to the command; and those of Go's runtime.
var notHandedOn = []syscall.Signal{
	syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGCHLD, syscall.SIGPIPE, syscall.SIGXFSZ, syscall.SIGTTIN, syscall.SIGTTOU, syscall.SIGURG, 32, 33, 34,
}

// TestEverySignal: a command that elide run runs sees each signal as it would
// without elide, or dies of it with the same status.
func TestEverySignal(t *testing.T) {
	longtest.Asked(t)
	last := syscall.Signal(31)
	if runtime.GOOS == "linux" {
		last = 64
	}
	stays := []syscall.Signal{syscall.SIGWINCH, syscall.SIGCONT, syscall.SIGTSTP} // who doesn't look for them goes on
	if runtime.GOOS == "darwin" {
		stays = append(stays, 23, 29) // IO, INFO
	}
	for sig := syscall.Signal(1); sig <= last; sig++ {
		if slices.Contains(notHandedOn, sig) {
			continue
		}
		t.Run(fmt.Sprint(int(sig)), func(t *testing.T) {
			t.Parallel()
			sameAfterSignal(t, sig, fmt.Sprintf("trap 'echo trapped; touch trapped; exit 77' %d; touch ready; while :; do sleep 0.02; done", sig))
			if !slices.Contains(stays, sig) {
				sameAfterSignal(t, sig, "ulimit -c 0; echo waits; touch ready; exec sleep 100")
			}
		})
	}
}

func sameAfterSignal(t *testing.T, sig syscall.Signal, line string) {
	t.Helper()
	plain, plainStatus := afterSignal(t, sig, "sh", "-c", line)
	below, status := afterSignal(t, sig, program, "run", "-c", line)
	if below != plain || status != plainStatus {
		t.Errorf("%s\nplain: status %d, %q\nbelow elide: status %d, %q", line, plainStatus, plain, status, below)
	}
}

// afterSignal starts a program, sends it a signal once it is ready, and returns
// what it printed and its status. No terminal is there that would send the
// signal to all.
func afterSignal(t *testing.T, sig syscall.Signal, args ...string) (output string, status int) {
	t.Helper()
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	eventually(t, "it is ready", func() bool { return exists(filepath.Join(dir, "ready")) })
	cmd.Process.Signal(sig)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	eventually(t, "it ends", func() bool {
		if sig == syscall.SIGTSTP && exists(filepath.Join(dir, "trapped")) { // elide stops with its command
			cmd.Process.Signal(syscall.SIGCONT)
		}
		return len(ended) > 0
	})
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text), exitStatusOf(t, <-ended)
}
