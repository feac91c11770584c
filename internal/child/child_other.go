//go:build !unix

package child

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
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

// readNow reads what is there. Pipes can't be asked here, nor does a read end
// before they do.
func readNow(*os.File, []byte) (int, error) { return 0, io.EOF }

// Readable can't be asked here: a read may wait.
func Readable(*os.File, bool) bool { return true }

// startRelay is not needed where output is read to its end.
func startRelay(*os.File, *os.File) error { return errors.ErrUnsupported }

// DieOf ends this process as the signal would have.
func DieOf(sig syscall.Signal) { os.Exit(signalled + int(sig)) }
