package child

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// relayArgs are the arguments that make a program a relay. It is this program
// once more: whatever else could copy a pipe may not be there.
var relayArgs = [...]string{"__relay", "the output of what was left behind"}

// IsRelay tells whether these are the arguments of a relay. A program that calls
// HandOver asks first of all, and then calls Relay and ends.
func IsRelay(args []string) bool {
	return len(args) == len(relayArgs) && [len(relayArgs)]string(args) == relayArgs
}

// Relay copies standard input to standard output until that ends.
func Relay() { relay(os.Stdin, os.Stdout) }

// relay copies as things come. Where nobody reads any more it ends, so that who
// prints is told as without it. Of what else goes wrong with the file, a full
// disk or a terminal that is gone, nobody can be told, and nobody is to die.
func relay(from io.Reader, to io.Writer) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); errors.Is(err, syscall.EPIPE) {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
