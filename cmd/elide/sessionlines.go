package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/shellline"
)

// shellProgram runs the shell lines of a session.
const shellProgram = "elide-shell"

// shellDeadline is how long that program may take to say that it runs.
var shellDeadline = time.Second // longer in tests

// linesOf has the shell lines of a session run by elide-shell: it adds a script
// to the file that the host puts ahead of each. If the program can't run here,
// there is none, and the lines run as without elide.
func linesOf(ahead string) error {
	shell, err := child.Beside(shellProgram)
	if err == nil {
		err = runsHere(shell)
	}
	if err != nil {
		return fmt.Errorf("commands are not made shorter: %w", err)
	}
	return addScript(ahead, shellline.Session(shell, ahead))
}

// runsHere tells why elide-shell can't be run, or isn't of this version.
func runsHere(shell string) error {
	ctx, cancel := context.WithTimeout(context.Background(), shellDeadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, "--version")
	cmd.WaitDelay = shellDeadline
	said, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", shell, err)
	}
	if !strings.HasPrefix(string(said), shellProgram+" "+cli.Version()+" ") {
		return fmt.Errorf("%s says that it is %.80q", shell, said)
	}
	return nil
}

// addScript adds a script to the file, in a line of its own, unless it is there.
// Then it is made as new as if it were added: it tells from when on the program
// is known to run.
func addScript(name, script string) error {
	there, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if bytes.Contains(there, []byte(script)) {
		now := time.Now()
		return os.Chtimes(name, now, now)
	}
	if len(there) > 0 && there[len(there)-1] != '\n' {
		script = "\n" + script
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(script + "\n")
	return errors.Join(err, f.Close())
}
