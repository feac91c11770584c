package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// How long to wait for the lock. It is held for some microseconds; whoever
// waits this long waits for a process that was stopped.
const (
	lockWait  = 10 * time.Second
	lockRetry = time.Millisecond
)

// share takes the lock together with others that read or write entries. It
// keeps pruning away. The lock goes when its holder dies.
func (s *Store) share() (unlock func(), err error) {
	if err := s.passGate(os.O_CREATE | os.O_RDWR); err != nil {
		return nil, err
	}
	l := s.flock(lockName, os.O_CREATE|os.O_RDWR)
	return hold(l, l.TryRLockContext, lockWait)
}

// passGate waits while somebody holds the gate, for then somebody wants the
// lock alone. Of many that share the lock there is always one that has it; if
// new ones came in meanwhile, pruning would never get it.
func (s *Store) passGate(flags int) error {
	l := s.flock(gateName, flags)
	unlock, err := hold(l, l.TryRLockContext, lockWait)
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
	l := s.flock(lockName+"-"+hash[:1], os.O_CREATE|os.O_RDWR)
	return hold(l, l.TryLockContext, lockWait)
}

// shareToRead is share for reading only: where the lock can't be opened, for
// nobody ever wrote or the file system is read-only, it does without.
func (s *Store) shareToRead() (unlock func(), err error) {
	var locked *lockedError
	if err := s.passGate(os.O_RDONLY); errors.As(err, &locked) {
		return nil, err
	}
	l := s.flock(lockName, os.O_RDONLY)
	unlock, err = hold(l, l.TryRLockContext, lockWait)
	if err != nil && !errors.As(err, &locked) {
		return func() {}, nil
	}
	return unlock, err
}

// exclude takes the lock alone.
func (s *Store) exclude(wait time.Duration) (unlock func(), err error) {
	gate := s.flock(gateName, os.O_CREATE|os.O_RDWR)
	open, err := hold(gate, gate.TryLockContext, wait)
	if err != nil {
		return nil, err
	}
	defer open()
	l := s.flock(lockName, os.O_CREATE|os.O_RDWR)
	return hold(l, l.TryLockContext, wait)
}

// flock returns a lock of its own for each holder, so that goroutines exclude
// each other as processes do.
func (s *Store) flock(name string, flags int) *flock.Flock {
	return flock.New(filepath.Join(s.dir, name), flock.SetFlag(flags|lockFlags), flock.SetPermissions(0o600))
}

// lockedError tells that the lock was not free in time.
type lockedError struct {
	path string
	wait time.Duration
}

func (e *lockedError) Error() string {
	return fmt.Sprintf("%s was locked by another process for %s", e.path, e.wait)
}

func hold(l *flock.Flock, try func(context.Context, time.Duration) (bool, error), wait time.Duration) (func(), error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	ok, err := try(ctx, lockRetry)
	if ok && err == nil {
		return func() { l.Close() }, nil
	}
	l.Close()
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		err = &lockedError{l.Path(), wait}
	}
	return nil, err
}
