//go:build !unix

package digest

import (
	"context"
	"os/exec"
	"strconv"
)

// shell returns the shell with the line.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "cmd", "/c", line)
}

// kill ends the shell with the processes below it. There are no groups here: those
// whose parent is gone are not found.
func kill(cmd *exec.Cmd) error {
	err := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	if err != nil {
		return cmd.Process.Kill()
	}
	return nil
}
