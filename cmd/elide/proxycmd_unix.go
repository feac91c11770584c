//go:build unix

package main

import (
	"os"
	"syscall"

	"elide.example/elide/internal/child"
)

// become replaces this process by the program: signals, the terminal and the
// exit status are then its own.
func (a *app) become(path string, args []string) error {
	err := syscall.Exec(path, args, os.Environ())
	return notStarted(&child.StartError{Name: path, Reason: err.Error(), Status: child.NotExecutable})
}
