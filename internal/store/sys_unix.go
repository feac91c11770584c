//go:build unix && !solaris && !illumos && !aix

package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// openFlags keep a planted FIFO from blocking whoever opens it.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK

// lockFlags keep a planted link from leading the lock elsewhere, and a FIFO from
// blocking.
const lockFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// holdTemp holds a temporary file until it is closed or the process dies, so
// that others can tell it from one that was left.
func holdTemp(root *os.Root, name string) (io.Closer, error) {
	f, err := lockFile(root, name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// leftBehind tells whether nobody holds the temporary file any more.
func leftBehind(root *os.Root, name string, _ time.Time) bool {
	f, err := lockFile(root, name)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// lockFile opens a file and locks it, if nobody else has.
func lockFile(root *os.Root, name string) (*os.File, error) {
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	f, err := root.OpenFile(name, openFlags, 0)
	if err != nil {
		return nil, err
	}
	conn, err := f.SyscallConn()
	if err == nil {
		var failed error
		err = conn.Control(func(fd uintptr) { failed = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB) })
		err = errors.Join(err, failed)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// writable tells whether this process may make files in the folder.
func writable(dir string) bool { return syscall.Access(dir, 2) == nil }

// shutToOwner tells whether the file's mode keeps its owner from reading or
// writing it.
func shutToOwner(info fs.FileInfo) bool { return info.Mode().Perm()&0o600 != 0o600 }

// openToOthers tells whether the folder's mode has any of the bits.
func openToOthers(info fs.FileInfo, bits fs.FileMode) bool { return info.Mode().Perm()&bits != 0 }
