package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// How long to wait for the lock. It is held for some microseconds; whoever
// waits this long waits for a process that was stopped.
var lockWait = 10 * time.Second // longer in tests with many processes

const lockRetry = time.Millisecond

// share takes the lock together with others that read or write entries. It
// keeps pruning away. The lock goes when its holder dies.
//
// Who holds it, or a claim, must not ask for it: who wants the lock alone would
// wait for the holder, and the holder at the gate. So a claim is made second.
func (s *Store) share() (unlock func(), err error) {
	if err := s.passGate(os.O_CREATE | os.O_RDWR); err != nil {
		return nil, err
	}
	return s.hold(lockName, os.O_CREATE|os.O_RDWR, (*flock.Flock).TryRLockContext, lockWait)
}

// passGate waits while somebody holds the gate, for then somebody wants the
// lock alone. Of many that share the lock there is always one that has it; if
// new ones came in meanwhile, pruning would never get it.
func (s *Store) passGate(flags int) error {
	unlock, err := s.hold(gateName, flags, (*flock.Flock).TryRLockContext, lockWait)
	if err == nil {
		unlock()
	}
	return err
}

// claim keeps others from committing an entry of that hash: to look at what
// is there and to put another in its place must be one step, or of two that
// store the same bytes at once the shorter time to live could win. Sixteen
// locks are enough to keep writers out of each other's way.
func (s *Store) claim(hash string) (unlock func(), err error) {
	return s.hold(lockName+"-"+hash[:1], os.O_CREATE|os.O_RDWR, (*flock.Flock).TryLockContext, lockWait)
}

// shareToRead is share for reading only: where the lock can't be opened, for
// nobody ever wrote or the file system is read-only, it does without.
func (s *Store) shareToRead() (unlock func(), err error) {
	var locked *lockedError
	if err := s.passGate(os.O_RDONLY); errors.As(err, &locked) {
		return nil, err
	}
	unlock, err = s.hold(lockName, os.O_RDONLY, (*flock.Flock).TryRLockContext, lockWait)
	if err != nil && !errors.As(err, &locked) {
		return func() {}, nil
	}
	return unlock, err
}

// exclude takes the lock alone.
func (s *Store) exclude(wait time.Duration) (unlock func(), err error) {
	open, err := s.hold(gateName, os.O_CREATE|os.O_RDWR, (*flock.Flock).TryLockContext, wait)
	if err != nil {
		return nil, err
	}
	defer open()
	return s.hold(lockName, os.O_CREATE|os.O_RDWR, (*flock.Flock).TryLockContext, wait)
}

// lockFileFor makes sure that a lock's file can be opened: that it is a regular
// one, for a FIFO would block and a link lead elsewhere, and that its mode lets
// its owner in, whatever the umask was when it was made.
func lockFileFor(path string, flags int) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) && flags&os.O_CREATE != 0 {
		return makeLockFile(path)
	}
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", path)
	case flags&os.O_RDWR != 0 && shutToOwner(info):
		return os.Chmod(path, 0o600)
	}
	return nil
}

// makeLockFile makes a lock's file, unless another process is faster.
func makeLockFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Close()) // the umask may have taken too much
}

// lockedError tells that the lock was not free in time.
type lockedError struct {
	path string
	wait time.Duration
}

func (e *lockedError) Error() string {
	return fmt.Sprintf("%s was locked by another process for %s", e.path, e.wait)
}

// hold takes a lock, of its own for each holder, so that goroutines exclude each
// other as processes do.
func (s *Store) hold(name string, flags int, try func(*flock.Flock, context.Context, time.Duration) (bool, error), wait time.Duration) (func(), error) {
	path := filepath.Join(s.dir, name)
	if err := lockFileFor(path, flags); err != nil {
		return nil, err
	}
	l := flock.New(path, flock.SetFlag(flags|lockFlags), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	ok, err := try(l, ctx, lockRetry)
	if ok && err == nil {
		return func() { l.Close() }, nil
	}
	l.Close()
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		err = &lockedError{l.Path(), wait}
	}
	return nil, err
}
