//go:build unix

package scripts

import (
	"errors"
	"io"
	"os"
	"os/exec"

	"github.com/creack/pty"
)

// onTerminal COMMAND… runs a command on a terminal and prints what it shows there.
func onTerminal() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	terminal, err := pty.Start(cmd)
	if err != nil {
		fail(err)
	}
	io.Copy(os.Stdout, terminal) // it ends with an error when the command does
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	} else if err != nil {
		fail(err)
	}
}
