//go:build unix

package config

import (
	"errors"
	"syscall"
)

// notFolder tells whether the error is that a file stands where a folder
// was looked for, and so holds no configuration.
func notFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
