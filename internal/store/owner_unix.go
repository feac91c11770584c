//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// openFlags keep a planted FIFO from blocking whoever opens it.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK

// lockFlags keep a planted link from leading the lock elsewhere.
const lockFlags = syscall.O_NOFOLLOW

func ownedByUser(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) == os.Geteuid()
}

// openToOthers tells whether the folder's mode has any of the bits.
func openToOthers(info fs.FileInfo, bits fs.FileMode) bool { return info.Mode().Perm()&bits != 0 }
