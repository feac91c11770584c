package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// diskCall is a call that changed what is on the disk.
type diskCall struct {
	kind string // create, write, sync, rename, folder
	name string
	to   string // of a rename
	data []byte // of a write
}

// recorder notes the calls of a store.
type recorder struct{ calls []diskCall }

// recordedFile is a file whose calls are noted.
type recordedFile struct {
	file
	name string
	rec  *recorder
}

func (f recordedFile) Write(p []byte) (int, error) {
	f.rec.calls = append(f.rec.calls, diskCall{kind: "write", name: f.name, data: bytes.Clone(p)})
	return f.file.Write(p)
}

func (f recordedFile) Sync() error {
	f.rec.calls = append(f.rec.calls, diskCall{kind: "sync", name: f.name})
	return f.file.Sync()
}

// record sets the seams until the test is over.
func record(t *testing.T, rec *recorder) {
	create, rename, sync := createFile, renameFile, syncFolder
	t.Cleanup(func() { createFile, renameFile, syncFolder = create, rename, sync })
	createFile = func(root *os.Root, name string) (file, error) {
		inner, err := create(root, name)
		if err != nil {
			return nil, err
		}
		rec.calls = append(rec.calls, diskCall{kind: "create", name: name})
		return recordedFile{inner, name, rec}, nil
	}
	renameFile = func(root *os.Root, from, to string) error {
		rec.calls = append(rec.calls, diskCall{kind: "rename", name: from, to: to})
		return rename(root, from, to)
	}
	syncFolder = func(dir string) error {
		rec.calls = append(rec.calls, diskCall{kind: "folder"})
		return sync(dir)
	}
}

// inode is a file as it may be found after a crash.
type inode struct{ written, synced []byte }

// crashed returns what a crash after the calls may leave in the folder. With
// keepNames all names that were made or changed are on the disk, without it
// only those from before the folder was last synced. Of the bytes that were
// not synced the first part is there: none, half, or all.
func crashed(calls []diskCall, keepNames bool, part float64) map[string][]byte {
	now, durable := map[string]*inode{}, map[string]*inode{}
	for _, c := range calls {
		switch c.kind {
		case "create":
			now[c.name] = &inode{}
		case "write":
			now[c.name].written = append(now[c.name].written, c.data...)
		case "sync":
			now[c.name].synced = bytes.Clone(now[c.name].written)
		case "rename":
			now[c.to] = now[c.name]
			delete(now, c.name)
		case "folder":
			durable = map[string]*inode{}
			for name, f := range now {
				durable[name] = f
			}
		}
	}
	names := durable
	if keepNames {
		names = now
	}
	left := map[string][]byte{}
	for name, f := range names {
		n := max(len(f.synced), int(part*float64(len(f.written))))
		left[name] = f.written[:n]
	}
	return left
}

// A machine that crashes after any call leaves, with Sync, the whole entry or
// none; the whole entry once Put has returned. A process that is killed does
// so in any case. What was left is healed by the next use.
func TestACrashAfterAnyCallLeavesTheWholeEntryOrNone(t *testing.T) {
	longtest.Asked(t)
	for name, data := range map[string][]byte{"inline": []byte("hello\n"), "beside": noise(inlineBytes+10, 5)} {
		for _, syncing := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, sync %v", name, syncing), func(t *testing.T) {
				rec := &recorder{}
				record(t, rec)
				s, err := Open(filepath.Join(t.TempDir(), "store"), Options{Sync: syncing})
				if err != nil {
					t.Fatal(err)
				}
				digest := digestOf(t, data)
				if _, err := tryPut(s, data); err != nil {
					t.Fatal(err)
				}
				promised := promiseAt(rec.calls, syncing)
				for n := range len(rec.calls) + 1 {
					states := []map[string][]byte{crashed(rec.calls[:n], true, 1)} // the process was killed
					if syncing && (!longtest.Left() || n%4 == 0) {
						for _, part := range []float64{0, 0.5, 1} {
							states = append(states, crashed(rec.calls[:n], true, part), crashed(rec.calls[:n], false, part))
						}
					}
					for _, state := range states {
						checkCrash(t, state, data, digest, n >= promised)
					}
				}
			})
		}
	}
}

// promiseAt returns after how many calls the entry is promised to survive.
func promiseAt(calls []diskCall, syncing bool) int {
	at := 0
	for i, c := range calls {
		if syncing && c.kind == "folder" || !syncing && c.kind == "rename" && filepath.Ext(c.to) == ".json" {
			at = i + 1
		}
	}
	return at
}

func checkCrash(t *testing.T, state map[string][]byte, data []byte, digest [32]byte, promised bool) {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range state {
		plant(t, s, name, content)
	}
	got, err := get(s, hexOf(digest))
	switch {
	case promised && (err != nil || !bytes.Equal(got, data)):
		t.Errorf("promised, but: %v", err)
	case err == nil && !bytes.Equal(got, data):
		t.Error("other bytes")
	case err != nil && !errors.Is(err, ErrNotFound):
		t.Errorf("half an entry: %v", err)
	}
	put(t, s, data)
	if got, err := get(s, hexOf(digest)); err != nil || !bytes.Equal(got, data) {
		t.Errorf("stored again: %v", err)
	}
	if _, err := s.Prune(time.Now()); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.Dir(), tempPrefix+"*")); len(left) != 0 {
		t.Errorf("left after pruning: %v", left)
	}
}
