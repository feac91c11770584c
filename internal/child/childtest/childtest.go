// Package childtest readies the tests of a package for the processes that they start,
// and has what starts one for a script.
package childtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// Tests are those of a package. What they start begins as below a terminal, in an
// environment in which nothing is said to elide, however the tests themselves were
// started.
type Tests struct{ *testing.M }

// Run is that of testing.M.
func (t Tests) Run() int {
	heedSignals()
	forget()
	return t.M.Run()
}

// heedSignals has what is started end of Ctrl-C and of a hangup. Below nohup, or in
// the background of a shell that has no jobs, it would ignore them, whatever it sets.
func heedSignals() {
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(sig) {
			signal.Notify(make(chan os.Signal, 1), sig) // what is caught begins anew in a child
		}
	}
}

// forget takes the settings of a user of elide out of the environment, and which
// repository it is that runs the tests as a hook: those make some of their own.
func forget() {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		switch {
		case name == "ELIDE", strings.HasPrefix(name, "ELIDE_") && !strings.HasPrefix(name, "ELIDE_TEST_"):
			os.Unsetenv(name)
		case name == "GIT_DIR", name == "GIT_WORK_TREE", name == "GIT_INDEX_FILE", name == "GIT_PREFIX", name == "GIT_COMMON_DIR", name == "GIT_OBJECT_DIRECTORY":
			os.Unsetenv(name)
		}
	}
}

// ClosedPipe runs the command that the arguments name, its standard output a pipe that
// nobody reads, and exits as it did: with 255 where a signal ended it. It is a command of
// scripts.
func ClosedPipe() {
	r, w, err := os.Pipe()
	if err == nil {
		r.Close()
		p := exec.Command(os.Args[1], os.Args[2:]...)
		p.Stdout, p.Stderr = w, os.Stderr
		err = p.Run()
	}
	var ended *exec.ExitError
	switch {
	case err == nil:
		os.Exit(0)
	case errors.As(err, &ended):
		os.Exit(ended.ExitCode())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(99)
}
