//go:build unix

package room

import (
	"io/fs"
	"os"
	"os/signal"
	"syscall"
)

// freeFiles returns how many files can be opened, up to most.
func freeFiles(most int) int {
	open := make([]int, 0, most)
	defer func() {
		for _, fd := range open {
			syscall.Close(fd)
		}
	}()
	for len(open) < most {
		fd, err := openOne(open)
		if err != nil {
			break
		}
		open = append(open, fd)
	}
	return len(open)
}

// openOne takes the next descriptor. No file of package os is used: that one
// would want a poller.
func openOne(open []int) (int, error) {
	if len(open) > 0 {
		return syscall.Dup(open[0])
	}
	return syscall.Open("/", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
}

// FullIsAnError makes a file that may not grow any more (ulimit -f) an error of
// writing to it, as a full disk is. Without it, it ends the process.
// Programs that this one starts know nothing of it.
func FullIsAnError() {
	if !signal.Ignored(syscall.SIGXFSZ) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGXFSZ)
	}
}

// Open opens a file for reading. Unlike os.Open it can't end the process for want
// of a poller, which files that are read to their end don't need.
func Open(name string) (*os.File, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), name), nil
		case syscall.EINTR:
		default:
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
}
