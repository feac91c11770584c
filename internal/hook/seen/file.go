package seen

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"elide.example/elide/internal/ownfile"
)

// How long to wait for another process, which holds the file for some tens of
// microseconds.
const (
	lockWait  = 300 * time.Millisecond
	lockRetry = time.Millisecond
)

// fileLife is how long the memory of a session is kept that is not used.
const fileLife = 7 * 24 * time.Hour

// longest bounds what is read of a file: more than any that encode writes.
const longest = 1 << 20

const ignore = ".gitignore" // keeps the folder out of version control

var (
	errForeign = errors.New("not a folder of ours")
	errGone    = errors.New("removed by another process")
)

// change reads the memory, lets do change it, and writes it if it did. If that
// can't be, do is not called.
func (m *Memory) change(do func(*state)) error { return m.with(os.O_CREATE, do) }

// ask is change for what only a memory can answer that there is.
func (m *Memory) ask(do func(*state)) error {
	err := m.with(0, do)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (m *Memory) with(create int, do func(*state)) error {
	if m == nil {
		return nil
	}
	f, done, err := m.open(m.name, create)
	if err != nil {
		return err
	}
	defer done()
	data, err := io.ReadAll(io.LimitReader(f, longest))
	if err != nil {
		return err
	}
	s := parse(data)
	if do(s); !s.changed {
		return nil
	}
	return overwrite(f, s.encode())
}

// overwrite puts data in the place of all that the file holds. If the process
// dies in between, what is left of it is read as far as it goes.
func overwrite(f *os.File, data []byte) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt(data, 0)
	return err
}

// open opens the file of that name and locks it until done. With os.O_CREATE it is
// made if need be.
func (m *Memory) open(name string, create int) (f *os.File, done func(), err error) {
	if err := m.enter(create); err != nil {
		return nil, nil, err
	}
	path := filepath.Join(m.folder, name)
	if f, err = os.OpenFile(path, os.O_RDWR|create|ownfile.OpenFlags, 0o600); err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || !ownfile.Owned(info)) {
		err = errForeign
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	release, err := lock(path, m.wait)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	if now, err := os.Lstat(path); err != nil || !os.SameFile(info, now) { // it was removed while we waited
		f.Close()
		release()
		return nil, nil, errors.Join(err, errGone)
	}
	return f, func() { f.Close(); release() }, nil
}

func lock(path string, wait time.Duration) (unlock func(), err error) {
	l := flock.New(path, flock.SetFlag(os.O_RDWR|ownfile.OpenFlags), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	if ok, err := l.TryLockContext(ctx, lockRetry); err != nil || !ok {
		l.Close()
		return nil, errors.Join(err, errors.New(path+" is locked by another process"))
	}
	return func() { l.Close() }, nil
}

// enter refuses a folder that is not the user's own, and makes one if there is
// none and create says so. A new session is the time to remove what old ones
// left.
func (m *Memory) enter(create int) error {
	info, err := os.Lstat(m.folder)
	switch {
	case errors.Is(err, fs.ErrNotExist) && create != 0:
		return m.makeFolder()
	case err != nil:
		return err
	case !info.IsDir() || !ownfile.Owned(info):
		return errForeign
	}
	if _, err := os.Lstat(filepath.Join(m.folder, m.name)); create != 0 && errors.Is(err, fs.ErrNotExist) {
		m.removeOld()
	}
	return nil
}

func (m *Memory) makeFolder() error {
	if err := os.MkdirAll(m.folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(m.folder, ignore), []byte("*\n"), 0o600)
}

// removeOld removes what was not used for long.
func (m *Memory) removeOld() {
	entries, err := os.ReadDir(m.folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && e.Name() != ignore && info.Mode().IsRegular() && m.now().Sub(info.ModTime()) > fileLife {
			os.Remove(filepath.Join(m.folder, e.Name()))
		}
	}
}
