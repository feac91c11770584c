package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sort"
	"time"
)

// Counts is what the store's processes counted together. It is kept without a
// lock, so it is nearly right; pruning sets Entries and Bytes right again.
type Counts struct {
	Entries int64 // that are in the folder
	Bytes   int64 // of their files
	Hits    int64 // originals given back
	Misses  int64 // references to what is not there
	Expired int64 // references to what was there too long ago
}

// The file of counts is text. Its first line holds the sums of what was
// counted up to when it was written; to it each process appends, in one write,
// a line for each event.
const (
	countsName   = "counts"
	countsHead   = "elide-counts.v1"
	countStored  = '+' // followed by the bytes of a new entry's files
	countHit     = 'h'
	countMiss    = 'm'
	countExpired = 'x'
	countsLong   = 32 << 10 // bytes of the file from which it is summed up
	countsMost   = 1 << 20  // bytes that are read of it
)

// count appends an event, if there is a file to append it to. That it can't
// be written harms nobody.
func count(root *os.Root, event byte, n int64) {
	f, err := root.OpenFile(countsName, os.O_WRONLY|os.O_APPEND|openFlags, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > countsMost {
		return
	}
	line := []byte{event, '\n'}
	if event == countStored {
		line = fmt.Appendf(nil, "%c%d\n", event, n)
	}
	f.Write(line)
}

// readCounts sums up the file of counts. Without one, or with one that is not
// ours, ok is false.
func readCounts(root *os.Root) (c Counts, ok bool) {
	f, _, err := openRegular(root, countsName)
	if err != nil {
		return c, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, countsMost))
	if err != nil {
		return c, false
	}
	head, rest, _ := bytes.Cut(data, []byte{'\n'})
	fields := bytes.Fields(head)
	if len(fields) != 6 || string(fields[0]) != countsHead {
		return c, false
	}
	for i, place := range []*int64{&c.Entries, &c.Bytes, &c.Hits, &c.Misses, &c.Expired} {
		n, ok := decimal(fields[i+1])
		if !ok {
			return Counts{}, false
		}
		*place = n
	}
	for line := range bytes.SplitSeq(rest, []byte{'\n'}) {
		c.add(line)
	}
	return c, true
}

// add adds an event. A line that was cut short by a full disk or by a killed
// process is none.
func (c *Counts) add(line []byte) {
	if len(line) == 0 {
		return
	}
	switch line[0] {
	case countStored:
		if n, ok := decimal(line[1:]); ok {
			c.Entries++
			c.Bytes += n
		}
	case countHit:
		c.Hits++
	case countMiss:
		c.Misses++
	case countExpired:
		c.Expired++
	}
}

// decimal reads a number of at most 15 digits.
func decimal(text []byte) (n int64, ok bool) {
	if len(text) == 0 || len(text) > 15 {
		return 0, false
	}
	for _, d := range text {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + int64(d-'0')
	}
	return n, true
}

// writeCounts replaces the file of counts, under the shared lock. What others
// append meanwhile may be lost.
func (s *Store) writeCounts(root *os.Root, c Counts) error {
	return s.replace(root, countsName, fmt.Appendf(nil, "%s %d %d %d %d %d\n", countsHead, c.Entries, c.Bytes, c.Hits, c.Misses, c.Expired))
}

// stored counts a new entry, under the shared lock, and sums the file up when it
// has become long.
func (s *Store) stored(root *os.Root, size int64) {
	info, err := root.Lstat(countsName)
	if errors.Is(err, fs.ErrNotExist) {
		s.recountShared(root)
		return
	}
	count(root, countStored, size)
	if err == nil && info.Size() > countsLong {
		if c, ok := readCounts(root); ok {
			s.writeCounts(root, c)
		}
	}
}

// recount is recountShared for who doesn't hold the lock.
func (s *Store) recount(root *os.Root) ([]held, error) {
	unlock, err := s.share()
	if err != nil {
		return nil, err
	}
	defer unlock()
	return s.recountShared(root)
}

// recountShared looks at all files and sets the counts right. It returns the
// entries with what they take. That the counts can't be written harms nobody.
func (s *Store) recountShared(root *os.Root) ([]held, error) {
	all, err := allHeld(root)
	if err != nil {
		return nil, err
	}
	c, _ := readCounts(root)
	now := sumOf(all)
	c.Entries, c.Bytes = now.Entries, now.Bytes
	s.writeCounts(root, c)
	return all, nil
}

// held is an entry as its files' names, lengths and times tell.
type held struct {
	hash string
	size int64     // bytes of its files
	used time.Time // when it was stored or given back last
}

// allHeld returns the entries of the folder, the one used last at the end.
func allHeld(root *os.Root) ([]held, error) {
	names, err := fileNames(root)
	if err != nil {
		return nil, err
	}
	sides := map[string]int64{}
	var all []held
	for _, name := range names {
		hash, side, ok := hashOfName(name)
		if !ok {
			continue
		}
		info, err := root.Lstat(name)
		if err != nil {
			continue
		}
		if side {
			sides[hash] = info.Size()
		} else {
			all = append(all, held{hash, info.Size(), usedAt(info)})
		}
	}
	for i := range all {
		all[i].size += sides[all[i].hash]
	}
	// By one body for all types, as order.By, which takes five times as long with 100,000.
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.hash, b.hash)) < 0
	})
	return all, nil
}

// Counts returns what was counted: all zero if nothing was. Entries and Bytes
// are of the folder, Stat's are exact.
func (s *Store) Counts() (Counts, error) {
	root, done, err := s.enterToRead()
	if err != nil {
		return Counts{}, ignoreMissing(err)
	}
	defer done()
	c, _ := readCounts(root)
	return c, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
