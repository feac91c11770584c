package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
)

// clock is a clock that tests set.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newClock() *clock { return &clock{time.Date(2026, 11, 21, 10, 0, 0, 123e6, time.UTC)} }

func newStore(t testing.TB) (*Store, *clock) {
	t.Helper()
	c := newClock()
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func digestOf(t testing.TB, data []byte) [32]byte {
	t.Helper()
	d, err := Digest(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func put(t testing.TB, s *Store, data []byte) Entry {
	t.Helper()
	e, err := tryPut(s, data)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func tryPut(s *Store, data []byte) (Entry, error) {
	d, err := Digest(bytes.NewReader(data))
	if err != nil {
		return Entry{}, err
	}
	return s.Put(context.Background(), bytes.NewReader(data), d, Meta{Type: "log", Command: "make", CompressedBytes: 7})
}

// get returns the original, read at random places.
func get(s *Store, prefix string) ([]byte, error) {
	x, err := s.Expand(prefix)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	return io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
}

// noise returns n bytes that don't compress; text returns n that do.
func noise(n int, seed uint64) []byte {
	out := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16)})
	r.Read(out)
	return out
}

func text(n int) []byte {
	var out bytes.Buffer
	for i := 0; out.Len() < n; i++ {
		out.WriteString("2026-11-21 10:00:00 INFO worker ")
		out.WriteString(strings.Repeat("x", i%40))
		out.WriteString(" done\n")
	}
	return out.Bytes()[:n]
}

var originals = map[string][]byte{
	"empty":           {},
	"line":            []byte("hello\n"),
	"no final line":   []byte("a\nb"),
	"crlf":            []byte("a\r\nb\r\n"),
	"nul":             {0, 'a', 0},
	"invalid utf-8":   {0xff, 0xfe, '\n', 0xc3},
	"surrogate":       {0xed, 0xa0, 0x80},
	"replacement":     []byte("\uFFFD\u2028<&>\x7f\x1b[1m"),
	"marker":          []byte("⟦elided:000000000000⟧\n"),
	"key":             []byte(`,"original":""}`),
	"largest inline":  noise(inlineBytes, 1),
	"smallest beside": noise(inlineBytes+1, 2),
	"one chunk":       text(chunkBytes),
	"chunk and one":   text(chunkBytes + 1),
	"several chunks":  append(text(3<<20), noise(1<<20+17, 3)...),
}

func TestRestoresEveryKindOfBytes(t *testing.T) {
	for _, syncing := range []bool{false, true} {
		for name, data := range originals {
			t.Run(name, func(t *testing.T) {
				s, err := Open(t.TempDir(), Options{Sync: syncing})
				if err != nil {
					t.Fatal(err)
				}
				e := put(t, s, data)
				for _, ref := range []string{e.Hash, e.Hash[:6], e.Digest, e.Digest[:20]} {
					if got, err := get(s, ref); err != nil || !bytes.Equal(got, data) {
						t.Fatalf("%s: %d bytes, %v; want %d bytes", ref, len(got), err, len(data))
					}
				}
			})
		}
	}
}

func TestRestoresArbitraryBytes(t *testing.T) {
	s, _ := newStore(t)
	laws.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		if rapid.Bool().Draw(t, "text") {
			data = []byte(rapid.String().Draw(t, "string"))
		}
		e, err := tryPut(s, data)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("got %q, %v; want %q", got, err, data)
		}
	})
}

