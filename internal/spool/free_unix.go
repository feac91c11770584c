//go:build linux || darwin

package spool

import "golang.org/x/sys/unix"

// freeSpace returns how many bytes the disk that the file is on has, and how many of these
// the user may still fill; ok tells whether the system says so.
var freeSpace = func(f tempFile) (free, all uint64, ok bool) { // overridden by test
	file, is := f.(interface{ Fd() uintptr })
	if !is {
		return 0, 0, false
	}
	var st unix.Statfs_t
	if unix.Fstatfs(int(file.Fd()), &st) != nil {
		return 0, 0, false
	}
	return st.Bavail * uint64(st.Bsize), st.Blocks * uint64(st.Bsize), true
}
