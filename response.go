package elide

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"

	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// meter has the response's usage added to the totals of the request's context.
// Without a tally nothing is read.
func (t *Transport) meter(api wire.API, req *http.Request, res *http.Response, report rewrite.Report) {
	tally := tallyOf(req.Context())
	if tally == nil || res.StatusCode/100 != 2 || counts(api, req) {
		return
	}
	if res.Body == nil { // a base that isn't package http's may leave it out
		tally.add(sentOf(report))
		tally.add(usageOf(meter.Usage{}))
		return
	}
	s := &stream{
		ReadCloser: res.Body,
		tally:      tally,
		usage:      meter.NewReader(api.Provider(), res.Header.Get("Content-Type"), res.Header.Get("Content-Encoding")),
	}
	tally.add(sentOf(report))
	tally.opened(s)
	s.watch(req.Context())
	res.Body = s
}

// counts tells whether a request only asks how many tokens it has.
func counts(api wire.API, req *http.Request) bool {
	return api == wire.CountTokens || api == wire.GeminiCount || strings.HasSuffix(req.URL.Path, "/responses/input_tokens")
}

// sentOf returns what a request adds to the totals once it was answered.
func sentOf(rep rewrite.Report) Totals {
	t := Totals{
		Requests: 1,
		Sent: Sizes{
			Outputs: rep.Results, Reduced: rep.Reduced, References: rep.References,
			BytesIn: int64(rep.BytesIn), BytesOut: int64(rep.BytesOut),
			TokensIn: int64(rep.TokensIn), TokensOut: int64(rep.TokensOut),
		},
		SentExpansions: int64(rep.ExpansionTokens + rep.ExpansionTokensAgain),
	}
	if rep.Doubt {
		t.Failures = 1
	}
	return t
}

// stream is the body of a response, whose usage is read on the way. It is
// counted once: when it ends, when it is closed, when the request's context ends,
// or when the totals are taken, whatever comes first.
type stream struct {
	io.ReadCloser
	tally *Tally

	mu    sync.Mutex
	usage *meter.Reader // nil: it was counted
	stop  func() bool   // ends the waiting for the context
}

// watch counts the stream when the context ends, if nothing else does before.
func (s *stream) watch(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = context.AfterFunc(ctx, s.finish)
}

// Read reads on.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.show(p[:n])
	if err != nil {
		s.finish()
	}
	return n, err
}

// Close closes the response.
func (s *stream) Close() error {
	s.finish()
	return s.ReadCloser.Close()
}

func (s *stream) show(p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.usage != nil {
		s.usage.Write(p)
	}
}

// finish counts the stream, unless that was done.
func (s *stream) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.usage == nil {
		return
	}
	told := s.usage.Usage()
	s.usage = nil
	if s.stop != nil {
		s.stop()
	}
	s.tally.closed(s, usageOf(told))
}

// usageOf returns what a provider's report adds to the totals.
func usageOf(u meter.Usage) Totals {
	if !u.Known {
		return Totals{Unmetered: 1}
	}
	return Totals{Usage: Usage{
		Input: int64(u.Input), CacheRead: int64(u.CacheRead), CacheWrite: int64(u.CacheWrite),
		Output: int64(u.Output), Reasoning: int64(u.Reasoning),
	}}
}
