package store

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Stamp says which files an entry consists of, so that who stored it can tell
// later, in a fraction of the time that reading them takes, whether they are
// still the same and unchanged. The zero Stamp is that of an entry that isn't
// there. Two of them are equal if nothing was written in between.
type Stamp struct{ entry, side fileStamp }

// fileStamp is what the file system says of a file. Its times of last change
// alone tell of a byte that was changed by somebody who set the other back.
type fileStamp struct {
	size, modified, changed int64
	mode                    fs.FileMode
	inode                   uint64
}

// Stamp returns the stamp of the entry of that hash, twelve hexadecimal digits.
// An entry that was expanded or renewed meanwhile has another.
func (s *Store) Stamp(hash string) Stamp {
	entry := s.fileStamp(entryName(hash))
	if entry == (fileStamp{}) {
		return Stamp{}
	}
	return Stamp{entry, s.fileStamp(sideName(hash))}
}

func (s *Store) fileStamp(name string) fileStamp {
	info, err := os.Lstat(filepath.Join(s.dir, name))
	if err != nil {
		return fileStamp{}
	}
	inode, changed := changedAt(info)
	return fileStamp{info.Size(), info.ModTime().UnixNano(), changed, info.Mode(), inode}
}

// Intact returns the entry whose digest starts with prefix, as Get does, if all of
// its original can be given back. It reads all of it.
func (s *Store) Intact(prefix string) (Entry, error) {
	x, err := s.expandShared(prefix)
	if err != nil {
		return Entry{}, err
	}
	defer x.Close()
	if x.chunks == nil || x.Entry.Table == "" {
		return x.Entry, x.checkWhole()
	}
	return x.Entry, x.Check()
}
