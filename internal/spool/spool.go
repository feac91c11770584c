// Package spool holds one block while it comes in: in memory up to a limit,
// beyond it in a temporary file, so that a block of any size is held in
// bounded memory and can then be read at any place.
//
// The temporary file is private to the user and nameless as soon as the
// system allows. If it can't be written, what was held so far is still
// there, and PassThrough hands it on together with the rest of the input:
// a full disk costs the reduction, never a byte of the block.
package spool

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/zeebo/blake3"
)

// MemoryBytes is how much of a block a Spool holds in memory.
const MemoryBytes = 16 << 20

// The memory that a Spool begins with, and what it takes next: most blocks
// fit. After that it takes all it may have, which costs only what is used.
const (
	firstBytes  = 32 << 10
	secondBytes = 256 << 10
)

// fillBytes is how much is read ahead of the temporary file at once.
const fillBytes = 256 << 10

// A command that never ends would fill the disk for all, where without elide its reader ends
// it. So so much stays free: an eighth of a small disk, leftBytes at most; and it is asked
// each time that so much has been written.
const (
	leftShare  = 8
	leftBytes  = 256 << 20
	askedBytes = 64 << 20
)

// errDisk is why no more is written.
var errDisk = errors.New("it would fill the disk")

// SpillError reports that the temporary file could not be written. Nothing
// that the spool had been given is lost by it.
type SpillError struct{ Err error }

func (e *SpillError) Error() string { return fmt.Sprintf("temporary file: %v", e.Err) }
func (e *SpillError) Unwrap() error { return e.Err }

// ReadError reports that the input could not be read to its end. What came
// before is held.
type ReadError struct{ Err error }

func (e *ReadError) Error() string { return fmt.Sprintf("reading the input: %v", e.Err) }
func (e *ReadError) Unwrap() error { return e.Err }

// tempFile is what is needed of a temporary file.
type tempFile interface {
	io.Writer
	io.ReaderAt
	io.Closer
	Name() string
}

var createTemp = func() (tempFile, error) { return os.CreateTemp("", "elide-*") } // overridden by test

// Spool holds a block. The zero value is empty and ready. One goroutine
// writes; after that any number may read at once.
type Spool struct {
	mem     []byte
	file    tempFile
	left    bool           // the file still has its name
	spilled int64          // bytes in file
	asked   int64          // of these at which it is asked again what is free
	hash    *blake3.Hasher // of mem and file; nil: there is no file
	tail    []byte
	err     error // the SpillError after which nothing is taken any more
	limit   int   // of mem; 0: MemoryBytes
}

// Write holds p. If it can't, it returns a *SpillError; p is then kept for
// PassThrough all the same, and nothing more may be written.
func (s *Spool) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n := min(len(p), s.memoryLeft())
	s.mem = append(s.mem, p[:n]...)
	if n < len(p) {
		s.err = s.spill(p[n:])
	}
	return len(p), s.err
}

// ReadFrom holds all that r gives. Its error is a *SpillError or, if r fails,
// a *ReadError.
func (s *Spool) ReadFrom(r io.Reader) (int64, error) {
	before := s.held()
	err := s.fillMemory(r)
	if err == nil && s.memoryLeft() == 0 {
		err = s.fillFile(r)
	}
	return s.held() - before, err
}

// fillMemory reads straight into memory until that is full or r ends.
func (s *Spool) fillMemory(r io.Reader) error {
	for s.memoryLeft() > 0 {
		s.grow()
		room := s.mem[len(s.mem):min(cap(s.mem), s.memoryLimit())]
		n, err := r.Read(room)
		s.mem = s.mem[:len(s.mem)+n]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return &ReadError{err}
		}
	}
	return nil
}

// grow makes room in memory. Growing step by step would copy a large block
// several times over.
func (s *Spool) grow() {
	if len(s.mem) < cap(s.mem) {
		return
	}
	size := s.memoryLimit()
	switch {
	case cap(s.mem) < firstBytes:
		size = min(size, firstBytes)
	case cap(s.mem) < secondBytes:
		size = min(size, secondBytes)
	}
	bigger := make([]byte, len(s.mem), size)
	copy(bigger, s.mem)
	s.mem = bigger
}

