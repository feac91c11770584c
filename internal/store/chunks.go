package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/blake3"
)

// A side file holds its original in chunks: a zstd frame for each chunkBytes
// of it, then a skippable frame with the table of chunks. Any zstd tool
// unpacks it; with the table, a part can be found, read and checked alone.
const (
	chunkBytes  = 1 << 20
	rowBytes    = 4 + 4 + 32 // length of the frame, line ends in the chunk, digest of the frame
	frameHead   = 8          // magic and length of the skippable frame
	footerBytes = 4 + 4 + 8  // chunks, chunk length, tableMagic
	skippable   = 0x184D2A5D // one of zstd's sixteen
	tableMagic  = "elidetbl"
)

// row is a line of the table of chunks.
type row struct {
	packed int64    // bytes of the frame
	lines  uint32   // line ends in the chunk
	digest [32]byte // of the frame
}

// newEncoder returns a compressor for chunks. It is safe for concurrent use.
var newEncoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(workers()),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(chunkBytes), zstd.WithEncoderCRC(false))
})

var newDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(chunkBytes),
		zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderLowmem(true))
})

func workers() int { return min(runtime.GOMAXPROCS(0), 2) }

// chunk is a piece of an original on its way into a side file.
type chunk struct {
	raw, packed []byte
	own         []byte // for raw, where the original isn't in memory
	row         row
	done        chan struct{}
}

// read takes n bytes of the original: its own, if it is in memory.
func (c *chunk) read(o Original, at, n int64) error {
	if held, ok := o.(interface{ Bytes() ([]byte, bool) }); ok {
		if all, ok := held.Bytes(); ok {
			c.raw = all[at : at+n]
			return nil
		}
	}
	if c.own == nil {
		c.own = make([]byte, chunkBytes)
	}
	c.raw = c.own[:n]
	return readFull(o, c.raw, at)
}

// pack compresses the chunk; done says when.
func (c *chunk) pack(enc *zstd.Encoder) {
	c.packed = enc.EncodeAll(c.raw, c.packed[:0])
	c.row = row{int64(len(c.packed)), uint32(bytes.Count(c.raw, []byte{'\n'})), blake3.Sum256(c.packed)}
	close(c.done)
}

// packer writes a side file. At most workers chunks are compressed at once.
type packer struct {
	w      io.Writer
	enc    *zstd.Encoder
	flight []*chunk // being compressed, in their order
	rows   []row
}

// writeSide writes the side file of an original. It returns the digests of
// what it read and of the table of chunks.
func writeSide(ctx context.Context, w io.Writer, o Original) (digest, table [32]byte, err error) {
	enc, err := newEncoder()
	if err != nil {
		return digest, table, err
	}
	p := &packer{w: w, enc: enc}
	h := blake3.New()
	size := o.Size()
	for at := int64(0); at < size; at += chunkBytes {
		if err := ctx.Err(); err != nil {
			return digest, table, err
		}
		c, err := p.free()
		if err != nil {
			return digest, table, err
		}
		if err := c.read(o, at, min(chunkBytes, size-at)); err != nil {
			return digest, table, err
		}
		h.Write(c.raw)
		c.done = make(chan struct{})
		p.flight = append(p.flight, c)
		go c.pack(enc)
	}
	for len(p.flight) > 0 {
		if _, err := p.land(); err != nil {
			return digest, table, err
		}
	}
	end := encodeTable(p.rows)
	_, err = w.Write(end)
	return sum(h), blake3.Sum256(end), err
}

// free returns a chunk to fill: a new one, or the oldest once it is written.
func (p *packer) free() (*chunk, error) {
	if len(p.flight) <= workers() {
		return &chunk{}, nil
	}
	return p.land()
}

// land waits for the oldest chunk and writes it.
func (p *packer) land() (*chunk, error) {
	c := p.flight[0]
	p.flight = append(p.flight[:0], p.flight[1:]...)
	<-c.done
	p.rows = append(p.rows, c.row)
	_, err := p.w.Write(c.packed)
	return c, err
}

func encodeTable(rows []row) []byte {
	body := len(rows)*rowBytes + footerBytes
	out := make([]byte, 0, frameHead+body)
	out = binary.LittleEndian.AppendUint32(out, skippable)
	out = binary.LittleEndian.AppendUint32(out, uint32(body))
	for _, r := range rows {
		out = binary.LittleEndian.AppendUint32(out, uint32(r.packed))
		out = binary.LittleEndian.AppendUint32(out, r.lines)
		out = append(out, r.digest[:]...)
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(rows)))
	out = binary.LittleEndian.AppendUint32(out, chunkBytes)
	return append(out, tableMagic...)
}

// chunked reads an original from its side file. It is safe for concurrent use.
type chunked struct {
	file    io.ReaderAt
	size    int64 // of the original
	rows    []row
	table   [32]byte // digest of the table of chunks
	offsets []int64  // of the chunks in the file

	mu   sync.Mutex // guards the chunk unpacked last
	last int
	raw  []byte
	in   []byte
}

