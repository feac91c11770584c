package early

import (
	"os"
	"syscall"
	"unsafe"
)

// waits says that input which still comes can be waited for here.
const waits = true

// awaitInput waits until there is input or its end. It is false if a signal came
// first, which stays to be heard.
func awaitInput(heard chan os.Signal) bool {
	if poll(&syscall.Timespec{}) != 0 {
		return true
	}
	there := make(chan struct{})
	go func() {
		poll(nil)
		close(there)
	}()
	select {
	case <-there:
		return true
	case sig := <-heard:
		select {
		case heard <- sig:
		default: // as many wait behind it
		}
		return false
	}
}

// writerEnded tells whether nobody can write to standard input any more.
func writerEnded() bool { return poll(&syscall.Timespec{})&pollHUP != 0 }

// The events of poll(2).
const (
	pollIN  = 0x1
	pollHUP = 0x10
)

// poll returns the events of standard input, 0 if there were none for so long.
func poll(timeout *syscall.Timespec) int16 {
	fd := struct {
		fd              int32
		events, revents int16
	}{events: pollIN}
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&fd)), 1, uintptr(unsafe.Pointer(timeout)), 0, 0, 0)
		if err != syscall.EINTR {
			return fd.revents
		}
	}
}
