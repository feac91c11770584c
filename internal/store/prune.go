package store

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

const (
	// graceTime is how long an expired entry stays, so that it is reported
	// as expired.
	graceTime = 24 * time.Hour
	// pruneEvery is how often entries that are stored cause pruning.
	pruneEvery = time.Hour
	// pruneBatch is how many files go in one hold of the lock.
	pruneBatch = 64
	// lazyWait is how long pruning that nobody asked for waits for the lock.
	lazyWait = 50 * time.Millisecond
)

// Pruned is what pruning removed.
type Pruned struct {
	Entries     int
	Temporaries int   // also side files without an entry
	Bytes       int64 // of all files removed
}

// Prune removes the entries that expired a day or more before now, and what
// killed processes left. What another process stores or renews meanwhile
// stays. Several may run at once.
func (s *Store) Prune(now time.Time) (Pruned, error) {
	root, err := s.enter()
	if errors.Is(err, fs.ErrNotExist) {
		return Pruned{}, nil
	}
	if err != nil {
		return Pruned{}, err
	}
	defer root.Close()
	return s.prune(root, now, lockWait)
}

// pruneIfDue prunes once in a while. When nothing is due it costs a stat.
// That it fails harms nobody: the next one is tried as soon.
func (s *Store) pruneIfDue(root *os.Root) {
	now := s.now()
	if info, err := root.Lstat(stampName); err == nil {
		if age := now.Sub(info.ModTime()); age >= 0 && age < pruneEvery {
			return
		}
	}
	s.prune(root, now, lazyWait)
}

// prune writes its stamp before anything else, so that other processes don't
// begin as well, and looks without the lock for what may go.
func (s *Store) prune(root *os.Root, now time.Time, wait time.Duration) (Pruned, error) {
	var done Pruned
	if err := touch(root, stampName, now); err != nil {
		return done, err
	}
	names, err := fileNames(root)
	if err != nil {
		return done, err
	}
	due := allOverdue(root, names, now)
	for len(due) > 0 {
		n := min(len(due), pruneBatch)
		if err := s.removeBatch(root, due[:n], now, wait, &done); err != nil {
			return done, err
		}
		due = due[n:]
	}
	if err := s.pruneOwned(root, wait); err != nil {
		return done, err
	}
	_, err = s.recount(root)
	return done, err
}

// touch gives an empty file the time.
func touch(root *os.Root, name string, now time.Time) error {
	f, err := createFile(root, name)
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return root.Chtimes(name, now, now)
}

// allOverdue returns the names of files that may have to go. A side file
// whose entry is there goes with its entry.
func allOverdue(root *os.Root, names []string, now time.Time) (due []string) {
	present := make(map[string]bool, len(names))
	for _, name := range names {
		present[name] = true
	}
	for _, name := range names {
		if hash, side, _ := hashOfName(name); side && present[entryName(hash)] {
			continue
		}
		if _, ok := overdue(root, name, now); ok {
			due = append(due, name)
		}
	}
	return due
}

// overdue tells by the name and time of a file alone whether it may have to
// go. An entry's modification time is when it expires.
func overdue(root *os.Root, name string, now time.Time) (size int64, ok bool) {
	_, side, entry := hashOfName(name)
	if !entry && !isTemp(name) {
		return 0, false
	}
	info, err := root.Lstat(name)
	if err != nil || info.IsDir() || entry && !side && now.Sub(info.ModTime()) < graceTime {
		return 0, false
	}
	return info.Size(), true
}

// removeBatch looks again, now that nobody can store or renew, and removes.
// A side file gets its name together with its entry under the shared lock, and
// a temporary that is written without it is held by its writer: what is left
// without either now was left by a process that died.
func (s *Store) removeBatch(root *os.Root, names []string, now time.Time, wait time.Duration, done *Pruned) error {
	unlock, err := s.exclude(wait)
	if err != nil {
		return err
	}
	defer unlock()
	for _, name := range names {
		size, ok := overdue(root, name, now)
		if !ok {
			continue
		}
		hash, side, entry := hashOfName(name)
		switch {
		case !entry:
			if leftBehind(root, name, now) {
				err = removeOne(root, name, size, done, &done.Temporaries)
			}
		case side:
			err = removeOrphan(root, hash, size, done)
		default:
			err = removeEntry(root, hash, size, now, done)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeEntry removes an entry that is over, or corrupt and as old.
func removeEntry(root *os.Root, hash string, size int64, now time.Time, done *Pruned) error {
	entry, err := readHead(root, hash)
	if err == nil && now.Sub(entry.ExpiresAt()) < graceTime {
		return nil
	}
	return removeFiles(root, hash, size, done)
}

// removeFiles removes an entry whose own file has size bytes. The side file
// goes last, so that what is left of a killed process is no half entry.
func removeFiles(root *os.Root, hash string, size int64, done *Pruned) error {
	if err := removeOne(root, entryName(hash), size, done, &done.Entries); err != nil {
		return err
	}
	info, err := root.Lstat(sideName(hash))
	if err != nil {
		return nil
	}
	return removeOne(root, sideName(hash), info.Size(), done, new(int))
}

// removeOrphan removes a side file that has no entry.
func removeOrphan(root *os.Root, hash string, size int64, done *Pruned) error {
	if _, err := root.Lstat(entryName(hash)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return removeOne(root, sideName(hash), size, done, &done.Temporaries)
}

func removeOne(root *os.Root, name string, size int64, done *Pruned, count *int) error {
	err := root.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		*count++
		done.Bytes += size
	}
	return err
}
