//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// screen is a program on a terminal of its own.
type screen struct {
	t   *testing.T
	tty *os.File
	cmd *exec.Cmd

	mu    sync.Mutex
	shown strings.Builder
	ended bool
	seen  int // what was waited for already
}

// onScreen starts a program on a terminal with 100 columns.
func onScreen(t *testing.T, dir string, env []string, args ...string) *screen {
	t.Helper()
	s := &screen{t: t, cmd: exec.Command(args[0], args[1:]...)}
	s.cmd.Dir, s.cmd.Env = dir, env
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 40, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	s.tty = tty
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.read()
	}()
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		tty.Close()
		<-done
	})
	return s
}

// read takes what the program shows until it has ended.
func (s *screen) read() {
	buf := make([]byte, 4096)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.shown.Write(buf[:n])
		s.ended = err != nil
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *screen) enter(text string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// wait waits until the text is shown behind what was waited for before, and
// returns what stands before it.
func (s *screen) wait(text string) string {
	s.t.Helper()
	for range 2000 {
		s.mu.Lock()
		rest, ended := s.shown.String()[s.seen:], s.ended
		s.mu.Unlock()
		if before, _, ok := strings.Cut(rest, text); ok {
			s.seen += len(before) + len(text)
			return before
		}
		if ended {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t.Fatalf("%q was not shown, but %q", text, s.shown.String()[s.seen:])
	return ""
}

// again enters the text over and over until another is shown: who reads it may
// not be there yet.
func (s *screen) again(text, until string) {
	s.t.Helper()
	eventually(s.t, until, func() bool {
		s.mu.Lock()
		shown := strings.Contains(s.shown.String()[s.seen:], until)
		s.mu.Unlock()
		if !shown {
			s.enter(text)
		}
		return shown
	})
}

// all returns all that is shown once the program has ended.
func (s *screen) all() string {
	for range 2000 {
		s.mu.Lock()
		text, ended := s.shown.String(), s.ended
		s.mu.Unlock()
		if ended {
			return text
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatal("it didn't end")
	return ""
}

// person returns the environment of a person who works in home, on a terminal.
func person(home string, more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm", "LANG=C.UTF-8", "ELIDE_STORE=" + filepath.Join(home, "store"),
	}, more...)
}
