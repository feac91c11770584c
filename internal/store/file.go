package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
)

// tempPrefix starts the names of files that are not whole yet.
const tempPrefix = "tmp-"

// file is what is needed of a file that is being written.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// The system calls that can fail on a full or broken disk.
var ( // overridden by tests
	createFile = func(root *os.Root, name string) (file, error) {
		f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return nil, err
		}
		if err := f.Chmod(0o600); err != nil { // the umask may have taken too much
			f.Close()
			root.Remove(name)
			return nil, err
		}
		return f, nil
	}
	renameFile = func(root *os.Root, from, to string) error { return root.Rename(from, to) }
	syncFolder = func(dir string) error {
		f, err := os.Open(dir)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	}
)

// writeTemp writes a temporary file by means of fill and returns its name.
// Whatever fails, no file is left.
func (s *Store) writeTemp(root *os.Root, fill func(io.Writer) error) (name string, err error) {
	f, name, err := createTemp(root)
	if err != nil {
		return "", err
	}
	if err := s.fillTemp(root, f, name, fill); err != nil {
		return "", err
	}
	return name, nil
}

// fillTemp writes a temporary file that was created, and closes it. Whatever
// fails, no file is left.
func (s *Store) fillTemp(root *os.Root, f file, name string, fill func(io.Writer) error) error {
	err := fill(whole{f})
	if err == nil && s.sync {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		root.Remove(name)
	}
	return err
}

// replace puts a small file that is no entry in the place of another, at once.
// Its caller holds the shared lock, so that no pruning takes the temporary for
// one that was left.
func (s *Store) replace(root *os.Root, name string, data []byte) error {
	temp, err := s.writeTemp(root, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return err
	}
	if err := renameFile(root, temp, name); err != nil {
		root.Remove(temp)
		return err
	}
	return nil
}

func createTemp(root *os.Root) (f file, name string, err error) {
	for range 100 {
		name = fmt.Sprintf("%s%016x", tempPrefix, rand.Uint64())
		f, err = createFile(root, name)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, name, err
}

// createHeld makes a temporary file that takes long to write. It is held, so
// that no pruning takes it for one that was left.
func (s *Store) createHeld(root *os.Root) (f file, name string, hold io.Closer, err error) {
	unlock, err := s.share()
	if err != nil {
		return nil, "", nil, err
	}
	defer unlock()
	return createHeldShared(root)
}

// createHeldShared is createHeld for who shares the lock.
func createHeldShared(root *os.Root) (f file, name string, hold io.Closer, err error) {
	if f, name, err = createTemp(root); err != nil {
		return nil, "", nil, err
	}
	if hold, err = holdTemp(root, name); err != nil {
		f.Close()
		root.Remove(name)
		return nil, "", nil, err
	}
	return f, name, hold, nil
}

// isTemp tells whether name is that of a temporary file.
func isTemp(name string) bool { return strings.HasPrefix(name, tempPrefix) }

// whole takes a write that fell short as the error that it is.
type whole struct{ io.Writer }

func (w whole) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

// openRegular opens a file for reading, if it is a regular one.
func openRegular(root *os.Root, name string) (*os.File, int64, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, &CorruptError{name, errors.New("not a regular file")}
	}
	f, err := root.OpenFile(name, openFlags|quietFlag, 0)
	if quietFlag != 0 && errors.Is(err, fs.ErrPermission) {
		f, err = root.OpenFile(name, openFlags, 0)
	}
	if err != nil {
		return nil, 0, err
	}
	opened, err := f.Stat()
	if err == nil && !opened.Mode().IsRegular() {
		err = &CorruptError{name, errors.New("not a regular file")}
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, opened.Size(), nil
}
