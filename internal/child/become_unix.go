//go:build unix

package child

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// Become replaces this process by the command: its output, its signals and its
// exit status are then its own. It needs no file. It returns only if that can't
// be, with a *StartError.
func Become(args []string) (status int, err error) {
	path, err := exec.LookPath(args[0])
	if err == nil || errors.Is(err, exec.ErrDot) {
		err = syscall.Exec(path, args, os.Environ())
	}
	if errors.Is(err, syscall.ENOEXEC) { // a script that doesn't say what runs it
		return Become(append([]string{FindShell("sh"), path}, args[1:]...))
	}
	return notStarted(startError(args[0], err))
}