func TestReadAtAnywhere(t *testing.T) {
	s, _ := newStore(t)
	data := append(text(2<<20), noise(1<<20+5, 4)...)
	x, err := s.Expand(put(t, s, data).Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, at := range []int{0, 1, chunkBytes - 1, chunkBytes, 2*chunkBytes - 3, len(data) - 1} {
		buf := make([]byte, 10)
		n, err := x.ReadAt(buf, int64(at))
		if want := data[at:min(at+10, len(data))]; !bytes.Equal(buf[:n], want) || n < 10 && err != io.EOF {
			t.Errorf("at %d: %d bytes, %v", at, n, err)
		}
	}
	if n, err := x.ReadAt(make([]byte, 1), x.Size()); n != 0 || err != io.EOF {
		t.Errorf("at the end: %d, %v", n, err)
	}
}

// A part of a large original is read without the rest: that a chunk is damaged
// is found when a byte of it is asked for, and no sooner.
func TestAPartIsReadWithoutTheRest(t *testing.T) {
	s, _ := newStore(t)
	data := text(3<<20 + 5)
	e := put(t, s, data)
	path := filepath.Join(s.Dir(), sideName(e.Hash))
	side, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	side[10] ^= 1 // in the first chunk
	plant(t, s, sideName(e.Hash), side)
	x, err := s.Expand(e.Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	buf := make([]byte, 100)
	if _, err := x.ReadAt(buf, 2<<20); err != nil || !bytes.Equal(buf, data[2<<20:2<<20+100]) {
		t.Errorf("the third chunk: %v", err)
	}
	var damaged *CorruptError
	if n, err := x.ReadAt(buf, 1<<20-50); n != 0 || !errors.As(err, &damaged) || damaged.Name != sideName(e.Hash) {
		t.Errorf("the first chunk: %d bytes, %v", n, err)
	}
	root, _ := s.enter()
	defer root.Close()
	if n, _ := s.wholeSide(root, e.Hash, digestOf(t, data)); n != 0 {
		t.Error("taken for whole")
	}
}

func TestNear(t *testing.T) {
	s, _ := newStore(t)
	data := append(text(2<<20), bytes.Repeat([]byte("x"), 3<<20)...)
	data = append(data, "\nlast\n"...)
	x, err := s.Expand(put(t, s, data).Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	total := int64(bytes.Count(data, []byte("\n")))
	for _, line := range []int64{1, 2, 3, total / 3, total / 2, total - 1, total, total + 1, total + 100} {
		offset, before := x.Near(line)
		if int64(bytes.Count(data[:offset], []byte("\n"))) != before || before >= max(line-1, 1) {
			t.Errorf("line %d: %d line ends before %d", line, before, offset)
		}
		if rest := int64(bytes.Count(data[offset:min(offset+chunkBytes, int64(len(data)))], []byte("\n"))); line <= total && before+rest < line-1 {
			t.Errorf("line %d is not in the chunk at %d", line, offset)
		}
	}
}

func TestEntry(t *testing.T) {
	s, c := newStore(t)
	want := put(t, s, []byte("hello\n"))
	got, err := s.Get(want.Hash)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !got.CreatedAt.Equal(c.now) || got.TTL != DefaultTTL || got.OriginalBytes != 6 || got.CompressedBytes != 7 || got.Command != "make" || got.Type != "log" {
		t.Errorf("%+v", got)
	}
	if got.Hash != marker.Hash(digestOf(t, []byte("hello\n"))) {
		t.Errorf("hash is %s", got.Hash)
	}
}

func TestExpiredIsReportedAndThenPruned(t *testing.T) {
	s, c := newStore(t)
	e := put(t, s, []byte("hello\n"))
	big := put(t, s, text(1<<20))
	c.now = e.ExpiresAt().Add(-time.Millisecond)
	if _, err := get(s, e.Hash); err != nil {
		t.Errorf("just before: %v", err)
	}
	c.now = e.ExpiresAt().Add(5 * time.Minute)
	var expired *ExpiredError
	if _, err := get(s, e.Hash); !errors.As(err, &expired) || expired.Since != 5*time.Minute || !errors.Is(err, ErrExpired) {
		t.Errorf("after: %v", err)
	}
	if p, err := s.Prune(c.now); err != nil || p.Entries != 0 {
		t.Errorf("pruned within the grace time: %+v, %v", p, err)
	}
	c.now = e.ExpiresAt().Add(graceTime)
	if p, err := s.Prune(c.now); err != nil || p.Entries != 2 || p.Bytes == 0 {
		t.Errorf("pruned after the grace time: %+v, %v", p, err)
	}
	for _, hash := range []string{e.Hash, big.Hash} {
		if _, err := s.Get(hash); !errors.Is(err, ErrNotFound) {
			t.Errorf("pruned: %v", err)
		}
	}
	if _, err := os.Lstat(filepath.Join(s.Dir(), sideName(big.Hash))); !os.IsNotExist(err) {
		t.Errorf("side file: %v", err)
	}
}

func TestStoringAgainRenews(t *testing.T) {
	for _, data := range [][]byte{[]byte("hello\n"), text(1 << 20)} {
		s, c := newStore(t)
		first := put(t, s, data)
		c.now = c.now.Add(20 * time.Minute)
		second := put(t, s, data)
		if got := second.ExpiresAt().Sub(first.ExpiresAt()); got != 20*time.Minute {
			t.Errorf("renewed by %s", got)
		}
		p, err := s.Prepare(context.Background(), bytes.NewReader(data), digestOf(t, data))
		if err != nil {
			t.Fatal(err)
		}
		third, err := p.Commit(Meta{Type: "plain", TTL: time.Minute})
		if err != nil || third.ExpiresAt().Before(second.ExpiresAt()) {
			t.Errorf("a shorter time to live took from the longer one: %v, %v", third, err)
		}
		if got, err := get(s, first.Hash); err != nil || !bytes.Equal(got, data) {
			t.Errorf("after renewing: %v", err)
		}
	}
}

func TestStoringAgainHeals(t *testing.T) {
	for _, data := range [][]byte{[]byte("hello\n"), text(1 << 20)} {
		s, _ := newStore(t)
		e := put(t, s, data)
		for _, name := range []string{entryName(e.Hash), sideName(e.Hash)} {
			path := filepath.Join(s.Dir(), name)
			whole, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			damages := map[string][]byte{"cut": whole[:len(whole)/2], "empty": nil, "other": bytes.Replace(whole, []byte("e"), []byte("f"), -1)}
			for what, damaged := range damages {
				os.WriteFile(path, damaged, 0o600)
				if _, err := get(s, e.Hash); !errors.Is(err, ErrCorrupt) {
					t.Errorf("%s %s: %v", name, what, err)
				}
				put(t, s, data)
				if got, err := get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
					t.Errorf("%s %s, stored again: %v", name, what, err)
				}
			}
		}
	}
}

func TestASideFileGoneBeforeCommitIsWrittenAgain(t *testing.T) {
	s, _ := newStore(t)
	data := text(1 << 20)
	e := put(t, s, data)
	p, err := s.Prepare(context.Background(), bytes.NewReader(data), digestOf(t, data))
	if err != nil || p.reused == 0 {
		t.Fatalf("not reused: %v", err)
	}
	os.RemoveAll(s.Dir())
	if _, err := p.Commit(Meta{Type: "log"}); err != nil {
		t.Fatal(err)
	}
	if got, err := get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Error(err)
	}
}

func TestAnotherOriginalUnderTheHashIsACollision(t *testing.T) {
	s, _ := newStore(t)
	data := []byte("hello\n")
	e := put(t, s, data)
	// No two originals with equal 12 digits are known, so the entry is made
	// for a digest of which only the rest differs.
	digest := digestOf(t, data)
	digest[31] ^= 1
	root, err := s.enter()
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var collision *CollisionError
	if _, err := s.heldUntil(root, e.Hash, digest); !errors.As(err, &collision) || !errors.Is(err, ErrCollision) {
		t.Errorf("got %v", err)
	}
	p := &Pending{store: s, original: bytes.NewReader(data), digest: digest, hash: e.Hash, encoding: UTF8, body: "other"}
	if _, err := p.Commit(Meta{Type: "log"}); !errors.Is(err, ErrCollision) {
		t.Errorf("got %v", err)
	}
	if got, err := get(s, e.Hash); err != nil || !bytes.Equal(got, data) {
		t.Errorf("the first original: %v", err)
	}
}

func TestReferences(t *testing.T) {
	s, _ := newStore(t)
	e := put(t, s, []byte("hello\n"))
	twin := e
	twin.Digest = e.Digest[:8] + strings.Repeat("0", 56)
	twin.Hash = twin.Digest[:12]
	data, err := twin.encode("hello\n")
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(s.Dir(), entryName(twin.Hash)), data, 0o600)

	var ambiguous *AmbiguousError
	if _, err := s.Get(e.Hash[:6]); !errors.As(err, &ambiguous) || len(ambiguous.Candidates) != 2 {
		t.Errorf("ambiguous: %v", err)
	}
	if _, err := s.Get(e.Hash[:9]); e.Hash[8] != '0' && err != nil {
		t.Errorf("unique: %v", err)
	}
	typo := "f" + e.Hash[1:]
	if e.Hash[0] == 'f' {
		typo = "e" + e.Hash[1:]
	}
	var missing *NotFoundError
	if _, err := s.Get(typo); !errors.As(err, &missing) || len(missing.Nearest) == 0 || missing.Nearest[0] != e.Hash || missing.Stored != 2 {
		t.Errorf("missing: %v, %+v", err, missing)
	}
	if _, err := s.Get(e.Hash + "000"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a digest that goes on in another way: %v", err)
	}
	for _, bad := range []string{"", "abc", "../../etc/passwd", "ABCDEF123456", strings.Repeat("a", 65), e.Hash + ".json", "lock", "/etc/p"} {
		var invalid *marker.ReferenceError
		if _, err := s.Get(bad); !errors.As(err, &invalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestReadingMakesNothing(t *testing.T) {
	s, _ := newStore(t)
	if _, err := s.Get("abcdef123456"); !errors.Is(err, ErrNotFound) {
		t.Errorf("get: %v", err)
	}
	if _, err := s.Expand("abcdef"); !errors.Is(err, ErrNotFound) {
		t.Errorf("expand: %v", err)
	}
	if list, err := s.List(); len(list) != 0 || err != nil {
		t.Errorf("list: %v, %v", list, err)
	}
	if st, err := s.Stat(); st != (Stats{}) || err != nil {
		t.Errorf("stat: %v, %v", st, err)
	}
	if p, err := s.Prune(time.Now()); p != (Pruned{}) || err != nil {
		t.Errorf("prune: %v, %v", p, err)
	}
	if _, err := os.Lstat(s.Dir()); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

func TestListAndStat(t *testing.T) {
	s, c := newStore(t)
	first := put(t, s, []byte("first"))
	c.now = c.now.Add(20 * time.Minute)
	second := put(t, s, text(1<<20))
	os.WriteFile(filepath.Join(s.Dir(), "aaaaaaaaaaaa.json"), []byte("{"), 0o600)
	os.WriteFile(filepath.Join(s.Dir(), "tmp-1"), nil, 0o600)
	c.now = c.now.Add(15 * time.Minute)
	list, err := s.List()
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	if list[0].Hash != "aaaaaaaaaaaa" || !errors.Is(list[0].Err, ErrCorrupt) {
		t.Errorf("corrupt: %+v", list[0])
	}
	if list[1].Hash != first.Hash || !list[1].Expired || list[2].Hash != second.Hash || list[2].Expired {
		t.Errorf("%+v", list)
	}
	st, err := s.Stat()
	if err != nil {
		t.Fatal(err)
	}
	st.DiskBytes, st.ExpiredBytes = min(st.DiskBytes, 1), min(st.ExpiredBytes, 1)
	want := Stats{Entries: 3, Live: 1, Expired: 1, Corrupt: 1, Temporaries: 1, OriginalBytes: 5 + 1<<20,
		DiskBytes: 1, ExpiredBytes: 1, Oldest: first.CreatedAt, Newest: second.CreatedAt}
	if d := cmp.Diff(want, st); d != "" {
		t.Error(d)
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	s, _ := newStore(t)
	data := text(1 << 20)
	p, err := s.Prepare(context.Background(), bytes.NewReader(data), digestOf(t, data))
	if err != nil {
		t.Fatal(err)
	}
	p.Discard()
	p.Discard()
	wantFiles(t, s, ".gitignore", "README", "lock", "lock-gate")
}

func TestPrepareChecksTheDigest(t *testing.T) {
	s, _ := newStore(t)
	for _, data := range [][]byte{[]byte("hello\n"), text(1 << 20)} {
		if _, err := s.Prepare(context.Background(), bytes.NewReader(data), [32]byte{1}); err == nil {
			t.Errorf("%d bytes with another digest were taken", len(data))
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	data := text(1 << 20)
	if _, err := s.Prepare(cancelled, bytes.NewReader(data), digestOf(t, data)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	wantFiles(t, s, ".gitignore", "README", "lock", "lock-gate")
}

// wantFiles fails if the store holds other files than these.
func wantFiles(t *testing.T, s *Store, want ...string) {
	t.Helper()
	list, _ := os.ReadDir(s.Dir())
	var got []string
	for _, f := range list {
		got = append(got, f.Name())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func BenchmarkPut(b *testing.B) {
	for name, size := range map[string]int{"16KB": 16 << 10, "200KB": 200 << 10, "10MB": 10 << 20} {
		b.Run(name, func(b *testing.B) {
			data := text(size)
			b.SetBytes(int64(size))
			for b.Loop() {
				b.StopTimer()
				s, _ := newStore(b)
				b.StartTimer()
				put(b, s, data)
			}
		})
	}
}
