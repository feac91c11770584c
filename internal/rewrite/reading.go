package rewrite

import (
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Reading is the body of a request once it was read.
type Reading struct {
	body    []byte
	doc     *jsonspan.Doc // nil: it is no JSON
	request *wire.Request // nil: it can't be read
	why     string        // that is so
	unknown bool          // it is no request to a model
}

// Read reads the body of a request. It holds on to body, and doesn't fail: what can't be
// read passes.
func Read(api wire.API, body []byte) *Reading {
	in := &Reading{body: body}
	if api == wire.Unknown {
		in.why, in.unknown = "not a request to a model", true
		return in
	}
	doc, err := jsonspan.Parse(body)
	if err != nil {
		in.why = err.Error()
		return in
	}
	in.doc = doc
	if in.request, err = wire.Parse(api, doc); err != nil {
		in.request, in.why = nil, err.Error()
	}
	return in
}

// Unread returns a body that can't be read for that reason.
func Unread(body []byte, why string) *Reading { return &Reading{body: body, why: why} }

// Body returns the body.
func (in *Reading) Body() []byte { return in.body }

// Doc returns the JSON of the body, nil if it is none.
func (in *Reading) Doc() *jsonspan.Doc { return in.doc }

// Request returns the request, nil if it can't be read.
func (in *Reading) Request() *wire.Request { return in.request }

// passes returns the report of a body that goes through as it came.
func (in *Reading) passes() Report {
	switch {
	case in.unknown:
		return Report{Unchanged: in.why}
	case in.request == nil:
		return Doubtful(in.why)
	}
	rep := Doubtful("attested")
	rep.Model = in.request.Model
	return rep
}
