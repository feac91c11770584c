//go:build !unix

package terminal

import "os"

// Columns returns how wide the terminal is, 0 if the file is none.
func Columns(f *os.File) int {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return 0
	}
	return defaultColumns
}

// inForeground tells whether this process may write on the terminal just now.
func inForeground(*os.File) bool { return true }

// taken tells whether a program has the terminal for itself; here nobody knows.
func taken(*os.File) bool { return false }
