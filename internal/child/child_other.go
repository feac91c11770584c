//go:build !unix

package child

import (
	"io"
	"os"
	"os/signal"
)

func shell(line string) []string { return []string{"cmd", "/c", line} }

// FindShell returns what starts the shell of that name.
func FindShell(name string) string { return name }

func exitStatus(state *os.ProcessState) int { return state.ExitCode() }

// signals are those that elide gets while a command runs. The system sends
// the console's to the command as well; elide has only to outlive it.
type signals struct{ got chan os.Signal }

func catch() *signals {
	s := &signals{make(chan os.Signal, 1)}
	signal.Notify(s.got, os.Interrupt)
	return s
}

func (s *signals) forward(*os.Process) {}

func (s *signals) stop() { signal.Stop(s.got) }

// readNow reads what is there, io.EOF if that is nothing. Pipes can't be
// asked here.
func readNow(*os.File, []byte) (int, error) { return 0, io.EOF }
