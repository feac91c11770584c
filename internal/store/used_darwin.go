package store

import (
	"io/fs"
	"syscall"
	"time"
)

const quietFlag = 0

// changedAt returns the number of a file, and when it or what is said of it was
// last changed.
func changedAt(info fs.FileInfo) (inode uint64, at int64) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino, time.Unix(stat.Ctimespec.Sec, stat.Ctimespec.Nsec).UnixNano()
	}
	return 0, 0
}

// usedAt returns when an entry was used last: the time of its last access.
func usedAt(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(stat.Atimespec.Sec, stat.Atimespec.Nsec)
	}
	return info.ModTime()
}
