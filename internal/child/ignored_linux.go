package child

import (
	"bytes"
	"os"
	"strconv"
)

// ignoredFromStart returns the signals that this process ignores, one bit each
// from 1 on. Of most that it was started to ignore Go's runtime leaves no trace,
// as it catches them before any code of ours runs; os/signal tells INT and HUP,
// this tells TSTP.
func ignoredFromStart() uint64 {
	status, _ := os.ReadFile("/proc/self/status") // where there is none, nothing is known
	_, rest, _ := bytes.Cut(status, []byte("\nSigIgn:\t"))
	mask, _, _ := bytes.Cut(rest, []byte{'\n'})
	set, _ := strconv.ParseUint(string(mask), 16, 64)
	return set
}
