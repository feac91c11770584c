package store

import (
	"io/fs"
	"syscall"
	"time"
)

const quietFlag = 0

// usedAt returns when an entry was used last: the time of its last access.
func usedAt(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(stat.Atimespec.Sec, stat.Atimespec.Nsec)
	}
	return info.ModTime()
}
