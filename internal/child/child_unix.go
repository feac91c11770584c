//go:build unix

package child

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// handedOn are the signals that a command gets as if elide were not there.
var handedOn = [...]os.Signal{
	syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2,
	syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGCONT,
}

func shell(line string) []string { return []string{FindShell("sh"), "-c", line} }

// FindShell returns what starts the shell of that name: the name, if PATH has
// it, or else its path where systems keep their shells, so that one is found
// whatever PATH is.
func FindShell(name string) string {
	if _, err := exec.LookPath(name); err == nil {
		return name
	}
	if path, err := exec.LookPath("/bin/" + name); err == nil {
		return path
	}
	return name
}

func exitStatus(state *os.ProcessState) int {
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return signalled + int(w.Signal())
	}
	return state.ExitCode()
}

// signals are those that elide gets while a command runs.
type signals struct {
	got  chan os.Signal
	done chan struct{}
}

// catch begins to hold signals back. One that elide was started to ignore
// stays ignored, by the command too: nohup means both.
func catch() *signals {
	s := &signals{make(chan os.Signal, 32), make(chan struct{})}
	for _, sig := range handedOn {
		if !signal.Ignored(sig) {
			signal.Notify(s.got, sig)
		}
	}
	return s
}

// forward hands on what was caught, and from then on what comes.
func (s *signals) forward(to *os.Process) {
	terminal := foreground()
	go func() {
		for {
			select {
			case sig := <-s.got:
				hand(sig, to, terminal)
			case <-s.done:
				return
			}
		}
	}()
}

// hand sends a signal on. Those of the terminal reach the command without
// us, and twice is not the same as once: many programs take a second Ctrl-C
// for an order to leave everything as it is. A stop is for both.
func hand(sig os.Signal, to *os.Process, terminal bool) {
	if !terminal || !fromTerminal(sig) {
		to.Signal(sig) // it may be gone by now
	}
	if sig == syscall.SIGTSTP {
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	}
}

func fromTerminal(sig os.Signal) bool {
	switch sig {
	case syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGWINCH:
		return true
	}
	return false
}

// foreground tells whether the process group is that which a terminal's keys
// send their signals to.
func foreground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := terminalGroup(tty)
	return err == nil && group == syscall.Getpgrp()
}

func (s *signals) stop() {
	signal.Stop(s.got)
	close(s.done)
}
