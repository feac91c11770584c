package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Names in a store folder that are no entry's.
const (
	readmeName = "README"
	ignoreName = ".gitignore"
	lockName   = "lock"
	stampName  = "pruned"
)

const readme = `This folder is elide's store. It holds the originals of tool outputs that were
shown in part; a marker in such an output names its entry here, and the command
elision-get gives it back. Entries expire and are removed by themselves.

The folder may be deleted at any time. What is lost then is only what the
markers that are still around would give back.
`

// Folder finds the folder of the store that belongs to cwd: $ELIDE_STORE, or
// store in the .elide folder of the nearest project at or above cwd, or
// $XDG_CACHE_HOME/elide/store, or the same below ~/.cache. It only looks;
// nothing is made. A .elide that another user owns is not a project's.
func Folder(env func(string) string, cwd string) (string, error) {
	if dir := env("ELIDE_STORE"); dir != "" {
		if filepath.IsAbs(dir) {
			return filepath.Clean(dir), nil
		}
		return filepath.Join(cwd, dir), nil
	}
	if dir, ok := projectFolder(cwd); ok {
		return filepath.Join(dir, "store"), nil
	}
	for _, base := range []string{env("XDG_CACHE_HOME"), cacheBelow(env("HOME")), env("LOCALAPPDATA")} {
		if filepath.IsAbs(base) {
			return filepath.Join(base, "elide", "store"), nil
		}
	}
	return "", errors.New("no place for the store: neither ELIDE_STORE nor XDG_CACHE_HOME nor HOME is set")
}

func cacheBelow(home string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".cache")
}

// projectFolder returns the .elide folder nearest to cwd.
func projectFolder(cwd string) (string, bool) {
	for at := filepath.Clean(cwd); filepath.IsAbs(at); at = filepath.Dir(at) {
		dir := filepath.Join(at, ".elide")
		if info, err := os.Stat(dir); err == nil && info.IsDir() && ownedByUser(info) {
			return dir, true
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return "", false
}

// inspect returns what dir is, or the reason for which it can't be a store.
func inspect(dir string) (fs.FileInfo, error) {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, &FolderError{dir, "is a symbolic link"}
	case !info.IsDir():
		return nil, &FolderError{dir, "is not a folder"}
	case !ownedByUser(info):
		return nil, &FolderError{dir, "belongs to another user"}
	}
	return info, nil
}

// makeFolder makes the folder and what explains it.
func (s *Store) makeFolder() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	root, err := s.enter()
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Chmod(".", 0o700); err != nil { // the umask may have taken too much
		return err
	}
	if s.sync {
		return syncFolder(filepath.Dir(s.dir))
	}
	return nil
}

// keepPrivate makes sure that nobody else can read or write the folder, and
// that it says what it is. A folder that holds something else as well is not
// ours to close; it is refused if others may write there.
func (s *Store) keepPrivate(root *os.Root) error {
	info, err := root.Stat(".")
	if err != nil {
		return err
	}
	ours := s.explained(root)
	if !openToOthers(info, 0o077) {
		return nil
	}
	if ours {
		return root.Chmod(".", 0o700)
	}
	if openToOthers(info, 0o022) {
		return &FolderError{s.dir, "holds other files and may be written by other users"}
	}
	return nil
}

// explained tells whether the folder says that it is a store. An empty one is
// made to: with a README, and what keeps it out of version control. It works
// without them, so a failure to write them is none.
func (s *Store) explained(root *os.Root) bool {
	if _, err := root.Lstat(readmeName); err == nil {
		return true
	}
	if !emptyFolder(root) {
		_, err := root.Lstat(readmeName) // another process may have been faster
		return err == nil
	}
	writeNew(root, readmeName, readme)
	writeNew(root, ignoreName, "*\n")
	return true
}

func writeNew(root *os.Root, name, text string) {
	if f, err := createFile(root, name); err == nil {
		io.WriteString(f, text)
		f.Close()
	}
}

func emptyFolder(root *os.Root) bool {
	dir, err := root.Open(".")
	if err != nil {
		return false
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(1)
	return len(names) == 0
}
