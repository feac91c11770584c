package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/spool"
)

// MaxValueBytes is the length of the largest Value.
const MaxValueBytes = 64 << 20

// maxValueHead bounds the line of a Value: a command takes most of it.
const maxValueHead = 64 << 10

// Value is an entry as hosts hand it to each other: what an entry's file says
// except the original, as a line of JSON, and behind that the original as zstd
// frames.
type Value struct {
	Entry  Entry
	Head   []byte    // the line, with its line end
	Packed io.Reader // the frames
	Size   int64     // bytes of Head and Packed together
}

// NewValue makes a value of an original that has the digest. Its entry is
// created now.
func NewValue(ctx context.Context, o Original, digest [32]byte, meta Meta, now time.Time) (*Value, error) {
	entry, err := newEntry(o, digest, meta, DefaultTTL, now)
	if err != nil {
		return nil, err
	}
	packed, err := pack(ctx, o, digest)
	if err != nil {
		return nil, err
	}
	return newValue(entry, bytes.NewReader(packed), int64(len(packed)))
}

// newValue makes a value of an entry and the frames of its original.
func newValue(entry Entry, packed io.Reader, size int64) (*Value, error) {
	entry.Encoding, entry.Table = Zstd, ""
	v := &Value{Entry: entry, Packed: packed}
	data, err := entry.encode(sideName(entry.Hash))
	if err != nil {
		return nil, err
	}
	v.Head = append(data[:bytes.Index(data, originalKey)], "}\n"...)
	if v.Size = int64(len(v.Head)) + size; v.Size > MaxValueBytes {
		return nil, tooLarge(v.Size)
	}
	return v, nil
}

func tooLarge(size int64) error {
	return fmt.Errorf("%d bytes, compressed, are more than the %d that the shared store takes", size, MaxValueBytes)
}

// pack returns the frames of an original, as in a side file.
func pack(ctx context.Context, o Original, digest [32]byte) ([]byte, error) {
	if o.Size() <= inlineBytes {
		return packSmall(o, digest)
	}
	var out bounded
	got, _, err := writeSide(ctx, &out, o)
	if err == nil && got != digest {
		err = errChanged
	}
	return out.held, err
}

// packSmall needs no table of chunks: it has one.
func packSmall(o Original, digest [32]byte) ([]byte, error) {
	raw := make([]byte, o.Size())
	if err := readFull(o, raw, 0); err != nil {
		return nil, err
	}
	if got, err := Digest(bytes.NewReader(raw)); err != nil || got != digest {
		return nil, errChanged
	}
	enc, err := newEncoder()
	if err != nil {
		return nil, err
	}
	return enc.EncodeAll(raw, nil), nil
}

// bounded holds as much as a value may.
type bounded struct{ held []byte }

func (b *bounded) Write(p []byte) (int, error) {
	if size := int64(len(b.held) + len(p)); size > MaxValueBytes {
		return 0, tooLarge(size)
	}
	b.held = append(b.held, p...)
	return len(p), nil
}

// ReadValue reads the head of a value that r gives, and checks it as an
// entry's file is checked. Size is not known then. What is wrong is a
// *CorruptError, unless r fails.
func ReadValue(r io.Reader) (*Value, error) {
	in := bufio.NewReaderSize(r, maxValueHead)
	line, err := in.ReadSlice('\n')
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	start, ok := bytes.CutSuffix(line, []byte("}\n"))
	if !ok {
		return nil, &CorruptError{"value", errors.New("its first line is no entry's")}
	}
	v := &Value{Head: bytes.Clone(line), Packed: in}
	if v.Entry, err = decodeLine(start); err != nil {
		return nil, &CorruptError{"value", err}
	}
	return v, nil
}

// decodeLine reads the line of a value, without its end.
func decodeLine(start []byte) (Entry, error) {
	head, ok := cutHead(append(bytes.Clone(start), originalKey...))
	if !ok || bytes.Contains(start, originalKey) {
		return Entry{}, errors.New("its first line is no entry's")
	}
	doc, err := decodeDocument(head)
	if err != nil {
		return Entry{}, err
	}
	if doc.Encoding != Zstd {
		return Entry{}, errors.New("its original is not compressed")
	}
	return decodeHead(head, doc.Hash)
}

// Keep makes the value's entry one that was created now and is kept for ttl:
// hosts that don't agree on the time agree on how much of it is left.
func (v *Value) Keep(now time.Time, ttl time.Duration) error {
	entry := v.Entry
	entry.CreatedAt = now.UTC().Truncate(time.Millisecond)
	entry.TTL = max(ttl.Truncate(time.Millisecond), time.Millisecond)
	renewed, err := newValue(entry, v.Packed, 0)
	if err != nil {
		return err
	}
	v.Entry, v.Head, v.Size = renewed.Entry, renewed.Head, v.Size+int64(len(renewed.Head)-len(v.Head))
	return nil
}

// Unpack returns the original, of which every byte was checked. It reads
// Packed. What is wrong with that is a *CorruptError.
func (v *Value) Unpack() (*Expanded, error) {
	dec, err := zstd.NewReader(v.Packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	held := &spool.Spool{}
	_, err = held.ReadFrom(io.LimitReader(dec, v.Entry.OriginalBytes+1))
	if err == nil {
		err = v.check(held)
	}
	if err != nil {
		held.Close()
		var spill *spool.SpillError
		if errors.As(err, &spill) {
			return nil, err
		}
		return nil, &CorruptError{"the shared entry " + v.Entry.Hash, err}
	}
	return &Expanded{Entry: v.Entry, ReaderAt: held, file: held}, nil
}

// check compares an original with what the entry says of it.
func (v *Value) check(o Original) error {
	if o.Size() != v.Entry.OriginalBytes {
		return errLength
	}
	if got, err := Digest(o); err != nil || got != v.Entry.digest() {
		return errDigest
	}
	return nil
}

// newEntry says of an original what an entry says.
func newEntry(o Original, digest [32]byte, meta Meta, ttl time.Duration, now time.Time) (Entry, error) {
	if !validType(meta.Type) {
		return Entry{}, fmt.Errorf("unknown type %q", meta.Type)
	}
	if meta.TTL > 0 {
		ttl = meta.TTL
	}
	return Entry{
		Hash: marker.Hash(digest), Digest: hex.EncodeToString(digest[:]), Type: meta.Type,
		CreatedAt: now.UTC().Truncate(time.Millisecond), TTL: max(ttl.Truncate(time.Millisecond), time.Millisecond),
		OriginalBytes: o.Size(), CompressedBytes: max(meta.CompressedBytes, 0), Command: cleanCommand(meta.Command),
	}, nil
}
