package rules

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed families/*.rules
var files embed.FS

// Families returns the embedded files, in the order of their names.
func Families() ([]*File, error) { return readFamilies(files) }

// readFamilies reads the families of a folder that has them in families.
func readFamilies(from fs.FS) ([]*File, error) {
	names, err := fs.Glob(from, "families/*.rules")
	if err != nil {
		return nil, err
	}
	var all []*File
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		f, err := Parse(path.Base(name), string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Try puts these files in place of the embedded ones in a room, until it is called
// back. It is for the checker, alone in its process: whatever reduces at the same
// time sees them too.
func Try(room Room, files []*File) (back func(), err error) {
	var list []Rule
	for _, f := range files {
		list = appendRoom(list, room, f)
	}
	x, err := compile(room, list)
	if err != nil {
		return nil, err
	}
	before, now := current, *current
	now[room] = x
	current = &now
	return func() { current = before }, nil
}
