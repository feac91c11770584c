package elide

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"

	"elide.example/elide/internal/bodies"
)

// passing returns why a request must not be rewritten, if there is a reason in
// its headers.
func passing(req *http.Request) string {
	if e := req.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return "the body is encoded"
	}
	return bodies.Bound(req)
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
	n, err := b.ReadFrom(io.LimitReader(req.Body, bodies.Most+1))
	body = &held{data: b.Bytes(), length: req.ContentLength}
	switch {
	case err != nil:
		body.rest, body.source = failing{err}, req.Body
	case n > bodies.Most:
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
		out.Body = bodies.Resumed(body.data, body.rest, body.source)
		return &out
	}
	out.Body = bodies.Reader(body.data)
	out.GetBody = func() (io.ReadCloser, error) { return bodies.Reader(body.data), nil }
	if req.Header.Get("Content-Length") != "" && body.length >= 0 {
		out.Header = req.Header.Clone()
		out.Header.Set("Content-Length", strconv.FormatInt(body.length, 10))
	}
	return &out
}
