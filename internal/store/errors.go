package store

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// What can be wrong with an entry. The errors that methods return carry more;
// errors.Is tells them apart.
var (
	ErrNotFound  = errors.New("not in the store")
	ErrExpired   = errors.New("expired")
	ErrCorrupt   = errors.New("corrupt")
	ErrAmbiguous = errors.New("ambiguous")
	ErrCollision = errors.New("another original has the same hash")
)

// NotFoundError is ErrNotFound.
type NotFoundError struct {
	Prefix  string
	Nearest []string // hashes in the store that look alike, the nearest first
	Stored  int      // how many entries there are
}

func (e *NotFoundError) Error() string { return e.Prefix + " is not in the store" }
func (e *NotFoundError) Unwrap() error { return ErrNotFound }

// ExpiredError is ErrExpired.
type ExpiredError struct {
	Entry Entry
	Since time.Duration // how long ago it expired
}

func (e *ExpiredError) Error() string {
	return fmt.Sprintf("%s expired %s ago", e.Entry.Hash, age(e.Since))
}

func (e *ExpiredError) Unwrap() error { return ErrExpired }

// CorruptError is ErrCorrupt.
type CorruptError struct {
	Name string // of the file
	Err  error  // what is wrong with it
}

func (e *CorruptError) Error() string   { return fmt.Sprintf("%s is corrupt: %v", e.Name, e.Err) }
func (e *CorruptError) Unwrap() []error { return []error{ErrCorrupt, e.Err} }

// AmbiguousError is ErrAmbiguous.
type AmbiguousError struct {
	Prefix     string
	Candidates []string // the hashes that it may mean, in order
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s may mean %s", e.Prefix, strings.Join(e.Candidates, ", "))
}
func (e *AmbiguousError) Unwrap() error { return ErrAmbiguous }

// CollisionError is ErrCollision: the store holds another original under the
// hash, so this one can't be stored.
type CollisionError struct{ Hash string }

func (e *CollisionError) Error() string { return "another original is stored as " + e.Hash }
func (e *CollisionError) Unwrap() error { return ErrCollision }

// FolderError tells why a folder can't be a store.
type FolderError struct{ Dir, Reason string }

func (e *FolderError) Error() string { return fmt.Sprintf("store folder %s %s", e.Dir, e.Reason) }

// age shows a time span as people say it: in its two largest units.
func age(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= day:
		return fmt.Sprintf("%dd%dh", d/day, d%day/time.Hour)
	case d >= time.Hour:
		return fmt.Sprintf("%dh%dm", d/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Minute:
		return fmt.Sprintf("%dm%ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%ds", d/time.Second)
}
