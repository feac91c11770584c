package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"elide.example/elide/internal/longtest"
)

// faults makes the failAt-th call that reaches the disk fail.
type faults struct {
	calls, failAt int
	err           error // nil: a write that falls short without saying so
}

func (f *faults) hit() bool {
	f.calls++
	return f.calls == f.failAt
}

// faultyFile is a file whose calls can fail.
type faultyFile struct {
	file
	faults *faults
}

func (f faultyFile) Write(p []byte) (int, error) {
	if f.faults.hit() && len(p) > 0 {
		n, _ := f.file.Write(p[:len(p)/2])
		return n, f.faults.err
	}
	return f.file.Write(p)
}

func (f faultyFile) Sync() error {
	if f.faults.hit() {
		return f.faults.errOr(syscall.EIO)
	}
	return f.file.Sync()
}

func (f faultyFile) Close() error {
	err := f.file.Close()
	if f.faults.hit() {
		return f.faults.errOr(syscall.EIO)
	}
	return err
}

func (f *faults) errOr(other error) error {
	if f.err != nil {
		return f.err
	}
	return other
}

// inject sets the seams until the test is over.
func inject(t *testing.T, f *faults) {
	create, rename, sync := createFile, renameFile, syncFolder
	t.Cleanup(func() { createFile, renameFile, syncFolder = create, rename, sync })
	createFile = func(root *os.Root, name string) (file, error) {
		if f.hit() {
			return nil, &os.PathError{Op: "open", Path: name, Err: f.errOr(syscall.EMFILE)}
		}
		inner, err := create(root, name)
		return faultyFile{inner, f}, err
	}
	renameFile = func(root *os.Root, from, to string) error {
		if f.hit() {
			return f.errOr(syscall.EIO)
		}
		return rename(root, from, to)
	}
	syncFolder = func(dir string) error {
		if f.hit() {
			return f.errOr(syscall.EIO)
		}
		return sync(dir)
	}
}

func TestEveryFailingCallLeavesTheWholeEntryOrNone(t *testing.T) {
	kinds := map[string]error{"full": syscall.ENOSPC, "broken": syscall.EIO, "quota": syscall.EDQUOT,
		"too many files": syscall.EMFILE, "interrupted": syscall.EINTR, "short": nil}
	for kind, err := range kinds {
		if longtest.Left() && kind != "full" && kind != "short" {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			for name, data := range map[string][]byte{"inline": []byte("hello\n"), "beside": noise(inlineBytes+10, 5)} {
				failed := 0
				for at := 1; failUntil(t, data, at, err); at++ {
					failed++
				}
				if failed < 8 {
					t.Errorf("%s: only %d calls could fail", name, failed)
				}
			}
		})
	}
}

// failUntil stores data while call at fails. It returns false if there is no
// such call.
func failUntil(t *testing.T, data []byte, at int, err error) bool {
	s, openErr := Open(filepath.Join(t.TempDir(), "store"), Options{Sync: true})
	if openErr != nil {
		t.Fatal(openErr)
	}
	f := &faults{failAt: at, err: err}
	digest := digestOf(t, data)
	t.Run("", func(t *testing.T) {
		inject(t, f)
		_, putErr := tryPut(s, data)
		checkAfterFault(t, s, data, at, putErr)
	})
	if f.calls < at {
		return false
	}
	if _, err := tryPut(s, data); err != nil {
		t.Errorf("call %d failed, and storing again: %v", at, err)
	}
	if got, err := get(s, hexOf(digest)); err != nil || !bytes.Equal(got, data) {
		t.Errorf("call %d failed, stored again: %v", at, err)
	}
	return true
}

func checkAfterFault(t *testing.T, s *Store, data []byte, at int, putErr error) {
	t.Helper()
	got, err := get(s, hexOf(digestOf(t, data)))
	switch {
	case putErr == nil && (err != nil || !bytes.Equal(got, data)):
		t.Errorf("call %d failed, no error, but: %v", at, err)
	case err != nil && !errors.Is(err, ErrNotFound):
		t.Errorf("call %d failed (%v), and left: %v", at, putErr, err)
	case err == nil && !bytes.Equal(got, data):
		t.Errorf("call %d failed (%v), and left other bytes", at, putErr)
	}
	files, _ := os.ReadDir(s.Dir())
	for _, file := range files {
		if isTemp(file.Name()) {
			t.Errorf("call %d failed (%v), and left %s", at, putErr, file.Name())
		}
	}
}

func hexOf(digest [32]byte) string { return hex.EncodeToString(digest[:]) }

// failingOriginal can't be read past its first half.
type failingOriginal struct{ *bytes.Reader }

func (o failingOriginal) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > o.Size()/2 {
		return 0, syscall.EIO
	}
	return o.Reader.ReadAt(p, off)
}

// shrunkOriginal is shorter than it says.
type shrunkOriginal struct{ *bytes.Reader }

func (o shrunkOriginal) Size() int64 { return o.Reader.Size() + 1 }

func TestAnOriginalThatCannotBeReadIsNotStored(t *testing.T) {
	for _, data := range [][]byte{[]byte("hello\n"), text(3 << 20)} {
		s, _ := newStore(t)
		digest := digestOf(t, data)
		if _, err := s.Put(t.Context(), failingOriginal{bytes.NewReader(data)}, digest, Meta{Type: "log"}); !errors.Is(err, syscall.EIO) {
			t.Errorf("unreadable: %v", err)
		}
		if _, err := s.Put(t.Context(), shrunkOriginal{bytes.NewReader(data)}, digest, Meta{Type: "log"}); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("shrunk: %v", err)
		}
		if _, err := Digest(shrunkOriginal{bytes.NewReader(data)}); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("digest of a shrunk one: %v", err)
		}
		if st, err := s.Stat(); st != (Stats{}) || err != nil {
			t.Errorf("left %+v, %v", st, err)
		}
	}
}
