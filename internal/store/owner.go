package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/order"
)

// Owner says for whom originals are stored: for a project, and for an agent's
// conversation. The zero Owner is nobody, and nothing is written down for it.
//
// A store of the user's own holds what was printed in all his projects. So that
// one of them can be searched alone, the store has a file for each owner, of
// which no more is written than digests: its name is one of the project's folder
// or the conversation's name, its lines are hashes of entries.
type Owner struct{ project, conversation string } // names of the files

// NewOwner returns the owner of what is stored in the folder dir, absolute, in a
// conversation. That may be "".
func NewOwner(dir, conversation string) Owner {
	o := Owner{project: ownedName("project", projectOf(dir))}
	if conversation != "" {
		o.conversation = ownedName("conversation", conversation)
	}
	return o
}

const (
	ownedPrefix = "of-"
	ownedDigits = 16
	ownedLine   = marker.HashLen + 1
	ownedMost   = 1 << 20 // bytes of a file: 80,000 entries. What is beyond is found by its hash alone
)

func ownedName(kind, name string) string {
	sum := blake3.Sum256([]byte(kind + "\x00" + name))
	return ownedPrefix + hex.EncodeToString(sum[:ownedDigits/2])
}

func isOwned(name string) bool {
	digits, ok := strings.CutPrefix(name, ownedPrefix)
	return ok && len(digits) == ownedDigits && strings.Trim(digits, "0123456789abcdef") == ""
}

// projectOf returns the folder of the project that dir is in: the nearest with a
// .elide folder of the user's or under git, the main one of its worktrees; dir
// itself if there is none.
func projectOf(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for at := filepath.Clean(dir); filepath.IsAbs(at); at = filepath.Dir(at) {
		if main, ok := mainWorktree(at); ok {
			return main
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if _, ok := projectAt(at); ok {
			return at
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return dir
}

// names returns the names of the owner's files.
func (o Owner) names() []string {
	return slices.DeleteFunc([]string{o.project, o.conversation}, func(name string) bool { return name == "" })
}

// own writes down whose the entry is, under the shared lock. That it can't be
// written harms nobody: the entry is found by its hash.
func (s *Store) own(root *os.Root, hash string) {
	for _, name := range s.owner.names() {
		s.ownIn(root, name, hash)
	}
}

func (s *Store) ownIn(root *os.Root, name, hash string) {
	text := readOwned(root, name)
	if bytes.Contains(text, []byte(hash+"\n")) || len(text)+ownedLine > ownedMost {
		return
	}
	if text == nil {
		f, err := createFile(root, name)
		if err != nil { // something else has the name
			return
		}
		f.Close()
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_APPEND|openFlags, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		f.WriteString(hash + "\n")
	}
}

// readOwned returns the file of an owner, nil if there is none.
func readOwned(root *os.Root, name string) []byte {
	f, _, err := openRegular(root, name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, ownedMost))
	if err != nil {
		return nil
	}
	return text
}

// owned returns the hashes of the entries that were stored for the owner.
func owned(root *os.Root, o Owner) []string {
	var all []string
	for _, name := range o.names() {
		for line := range bytes.Lines(readOwned(root, name)) {
			if hash := string(bytes.TrimSuffix(line, []byte{'\n'})); marker.IsHash(hash) {
				all = append(all, hash)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pruneOwned takes entries that are gone out of the owners' files, and files
// without any.
func (s *Store) pruneOwned(root *os.Root, wait time.Duration) error {
	names, err := fileNames(root)
	if err != nil {
		return err
	}
	present := make(map[string]bool, len(names))
	for _, name := range names {
		present[name] = true
	}
	for _, name := range names {
		if !isOwned(name) || !slices.ContainsFunc(owned(root, Owner{project: name}), func(hash string) bool { return !present[entryName(hash)] }) {
			continue
		}
		if err := s.pruneOwner(root, name, wait); err != nil {
			return err
		}
	}
	return nil
}

// pruneOwner looks again, now that nobody can store.
func (s *Store) pruneOwner(root *os.Root, name string, wait time.Duration) error {
	unlock, err := s.exclude(wait)
	if err != nil {
		return err
	}
	defer unlock()
	left := slices.DeleteFunc(owned(root, Owner{project: name}), func(hash string) bool {
		_, err := root.Lstat(entryName(hash))
		return errors.Is(err, fs.ErrNotExist)
	})
	if len(left) == 0 {
		return root.Remove(name)
	}
	return s.replace(root, name, []byte(strings.Join(left, "\n")+"\n"))
}

// Kept is an entry, and the store that holds it.
type Kept struct {
	Listed
	In *Store
}

// Kept returns what the place holds of the owner, the one stored last in front:
// all of what a project keeps in its own folder, or the user has named, and of a
// store that is for many what was stored for the owner. What has expired is left
// out, and so is what only a remote has.
func (p Place) Kept(owner Owner, opt Options) ([]Kept, error) {
	var all []Kept
	seen := map[string]bool{}
	for i, dir := range []string{p.Dir, p.Instead} {
		if dir == "" || i > 0 && dir == p.Dir {
			continue
		}
		s, err := Open(dir, opt)
		var list []Listed
		if err == nil && i == 0 && p.Whole {
			list, err = s.List()
		} else if err == nil {
			list, err = s.ListOf(owner)
		}
		if err != nil && i == 0 {
			return nil, err
		}
		for _, l := range list {
			if !l.Expired && !seen[l.Hash] {
				seen[l.Hash] = true
				all = append(all, Kept{l, s})
			}
		}
	}
	order.By(all, func(a, b Kept) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return all, nil
}
