package store

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// plant writes a file into the store's folder by hand.
func plant(t testing.TB, s *Store, name string, data []byte) {
	t.Helper()
	os.MkdirAll(s.Dir(), 0o700)
	if err := os.WriteFile(filepath.Join(s.Dir(), name), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// with returns the entry's JSON with members changed, without its seal; nil
// removes one.
func with(t testing.TB, data []byte, changes map[string]any) []byte {
	t.Helper()
	var members map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&members); err != nil {
		t.Fatal(err)
	}
	delete(members, "seal") // it would be all that is wrong
	for key, value := range changes {
		if members[key] = value; value == nil {
			delete(members, key)
		}
	}
	out, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPlantedEntriesAreCorrupt(t *testing.T) {
	s, _ := newStore(t)
	small, big := put(t, s, []byte("hello\n")), put(t, s, text(1<<20))
	smallFile, _ := os.ReadFile(filepath.Join(s.Dir(), entryName(small.Hash)))
	bigFile, _ := os.ReadFile(filepath.Join(s.Dir(), entryName(big.Hash)))
	bomb := fmt.Sprintf(`{"version":1,"a":%s`, strings.Repeat("[", 1<<20))
	tests := map[string][]byte{
		"nothing":          nil,
		"null":             []byte("null"),
		"array":            []byte("[]"),
		"two documents":    append(bytes.Clone(smallFile), smallFile...),
		"too large":        bytes.Repeat([]byte(" "), maxJSONFile+1),
		"nested":           []byte(bomb),
		"other hash":       with(t, smallFile, map[string]any{"hash": "aaaaaaaaaaaa"}),
		"other digest":     with(t, smallFile, map[string]any{"digest": strings.Repeat("a", 64)}),
		"rest of digest":   with(t, smallFile, map[string]any{"digest": small.Digest[:63] + "g"}),
		"no original":      with(t, smallFile, map[string]any{"original": nil}),
		"other original":   with(t, smallFile, map[string]any{"original": "hellO\n"}),
		"longer":           with(t, smallFile, map[string]any{"original": "hello\n\n"}),
		"other length":     with(t, smallFile, map[string]any{"original_bytes": 7}),
		"bad base64":       with(t, smallFile, map[string]any{"encoding": "base64", "original": "????"}),
		"lone surrogate":   bytes.Replace(smallFile, []byte("hello"), []byte(`\ud800`), 1),
		"unknown encoding": with(t, smallFile, map[string]any{"encoding": "gzip"}),
		"unknown member":   with(t, smallFile, map[string]any{"next": 1}),
		"later version":    with(t, smallFile, map[string]any{"version": 2}),
		"upper-case key":   bytes.Replace(smallFile, []byte(`"type"`), []byte(`"Type"`), 1),
		"no time":          with(t, smallFile, map[string]any{"created_at": "now"}),
		"no ttl":           with(t, smallFile, map[string]any{"ttl_ms": 0}),
		"no side file":     with(t, smallFile, map[string]any{"encoding": "zstd", "original": sideName(small.Hash)}),
		"other side file":  with(t, smallFile, map[string]any{"encoding": "zstd", "original": sideName(big.Hash)}),
		"path":             with(t, smallFile, map[string]any{"encoding": "zstd", "original": "../../etc/passwd"}),
	}
	for name, data := range tests {
		plant(t, s, entryName(small.Hash), data)
		if _, err := s.Expand(small.Hash); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, n := range map[string]any{"huge": 1 << 52, "longer": big.OriginalBytes + 1, "shorter": big.OriginalBytes - 1, "empty": 0} {
		for _, table := range []any{big.Table, nil} {
			plant(t, s, entryName(big.Hash), with(t, bigFile, map[string]any{"original_bytes": n, "table": table, "seal": nil}))
			if _, err := get(s, big.Hash); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s side file: %v", name, err)
			}
		}
	}
}

func TestAFolderOrLinkInPlaceOfAnEntryIsCorrupt(t *testing.T) {
	s, _ := newStore(t)
	put(t, s, []byte("hello\n"))
	secret := filepath.Join(t.TempDir(), "secret")
	os.WriteFile(secret, []byte("secret"), 0o600)
	os.Mkdir(filepath.Join(s.Dir(), entryName("aaaaaaaaaaaa")), 0o700)
	os.Symlink(secret, filepath.Join(s.Dir(), entryName("bbbbbbbbbbbb")))
	os.Symlink("cccccccccccc.json", filepath.Join(s.Dir(), entryName("cccccccccccc")))
	for _, hash := range []string{"aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"} {
		if _, err := s.Expand(hash); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", hash, err)
		}
	}
}

// A flipped bit of the side file must be found wherever it is, by reading.
func TestEveryFlippedBitOfASideFileIsFound(t *testing.T) {
	s, _ := newStore(t)
	data := text(inlineBytes + 1)
	e := put(t, s, data)
	path := filepath.Join(s.Dir(), sideName(e.Hash))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	step := 1 + len(whole)/400
	for at := 0; at < len(whole); at++ {
		if at > 64 && at < len(whole)-128 && at%step != 0 {
			continue
		}
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		os.WriteFile(path, flipped, 0o600)
		if _, err := get(s, e.Hash); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("byte %d of %d: %v", at, len(whole), err)
		}
	}
}

