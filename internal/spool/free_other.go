//go:build !linux && !darwin

package spool

// freeSpace isn't known here.
var freeSpace = func(tempFile) (free, all uint64, ok bool) { return 0, 0, false }
