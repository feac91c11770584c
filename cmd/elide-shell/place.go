package main

import (
	"io"
	"os"

	"elide.example/elide/internal/spool"
)

// place is where in a file the output of a line begins.
type place struct {
	file  *os.File // ours, to read and to write
	start int64
}

// findPlace returns the place, if both outputs append to the same file and it
// can be read back; nil if not.
func findPlace(stdout, stderr *os.File) *place {
	out, err := stdout.Stat()
	if err != nil || !out.Mode().IsRegular() {
		return nil
	}
	if errs, err := stderr.Stat(); err != nil || !os.SameFile(out, errs) {
		return nil
	}
	f, err := reopen(stdout)
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err != nil || !os.SameFile(out, info) {
		f.Close()
		return nil
	}
	return &place{f, out.Size()}
}

func (p *place) close() { p.file.Close() }

// replace puts what reduce returns in the place of what was written, unless
// that is nil. The shorter text is written over the longer one, and the rest
// cut off: at no time is there nothing. If a process that was left behind
// still writes, all stays as it is.
func (p *place) replace(reduce func(*spool.Spool) []byte) {
	size, err := p.file.Seek(0, io.SeekEnd)
	if err != nil || size <= p.start {
		return
	}
	var held spool.Spool // which goes with the process: it may be read until then
	if _, err := held.ReadFrom(io.NewSectionReader(p.file, p.start, size-p.start)); err != nil {
		return
	}
	text := reduce(&held)
	if now, err := p.file.Seek(0, io.SeekEnd); text == nil || err != nil || now != size {
		return
	}
	_, err = p.file.WriteAt(text, p.start)
	if now, end := p.file.Seek(0, io.SeekEnd); err != nil || end != nil || now != size {
		held.WriteTo(io.NewOffsetWriter(p.file, p.start)) // as well as it can be had
		return
	}
	p.file.Truncate(p.start + int64(len(text)))
}
