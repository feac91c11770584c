package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"elide/internal/fleet"
	"elide/internal/rewrite"
	"elide/internal/store"
)

// leastTTL is how long originals are kept at least. An agent may be left alone
// for a night with markers in its conversation, and asks for what they hide in
// the morning; while it works they are renewed.
const leastTTL = 24 * time.Hour

func (s *session) ttl() time.Duration { return max(s.cfg.Elision.TTL(), leastTTL) }

// originals returns the store for originals, and its folder. If it can't be
// opened there is no folder, and each result that would need it goes out as it
// came.
func (s *session) originals() (rewrite.Store, string) {
	opened, err := s.openStore()
	if err != nil {
		return noStore{err}, ""
	}
	return opened, opened.Dir()
}

func (s *session) openStore() (*store.Store, error) {
	opt := store.Options{
		TTL: s.ttl(), Sync: s.cfg.Elision.Sync,
		Limits: store.Limits{Bytes: s.cfg.Elision.MaxBytes, Entries: int64(s.cfg.Elision.MaxEntries)},
	}
	if url := s.cfg.Elision.URL; url != "" {
		opt.Remote = fleet.New(url, s.cfg.Elision.Timeout(), s.cfg.Elision.Timeout())
	}
	if s.opt.store != "" {
		dir, err := filepath.Abs(s.opt.store)
		if err != nil {
			return nil, err
		}
		return store.Open(dir, opt)
	}
	place, err := store.Find(os.Getenv, s.dir)
	if err != nil {
		return nil, err
	}
	opened, moved, err := place.OpenToWrite(opt)
	if err == nil && moved {
		s.notes.warn(fmt.Errorf("%s can't be written: originals are kept in %s", place.Dir, opened.Dir()))
	}
	return opened, err
}

// noStore is a store that could not be opened.
type noStore struct{ err error }

func (n noStore) Prepare(context.Context, store.Original, [32]byte) (*store.Pending, error) {
	return nil, n.err
}

func (n noStore) Get(string) (store.Entry, error) { return store.Entry{}, n.err }

func (n noStore) Holds(string) bool { return false }

// expander is the command with which a model expands.
const expander = "elision-get"

// pathWithExpander returns the child's PATH if elision-get is to be added to it:
// the folder of this program, if it stands there and in no other. found tells
// whether the child can call it.
func pathWithExpander() (path string, found bool) {
	if _, err := exec.LookPath(expander); err == nil {
		return "", true
	}
	name := expander
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	self, err := os.Executable()
	if err != nil {
		return "", false
	}
	dir := filepath.Dir(self)
	if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	rest := os.Getenv("PATH")
	if rest == "" { // the folder alone would hide all else, and an empty one is the working directory
		return "", false
	}
	return rest + string(filepath.ListSeparator) + dir, true
}
