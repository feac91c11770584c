//go:build !unix

package ownfile

import "io/fs"

// OpenFlags are none here.
const OpenFlags = 0

// Owned tells whether the file is the user's, which a file doesn't say here;
// the folder that it is in is the user's choice.
func Owned(fs.FileInfo) bool { return true }

// OwnedOrRoots tells whether the file is the user's or root's: see Owned.
func OwnedOrRoots(fs.FileInfo) bool { return true }
