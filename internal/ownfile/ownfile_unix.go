//go:build unix

package ownfile

import (
	"io/fs"
	"os"
	"syscall"
)

// OpenFlags are added to those of os.OpenFile. They keep a planted link from
// leading elsewhere, and a planted FIFO from blocking whoever opens it.
const OpenFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// Owned tells whether the file is the user's who runs this process.
func Owned(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) == os.Geteuid()
}

// OwnedOrRoots tells whether the file is the user's or root's, who can do as the
// user whatever a file says.
func OwnedOrRoots(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || stat.Uid == 0 || int(stat.Uid) == os.Geteuid()
}
