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

// readNow reads what is there, io.EOF if that is nothing.
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
	case n <= 0 && (err == nil || err == unix.EAGAIN):
		return 0, io.EOF
	case n <= 0:
		return 0, err
	}
	return n, nil
}