// A flipped bit of an entry must be found wherever it is.
func TestEveryFlippedBitOfAnEntryIsFound(t *testing.T) {
	s, _ := newStore(t)
	for _, data := range [][]byte{[]byte("hello, wörld\uFFFD\n\x1f\x1b\\u001B\u2028"), {0xff, 0, 1, 2, 3}, text(inlineBytes + 1)} {
		e := put(t, s, data)
		path := filepath.Join(s.Dir(), entryName(e.Hash))
		whole, _ := os.ReadFile(path)
		step := 1
		if longtest.Left() {
			step = 13
		}
		for at := 0; at < len(whole)*8; at += step {
			flipped := bytes.Clone(whole)
			flipped[at/8] ^= 1 << (at % 8)
			os.WriteFile(path, flipped, 0o600)
			x, err := s.Expand(e.Hash)
			if err == nil {
				x.Close()
			}
			if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), e.Hash) {
				t.Fatalf("bit %d: %v: %s", at, err, flipped[max(0, at/8-20):min(len(flipped), at/8+20)])
			}
		}
	}
}

// FuzzEntry reads whatever stands in an entry's file: never a crash, never
// bytes without their digest.
func FuzzEntry(f *testing.F) {
	s, _ := newStore(f)
	for _, data := range [][]byte{[]byte("hello\n"), {0xff}, text(inlineBytes + 1)} {
		e := put(f, s, data)
		entry, _ := os.ReadFile(filepath.Join(s.Dir(), entryName(e.Hash)))
		f.Add(entry, e.Hash)
	}
	f.Add([]byte(`{"version":1}`), "aaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, data []byte, hash string) {
		if head, ok := cutHead(data); ok {
			decodeHead(head, hash)
		}
		entry, body, err := decodeEntry(data, hash)
		if err != nil || entry.Encoding == Zstd {
			return
		}
		x, err := inlineOriginal(entry, body)
		if err == nil && x.checkWhole() == nil && hexOf(digestOf(t, x.inline)) != entry.Digest {
			t.Fatalf("gave out %q without its digest", x.inline)
		}
	})
}

// FuzzSide reads whatever stands in a side file.
func FuzzSide(f *testing.F) {
	for _, data := range [][]byte{nil, []byte("hello\n"), text(4000)} {
		var side bytes.Buffer
		digest, _, err := writeSide(f.Context(), &side, bytes.NewReader(data))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(side.Bytes(), int64(len(data)), digest[:])
	}
	f.Fuzz(func(t *testing.T, side []byte, size int64, digest []byte) {
		if size < 0 || size > maxInteger || len(digest) != 32 {
			t.Skip()
		}
		c, err := openChunks(bytes.NewReader(side), int64(len(side)), size)
		if err != nil || c.verify([32]byte(digest)) != nil {
			return
		}
		got, err := io.ReadAll(io.NewSectionReader(c, 0, size))
		if err != nil || int64(len(got)) != size || digestOf(t, got) != [32]byte(digest) {
			t.Fatalf("gave out %d bytes without their digest: %v", len(got), err)
		}
	})
}

func TestBase64IsWhatTheStandardLibraryReads(t *testing.T) {
	for _, s := range []string{"", "YQ==", "YWI=", "YWJj", "YQ=", "YQ", "Y===", "====", "=", "YWJj=", "Y Q=", "YQ==\n", "YQ==YQ=="} {
		_, err := base64.StdEncoding.DecodeString(s)
		if strings.ContainsAny(s, "\r\n") {
			err = errors.New("line ends are no base64 of ours")
		}
		if got := isBase64(s); got != (err == nil) {
			t.Errorf("%q: %v, but %v", s, got, err)
		}
	}
}
