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
