package elide

import (
	"bytes"
	"context"
	"errors"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
)

// Block is an output as it came.
type Block struct {
	Data    []byte
	Command string // the shell line that printed it: a hint
	Shape   string // what it is, one of Shapes; "": that is told from the bytes
	Query   string // what its reader wants to know: lines that speak of it rank higher
	Since   string // reference to an earlier output that the reader has seen: only what has changed is shown, if that is shorter

	told toolcall.Output // what the tool that printed it says of it
}

// Result is what became of an output.
type Result struct {
	// Text is what to show: the reduced output, or, if Reduced is false, the
	// output itself. It is always there.
	Text    []byte
	Reduced bool
	Reason  string // why the output stays as it is; "" if it was reduced
	Err     error  // what went wrong, if it stays because of that; nil: nothing did

	Hash        string // names the original in the store, the largest if there are several; "" if it stays
	Shape       string // what the output is, or most of it; "" if it was not looked at
	HiddenLines int    // of which something is left out

	BytesIn, BytesOut   int // of the output and of Text
	TokensIn, TokensOut int // the same in tokens, estimated
}

// Saved returns how many tokens fewer Text has, estimated.
func (r Result) Saved() int { return r.TokensIn - r.TokensOut }

// Reduce makes an output shorter and stores its original. It never fails:
// Result.Text can always be shown.
func (r *Reducer) Reduce(ctx context.Context, b Block) Result {
	ctx = given(ctx)
	res := r.reduce(ctx, b)
	r.note(ctx, audit.CommandName(b.Command), res)
	return res
}

// reduce is Reduce, but nothing is counted.
func (r *Reducer) reduce(ctx context.Context, b Block) (res Result) {
	defer func() {
		if p := recover(); p != nil {
			res = whole(b.Data, panicked(p))
		}
	}()
	switch {
	case r.passes():
		return stays(b.Data, "switched off")
	case ctx.Err() != nil:
		return whole(b.Data, context.Cause(ctx))
	}
	opt, done, err := r.options(ctx, b)
	if err != nil {
		return whole(b.Data, err)
	}
	defer done()
	got, err := pipeline.Reduce(ctx, bytes.NewReader(b.Data), opt, r.opt.Store.folder)
	return resultOf(b.Data, got, err)
}

// options returns the pipeline's for one block; done closes what they need.
func (r *Reducer) options(ctx context.Context, b Block) (opt pipeline.Options, done func(), err error) {
	opt, done = r.pipeline, func() {}
	opt.Command, opt.Told, opt.Query = b.Command, b.told, b.Query
	if b.Shape != "" {
		s, err := shape.Parse(b.Shape)
		if err != nil {
			return opt, done, err
		}
		opt.Shape = &s
	}
	if b.Since == "" {
		return opt, done, nil
	}
	// What can't be had any more is no reason not to reduce.
	if x, err := r.open(ctx, b.Since); err == nil {
		opt.Since, done = &pipeline.Earlier{Original: x, Hash: x.Entry.Hash}, func() { x.Close() }
	}
	return opt, done, nil
}

func resultOf(data []byte, got pipeline.Result, err error) Result {
	switch {
	case err != nil:
		return whole(data, err)
	case !got.Reduced:
		res := stays(data, got.Reason)
		if got.Tokens > 0 {
			res.Shape = got.Shape.String()
		}
		return res
	}
	return Result{
		Text: got.Text, Reduced: true, Hash: got.Hash, Shape: got.Shape.String(), HiddenLines: got.HiddenLines,
		BytesIn: len(data), BytesOut: len(got.Text), TokensIn: got.Tokens, TokensOut: got.TokensOut,
	}
}

// stays is the result of an output that is left as it is.
func stays(data []byte, reason string) Result {
	n := tokens.Estimate(data)
	return Result{Text: data, Reason: reason, BytesIn: len(data), BytesOut: len(data), TokensIn: n, TokensOut: n}
}

// whole is the result of one that stays since something went wrong.
func whole(data []byte, err error) Result {
	res := stays(data, "it could not be reduced or not be stored")
	res.Err = err
	return res
}

// note counts a result, and writes it down.
func (r *Reducer) note(ctx context.Context, tool string, res Result) {
	tallyOf(ctx).output(res)
	if r == nil {
		return
	}
	if res.Err != nil && !errors.Is(res.Err, context.Cause(ctx)) {
		r.warn(res.Err)
	}
	if !res.Reduced {
		return
	}
	r.warn(r.log.Compressed(audit.Event{
		FrontEnd: audit.API, Tool: tool, Shape: res.Shape, Hash: res.Hash, Correlation: sessionOf(ctx),
		BytesIn: res.BytesIn, BytesOut: res.BytesOut, TokensIn: res.TokensIn, TokensOut: res.TokensOut,
	}))
}

type sessionKey struct{}

// WithSession returns a context under which audits name the session: an id
// that says which of several conversations an event belongs to.
func WithSession(ctx context.Context, id string) context.Context {
	return context.WithValue(given(ctx), sessionKey{}, id)
}

func sessionOf(ctx context.Context) string {
	id, _ := ctx.Value(sessionKey{}).(string)
	return id
}
