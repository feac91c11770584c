// Package matches ranks what searches found: each file, and of its matches those
// that declare what was searched for.
package matches
