//go:build amd64 || arm64

package child

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// Go keeps SIGPROF for its profiler, and gives it to nobody. So it gets another
// handler, which counts it and sends us another signal in its place.

// standIn is the signal that is sent for each SIGPROF. It is caught like any
// other, and may come by itself as well: profs tells.
const standIn = syscall.Signal(60)

// profs counts the signals that standIn was sent for and that were not handed
// on yet. The handler adds to it.
var profs int32

//lint:ignore U1000 the system calls it, by what profHandler returns
func onProf()

//lint:ignore U1000 the system returns through it
func onReturn()

func profHandler() (handler, restorer uintptr)

// Of the system's sigaction.
const (
	siginfo    = 0x4
	ownStack   = 0x08000000
	restart    = 0x10000000
	hasRestore = 0x04000000
)

type sigaction struct {
	handler, flags, restorer uintptr
	mask                     uint64
}

// catchProf has SIGPROF come as standIn from now on.
func catchProf() {
	handler, restorer := profHandler()
	action := sigaction{handler, siginfo | ownStack | restart | hasRestore, restorer, ^uint64(0)}
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGPROF), uintptr(unsafe.Pointer(&action)), 0, unsafe.Sizeof(action.mask), 0, 0)
}

// meant returns the signal that was sent to us where sig came.
func meant(sig syscall.Signal) syscall.Signal {
	if sig != standIn {
		return sig
	}
	if atomic.AddInt32(&profs, -1) >= 0 {
		return syscall.SIGPROF
	}
	atomic.AddInt32(&profs, 1)
	return sig
}