// openChunks reads the table of a side file of fileSize bytes, which is to
// hold an original of size bytes. It allocates no more than the file is long.
func openChunks(file io.ReaderAt, fileSize, size int64) (*chunked, error) {
	count := (size + chunkBytes - 1) / chunkBytes
	tableBytes := frameHead + count*rowBytes + footerBytes
	if tableBytes > fileSize {
		return nil, errors.New("too short for its table of chunks")
	}
	table := make([]byte, tableBytes)
	if err := readFull(file, table, fileSize-tableBytes); err != nil {
		return nil, err
	}
	c := &chunked{file: file, size: size, table: blake3.Sum256(table), last: -1}
	if err := c.readTable(table, int(count)); err != nil {
		return nil, err
	}
	if end := c.offsets[count]; end != fileSize-tableBytes {
		return nil, errors.New("its length is not what its table of chunks says")
	}
	return c, nil
}

// readTable takes over the table of chunks, if it is the encoding of itself.
func (c *chunked) readTable(table []byte, count int) error {
	c.rows, c.offsets = make([]row, count), make([]int64, count+1)
	for i := range c.rows {
		at := table[frameHead+i*rowBytes:]
		c.rows[i].packed = int64(binary.LittleEndian.Uint32(at))
		c.rows[i].lines = binary.LittleEndian.Uint32(at[4:])
		copy(c.rows[i].digest[:], at[8:rowBytes])
		if c.rows[i].packed > 2*chunkBytes || c.rows[i].lines > chunkBytes {
			return fmt.Errorf("chunk %d is too long", i)
		}
		c.offsets[i+1] = c.offsets[i] + c.rows[i].packed
	}
	if string(encodeTable(c.rows)) != string(table) {
		return errors.New("its table of chunks is damaged")
	}
	return nil
}

// checkFrames reads all frames and compares their digests.
func (c *chunked) checkFrames() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.rows {
		if err := c.readFrame(i); err != nil {
			return err
		}
	}
	return nil
}

// readFrame reads the frame of chunk i into c.in and compares its digest.
func (c *chunked) readFrame(i int) error {
	if n := int(c.rows[i].packed); cap(c.in) < n {
		c.in = make([]byte, n)
	}
	c.in = c.in[:c.rows[i].packed]
	if err := readFull(c.file, c.in, c.offsets[i]); err != nil {
		return err
	}
	if blake3.Sum256(c.in) != c.rows[i].digest {
		return fmt.Errorf("chunk %d: %w", i, errDigest)
	}
	return nil
}

// near returns the start of the chunk that holds line end number n, counted
// from 1, and how many line ends stand before it; the last chunk's if there
// are fewer.
func (c *chunked) near(n int64) (offset, before int64) {
	for i := range c.rows {
		offset = int64(i) * chunkBytes
		if here := int64(c.rows[i].lines); before+here < n && i+1 < len(c.rows) {
			before += here
			continue
		}
		break
	}
	return offset, before
}

// verify unpacks all chunks and compares the digest of the whole.
func (c *chunked) verify(digest [32]byte) error {
	h := blake3.New()
	for i := range c.rows {
		raw, err := c.chunk(i)
		if err != nil {
			return err
		}
		if uint32(bytes.Count(raw, []byte{'\n'})) != c.rows[i].lines {
			return fmt.Errorf("chunk %d doesn't hold the lines that its table says", i)
		}
		h.Write(raw)
	}
	if sum(h) != digest {
		return errDigest
	}
	return nil
}

var (
	errDigest = errors.New("its bytes don't have its digest")
	errLength = errors.New("it is not as long as it says")
)

// chunk returns chunk i, checked, until the next call.
func (c *chunked) chunk(i int) ([]byte, error) {
	if i == c.last {
		return c.raw, nil
	}
	dec, err := newDecoder()
	if err != nil {
		return nil, err
	}
	c.last = -1
	if c.raw == nil {
		c.raw = make([]byte, 0, chunkBytes)
	}
	if err := c.readFrame(i); err != nil {
		return nil, err
	}
	raw, err := dec.DecodeAll(c.in, c.raw[:0])
	if err != nil {
		return nil, fmt.Errorf("chunk %d: %w", i, err)
	}
	if int64(len(raw)) != min(chunkBytes, c.size-int64(i)*chunkBytes) {
		return nil, fmt.Errorf("chunk %d: %w", i, errLength)
	}
	c.raw, c.last = raw, i
	return raw, nil
}

// ReadAt reads checked bytes of the original.
func (c *chunked) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for n < len(p) {
		if off >= c.size {
			return n, io.EOF // as io.ReaderAt asks for
		}
		raw, err := c.chunk(int(off / chunkBytes))
		if err != nil {
			return n, err
		}
		k := copy(p[n:], raw[off%chunkBytes:])
		n, off = n+k, off+int64(k)
	}
	return n, nil
}
