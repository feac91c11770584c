//go:build unix

package config

import (
	"errors"
	"syscall"
)

// nonblock keeps a FIFO from holding up whoever opens it.
const nonblock = syscall.O_NONBLOCK

// notFolder tells whether the error is that a file stands where a folder
// was looked for, and so holds no configuration.
func notFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
