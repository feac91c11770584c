// Package expand gives back stored originals, or what a reader asks to see of
// them: lines, bytes of a line, lines that match a pattern.
//
// There are two ways to have an answer. WriteRanges and Grep write all of it,
// in bounded memory, as elision-get prints it. Read cuts it into pages for
// readers that take only so much at once, as agents' hosts do of a tool's
// result; each page names the next. Both give the same bytes. Request is how a
// model asks by the tool context_expand, and Answer is what it gets.
//
// Nothing here keeps state; every function may be called concurrently.
package expand

import (
	"context"
	"fmt"
	"io"

	"elide.example/elide/internal/store"
)

// Original is a stored original, of which the store knows about where its
// lines are; *store.Expanded is one.
type Original interface {
	store.Original
	// Near returns an offset at or before the start of the line, counted from 1,
	// and how many line ends stand before that offset.
	Near(line int64) (offset, before int64)
}

// Within returns the original, which can be read until the context ends. After
// that reading fails with the context's cause.
func Within(ctx context.Context, o Original) Original { return within{o, ctx} }

type within struct {
	Original
	ctx context.Context
}

// ReadAt reads, as io.ReaderAt has it.
func (w within) ReadAt(p []byte, off int64) (int, error) {
	if err := context.Cause(w.ctx); err != nil {
		return 0, err
	}
	return w.Original.ReadAt(p, off)
}

// bufferBytes is how much of an original is held at once.
const bufferBytes = 256 << 10

// RangeError tells that the original doesn't have what was asked for.
type RangeError struct {
	Line int   // that was asked for
	Byte int   // of the line; 0: there is no such line
	Have int64 // how many lines there are, or bytes in the line
}

func (e *RangeError) Error() string {
	if e.Byte > 0 {
		return fmt.Sprintf("there is no byte %d in line %d: it has %d", e.Byte, e.Line, e.Have)
	}
	return fmt.Sprintf("there is no line %d: the original has %d", e.Line, e.Have)
}

// Copy writes all bytes of the original.
func Copy(w io.Writer, o store.Original) error {
	return writePart(w, o, 0, o.Size())
}

// EndsLine tells whether the original's last byte is a line end.
func EndsLine(o store.Original) bool { return endsLine(o, o.Size()) }

// writePart writes the bytes of the original from start up to end.
func writePart(w io.Writer, o store.Original, start, end int64) error {
	_, err := io.CopyBuffer(onlyWriter{w}, onlyReader{io.NewSectionReader(o, start, end-start)}, make([]byte, bufferBytes))
	return err
}

// onlyWriter and onlyReader hide what would copy in other ways, with small
// buffers.
type (
	onlyWriter struct{ io.Writer }
	onlyReader struct{ io.Reader }
)

// endsLine tells whether the byte before end is a line end.
func endsLine(o store.Original, end int64) bool {
	var last [1]byte
	if end > 0 {
		o.ReadAt(last[:], end-1)
	}
	return last[0] == '\n'
}
