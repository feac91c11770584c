//go:build !unix

package config

// nonblock keeps a FIFO from holding up whoever opens it. There is none among
// files here.
const nonblock = 0

// notFolder tells whether the error is that a file stands where a folder
// was looked for. Elsewhere that is told as a file that does not exist.
func notFolder(error) bool { return false }
