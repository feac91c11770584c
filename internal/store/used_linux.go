package store

import (
	"io/fs"
	"syscall"
	"time"
)

// quietFlag keeps reading a file from changing the time of its last use, which
// elide sets itself.
const quietFlag = syscall.O_NOATIME

// changedAt returns the number of a file, and when it or what is said of it was
// last changed.
func changedAt(info fs.FileInfo) (inode uint64, at int64) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino, time.Unix(int64(stat.Ctim.Sec), int64(stat.Ctim.Nsec)).UnixNano()
	}
	return 0, 0
}

// usedAt returns when an entry was used last: the time of its last access.
func usedAt(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(int64(stat.Atim.Sec), int64(stat.Atim.Nsec))
	}
	return info.ModTime()
}
