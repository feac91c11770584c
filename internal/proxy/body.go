package proxy

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"

	"elide/internal/rewrite"
	"elide/internal/wire"
)

// maxBody is how long a body may be, as it came and decoded, to be rewritten.
// A longer one passes.
const maxBody = 64 << 20

// prepare reads the body of a request whose API is known, and has it
// rewritten. What can't be read as a whole or decoded is left to be streamed
// as it comes, with the doubt in the exchange's report. The error is that of a
// body that broke off.
func (h *handler) prepare(x *exchange, r *http.Request) error {
	if h.Rewriter == nil || x.to.api == wire.Unknown {
		return nil
	}
	c, why := passing(r)
	if why != "" {
		x.report = doubt(why)
		return nil
	}
	came, whole, err := hold(r.Body, r.ContentLength)
	if err != nil {
		return err
	}
	if !whole {
		x.report = doubt("the body is too large")
		r.Body = resumed{io.MultiReader(bytes.NewReader(came), r.Body), r.Body}
		return nil
	}
	x.body = &held{data: came, length: r.ContentLength}
	plain, err := c.decode(came)
	if err != nil {
		x.report = doubt("the body can't be decoded: " + err.Error())
		return nil
	}
	sent, report := rewriteSafely(r.Context(), h.Rewriter, x.to.api, plain)
	x.report = report
	if !bytes.Equal(sent, plain) {
		x.body = &held{data: sent, length: int64(len(sent)), decoded: true}
	}
	return nil
}

// passing returns how the body of a request is encoded, and why it must not be
// rewritten, if there is a reason in the headers.
func passing(r *http.Request) (c coding, why string) {
	if r.ContentLength > maxBody {
		return c, "the body is too large"
	}
	for _, name := range []string{"Content-Digest", "Digest", "Content-Md5", "X-Amz-Content-Sha256", "Signature-Input"} {
		if len(r.Header[name]) > 0 {
			return c, "the body is signed: " + name
		}
	}
	for _, by := range r.Header["Authorization"] {
		if strings.HasPrefix(by, "AWS4-") { // Signature Version 4, of the body too
			return c, "the body is signed: Authorization"
		}
	}
	if len(r.Trailer) > 0 {
		return c, "something follows the body"
	}
	c, ok := codingOf(r.Header["Content-Encoding"])
	if !ok {
		return c, "unknown content encoding"
	}
	return c, ""
}

func doubt(why string) rewrite.Report { return rewrite.Report{Unchanged: why, Doubt: true} }

// rewriteSafely is Rewrite, but for a panic: the body then passes.
func rewriteSafely(ctx context.Context, w Rewriter, api wire.API, body []byte) (sent []byte, report rewrite.Report) {
	defer func() {
		if p := recover(); p != nil {
			sent, report = body, doubt("the rewriter failed: "+nameOf(p))
		}
	}()
	return w.Rewrite(ctx, api, body)
}

// nameOf describes what a panic was given, which may hold parts of a body
// unless it is the runtime's.
func nameOf(p any) string {
	if err, ok := p.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", p)
}

// hold reads a body of up to maxBody bytes. If there are more, whole is false,
// and what was read is the start. length is what the client says, -1 if it
// doesn't; memory is taken as bytes come, not as they are announced.
func hold(body io.Reader, length int64) (data []byte, whole bool, err error) {
	const step = 1 << 20
	var b bytes.Buffer
	if length > 0 {
		b.Grow(int(min(length, step)) + bytes.MinRead)
	}
	n, err := b.ReadFrom(io.LimitReader(body, maxBody+1))
	return b.Bytes(), n <= maxBody, err
}

// resumed is a body of which a part was read already.
type resumed struct {
	io.Reader
	io.Closer
}

// held is a body that is sent from memory. It lets go of the bytes when they
// are no longer needed: a response may stream for long after.
type held struct {
	length  int64 // to announce; -1: the client didn't
	decoded bool  // the encoding that the client used was taken off

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
	return &heldReader{rest: b.data}
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
	}
}

// heldReader reads a held body once.
type heldReader struct {
	mu   sync.Mutex // Close may come during a Read
	rest []byte
}

func (r *heldReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rest) == 0 {
		r.rest = nil
		return 0, io.EOF
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *heldReader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rest = nil
	return nil
}
