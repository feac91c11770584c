package meter

import (
	"io"
	"strings"

	"elide.example/elide/internal/wire"
)

// Reader reads the usage from a response. It is for one response and one
// goroutine.
type Reader struct {
	out   io.Writer // where the response's bytes go; nil: nobody can read them
	end   func()    // ends the unpacking
	found tally
	whose wire.Provider
}

// NewReader returns a Reader for a response of a provider with that
// Content-Type and Content-Encoding. The usage of what it can't read, such as
// an encoding that it doesn't know, stays unknown. Usage must be called in the
// end.
func NewReader(p wire.Provider, contentType, contentEncoding string) *Reader {
	r := &Reader{whose: p, end: func() {}}
	known := placesOf(p)
	if known == nil {
		return r
	}
	text := textReader(contentType, &picker{known: known, found: &r.found})
	if text == nil {
		return r
	}
	open, ok := unpackers(contentEncoding)
	switch {
	case !ok:
	case open == nil:
		r.out = text
	default:
		in := newInflater(open, text, maxUnpacked)
		r.out, r.end = in, in.close
	}
	return r
}

// textReader returns what finds the JSON in a response of that type and hands
// it to p, nil if there is none.
func textReader(contentType string, p *picker) io.Writer {
	contentType = strings.ToLower(contentType)
	switch {
	case strings.Contains(contentType, "amazon.eventstream"):
		return &frames{out: p}
	case strings.Contains(contentType, "event-stream"):
		return &events{out: p}
	case strings.Contains(contentType, "json"):
		return p
	case contentType == "":
		return &untold{picker: p}
	}
	return nil
}

// Write takes the next bytes of the response. It never fails, and returns
// before any of p is used again.
func (r *Reader) Write(p []byte) (int, error) {
	if r.out != nil && len(p) > 0 {
		r.guard(func() { r.out.Write(p) })
	}
	return len(p), nil
}

// guard runs do. If what others sent makes it panic, no more is read.
func (r *Reader) guard(do func()) {
	defer func() {
		if recover() != nil {
			r.out, r.end = nil, func() {}
		}
	}()
	do()
}

// Usage returns what the response has said of its usage, and ends the reading.
func (r *Reader) Usage() Usage {
	r.guard(r.end)
	r.out, r.end = nil, func() {}
	return r.found.usage(r.whose)
}

// Model returns the model that the response has named, "" if none.
func (r *Reader) Model() string { return r.found.model }

// Response returns the name that the response has with its provider, where requests go
// on from responses; "" if there is none.
func (r *Reader) Response() string { return r.found.id }

// untold is a response whose type is not said: JSON if it begins so, else
// events.
type untold struct {
	picker *picker
	out    io.Writer // once that is known
}

func (u *untold) Write(p []byte) (int, error) {
	for i := 0; u.out == nil && i < len(p); i++ {
		switch p[i] {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			u.out = u.picker
		default:
			u.out = &events{out: u.picker}
		}
	}
	if u.out != nil {
		u.out.Write(p)
	}
	return len(p), nil
}
