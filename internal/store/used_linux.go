package store

import (
	"io/fs"
	"syscall"
	"time"
)

// quietFlag keeps reading a file from changing the time of its last use, which
// elide sets itself.
const quietFlag = syscall.O_NOATIME

// usedAt returns when an entry was used last: the time of its last access.
func usedAt(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(int64(stat.Atim.Sec), int64(stat.Atim.Nsec))
	}
	return info.ModTime()
}
