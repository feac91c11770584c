package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// limited returns a store with limits and its clock.
func limited(t *testing.T, l Limits) (*Store, *clock) {
	t.Helper()
	s, c := newStore(t)
	s.limits = l
	return s, c
}

func TestWhatWasUsedLongestAgoMakesRoom(t *testing.T) {
	s, c := limited(t, Limits{Entries: 10})
	var stored []Entry
	for i := range 10 {
		stored = append(stored, put(t, s, []byte{byte(i)}))
		c.now = c.now.Add(time.Minute)
	}
	if _, err := get(s, stored[0].Hash); err != nil { // now used last
		t.Fatal(err)
	}
	c.now = c.now.Add(youngTime - 8*time.Minute) // of the rest only those before the third are old enough
	put(t, s, []byte("one more"))
	for i, e := range stored {
		_, err := s.Get(e.Hash)
		if gone := errors.Is(err, ErrNotFound); gone != (i == 1 || i == 2) {
			t.Errorf("entry %d: %v", i, err)
		}
	}
	if got, err := s.Counts(); err != nil || got.Entries != 9 || got.Hits != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAStoreFullOfYoungEntriesIsFull(t *testing.T) {
	s, c := limited(t, Limits{Bytes: 3000})
	first := put(t, s, bytes.Repeat([]byte("a"), 1000))
	put(t, s, bytes.Repeat([]byte("b"), 900))
	var full *FullError
	for range 2 {
		if _, err := tryPut(s, bytes.Repeat([]byte("c"), 900)); !errors.As(err, &full) || !errors.Is(err, ErrFull) {
			t.Fatalf("got %v", err)
		}
	}
	if again := put(t, s, bytes.Repeat([]byte("a"), 1000)); again.Hash != first.Hash {
		t.Error("renewing needs no room")
	}
	if _, err := tryPut(s, noise(inlineBytes+1, 7)); !errors.As(err, &full) || full.Size < inlineBytes {
		t.Errorf("larger than the limit: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.Dir(), tempPrefix+"*")); len(left) != 0 {
		t.Errorf("left %v", left)
	}
	c.now = c.now.Add(youngTime)
	put(t, s, bytes.Repeat([]byte("c"), 900))
}

func TestCountsAreRightAgainAfterPruning(t *testing.T) {
	s, c := newStore(t)
	for i := range 5 {
		put(t, s, []byte{byte(i)})
	}
	put(t, s, []byte{0})
	s.Get("abcdef123456")
	s.Expand("abcdef123456")
	want := Counts{Entries: 5, Misses: 1}
	got, _ := s.Counts()
	if got.Bytes == 0 {
		t.Error("no bytes")
	}
	if got.Bytes = 0; got != want {
		t.Errorf("%+v", got)
	}
	for _, damage := range []string{"", "elide-counts.v1 1 2 3\n", "+99999999999999999999\n", "\x00\xff"} {
		plant(t, s, countsName, []byte(damage))
		if got, err := s.Counts(); got != (Counts{}) || err != nil {
			t.Errorf("%q: %+v, %v", damage, got, err)
		}
		put(t, s, []byte(damage))
	}
	plant(t, s, countsName, []byte("elide-counts.v1 100 2 3 4 5\n+7\n+\n+x\nh\nq\nm"))
	if got, _ := s.Counts(); got != (Counts{101, 9, 4, 5, 5}) {
		t.Errorf("%+v", got)
	}
	if _, err := s.Prune(c.now); err != nil {
		t.Fatal(err)
	}
	st, _ := s.Stat()
	if got, _ = s.Counts(); got.Entries != int64(st.Entries) || got.Bytes != st.DiskBytes || got.Hits != 4 {
		t.Errorf("%+v, but the store holds %+v", got, st)
	}
}

// TestCountsInTheWay: what can't be counted is stored, and pruned, all the same.
func TestCountsInTheWay(t *testing.T) {
	s, c := newStore(t)
	e := put(t, s, []byte("a"))
	name := filepath.Join(s.Dir(), countsName)
	if err := errors.Join(os.Remove(name), os.Mkdir(name, 0o700)); err != nil {
		t.Fatal(err)
	}
	put(t, s, []byte("b"))
	if _, err := s.Prune(c.now); err != nil {
		t.Error(err)
	}
	if got, err := get(s, e.Hash); err != nil || string(got) != "a" {
		t.Errorf("%q, %v", got, err)
	}
}

// The file of counts is summed up before it is long.
func TestCountsStayShort(t *testing.T) {
	s, _ := newStore(t)
	e := put(t, s, []byte("a"))
	root, err := s.enter()
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for range countsLong {
		count(root, countHit, 0)
	}
	put(t, s, []byte("b"))
	get(s, e.Hash)
	info, err := os.Stat(filepath.Join(s.Dir(), countsName))
	if err != nil || info.Size() > 100 {
		t.Errorf("%v, %v", info, err)
	}
	if got, _ := s.Counts(); got.Hits != countsLong+1 || got.Entries != 2 {
		t.Errorf("%+v", got)
	}
}

// A store of many entries, where nothing is due, costs storing hardly more
// than an empty one.
func BenchmarkPutBesideManyEntries(b *testing.B) {
	for _, n := range []int{0, 100_000} {
		b.Run(map[int]string{0: "empty", 100_000: "100000"}[n], func(b *testing.B) {
			s, _ := newStore(b)
			s.limits = DefaultLimits
			put(b, s, []byte("first"))
			for i := range n {
				name := filepath.Join(s.Dir(), entryName(hexOf(digestOf(b, []byte{byte(i), byte(i >> 8), byte(i >> 16)}))[:12]))
				if err := os.WriteFile(name, nil, 0o600); err != nil {
					b.Fatal(err)
				}
			}
			s.Prune(s.now())
			i := 0
			for b.Loop() {
				i++
				put(b, s, []byte{byte(i), byte(i >> 8), byte(i >> 16), 1})
			}
		})
	}
}
