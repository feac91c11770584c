//go:build !unix

package store

import (
	"io/fs"
	"os"
)

const (
	openFlags = os.O_RDONLY
	lockFlags = 0
)

// Who may enter a folder is not in its mode here; the user's cache folder is
// the user's own.
func ownedByUser(fs.FileInfo) bool { return true }

func openToOthers(fs.FileInfo, fs.FileMode) bool { return false }
