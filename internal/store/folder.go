package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"elide.example/elide/internal/ownfile"
)

// Names in a store folder that are no entry's.
const (
	readmeName = "README"
	ignoreName = ".gitignore"
	lockName   = "lock"
	gateName   = "lock-gate"
	stampName  = "pruned"
)

const readme = `This folder is elide's store. It holds the originals of tool outputs that were
shown in part; a marker in such an output names its entry here, and the command
elision-get gives it back. Entries expire and are removed by themselves.

The folder may be deleted at any time. What is lost then is only what the
markers that are still around would give back.
`

// Place is where a store is, and where it is instead if that can't be written:
// in a container whose home is read-only, say, or that names none.
type Place struct {
	Dir     string
	Instead string // "": nowhere, the user named Dir; Dir: the user has no other folder
	Whole   bool   // Dir is one project's, or what the user named for this: all of it is meant, whoever stored it
}

// Find returns the place of the store that belongs to cwd; see Folder.
func Find(env func(string) string, cwd string) (Place, error) {
	dir, err := Folder(env, cwd)
	project, ok := projectFolder(cwd)
	whole := ok && dir == filepath.Join(project, "store")
	if env("ELIDE_STORE") != "" {
		return Place{Dir: dir, Whole: whole}, err
	}
	instead := filepath.Join(os.TempDir(), fmt.Sprintf("elide-store-%d", max(os.Getuid(), 0)))
	if errors.Is(err, errNowhere) {
		return Place{Dir: instead, Instead: instead}, nil
	}
	return Place{Dir: dir, Instead: instead, Whole: whole}, err
}

// OpenToWrite opens the store at the place. moved tells that it is not where it
// would be: at Dir no file can be made, or there is no folder of the user's.
func (p Place) OpenToWrite(opt Options) (s *Store, moved bool, err error) {
	if p.Instead == "" || p.Dir != p.Instead && canMake(p.Dir) {
		s, err = Open(p.Dir, opt)
		return s, false, err
	}
	s, err = Open(p.Instead, opt)
	return s, true, err
}

// Expand is Store.Expand for the store at the place, or the one instead of it
// if only that has the entry. What neither has is fetched from the remote. It
// also returns the store that it asked last.
func (p Place) Expand(prefix string, opt Options) (*Expanded, *Store, error) {
	s, err := Open(p.Dir, opt)
	if err != nil && !canMake(p.Dir) && p.Instead != "" { // what could be written is there alone
		s, err = Open(p.Instead, opt)
	}
	if err != nil {
		return nil, nil, err
	}
	x, err := s.expandHere(prefix)
	if errors.Is(err, ErrNotFound) && p.Instead != "" && p.Instead != p.Dir {
		if other, openErr := Open(p.Instead, opt); openErr == nil {
			if found, otherErr := other.expandHere(prefix); !errors.Is(otherErr, ErrNotFound) {
				x, s, err = found, other, otherErr
			}
		}
	}
	if s.remote != nil && lacking(err) {
		x, err = p.fetcher(s, opt).fetch(prefix, err)
	}
	return x, s, err
}

// fetcher returns the store that keeps what is fetched: s, unless only
// another can be written.
func (p Place) fetcher(s *Store, opt Options) *Store {
	if other, moved, err := p.OpenToWrite(opt); err == nil && moved {
		return other
	}
	return s
}

// canMake tells whether files can be made in dir, or dir itself.
func canMake(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err == nil || dir == filepath.Dir(dir) {
			return err == nil && info.IsDir() && writable(dir)
		}
		dir = filepath.Dir(dir)
	}
}

// Folder finds the folder of the store that belongs to cwd: $ELIDE_STORE, or
// store in the .elide folder of the nearest project at or above cwd, or
// $XDG_CACHE_HOME/elide/store, or the same below ~/.cache. A linked worktree of
// git's belongs to the project of the main one. It only looks; nothing is made.
// A .elide that is a link or another user's is not a project's, nor is one with
// such a store in it: it would move what tools print to where somebody else wants.
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
	return "", errNowhere
}

var errNowhere = errors.New("no place for the store: neither ELIDE_STORE nor XDG_CACHE_HOME nor HOME is set")

func cacheBelow(home string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".cache")
}

// projectFolder returns the .elide folder nearest to cwd.
func projectFolder(cwd string) (string, bool) {
	for at := filepath.Clean(cwd); filepath.IsAbs(at); at = filepath.Dir(at) {
		if dir, ok := projectAt(at); ok {
			return dir, true
		}
		if main, ok := mainWorktree(at); ok {
			if dir, ok := projectAt(main); ok {
				return dir, true
			}
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return "", false
}

// projectAt returns the .elide folder in dir.
func projectAt(dir string) (string, bool) {
	dir = filepath.Join(dir, ".elide")
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || !ownfile.Owned(info) {
		return "", false
	}
	info, err = os.Lstat(filepath.Join(dir, "store"))
	return dir, err != nil || info.Mode()&fs.ModeSymlink == 0 && ownfile.Owned(info)
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
	case !ownfile.Owned(info):
		return nil, &FolderError{dir, "belongs to another user"}
	}
	return info, nil
}

// makeFolder makes the folder, and those above it that are missing.
func (s *Store) makeFolder() error {
	if err := makeAll(s.dir); err != nil {
		return err
	}
	if s.sync {
		return syncFolder(filepath.Dir(s.dir))
	}
	return nil
}

// makeAll is os.MkdirAll for folders that their owner can use, whatever the
// umask takes.
func makeAll(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		if err = makeAll(filepath.Dir(dir)); err == nil {
			err = os.Mkdir(dir, 0o700)
		}
	}
	switch {
	case err == nil:
		return os.Chmod(dir, 0o700)
	case errors.Is(err, fs.ErrExist):
		return nil // what it is, is for enter to say
	}
	return err
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
		keepUntracked(root)
		return true
	}
	if !emptyFolder(root) {
		_, err := root.Lstat(readmeName) // another process may have been faster
		return err == nil
	}
	writeNew(root, readmeName, readme)
	writeNew(root, ignoreName, ignoreAll)
	return true
}

// ignoreAll keeps a store out of version control.
const ignoreAll = "*\n"

// keepUntracked makes sure that it does. A store may have come with a project, and
// with it a file that would have its originals committed and published.
func keepUntracked(root *os.Root) {
	info, err := root.Lstat(ignoreName)
	if err == nil && info.Mode().IsRegular() && info.Size() == int64(len(ignoreAll)) {
		if text, err := root.ReadFile(ignoreName); err == nil && string(text) == ignoreAll {
			return
		}
	}
	if err == nil {
		root.RemoveAll(ignoreName)
	}
	writeNew(root, ignoreName, ignoreAll)
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
