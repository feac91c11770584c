// Package store keeps originals, so that what a reduced block hides can be
// given back: no marker is printed before its bytes can be restored.
//
// A store is a folder. Each original has an entry, <hash>.json, that holds it
// or, for a large one, names the compressed file beside it, <hash>.zst.
// docs/store.md specifies both. Entries are written to a temporary file and
// renamed, under a shared lock; pruning takes the lock for itself. What is
// read is checked against its digest before any byte of it is given out.
//
// Any number of processes and goroutines may use one folder at once, on a
// local file system. Network file systems do if flock and rename work there
// across hosts; NFS before version 4 is not supported.
package store

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"
)

// DefaultTTL is how long an original is kept where nothing else is said.
const DefaultTTL = 30 * time.Minute

// SessionTTL is how long originals are kept at least that an agent's
// conversation refers to. An agent may be left alone over a weekend, and asks
// for what a marker hides afterwards; while it works they are renewed.
const SessionTTL = 7 * 24 * time.Hour

// Options of a store. The zero value is the default.
type Options struct {
	TTL    time.Duration    // how long entries are kept; 0 or less: DefaultTTL
	Sync   bool             // survive a crash of the machine, not only of the process
	Limits Limits           // of the folder; the zero value is none
	Remote Remote           // where entries are kept as well; nil: nowhere
	Owner  Owner            // for whom entries are stored; the zero value: nobody
	Now    func() time.Time // the clock; nil: time.Now
}

// Store is a folder of entries. It holds no open file between calls and is
// safe for concurrent use.
type Store struct {
	dir    string
	ttl    time.Duration
	sync   bool
	limits Limits
	remote Remote
	owner  Owner
	now    func() time.Time
}

// Open returns the store in the folder dir, which need not exist: the first
// write makes it. A dir that is a symbolic link, not a folder or another
// user's is refused with a *FolderError.
func Open(dir string, opt Options) (*Store, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{dir: abs, ttl: opt.TTL, sync: opt.Sync, limits: opt.Limits, remote: opt.Remote, owner: opt.Owner, now: opt.Now}
	if s.ttl <= 0 {
		s.ttl = DefaultTTL
	}
	if s.now == nil {
		s.now = time.Now
	}
	if _, err := inspect(abs); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return s, nil
}

// Dir returns the store's folder as an absolute path.
func (s *Store) Dir() string { return s.dir }

// enter opens the folder for one operation. Entries are opened inside it, so
// that no name and no link leads outside.
func (s *Store) enter() (*os.Root, error) {
	info, err := inspect(s.dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, err
	}
	opened, err := root.Stat(".")
	if err == nil && !os.SameFile(info, opened) {
		err = &FolderError{s.dir, "was replaced while it was opened"}
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// enterToWrite is enter for writing: it makes the folder if need be, and
// keeps others out of it.
func (s *Store) enterToWrite() (*os.Root, error) {
	root, err := s.enter()
	if errors.Is(err, fs.ErrNotExist) {
		if err = s.makeFolder(); err == nil {
			root, err = s.enter()
		}
	}
	if err != nil {
		return nil, err
	}
	if err := s.keepPrivate(root); err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// expiry returns the time at which ttl after created is over, without
// overflow: a far one is as good as none.
func expiry(created time.Time, ttl time.Duration) time.Time {
	const most = math.MaxInt64 / 4 // some 73 years
	return created.Add(min(ttl, most))
}
