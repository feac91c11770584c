package store

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/order"
)

// Listed is an entry as List finds it.
type Listed struct {
	Entry
	Expired   bool
	Err       error // set if the entry is corrupt; then only Hash is known
	DiskBytes int64 // of its files
}

// List returns all entries, the one stored last at the end. Originals are not
// read, so that a corrupt one may look well. No folder is an empty store.
func (s *Store) List() ([]Listed, error) { return s.list(hashes) }

// ListOf is List of what was stored for the owner.
func (s *Store) ListOf(owner Owner) ([]Listed, error) {
	return s.list(func(root *os.Root) ([]string, error) { return owned(root, owner), nil })
}

// list returns those of the entries that pick names.
func (s *Store) list(pick func(*os.Root) ([]string, error)) ([]Listed, error) {
	root, done, err := s.enterToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer done()
	all, err := pick(root)
	if err != nil {
		return nil, err
	}
	now := s.now()
	list := make([]Listed, 0, len(all))
	for _, hash := range all {
		if l, ok := look(root, hash, now); ok {
			list = append(list, l)
		}
	}
	order.By(list, func(a, b Listed) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return list, nil
}

// look reads one entry for List; one that is gone by now is no entry.
func look(root *os.Root, hash string, now time.Time) (Listed, bool) {
	entry, err := readHead(root, hash)
	if errors.Is(err, fs.ErrNotExist) {
		return Listed{}, false
	}
	l := Listed{Entry: entry, Err: err}
	l.Hash = hash
	l.Expired = err == nil && entry.expired(now)
	for _, name := range []string{entryName(hash), sideName(hash)} {
		if info, err := root.Lstat(name); err == nil {
			l.DiskBytes += info.Size()
		}
	}
	return l, true
}

// Stats is what a store holds.
type Stats struct {
	Entries       int // all of them: live, expired and corrupt
	Live          int
	Expired       int
	Corrupt       int
	Temporaries   int   // files being written, or left by a killed process
	OriginalBytes int64 // of live and expired entries
	DiskBytes     int64 // of all files that belong to entries
	ExpiredBytes  int64 // of DiskBytes, what pruning will free
	PrunableBytes int64 // of ExpiredBytes, what it would free now
	Oldest        time.Time
	Newest        time.Time
}

// Stat counts what the store holds.
func (s *Store) Stat() (Stats, error) {
	list, err := s.List()
	if err != nil {
		return Stats{}, err
	}
	st := Stats{Entries: len(list)}
	for _, l := range list {
		st.add(l, s.now())
	}
	st.Temporaries, err = s.temporaries()
	return st, err
}

func (st *Stats) add(l Listed, now time.Time) {
	st.DiskBytes += l.DiskBytes
	switch {
	case l.Err != nil:
		st.Corrupt++
		return
	case l.Expired:
		st.Expired++
		st.ExpiredBytes += l.DiskBytes
		if now.Sub(l.ExpiresAt()) >= graceTime {
			st.PrunableBytes += l.DiskBytes
		}
	default:
		st.Live++
	}
	st.OriginalBytes += l.OriginalBytes
	if st.Oldest.IsZero() {
		st.Oldest = l.CreatedAt
	}
	st.Newest = l.CreatedAt
}

func (s *Store) temporaries() (n int, err error) {
	root, err := s.enter()
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer root.Close()
	names, err := fileNames(root)
	for _, name := range names {
		if isTemp(name) {
			n++
		}
	}
	return n, err
}

// hashes returns the hashes of all entries, in order.
func hashes(root *os.Root) ([]string, error) {
	names, err := fileNames(root)
	var all []string
	for _, name := range names {
		if hash, side, ok := hashOfName(name); ok && !side {
			all = append(all, hash)
		}
	}
	slices.Sort(all)
	return all, err
}

func fileNames(root *os.Root) ([]string, error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.Readdirnames(-1)
}

// nearest returns the hashes that look most like the prefix, as if it had
// been copied with mistakes: at most three, none that differs in half of it.
func nearest(all []string, prefix string) []string {
	type near struct {
		hash     string
		distance int
	}
	prefix = prefix[:min(len(prefix), marker.HashLen)]
	var found []near
	for _, hash := range all {
		if d := distance(hash[:len(prefix)], prefix); d < len(prefix)/2 {
			found = append(found, near{hash, d})
		}
	}
	order.By(found, func(a, b near) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.hash, b.hash)
	})
	var out []string
	for _, n := range found[:min(len(found), 3)] {
		out = append(out, n.hash)
	}
	return out
}

// distance returns how many digits have to be changed, put in or left out to
// make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
