package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"elide.example/elide/internal/bodies"
	"elide.example/elide/internal/room"
)

const (
	// mostHeld is how many bytes of bodies are held at once, from when they are read
	// until the upstream answers. One as long as can be has room beside what it is
	// when decoded.
	mostHeld = 2 * bodies.Most
	// smallBody is how long a body may be that is not counted. A conversation of a
	// million tokens is about as long.
	smallBody = 4 << 20
	// spacePatience is how long a body waits for others to be done with. It is better
	// late than not rewritten, which costs a miss of the provider's cache.
	spacePatience = 10 * time.Second
)

var errNoRoom = errors.New("one of too many that are large")

// space is what the bodies that are held share.
type space struct {
	bytes    *room.Bytes
	patience time.Duration // overridden by test
}

func newSpace() *space { return &space{room.NewBytes(mostHeld), spacePatience} }

func (s *space) share(ctx context.Context) *share { return &share{space: s, ctx: ctx} }

// share is the part of a space that a request has taken.
type share struct {
	space *space
	ctx   context.Context
	mu    sync.Mutex
	has   int64
}

// take takes so many bytes more. It is false if there was no room for them.
func (s *share) take(n int) bool {
	ctx, stop := context.WithTimeout(s.ctx, s.space.patience)
	defer stop()
	if !s.space.bytes.Take(ctx, int64(n)) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.has += int64(n)
	return true
}

// keep gives back what is not needed for a body of n bytes.
func (s *share) keep(n int) { s.giveBack(0, n) }

// giveBack gives back, of what was taken after the first bytes, what is not needed
// for a body of n bytes.
func (s *share) giveBack(first int64, n int) {
	if n <= smallBody {
		n = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if more := s.has - first - int64(n); more > 0 {
		s.has -= more
		s.space.bytes.Give(more)
	}
}

// hold reads a body of up to bodies.Most bytes. If there are more, or there is no room
// for more, that is the error, and what was read is the start. length is what the
// client says, -1 if it doesn't; memory is taken as bytes come, not as they are
// announced.
func hold(body io.Reader, length int64, share *share) ([]byte, error) {
	const step = 1 << 20
	var b bytes.Buffer
	if length > 0 {
		b.Grow(int(min(length, step)) + bytes.MinRead)
	}
	if n, err := b.ReadFrom(io.LimitReader(body, smallBody+1)); err != nil || n <= smallBody {
		return b.Bytes(), err
	}
	if length < 0 {
		length = bodies.Most
	}
	before := share.has
	if !share.take(int(length)) {
		return b.Bytes(), errNoRoom
	}
	b.Grow(max(0, int(length)-b.Len()) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(body, int64(bodies.Most+1-b.Len())))
	if err == nil && b.Len() > bodies.Most {
		err = errTooLarge
	}
	share.giveBack(before, b.Len())
	return b.Bytes(), err
}

// held is a body that is sent from memory. It lets go of the bytes when they
// are no longer needed: a response may stream for long after.
type held struct {
	length  int64 // to announce; -1: the client didn't
	decoded bool  // the encoding that the client used was taken off
	share   *share

	mu   sync.Mutex
	data []byte
}

// applyTo makes the body that of a request to the upstream.
func (b *held) applyTo(out *http.Request) {
	out.Body, out.GetBody, out.ContentLength = b.reader(), b.again, b.length
	if b.decoded {
		out.Header.Del("Content-Encoding")
	}
	out.Header.Del("Expect") // the client was told to go on
}

func (b *held) reader() io.ReadCloser {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bodies.Reader(b.data)
}

// again is for a connection that turns out to be closed before a byte was
// sent.
func (b *held) again() (io.ReadCloser, error) { return b.reader(), nil }

// release lets go of the bytes, but for those that a reader still has to give.
func (b *held) release() {
	if b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.data = nil
		b.share.keep(0)
	}
}
