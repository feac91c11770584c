package spool

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zeebo/blake3"
	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// TestHolds: whatever the sizes of the writes and of the memory, the spool is
// what was written.
func TestHolds(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	laws.Check(t, func(t *rapid.T) {
		s := &Spool{limit: rapid.IntRange(1, 64).Draw(t, "limit")}
		defer s.Close()
		var want []byte
		for _, p := range rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "writes") {
			want = append(want, p...)
			if rapid.Bool().Draw(t, "by ReadFrom") {
				if n, err := s.ReadFrom(iotest.HalfReader(bytes.NewReader(p))); n != int64(len(p)) || err != nil {
					t.Fatalf("ReadFrom of %d bytes = %d, %v", len(p), n, err)
				}
			} else if n, err := s.Write(p); n != len(p) || err != nil {
				t.Fatalf("Write of %d bytes = %d, %v", len(p), n, err)
			}
		}
		check(t, s, want)
	})
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func check(t fataler, s *Spool, want []byte) {
	if s.Size() != int64(len(want)) {
		t.Fatalf("Size() = %d, want %d", s.Size(), len(want))
	}
	if held, all := s.Bytes(); all != (len(want) <= s.limit) || all && !bytes.Equal(held, want) {
		t.Fatalf("Bytes() = %q, %v, want %q", held, all, want)
	}
	if s.Digest() != blake3.Sum256(want) {
		t.Fatalf("Digest() is not that of %q", want)
	}
	var out bytes.Buffer
	if n, err := s.WriteTo(&out); n != int64(len(want)) || err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Fatalf("WriteTo = %d, %v, %q, want %q", n, err, out.Bytes(), want)
	}
	if err := iotest.TestReader(io.NewSectionReader(s, 0, s.Size()), want); err != nil {
		t.Fatalf("ReadAt: %v", err)
	}
}

func TestReadAtEdges(t *testing.T) {
	s := &Spool{limit: 4}
	defer s.Close()
	io.WriteString(s, "abcdefgh")
	for _, c := range []struct {
		off  int64
		len  int
		want string
		err  error
	}{
		{0, 4, "abcd", nil}, {2, 4, "cdef", nil}, {6, 4, "gh", io.EOF}, {8, 1, "", io.EOF}, {99, 1, "", io.EOF},
	} {
		buf := make([]byte, c.len)
		n, err := s.ReadAt(buf, c.off)
		if string(buf[:n]) != c.want || err != c.err {
			t.Errorf("ReadAt(%d bytes, %d) = %q, %v, want %q, %v", c.len, c.off, buf[:n], err, c.want, c.err)
		}
	}
	if _, err := s.ReadAt(nil, -1); err == nil {
		t.Error("a negative offset is no error")
	}
}

// TestNoFileStays: the temporary file has no name while it is used, and
// nothing is left after Close.
func TestNoFileStays(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s := &Spool{limit: 1}
	if _, err := s.ReadFrom(strings.NewReader("more than one byte")); err != nil {
		t.Fatal(err)
	}
	if s.file == nil {
		t.Fatal("nothing was spilled")
	}
	if !s.left {
		checkEmpty(t, dir)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	checkEmpty(t, dir)
}

func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("%v is left, %v", names, err)
	}
}

// full is a temporary file on a disk with room for so many bytes.
type full struct {
	tempFile
	room int
}

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	n, err := f.tempFile.Write(p[:min(len(p), f.room)])
	f.room -= n
	if err == nil && n < len(p) {
		err = errFull
	}
	return n, err
}

func withDisk(t *testing.T, create func() (tempFile, error)) {
	before := createTemp
	createTemp = create
	t.Cleanup(func() { createTemp = before })
}

// TestFullDisk: when the disk is full at any byte, PassThrough still gives
// the whole block.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("0123456789", 20)
	for room := range 100 {
		withDisk(t, func() (tempFile, error) {
			f, err := os.CreateTemp(dir, "")
			return &full{f, room}, err
		})
		s := &Spool{limit: 7}
		in := iotest.OneByteReader(strings.NewReader(text))
		_, err := s.ReadFrom(in)
		checkSpill(t, s, in, err, text)
	}
	checkEmpty(t, dir)
}

// TestDiskStaysFree: what would fill the disk isn't held, and all of it comes out.
func TestDiskStaysFree(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	known := freeSpace
	defer func() { freeSpace = known }()
	for _, c := range []struct {
		free, all uint64
		ok, held  bool
	}{
		{100, 1000, true, false}, {200, 1000, true, true}, {leftBytes - 1, 1 << 40, true, false}, {leftBytes, 1 << 40, true, true}, {0, 0, false, true},
	} {
		freeSpace = func(tempFile) (uint64, uint64, bool) { return c.free, c.all, c.ok }
		s := &Spool{limit: 4}
		_, err := s.ReadFrom(strings.NewReader("123456789"))
		if (err == nil) != c.held || err != nil && !errors.Is(err, errDisk) {
			t.Errorf("%d of %d are free: %v", c.free, c.all, err)
		}
		var out bytes.Buffer
		if err := s.PassThrough(&out, strings.NewReader(" and more")); err != nil || out.String() != "123456789 and more" {
			t.Errorf("%d of %d are free: %q, %v", c.free, c.all, out.String(), err)
		}
		s.Close()
	}
}

func TestNoTemporaryFile(t *testing.T) {
	withDisk(t, func() (tempFile, error) { return nil, errFull })
	s := &Spool{limit: 7}
	n, err := s.Write([]byte("0123456789"))
	if n != 10 {
		t.Errorf("%d bytes are held", n)
	}
	if _, err := s.Write([]byte("x")); err == nil {
		t.Error("a write after the failure is no error")
	}
	checkSpill(t, s, strings.NewReader("abc"), err, "0123456789abc")
}

func checkSpill(t *testing.T, s *Spool, rest io.Reader, err error, want string) {
	t.Helper()
	var spill *SpillError
	if !errors.As(err, &spill) || !errors.Is(err, errFull) {
		t.Fatalf("error is %v", err)
	}
	var out strings.Builder
	if err := s.PassThrough(&out, rest); err != nil || out.String() != want {
		t.Errorf("PassThrough: %v, %q, want %q", err, out.String(), want)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestInputFails(t *testing.T) {
	for _, limit := range []int{2, 100} {
		s := &Spool{limit: limit}
		in := io.MultiReader(strings.NewReader("some"), iotest.ErrReader(errors.New("bad sector")))
		n, err := s.ReadFrom(in)
		var read *ReadError
		if n != 4 || !errors.As(err, &read) {
			t.Errorf("ReadFrom = %d, %v", n, err)
		}
		var out strings.Builder
		if s.WriteTo(&out); out.String() != "some" {
			t.Errorf("held %q", out.String())
		}
		s.Close()
	}
}
