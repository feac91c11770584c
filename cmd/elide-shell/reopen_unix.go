//go:build linux || darwin

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// reopen opens once more, to read and to write, a file that is open to append
// to: only so does it not matter to those who write where it ends.
func reopen(f *os.File) (*os.File, error) {
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil {
		return nil, err
	}
	if flags&unix.O_APPEND == 0 {
		return nil, errors.New("it is not appended to")
	}
	return named(f)
}
