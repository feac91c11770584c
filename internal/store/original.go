package store

import (
	"io"

	"github.com/zeebo/blake3"
)

// Original is the block as it came. Reads at the same place give the same
// bytes, also concurrently.
type Original interface {
	io.ReaderAt
	Size() int64
}

// Digest returns the BLAKE3-256 digest of an original, reading it in pieces.
func Digest(o Original) ([32]byte, error) {
	h := blake3.New()
	size := o.Size()
	buf := make([]byte, min(size, 256<<10))
	for at := int64(0); at < size; {
		piece := buf[:min(int64(len(buf)), size-at)]
		if err := readFull(o, piece, at); err != nil {
			return [32]byte{}, err
		}
		h.Write(piece)
		at += int64(len(piece))
	}
	return sum(h), nil
}

func sum(h *blake3.Hasher) (digest [32]byte) {
	h.Sum(digest[:0])
	return digest
}

// readFull fills buf from the original at offset at.
func readFull(o io.ReaderAt, buf []byte, at int64) error {
	n, err := o.ReadAt(buf, at)
	if n == len(buf) {
		return nil
	}
	if err == nil || err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
