package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"elide.example/elide/internal/ownfile"
)

// maxFile bounds the files that are read.
const maxFile = 64 << 20

var (
	errOutside  = errors.New("a link leads out of the project")
	errNoFile   = errors.New("it is no regular file")
	errChanged  = errors.New("it has just been changed by another program: try again")
	errNotYours = errors.New("it belongs to another user")
	errTooLarge = fmt.Errorf("it has more than %d bytes", maxFile)
)

// read returns the file's bytes, nil if there is none.
func (p Place) read(path string) ([]byte, error) {
	real, err := p.real(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(real)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > maxFile:
		return nil, errTooLarge
	case !ownfile.Owned(info):
		return nil, errNotYours
	}
	data, err := os.ReadFile(real)
	if data == nil && err == nil {
		data = []byte{}
	}
	return data, err
}

// real returns the path with its links followed, as people keep their settings
// elsewhere. A project's links come from others: they may not lead out of it.
func (p Place) real(path string) (string, error) {
	folder, name := filepath.Split(path)
	real, err := realFolder(filepath.Clean(folder))
	if err != nil {
		return "", err
	}
	file, err := filepath.EvalSymlinks(filepath.Join(real, name))
	if errors.Is(err, fs.ErrNotExist) {
		if _, dangling := os.Lstat(filepath.Join(real, name)); dangling == nil {
			return "", errNoFile
		}
		file, err = filepath.Join(real, name), nil
	}
	if err == nil && p.Project != "" {
		err = p.contains(file)
	}
	return file, err
}

// realFolder follows the links of a folder, of which a part may not be there yet.
func realFolder(folder string) (string, error) {
	real, err := filepath.EvalSymlinks(folder)
	if !errors.Is(err, fs.ErrNotExist) || folder == filepath.Dir(folder) {
		return real, err
	}
	if _, dangling := os.Lstat(folder); dangling == nil {
		return "", errNoFile
	}
	above, err := realFolder(filepath.Dir(folder))
	return filepath.Join(above, filepath.Base(folder)), err
}

func (p Place) contains(file string) error {
	project, err := filepath.EvalSymlinks(p.Project)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(project, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return errOutside
	}
	return nil
}

// Write does what the plan says. It stops at the first file that can't be
// written: those before it are done, and doing it all again does the rest.
func (p *Plan) Write() error {
	for _, c := range p.Changes {
		if err := p.Place.change(c); err != nil {
			return &FileError{c.Path, err}
		}
	}
	return nil
}

func (p Place) change(c Change) error {
	real, err := p.real(c.Path)
	if err != nil {
		return err
	}
	unchanged := func() error { return p.unchanged(c) }
	if err := unchanged(); err != nil {
		return err
	}
	removeParts(filepath.Dir(real))
	if c.Copy {
		if err := p.write(copyOf(c.Path), c.Old, 0o600, unchanged); err != nil {
			return fmt.Errorf("a copy of it could not be kept: %w", err)
		}
	}
	if c.Delete {
		err = remove(c.Path, real)
	} else {
		err = p.write(c.Path, c.New, p.mode(real), unchanged)
	}
	if err == nil && c.DropOld {
		err = os.Remove(copyOf(c.Path))
	}
	if err == nil && c.Delete {
		p.removeFolders(filepath.Dir(c.Path))
	}
	return err
}

// unchanged returns an error if the file isn't as it was any more when the
// change was planned.
func (p Place) unchanged(c Change) error {
	now, err := p.read(c.Path)
	if err == nil && (!bytes.Equal(now, c.Old) || (now != nil) != c.Existed) {
		err = errChanged
	}
	return err
}

// mode returns the permissions that a file has, or is to get.
func (p Place) mode(real string) fs.FileMode {
	if info, err := os.Stat(real); err == nil {
		return info.Mode().Perm()
	}
	if p.Project != "" {
		return 0o644
	}
	return 0o600
}

// write makes a file have these bytes, all at once. last is asked just before
// that, as hosts write their files at any time; its error keeps the file as it is.
func (p Place) write(path string, data []byte, mode fs.FileMode, last func() error) error {
	real, err := p.real(path)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(real), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(real), partName+"*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // fails once it has its name
	_, err = temp.Write(data)
	if info, there := os.Stat(real); there == nil {
		err = errors.Join(err, keepGroup(temp, info))
	}
	err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close())
	if err == nil {
		err = last()
	}
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), real)
}

// partName begins the names of files that are being written.
const partName = ".elide-part-"

// removeParts removes what a process that was killed left in a folder.
func removeParts(folder string) {
	entries, _ := os.ReadDir(folder) // without them there is nothing to remove
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), partName) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// remove removes a file of elide's, and a link to it.
func remove(path, real string) error {
	if err := os.Remove(real); err != nil {
		return err
	}
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == fs.ModeSymlink {
		return os.Remove(path)
	}
	return nil
}

// removeFolders removes a folder and those above it that are empty. Links stay:
// what they lead to isn't elide's.
func (p Place) removeFolders(dir string) {
	for ; dir != p.base(); dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			return
		}
		below := strings.HasPrefix(dir, p.base()+string(filepath.Separator))
		if os.Remove(dir) != nil || !below {
			return // it holds something, or is where a variable points to
		}
	}
}
