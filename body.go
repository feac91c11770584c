package elide

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// maxBody is how long a request's body may be to be rewritten.
const maxBody = 64 << 20

// passing returns why a request must not be rewritten, if there is a reason in
// its headers.
func passing(req *http.Request) string {
	if req.ContentLength > maxBody {
		return "the body is too large"
	}
	for _, name := range []string{"Content-Digest", "Digest", "Content-Md5", "X-Amz-Content-Sha256", "Signature-Input"} {
		if len(req.Header[name]) > 0 {
			return "the body is signed: " + name
		}
	}
	if strings.HasPrefix(req.Header.Get("Authorization"), "AWS4-") {
		return "the body is signed: Authorization"
	}
	if e := req.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return "the body is encoded"
	}
	if len(req.Trailer) > 0 {
		return "something follows the body"
	}
	return ""
}

// held is a body in memory. If it is only the start of one, rest gives what
// follows, or the error that reading ended with.
type held struct {
	data   []byte
	length int64 // to announce, as http.Request.ContentLength has it
	rest   io.Reader
	source io.Closer
}

// hold reads the body of a request. It tells whether that is all of it: not so
// if it is too large, if it broke off, or is not as long as was announced.
func hold(req *http.Request) (body *held, whole bool) {
	// Reading may wait for whoever writes the body; when the request is nobody's
	// any more, closing ends it, as in package http.
	stop := context.AfterFunc(req.Context(), func() { req.Body.Close() })
	defer stop()
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(req.Body, maxBody+1))
	body = &held{data: b.Bytes(), length: req.ContentLength}
	switch {
	case err != nil:
		body.rest, body.source = failing{err}, req.Body
	case n > maxBody:
		body.rest, body.source = req.Body, req.Body
	default:
		req.Body.Close()
		return body, req.ContentLength <= 0 || req.ContentLength == n
	}
	return body, false
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// withBody returns the request with a body in the place of its own, which has
// been read.
func withBody(req *http.Request, body *held) *http.Request {
	out := *req
	out.ContentLength = body.length
	if body.rest != nil { // it can be sent once; GetBody is the caller's
		out.Body = partly{io.MultiReader(bytes.NewReader(body.data), body.rest), body.source}
		return &out
	}
	out.Body = &bodyReader{rest: body.data}
	out.GetBody = func() (io.ReadCloser, error) { return &bodyReader{rest: body.data}, nil }
	if req.Header.Get("Content-Length") != "" && body.length >= 0 {
		out.Header = req.Header.Clone()
		out.Header.Set("Content-Length", strconv.FormatInt(body.length, 10))
	}
	return &out
}

// partly is a body of which a part was read already.
type partly struct {
	io.Reader
	io.Closer
}

// bodyReader reads a body once. Close may come during a Read, and lets go of
// the bytes: a response may stream for long after.
type bodyReader struct {
	mu   sync.Mutex
	rest []byte
}

// Read reads on.
func (r *bodyReader) Read(p []byte) (int, error) {
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
func (r *bodyReader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rest = nil
	return nil
}
