//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Columns returns how wide the terminal is, 0 if the file is none.
func Columns(f *os.File) int {
	columns := 0
	control(f, func(fd int) {
		size, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		switch {
		case err == nil && size.Col > 0:
			columns = int(size.Col)
		case err == nil:
			columns = defaultColumns
		}
	})
	return columns
}

// inForeground tells whether this process is of the group that the terminal
// belongs to just now. In the background it is the shell's to write on.
func inForeground(f *os.File) bool {
	ours := false
	control(f, func(fd int) {
		group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		ours = err == nil && group == unix.Getpgrp()
	})
	return ours
}

// taken tells whether a program has the terminal for itself: it reads a
// password, or draws on the whole screen. What is typed is not echoed then.
func taken(f *os.File) bool {
	taken := false
	control(f, func(fd int) {
		mode, err := unix.IoctlGetTermios(fd, getTermios)
		taken = err == nil && mode.Lflag&unix.ECHO == 0
	})
	return taken
}

// control calls do with the descriptor of the file, if it is open. The file
// stays as it is, in blocking mode or not.
func control(f *os.File, do func(fd int)) {
	if conn, err := f.SyscallConn(); err == nil {
		conn.Control(func(fd uintptr) { do(int(fd)) })
	}
}
