//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"elide/internal/child"
	"elide/internal/cli"
)

// become replaces this process by the command: its output, its signals and
// its exit status are then its own.
func become(args []string, stderr *os.File) int {
	path, err := exec.LookPath(args[0])
	if err == nil || errors.Is(err, exec.ErrDot) {
		err = syscall.Exec(path, args, os.Environ())
	}
	if errors.Is(err, syscall.ENOEXEC) { // a script that doesn't say what runs it
		return become(append([]string{child.FindShell("sh"), path}, args[1:]...), stderr)
	}
	cli.Error(stderr, program, err)
	return child.NotFound
}
