package elide

import (
	"errors"
	"fmt"
	"os"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/store"
)

// What can be wrong with a reference; errors.Is tells them apart. The errors
// themselves say more.
var (
	ErrNotFound  = store.ErrNotFound                                       // no original is stored under it
	ErrExpired   = store.ErrExpired                                        // there was one, but its time is over
	ErrCorrupt   = store.ErrCorrupt                                        // what stands there is damaged
	ErrAmbiguous = store.ErrAmbiguous                                      // several originals start with these digits
	ErrUsage     = errors.New("no reference, or no part of that original") // it is not written as one
)

// StoreOptions of a store. The zero value is the default.
type StoreOptions struct {
	// TTL is how long an original is kept, at least, after it was stored or
	// renewed last. 0 or less: a week, as an agent may be left alone for
	// some days.
	TTL time.Duration

	// Sync makes entries survive a crash of the machine, not only of the process.
	Sync bool

	// MaxBytes and MaxEntries bound the folder. What was used longest ago goes
	// first. 0: 10 GiB, 200,000; negative: no limit.
	MaxBytes, MaxEntries int64

	// Backend keeps each original as well, where other machines find it. nil:
	// there is none.
	Backend Backend
}

// Store keeps originals in a folder, which any number of processes may use at
// once, and hands them to a Backend if it has one. It holds nothing open and is
// safe for concurrent use. OpenStore makes one; the zero Store is none.
type Store struct {
	folder *store.Store
	ttl    time.Duration
}

// OpenStore returns the store in a folder, which the first write makes, for its
// owner alone. "" is the one that the commands use in the working directory
// (docs/store.md): elision-get and elide-mcp expand what is stored there. A
// folder that is a symbolic link, or another user's, is refused.
func OpenStore(dir string, opt StoreOptions) (*Store, error) {
	if opt.TTL <= 0 {
		opt.TTL = store.SessionTTL
	}
	inner := store.Options{TTL: opt.TTL, Sync: opt.Sync, Limits: store.Limits{
		Bytes: limit(opt.MaxBytes, store.DefaultLimits.Bytes), Entries: limit(opt.MaxEntries, store.DefaultLimits.Entries)}}
	if opt.Backend != nil {
		inner.Remote = &remote{backend: opt.Backend, now: time.Now}
	}
	folder, err := openFolder(dir, inner)
	if err != nil {
		return nil, fmt.Errorf("elide: %w", err)
	}
	return &Store{folder: folder, ttl: opt.TTL}, nil
}

func limit(asked, otherwise int64) int64 {
	switch {
	case asked < 0:
		return 0
	case asked == 0:
		return otherwise
	}
	return asked
}

func openFolder(dir string, opt store.Options) (*store.Store, error) {
	if dir != "" {
		return store.Open(dir, opt)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	place, err := store.Find(os.Getenv, cwd)
	if err != nil {
		return nil, err
	}
	opt.Owner = store.NewOwner(cwd, audit.Conversation(os.Getenv))
	s, _, err := place.OpenToWrite(opt)
	return s, err
}

// Dir returns the store's folder, as an absolute path; "" if it was not opened.
func (s *Store) Dir() string {
	if s == nil || s.folder == nil {
		return ""
	}
	return s.folder.Dir()
}
