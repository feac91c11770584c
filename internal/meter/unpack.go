package meter

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"iter"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// opener begins to unpack what it reads.
type opener func(io.Reader) (io.ReadCloser, error)

// unpackers returns how a Content-Encoding is unpacked, nil for one that
// changes nothing, and whether it is known.
func unpackers(contentEncoding string) (opener, bool) {
	switch strings.ToLower(strings.TrimSpace(contentEncoding)) {
	case "", "identity":
		return nil, true
	case "gzip", "x-gzip":
		return func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }, true
	case "deflate":
		return openDeflate, true
	case "zstd":
		return openZstd, true
	}
	return nil, false
}

// openDeflate unpacks the zlib format, as the standard has it, or the bare
// stream, as many send it.
func openDeflate(r io.Reader) (io.ReadCloser, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(2)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(in)
	}
	return flate.NewReader(in), nil
}

// maxWindow is how far a zstd stream may look back, and so what it takes of
// memory. The format's own advice (RFC 8878) is that 8 MiB be enough.
const maxWindow = 8 << 20

func openZstd(r io.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// maxUnpacked is how much is unpacked of one response, which may be packed to
// be unpacked forever.
const maxUnpacked = 256 << 20

// inflater unpacks what is written to it, as far as it can, and hands it on.
// An unpacker asks for its input, and a response brings it: the unpacker runs as
// a coroutine, which waits where it asks for more than there is.
type inflater struct {
	in   []byte // of the last piece, what was not asked for yet
	next func() (struct{}, bool)
	stop func()
}

// newInflater returns an inflater that hands on no more than most bytes.
func newInflater(open opener, out io.Writer, most int64) *inflater {
	f := &inflater{}
	f.next, f.stop = iter.Pull(func(wait func(struct{}) bool) {
		r, err := open(&supply{from: f, wait: wait})
		if err != nil {
			return
		}
		defer r.Close()
		io.Copy(out, io.LimitReader(r, most)) // what can't be unpacked ends it
	})
	return f
}

func (f *inflater) Write(p []byte) (int, error) {
	f.in = p
	f.next()
	f.in = nil
	return len(p), nil
}

// close hands on what an unpacker can give without more input, and ends it.
func (f *inflater) close() { f.stop() }

// supply is the input of an unpacker.
type supply struct {
	from *inflater
	wait func(struct{}) bool // false: there is no more
}

func (s *supply) Read(p []byte) (int, error) {
	for len(s.from.in) == 0 && len(p) > 0 {
		if !s.wait(struct{}{}) {
			return 0, io.EOF
		}
	}
	n := copy(p, s.from.in)
	s.from.in = s.from.in[n:]
	return n, nil
}
