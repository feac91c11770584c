//go:build unix && !(linux && (amd64 || arm64))

package child

import "syscall"

// catchProf does nothing: here SIGPROF is Go's own.
func catchProf() {}

func meant(sig syscall.Signal) syscall.Signal { return sig }
