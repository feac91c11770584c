//go:build !unix || solaris || illumos || aix

package store

import (
	"io"
	"io/fs"
	"os"
	"time"
)

const (
	openFlags = os.O_RDONLY
	lockFlags = 0
)

// staleTime is the age from which a temporary file was left by a process that
// died: here nothing else tells.
const staleTime = time.Hour

func holdTemp(*os.Root, string) (io.Closer, error) { return io.NopCloser(nil), nil }

func leftBehind(root *os.Root, name string, now time.Time) bool {
	info, err := root.Lstat(name)
	return err == nil && now.Sub(info.ModTime()) >= staleTime
}

// Who may enter a folder is not in its mode here; the user's cache folder is
// the user's own.
func writable(string) bool { return true }

func openToOthers(fs.FileInfo, fs.FileMode) bool { return false }

func shutToOwner(fs.FileInfo) bool { return false }
