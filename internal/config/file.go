package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"elide.example/elide/internal/ownfile"
)

// file is a configuration file as it was read.
type file struct {
	name string // absolute
	data []byte
}

// The place of a project's file below the project.
const (
	projectFolder = ".elide"
	configName    = "config.toml"
	projectFile   = projectFolder + "/" + configName
)

// owned tells whether a file or folder is the user's own, or root's.
var owned = ownfile.OwnedOrRoots // overridden by test

// readFile reads the user's configuration file, nil if there is none. The user
// may well have made a link of it.
func readFile(name string) (*file, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if notThere(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readOpen(f, name, maxFileBytes)
}

// notThere tells whether an error says that there is no such file.
func notThere(err error) bool { return errors.Is(err, fs.ErrNotExist) || notFolder(err) }

// readOpen reads what was opened: what it is can't change any more.
func readOpen(f *os.File, name string, most int) (*file, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a configuration file")}
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(data) > most {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("a configuration file has %d bytes at most", most)}
	}
	if err != nil {
		return nil, err
	}
	return &file{name: name, data: bytes.TrimPrefix(data, []byte("\ufeff"))}, nil
}

// errNotRead is why a project's file is passed over as if it weren't there.
type errNotRead struct{ name, why string }

func (e *errNotRead) Error() string { return e.name + " is not read: it " + e.why }

// readProject reads the file of the project in dir, nil if there is none. No
// link is followed: it could lead to anybody's. The error is an *errNotRead if
// folder or file is a link or, unless the user named it as foreign, another
// user's. A folder is looked at, opened, and looked at again, so that it can't
// be replaced in between.
func (c *Config) readProject(dir string, foreign func(name string) bool) (*file, error) {
	name := filepath.Join(dir, projectFolder, configName)
	root, err := openProject(dir, foreign)
	if root == nil {
		return nil, err
	}
	defer root.Close()
	c.rules.found(root, filepath.Join(dir, projectFolder, rulesFolder))
	return readInside(root, name, foreign(name))
}

// openProject opens the folder of the project in dir, nil if there is none.
func openProject(dir string, foreign func(name string) bool) (*os.Root, error) {
	folder := filepath.Join(dir, projectFolder)
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() && info.Mode()&fs.ModeSymlink == 0 {
		return nil, nil // one that can't be looked at is as good as none
	}
	if why := whyNot(info, foreign(filepath.Join(folder, configName)) || foreign(filepath.Join(folder, rulesFolder))); why != "" {
		return nil, &errNotRead{folder, why}
	}
	return openSame(os.OpenRoot, folder, folder, info)
}

// openSame opens a folder, if it is still the one that was looked at.
func openSame(open func(name string) (*os.Root, error), name, shown string, info fs.FileInfo) (*os.Root, error) {
	root, err := open(name)
	if err != nil {
		return nil, err
	}
	if opened, err := root.Stat("."); err != nil || !os.SameFile(info, opened) {
		root.Close()
		return nil, &errNotRead{shown, "was replaced while it was opened"}
	}
	return root, nil
}

func readInside(root *os.Root, name string, foreign bool) (*file, error) {
	info, err := root.Lstat(configName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if why := whyNot(info, foreign); why != "" {
		return nil, &errNotRead{name, why}
	}
	return readSame(root, configName, name, info, maxFileBytes)
}

// readSame reads a file in a folder, if it is still the one that was looked at.
func readSame(root *os.Root, name, shown string, info fs.FileInfo, most int) (*file, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, &errNotRead{shown, "was replaced while it was opened"}
	}
	return readOpen(f, shown, most)
}

// whyNot returns why a file or folder is not to be read, "" if it may be.
func whyNot(info fs.FileInfo, foreign bool) string {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return "is a link"
	case !foreign && !owned(info):
		return "belongs to another user"
	}
	return ""
}
