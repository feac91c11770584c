//go:build unix

package child

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// terminalGroup returns the foreground process group of a terminal.
func terminalGroup(tty *os.File) (int, error) {
	conn, err := tty.SyscallConn()
	if err != nil {
		return 0, err
	}
	group := 0
	controlErr := conn.Control(func(fd uintptr) {
		group, err = unix.IoctlGetInt(int(fd), unix.TIOCGPGRP)
	})
	if controlErr != nil {
		err = controlErr
	}
	return group, err
}

// readNow reads what is there, errNothing if that is nothing.
func readNow(f *os.File, buf []byte) (n int, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	controlErr := conn.Read(func(fd uintptr) bool {
		for {
			if n, err = unix.Read(int(fd), buf); err != unix.EINTR {
				return true
			}
		}
	})
	switch {
	case controlErr != nil:
		return 0, controlErr
	case n == 0 && err == nil:
		return 0, io.EOF
	case err == unix.EAGAIN:
		return 0, errNothing
	case n <= 0:
		return 0, err
	}
	return n, nil
}

// Readable tells whether a read of the file returns at once, with bytes or
// with its end. With wait it waits until one does.
func Readable(f *os.File, wait bool) bool {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	timeout := 0
	if wait {
		timeout = -1
	}
	n := 0
	conn.Control(func(fd uintptr) {
		for err = unix.EINTR; err == unix.EINTR; {
			n, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, timeout)
		}
	})
	return n > 0
}
