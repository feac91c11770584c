//go:build unix

package child

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

var executable = os.Executable // overridden by test

// startRelay starts a relay. It has a session of its own, since what it serves
// may have one, or outlive a signal that ends our group: it ends when they do.
// It holds nothing but the two files.
func startRelay(from, to *os.File) error {
	self, err := executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, relayArgs[:]...)
	cmd.Args[0] = os.Args[0]
	cmd.Stdin, cmd.Stdout = from, to
	cmd.Dir, cmd.Env = "/", []string{}
	keepOwn()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// keepOwn keeps from the next process the open files that we were handed, such
// as the one by which a shell holds a lock.
func keepOwn() {
	entries, _ := os.ReadDir("/dev/fd")
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
