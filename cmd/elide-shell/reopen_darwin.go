package main

import (
	"bytes"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// maxPath is how long a path may be, as F_GETPATH has it.
const maxPath = 1024

// named opens the file that f is, to read and to write, by the name that it
// has now.
func named(f *os.File) (*os.File, error) {
	path := make([]byte, maxPath)
	if _, err := unix.FcntlInt(f.Fd(), unix.F_GETPATH, int(uintptr(unsafe.Pointer(&path[0])))); err != nil {
		return nil, err
	}
	name, _, _ := bytes.Cut(path, []byte{0})
	return os.OpenFile(string(name), os.O_RDWR, 0)
}
