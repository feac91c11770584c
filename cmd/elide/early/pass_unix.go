//go:build unix

package early

import (
	"os"
	"os/signal"
	"syscall"

	"elide.example/elide/internal/room"
)

// unlimited tells whether the system leaves the filter room, and standard output may
// grow: what is wrong otherwise, the filter says.
func unlimited() bool {
	const enough = 1 << 40
	var size syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &size)
	return err == nil && uint64(size.Cur) >= enough && room.Lack() == nil
}

// readWhole reads standard input ahead. It is true if that was all of it, and less
// than MostBytes.
func readWhole() bool {
	info, err := os.Stdin.Stat()
	if err != nil {
		return false
	}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return info.Size() < MostBytes && read(nil)
	case mode&os.ModeNamedPipe != 0 && waits:
		if !writerEnded() {
			signals = Listen()
		}
		return read(signals)
	}
	return false
}

// read reads ahead until MostBytes are held, the input ends or somebody tells us to
// end; heard is where, nil if the input doesn't make us wait.
func read(heard chan os.Signal) bool {
	ahead = make([]byte, 0, MostBytes)
	for len(ahead) < MostBytes {
		if heard != nil && !awaitInput(heard) {
			return false
		}
		n, err := syscall.Read(0, ahead[len(ahead):MostBytes])
		switch {
		case err == syscall.EINTR:
		case err != nil: // the filter will meet it too
			return false
		case n == 0:
			return !anyHeard(heard)
		default:
			ahead = ahead[:len(ahead)+n]
		}
	}
	return false
}

// printed prints what was read, also if that is nothing: it may be an error. What
// can't be printed is left to the filter, which says why. It is the bare system call
// since a closed pipe is to be an error.
func printed() bool {
	for {
		n, err := syscall.Write(1, ahead)
		if err != nil && err != syscall.EINTR {
			return false
		}
		if ahead = ahead[max(n, 0):]; len(ahead) == 0 && err == nil {
			return true
		}
	}
}

// anyHeard tells whether a signal came, which then stays to be heard. If none
// did, signals do again what they do to any program.
func anyHeard(heard chan os.Signal) bool {
	if heard == nil {
		return false
	}
	signal.Stop(heard) // behind it, what came to the process is in the channel
	if len(heard) == 0 {
		return false
	}
	hearIn(heard)
	return true
}
