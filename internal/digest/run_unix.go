//go:build unix

package digest

import (
	"context"
	"os/exec"
	"syscall"
)

// shell returns a shell that runs the line in a process group of its own.
func shell(ctx context.Context, line string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// kill ends the shell and all that it started and that did not leave its group.
// Of one that is done, it ends what was left behind.
func kill(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
