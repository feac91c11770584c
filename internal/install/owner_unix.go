//go:build unix

package install

import (
	"io/fs"
	"os"
	"syscall"
)

// keepGroup gives a new file the group of the old one.
func keepGroup(file *os.File, old fs.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	info, err := file.Stat()
	if err != nil || !ok {
		return err
	}
	if now, ok := info.Sys().(*syscall.Stat_t); ok && now.Gid == was.Gid {
		return nil
	}
	return file.Chown(-1, int(was.Gid))
}
