package rules

import (
	"io/fs"
	"path"
)

// Family is a file that the table was made of: its name, and how many rules it has.
// Its text is no part of elide, of which it would be 680 KB.
type Family struct {
	Name  string
	Rules int
}

// Families returns what the table was made of, in the order of the names.
func Families() []Family { return families[:] }

// ReadFamilies reads the families of a folder that has them in families.
func ReadFamilies(from fs.FS) ([]*File, error) {
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
