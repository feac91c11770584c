//go:build unix

package doctor

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command the head of a group, which is ended as a whole if
// it takes too long.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
