package terminal

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
)

// defaultPager is what shows a text where the user has named nothing. It lets
// colours through and nothing else.
const defaultPager = "less -R"

// lessOptions are for a user who has none: a text that fits on the screen is
// printed and left there, colours are let through.
const lessOptions = "FRX"

// Page calls write with where a text is to go that may be longer than a
// screen: the standard input of the user's pager if out is a terminal, else out
// itself. It returns when the pager has ended. The error is that of write; a
// pager that is left before the end closes the pipe, which is one of
// syscall.EPIPE. Without a pager, and where the one that the user names isn't
// there, the text goes to out.
func Page(out *os.File, env func(string) string, write func(io.Writer) error) error {
	if !Is(out) {
		return write(out)
	}
	cmd := pager(env)
	if cmd == nil {
		return write(out)
	}
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt) // it is the pager's: we must outlive it
	defer signal.Stop(interrupt)
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return write(out)
	}
	err = write(in)
	in.Close()
	cmd.Wait() // how the pager ended is its user's affair
	return err
}

// pager returns the command of the user's pager, nil if there is none.
func pager(env func(string) string) *exec.Cmd {
	line := strings.TrimSpace(env("PAGER"))
	if line == "cat" {
		return nil
	}
	if line == "" {
		if dumb(env) { // there it asks whether to go on
			return nil
		}
		line = defaultPager
	}
	if !runs(line) {
		return nil
	}
	cmd := exec.Command("sh", "-c", line)
	if runtime.GOOS == "windows" {
		cmd = exec.Command("cmd", "/c", line)
	}
	if env("LESS") == "" {
		cmd.Env = append(os.Environ(), "LESS="+lessOptions)
	}
	return cmd
}

// runs tells whether the program of a shell line is there, as far as its first
// word says: in one that the shell reads as something else it is the shell's to
// find.
func runs(line string) bool {
	name := strings.Fields(line)[0]
	if strings.ContainsAny(name, "\"'`$\\~=(){};&|<>*?[]!#%") {
		return true
	}
	if _, err := exec.LookPath(name); err == nil {
		return true
	}
	return exec.Command("sh", "-c", `command -v "$1"`, "sh", name).Run() == nil // a word of the shell's own
}
