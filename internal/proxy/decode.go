package proxy

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"elide.example/elide/internal/bodies"
)

// coding is a content encoding of requests.
type coding uint8

const (
	identity coding = iota
	gzipped
	deflated
	zstandard
)

var errTooLarge = errors.New("too large")

// codingOf returns the encoding that Content-Encoding headers name, and
// whether it is one that can be taken off. Several at once are not.
func codingOf(values []string) (coding, bool) {
	if len(values) == 0 {
		return identity, true
	}
	if len(values) > 1 {
		return identity, false
	}
	switch strings.ToLower(strings.TrimSpace(values[0])) {
	case "identity", "":
		return identity, true
	case "gzip", "x-gzip":
		return gzipped, true
	case "deflate":
		return deflated, true
	case "zstd":
		return zstandard, true
	}
	return identity, false
}

// decode takes the encoding off. The error is that of data that are not all
// encoded so, or of more than bodies.Most bytes.
func (c coding) decode(data []byte, share *share) ([]byte, error) {
	if c == identity {
		return data, nil
	}
	in := bytes.NewReader(data)
	plain, err := c.open(in)
	if err != nil {
		return nil, err
	}
	defer plain.Close()
	text, err := hold(plain, -1, share)
	switch {
	case err != nil:
		return nil, err
	case in.Len() > 0:
		return nil, errors.New("bytes follow the encoded data")
	}
	return text, nil
}

func (c coding) open(in *bytes.Reader) (io.ReadCloser, error) {
	switch c {
	case gzipped:
		return gzip.NewReader(in)
	case deflated:
		return inflate(in)
	default:
		d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(bodies.Most))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
}

// inflate reads deflate as it is written: with the frame of zlib, as it should
// be, or without, as some clients do.
func inflate(in *bytes.Reader) (io.ReadCloser, error) {
	var head [2]byte
	in.ReadAt(head[:], 0) // what is shorter is neither
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(in)
	}
	return flate.NewReader(in), nil
}
