//go:build unix

package child

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// lastSignal is the highest number that a signal has on any system that we
// run on.
const lastSignal = 64

// handedOn are the signals that a command gets as if elide were not there:
// all that a process can catch, but those that are our own.
var handedOn = func() (all []os.Signal) {
	for n := syscall.Signal(1); n <= lastSignal; n++ {
		if !ours(n) {
			all = append(all, n)
		}
	}
	return all
}()

// ours tells whether a signal is no word to the command. Those of the runtime
// and of our own children, pipes and files come at any time, and to stop who
// uses the terminal from the background is the terminal's affair.
func ours(sig syscall.Signal) bool {
	switch sig {
	case syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGCHLD, syscall.SIGURG, syscall.SIGPIPE, syscall.SIGXFSZ, syscall.SIGTTIN, syscall.SIGTTOU:
		return true
	}
	return false
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
// stays ignored, by the command too, as far as that can be known: nohup means both.
func catch() *signals {
	s := &signals{make(chan os.Signal, 32), make(chan struct{})}
	ignored := ignoredFromStart()
	for _, sig := range handedOn {
		if !signal.Ignored(sig) && ignored>>(sig.(syscall.Signal)-1)&1 == 0 {
			signal.Notify(s.got, sig)
		}
	}
	catchProf()
	return s
}

// forward hands on what was caught, and from then on what comes.
func (s *signals) forward(to *os.Process) {
	terminal := foreground()
	go func() {
		for {
			select {
			case sig := <-s.got:
				hand(meant(sig.(syscall.Signal)), to, terminal)
			case <-s.done:
				return
			}
		}
	}()
}

// hand sends a signal on. Those of the terminal reach the command without
// us, and twice is not the same as once: many programs take a second Ctrl-C
// for an order to leave everything as it is. A stop is for both.
func hand(sig syscall.Signal, to *os.Process, terminal bool) {
	if !terminal || !fromTerminal(sig) {
		to.Signal(sig) // it may be gone by now
	}
	if sig == syscall.SIGTSTP {
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	}
}

func fromTerminal(sig syscall.Signal) bool {
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

// DieOf ends this process by the signal, so that who waits for it is told.
func DieOf(sig syscall.Signal) {
	if sig != syscall.SIGQUIT { // of that one, Go says at length where it was
		signal.Reset(sig)
		syscall.Kill(os.Getpid(), sig)
		time.Sleep(time.Second) // it is on its way
	}
	os.Exit(signalled + int(sig))
}
