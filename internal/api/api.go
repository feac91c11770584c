// Package api serves reductions over HTTP, for programs in any language:
//
//	POST /v1/reduce            one block, as it is or in JSON (reduce.go)
//	POST /v1/messages/reduce   a request to a model (messages.go)
//	GET  /healthz              that it is there
//
// What comes back is what elide, or elide messages, would print with the same options;
// docs/openapi.json describes all of it. A request may say what is to be shown (options.go),
// never where something is stored or what is run: that is the configuration's.
//
// A request that is refused was not looked at beyond what it takes to refuse it, and
// leaves nothing behind (refuse.go). Bodies are bounded, each and all that are held at
// once.
package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/guard"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/store"
)

// Options of a server.
type Options struct {
	Config *config.Config
	Store  *setup.Store

	// Secret must be the first segment of each request's path or stand behind
	// "Bearer " in its Authorization, unless it is "".
	Secret string
	// AnyHost says that a request may call this machine what it likes: where others
	// reach it, which takes a secret, or at a socket in the file system.
	AnyHost bool

	// Noted is told of each block and each request that was reduced. It is called
	// concurrently. nil: nobody is told.
	Noted func(audit.Event)
}

// The bounds of bodies. A body waits for room behind others, and for its turn to be
// worked on, no longer than patience.
const (
	mostBody = 64 << 20  // of one
	mostHeld = 128 << 20 // of all that are held at once
	mostWork = 16 << 20  // of all that are worked on at once; a longer one is alone
	patience = 10 * time.Second
)

// server serves requests.
type server struct {
	Options
	base      pipeline.Options // what the configuration says
	held      *room.Bytes
	work      *room.Bytes
	patience  time.Duration // overridden by test
	histories histories
}

// New returns the handler.
func New(opt Options) http.Handler { return newServer(opt) }

func newServer(opt Options) *server {
	s := &server{Options: opt, base: setup.Options(opt.Config), held: room.NewBytes(mostHeld), work: room.NewBytes(mostWork), patience: patience}
	s.base.TTL = max(s.base.TTL, store.SessionTTL)
	s.histories.known = map[historyKey]*history.History{}
	return s
}

// health is the path that tells that the server is there, with the secret or without.
const health = "/healthz"

// endpoint answers a request with a body.
type endpoint func(s *server, w http.ResponseWriter, r *http.Request, body []byte) error

var endpoints = map[string]endpoint{
	"/v1/reduce":          (*server).reduce,
	"/v1/messages/reduce": (*server).messages,
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	if err := s.safely(w, r); err != nil {
		refuse(w, err)
	}
}

// safely is serve, but for a panic: that is a mistake of ours.
func (s *server) safely(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %T", p)
		}
	}()
	return s.serve(w, r)
}

// serve answers a request, unless it returns why not.
func (s *server) serve(w http.ResponseWriter, r *http.Request) error {
	if why := guard.Refuse(r, s.AnyHost); why != "" {
		return &refusal{status: http.StatusForbidden, code: "forbidden", message: why}
	}
	path, err := s.admit(r)
	do := endpoints[path]
	switch {
	case r.URL.Path == health || path == health:
		return healthy(w, r)
	case err != nil:
		return err
	case do == nil:
		return &refusal{status: http.StatusNotFound, code: "not_found", message: "there are POST /v1/reduce and POST /v1/messages/reduce"}
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		return &refusal{status: http.StatusMethodNotAllowed, code: "method_not_allowed", message: path + " takes POST"}
	case !plain(r.Header.Get("Content-Encoding")):
		return &refusal{status: http.StatusUnsupportedMediaType, code: "unsupported_encoding", message: "the body must not be compressed"}
	}
	body, give, err := s.read(w, r)
	defer give()
	if err != nil {
		return err
	}
	return do(s, w, r, body)
}

func plain(encoding string) bool { return encoding == "" || strings.EqualFold(encoding, "identity") }

func healthy(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return &refusal{status: http.StatusMethodNotAllowed, code: "method_not_allowed", message: "/healthz takes GET"}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "ok\n")
	return nil
}

// admit returns what a request asks for, if it has the secret.
func (s *server) admit(r *http.Request) (path string, err error) {
	path = r.URL.EscapedPath()
	if s.Secret == "" {
		return path, nil
	}
	if first, rest := guard.CutSegment(path); guard.Same(first, s.Secret) {
		return rest, nil
	}
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && guard.Same(token, s.Secret) {
		return path, nil
	}
	return "", &refusal{status: http.StatusUnauthorized, code: "unauthorized", message: "neither the path nor Authorization: Bearer has the secret of this server"}
}

// read reads a body. give gives back the room that it takes, when it is no longer
// needed; it is never nil.
func (s *server) read(w http.ResponseWriter, r *http.Request) (body []byte, give func(), err error) {
	give = func() {}
	if r.ContentLength > mostBody {
		return nil, give, tooLarge
	}
	want := r.ContentLength
	if want < 0 {
		want = mostBody
	}
	ctx, stop := context.WithTimeout(r.Context(), s.patience)
	defer stop()
	if !s.held.Take(ctx, want) {
		return nil, give, busy
	}
	give = func() { s.held.Give(want) }
	body, err = readAll(http.MaxBytesReader(w, r.Body, mostBody), r.ContentLength)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, give, tooLarge
	case err != nil:
		return nil, give, &refusal{status: http.StatusBadRequest, code: "broken_body", message: "the body broke off"}
	}
	return body, give, nil
}

// readAll reads a body into memory of its own length, if that is announced, taken as
// the bytes come.
func readAll(from io.Reader, length int64) ([]byte, error) {
	const step = 1 << 20
	body := make([]byte, 0, min(max(length, 511), step)+1)
	for {
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return nil, err
		}
		if len(body) == cap(body) {
			more := make([]byte, len(body), max(min(2*int64(cap(body)), length+1), int64(cap(body))*3/2))
			copy(more, body)
			body = more
		}
	}
}

// working calls do when there is room to work on so many bytes.
func (s *server) working(ctx context.Context, n int, do func()) error {
	share := min(int64(n), mostWork)
	waits, stop := context.WithTimeout(ctx, s.patience)
	defer stop()
	if !s.work.Take(waits, share) {
		return busy
	}
	defer s.work.Give(share)
	do()
	return nil
}

// note tells of what was reduced.
func (s *server) note(e audit.Event) {
	if s.Noted != nil {
		s.Noted(e)
	}
}
