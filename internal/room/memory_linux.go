package room

import (
	"errors"
	"strconv"
	"syscall"
)

func lackOfMemory() error {
	for _, l := range [...]struct {
		resource int
		need     uint64
		set      string
	}{{syscall.RLIMIT_AS, Address, "-v"}, {syscall.RLIMIT_DATA, Data, "-d"}} {
		var has syscall.Rlimit
		if err := syscall.Getrlimit(l.resource, &has); err == nil && has.Cur < l.need {
			return errors.New("it takes " + megabytes(l.need) + " MB of memory, and may have " + megabytes(has.Cur) + " (ulimit " + l.set + ")")
		}
	}
	return nil
}

func megabytes(n uint64) string { return strconv.FormatUint(n>>20, 10) }
