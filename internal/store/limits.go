package store

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Limits bound what a store's folder holds. Zero is no limit.
type Limits struct {
	Bytes   int64 // of the entries' files
	Entries int64
}

// DefaultLimits are generous: a store that reaches them was forgotten.
var DefaultLimits = Limits{Bytes: 10 << 30, Entries: 200_000}

const (
	// youngTime is how long an entry stays whatever the limits are: the
	// marker that names it was printed just now.
	youngTime = 10 * time.Minute
	// Room is made for more than one entry, so that it isn't looked for at
	// each: what is used longest ago goes until this part of the limit is left.
	keepOf, keepIn = 9, 10
)

// ErrFull is the error of a store that has reached its limits with entries
// that are too young to go.
var ErrFull = errors.New("the store is full")

// FullError is ErrFull with the limits that were reached.
type FullError struct {
	Dir    string
	Limits Limits
	Size   int64 // bytes of the entry that didn't fit
}

func (e *FullError) Error() string {
	if e.Limits.Bytes > 0 && e.Size > e.Limits.Bytes {
		return fmt.Sprintf("an original that takes %d bytes is more than the store %s may hold: %d", e.Size, e.Dir, e.Limits.Bytes)
	}
	return fmt.Sprintf("the store %s is full: its limits are %d bytes and %d entries, and what it holds was used in the last %d minutes",
		e.Dir, e.Limits.Bytes, e.Limits.Entries, int(youngTime.Minutes()))
}
func (e *FullError) Unwrap() error { return ErrFull }

// Limits returns those of the store.
func (s *Store) Limits() Limits { return s.limits }

// exceeded tells whether what is counted, and one entry of size bytes more,
// is beyond the limits.
func (l Limits) exceeded(c Counts, size int64) bool {
	return l.Entries > 0 && c.Entries+1 > l.Entries || l.Bytes > 0 && c.Bytes+size > l.Bytes
}

// makeRoom removes what was used longest ago if an entry of size bytes would
// not fit. The error is a *FullError if that is not enough.
func (s *Store) makeRoom(root *os.Root, size int64) error {
	full := &FullError{s.dir, s.limits, size}
	if s.limits.Bytes > 0 && size > s.limits.Bytes {
		return full
	}
	c, known := readCounts(root)
	if known && !s.limits.exceeded(c, size) {
		return nil
	}
	now := s.now()
	if known && s.foundFull(root, now) {
		return full
	}
	all, err := s.recount(root)
	if err != nil {
		return err
	}
	c = sumOf(all)
	if !s.limits.exceeded(c, size) {
		return nil
	}
	if err := s.evict(root, all, c, size, now); err != nil {
		return err
	}
	if all, err = s.recount(root); err != nil {
		return err
	}
	if s.limits.exceeded(sumOf(all), size) {
		s.markFull(root, now)
		return full
	}
	return nil
}

func sumOf(all []held) (c Counts) {
	c.Entries = int64(len(all))
	for _, h := range all {
		c.Bytes += h.size
	}
	return c
}

// evict removes entries, the one used longest ago first, until there is room
// for one of size bytes and some more.
func (s *Store) evict(root *os.Root, all []held, c Counts, size int64, now time.Time) error {
	target := Limits{Bytes: s.limits.Bytes / keepIn * keepOf, Entries: s.limits.Entries / keepIn * keepOf}
	if s.limits.Entries < keepIn {
		target.Entries = s.limits.Entries
	}
	if size > target.Bytes {
		target.Bytes = s.limits.Bytes
	}
	var goes []held
	for _, h := range all {
		if !target.exceeded(c, size) || now.Sub(h.used) < youngTime {
			break
		}
		goes = append(goes, h)
		c.Entries--
		c.Bytes -= h.size
	}
	for len(goes) > 0 {
		n := min(len(goes), pruneBatch)
		if err := s.evictBatch(root, goes[:n], now); err != nil {
			return err
		}
		goes = goes[n:]
	}
	return nil
}

// evictBatch removes entries that nobody used since they were looked at.
func (s *Store) evictBatch(root *os.Root, goes []held, now time.Time) error {
	unlock, err := s.exclude(lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	var done Pruned
	for _, h := range goes {
		info, err := root.Lstat(entryName(h.hash))
		if err != nil || now.Sub(usedAt(info)) < youngTime {
			continue
		}
		if err := removeFiles(root, h.hash, info.Size(), &done); err != nil {
			return err
		}
	}
	return nil
}

// fullName is an empty file whose modification time says when the store was
// found full: to look again at once would find the same.
const (
	fullName  = "full"
	fullAgain = 5 * time.Second
)

func (s *Store) foundFull(root *os.Root, now time.Time) bool {
	info, err := root.Lstat(fullName)
	if err != nil {
		return false
	}
	age := now.Sub(info.ModTime())
	return age >= 0 && age < fullAgain
}

func (s *Store) markFull(root *os.Root, now time.Time) {
	touch(root, fullName, now)
}
