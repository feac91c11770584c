package store

import (
	"os"
	"path/filepath"
)

// Holds tells whether the entry of that hash, twelve hexadecimal digits, still
// stands in the folder. It is for one that the caller stored, which may have
// been removed since: only the name is looked for, in a fraction of the time
// that Get takes, and nothing is said of what the entry holds.
func (s *Store) Holds(hash string) bool {
	_, err := os.Lstat(filepath.Join(s.dir, entryName(hash)))
	return err == nil
}