func (s *Spool) fillFile(r io.Reader) error {
	buf := make([]byte, fillBytes)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if s.err = s.spill(buf[:n]); s.err != nil {
				return s.err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return &ReadError{err}
		}
	}
}

// spill appends p to the temporary file, and keeps what that doesn't take.
func (s *Spool) spill(p []byte) error {
	if s.file == nil {
		if err := s.open(); err != nil {
			s.tail = append(s.tail, p...)
			return &SpillError{err}
		}
	}
	if s.spilled >= s.asked {
		if free, all, ok := freeSpace(s.file); ok && free < min(leftBytes, all/leftShare) {
			s.tail = append(s.tail, p...)
			return &SpillError{errDisk}
		}
		s.asked = s.spilled + askedBytes
	}
	n, err := s.file.Write(p)
	s.spilled += int64(n)
	s.hash.Write(p[:n])
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err != nil {
		s.tail = append(s.tail, p[n:]...)
		return &SpillError{err}
	}
	return nil
}

// open makes the temporary file. It loses its name at once, so that it goes
// with the process however that ends; where an open file keeps its name,
// Close removes it.
func (s *Spool) open() error {
	f, err := createTemp()
	if err != nil {
		return err
	}
	s.file, s.hash = f, blake3.New()
	s.hash.Write(s.mem)
	s.left = runtime.GOOS == "windows" || os.Remove(f.Name()) != nil
	return nil
}

func (s *Spool) memoryLimit() int {
	if s.limit > 0 {
		return s.limit
	}
	return MemoryBytes
}

func (s *Spool) memoryLeft() int { return s.memoryLimit() - len(s.mem) }

func (s *Spool) held() int64 { return s.Size() + int64(len(s.tail)) }

// Size returns the length of the block.
func (s *Spool) Size() int64 { return int64(len(s.mem)) + s.spilled }

// Bytes returns the block if all of it is in memory. It must not be changed.
func (s *Spool) Bytes() ([]byte, bool) { return s.mem, s.spilled == 0 }

// Digest returns the BLAKE3-256 digest of the block. Of what is in the
// temporary file it was taken when that was written, so the file is not read
// for it.
func (s *Spool) Digest() (digest [32]byte) {
	if s.hash == nil {
		return blake3.Sum256(s.mem)
	}
	s.hash.Sum(digest[:0])
	return digest
}

// ReadAt reads the block, as io.ReaderAt has it.
func (s *Spool) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	if off >= s.Size() {
		return 0, io.EOF
	}
	n := 0
	if off < int64(len(s.mem)) {
		n = copy(p, s.mem[off:])
	}
	if n == len(p) {
		return n, nil
	}
	if s.spilled == 0 {
		return n, io.EOF
	}
	more, err := s.file.ReadAt(p[n:], off+int64(n)-int64(len(s.mem)))
	return n + more, err
}

// WriteTo writes all that is held. The error is w's, or that of reading the
// temporary file.
func (s *Spool) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(s.mem)
	total := int64(n)
	if err == nil && s.spilled > 0 {
		var more int64
		more, err = io.Copy(w, io.NewSectionReader(s.file, 0, s.spilled))
		total += more
	}
	if err == nil && len(s.tail) > 0 {
		n, err = w.Write(s.tail)
		total += int64(n)
	}
	return total, err
}

// PassThrough writes all that is held and then all that rest still gives,
// holding no more of it. It is the way on after a *SpillError.
func (s *Spool) PassThrough(w io.Writer, rest io.Reader) error {
	if _, err := s.WriteTo(w); err != nil {
		return err
	}
	_, err := io.Copy(w, rest)
	return err
}

// Close gives back memory and disk. The spool is empty after it.
func (s *Spool) Close() error {
	f, left := s.file, s.left
	*s = Spool{limit: s.limit}
	if f == nil {
		return nil
	}
	err := f.Close()
	if left {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
