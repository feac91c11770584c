package child

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Beside returns the path of a program that belongs to this one: beside it, or
// else in PATH, but never in the working directory. The error is a
// *StartError.
func Beside(program string) (string, error) {
	name := program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", &StartError{Name: program, Reason: "it is neither beside this program nor in PATH", Status: NotFound}
	}
	return path, nil
}
