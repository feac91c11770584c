package store

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the store in testdata anew")

// writtenStore is a store that stays as it was written: whatever becomes of
// the code, it must read it.
const writtenStore = "testdata/elision-entry.v1"

var writtenAt = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// keptOriginals are the originals in it: as text, as base64, and in chunks beside.
func keptOriginals() map[string][]byte {
	return map[string][]byte{
		"b3688988cf2a": []byte("hello,\n\x1b[1mwörld\x1b[0m \uFFFD\u2028\r\n"),
		"9d1f7321b2d1": {0xff, 0, '\n', 0xc3},
		"192b69354c6a": bytes.Repeat([]byte("2026-11-21 12:00:00 INFO worker: done\n"), 70_000),
	}
}

func TestReadsWhatWasWritten(t *testing.T) {
	if *update {
		os.RemoveAll(writtenStore)
		s, err := Open(writtenStore, Options{TTL: time.Hour, Now: func() time.Time { return writtenAt }})
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range keptOriginals() {
			put(t, s, data)
		}
		for _, name := range []string{ignoreName, readmeName, lockName, gateName, stampName, countsName} {
			os.Remove(filepath.Join(writtenStore, name))
		}
		locks, _ := filepath.Glob(filepath.Join(writtenStore, lockName+"-?"))
		for _, name := range locks {
			os.Remove(name)
		}
	}
	dir := filepath.Join(t.TempDir(), "store") // a copy, as a checkout may be read-only, and readers count
	if err := os.CopyFS(dir, os.DirFS(writtenStore)); err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir, Options{Now: func() time.Time { return writtenAt.Add(time.Minute) }})
	if err != nil {
		t.Fatal(err)
	}
	for hash, data := range keptOriginals() {
		e, err := s.Get(hash)
		if err != nil || e.TTL != time.Hour || !e.CreatedAt.Equal(writtenAt) || e.Type != "log" || e.Command != "make" {
			t.Errorf("%s: %+v, %v", hash, e, err)
		}
		if got, err := get(s, hash); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes, %v", hash, len(got), err)
		}
	}
	if done, err := s.Verify(t.Context(), false, func(hash string, err error) { t.Error(err) }); err != nil || done.Entries != 3 {
		t.Errorf("%+v, %v", done, err)
	}
}
