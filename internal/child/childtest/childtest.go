// Package childtest readies the tests of a package for the processes that they start.
package childtest

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// Tests are those of a package. What they start ends of Ctrl-C and of a hangup as in
// a terminal, also where the tests themselves run below nohup, or in the background
// of a shell that has no jobs: those ignore the signals, and so would all that is
// started below them, whatever it sets.
type Tests struct{ *testing.M }

// Run is that of testing.M.
func (t Tests) Run() int {
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(sig) {
			signal.Notify(make(chan os.Signal, 1), sig) // what is caught begins anew in a child
		}
	}
	return t.M.Run()
}
