// Package bodies has what is common to those who read the body of a request to a
// model as a whole and send another in its place, the proxy and the Transport of
// the Go API: of which requests the body may not be touched, and how one is sent
// from memory.
package bodies

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Most is how long a body may be, as it came and decoded, to be rewritten. A
// longer one passes.
const Most = 64 << 20

// Bound returns why the body of a request must not be rewritten, as far as the
// headers other than that of its encoding say so; "" if they don't.
func Bound(r *http.Request) string {
	if r.ContentLength > Most {
		return "the body is too large"
	}
	for _, name := range []string{"Content-Digest", "Digest", "Content-Md5", "X-Amz-Content-Sha256", "Signature-Input"} {
		if len(r.Header[name]) > 0 {
			return "the body is signed: " + name
		}
	}
	for _, by := range r.Header["Authorization"] {
		if strings.HasPrefix(by, "AWS4-") { // Signature Version 4, of the body too
			return "the body is signed: Authorization"
		}
	}
	if len(r.Trailer) > 0 {
		return "something follows the body"
	}
	return ""
}

// Reader returns a reader of data, once. Its Close may come during a Read, and
// lets go of the bytes: a response may stream for long after.
func Reader(data []byte) io.ReadCloser { return &reader{rest: data} }

type reader struct {
	mu   sync.Mutex
	rest []byte
}

// Read reads on.
func (r *reader) Read(p []byte) (int, error) {
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

// Close ends the reading.
func (r *reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rest = nil
	return nil
}

// Resumed returns a body of which the start was read already: start, and then
// what rest gives. Its Close is that of source.
func Resumed(start []byte, rest io.Reader, source io.Closer) io.ReadCloser {
	return resumed{io.MultiReader(bytes.NewReader(start), rest), source}
}

type resumed struct {
	io.Reader
	io.Closer
}
