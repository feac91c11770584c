//go:build unix && !linux

package child

// ignoredFromStart returns the signals that this process ignores, beyond those
// that os/signal tells: none that is known here.
func ignoredFromStart() uint64 { return 0 }
