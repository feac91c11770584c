package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"elide.example/elide/internal/marker"
)

// index is a small file of the store that says which entry is meant by a key.
// It has a line for each key, the one that was remembered last at its head:
//
//	<32 digits> <hash>
type index struct {
	name  string
	most  int    // lines
	claim string // what its writers claim, so that of two at once neither is lost: a digit of its own

	// drop removes lines before another is put in front of them; what is beyond
	// most goes in any case.
	drop func(root *os.Root, lines []indexed) []indexed
}

const (
	indexKeyLen  = 32 // hexadecimal digits
	indexLineLen = indexKeyLen + 1 + marker.HashLen + 1
)

type indexed struct{ key, hash string }

// lookUp returns the hash that was remembered for the key, "" if none was.
func (s *Store) lookUp(x index, key string) (hash string, err error) {
	root, done, err := s.enterToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer done()
	for _, line := range x.read(root) {
		if line.key == key {
			return line.hash, nil
		}
	}
	return "", nil
}

// remember makes the hash what lookUp returns for the key.
func (s *Store) remember(x index, key, hash string) error {
	root, err := s.enterToWrite()
	if err != nil {
		return err
	}
	defer root.Close()
	unlock, err := s.share()
	if err != nil {
		return err
	}
	defer unlock()
	release, err := s.claim(x.claim)
	if err != nil {
		return err
	}
	defer release()
	lines := slices.DeleteFunc(x.read(root), func(line indexed) bool { return line.key == key })
	lines = x.drop(root, lines)
	text := []byte(key + " " + hash + "\n")
	for _, line := range lines[:min(len(lines), x.most-1)] {
		text = append(text, line.key+" "+line.hash+"\n"...)
	}
	return s.replace(root, x.name, text)
}

// read returns what is remembered, the last first. A file that can't be read,
// and a line that is none, remember nothing.
func (x index) read(root *os.Root) []indexed {
	f, _, err := openRegular(root, x.name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(x.most)*indexLineLen))
	if err != nil {
		return nil
	}
	var lines []indexed
	for line := range strings.Lines(string(text)) {
		key, hash, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if ok && len(key) == indexKeyLen && marker.IsHash(hash) {
			lines = append(lines, indexed{key, hash})
		}
	}
	return lines
}

// withoutGone drops the lines whose entry is gone.
func withoutGone(root *os.Root, lines []indexed) []indexed {
	return slices.DeleteFunc(lines, func(line indexed) bool {
		_, err := root.Lstat(entryName(line.hash))
		return err != nil
	})
}
