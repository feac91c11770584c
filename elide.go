// Package elide makes the outputs of tools shorter for language models, and
// gives back what it left out.
//
// A Reducer takes an output, keeps the lines that somebody who acts on it needs,
// and puts gaps such as ⟦12-80⟧ in the place of the others. The last line is a
// marker, ⟦elided:0123456789ab 69 lines, elision-get⟧, that names the original
// in a Store. Three ways lead to it, which may be used together:
//
//   - Reducer.Reduce takes one output, and Reducer.AfterTool one that a tool call
//     gave, as an agent's loop has it before the result enters the history.
//   - A Transport is an http.RoundTripper: it reduces the tool results in the
//     requests that any client library for Anthropic, OpenAI or Gemini sends.
//   - Reducer.Expand gives an original back, or a part of it, and ExpandTool is
//     the tool context_expand by which the model asks for that itself.
//
// WithTotals adds up what they saved for one task, net of expansions. The folder
// examples has whole programs, with the official clients of Anthropic and OpenAI,
// and an agent's loop.
//
// # What is promised
//
// No marker is returned or sent before its original stands in the store, whole
// and byte for byte. A reduced output is never larger than the original, in bytes
// and in estimated tokens: what would not save stays as it is, as does what is
// shorter than 2048 bytes, reduced already, or an expansion. The same output
// and options always give the same bytes, so that the caches of providers hold.
//
// Nothing here fails a task that would have worked without it. If the store can't
// be written, if a reducer panics, if a request is not understood, then the
// original goes on as it came, and Result.Err, Options.Warn and Totals.Failures
// say so. Only Expand has errors to return, and those that open something.
//
// # Units
//
// Lengths are in bytes. Lines count from 1, and both ends of a range are included.
// Tokens are estimates, within some percent of OpenAI's o200k vocabulary, except in
// Usage, which is what a provider reported. Times to live are durations.
//
// # Concurrency and state
//
// All types may be used by several goroutines at once. The package has no state
// of its own and reads no environment, but for OpenStore(""), which looks for
// the store that the commands use. A context that has ended keeps Reduce and
// AfterTool from beginning; what they have begun they finish, which takes some
// milliseconds for most outputs. An Expand and a call of the tool end with it. A
// nil context is taken for context.Background().
//
// # Stability
//
// The module has semantic versions. Between two minor versions these don't change:
// the names, fields and methods of this package, but for new ones; the grammar
// of markers and gaps (docs/marker.md); the entries of a store (docs/store.md),
// which newer versions read; the input of context_expand. What may change is the text
// of a reduced output, as rules get better, Result.Reason, the words of errors (not what
// errors.Is says of them), of ExpandTool's description and of Instructions, and all that
// is estimated. Compare no reduced text across versions. Structs may get new fields:
// write their literals with names. The packages below internal promise nothing.
package elide

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"elide/internal/audit"
	"elide/internal/keep"
	"elide/internal/pipeline"
	"elide/internal/shape"
)

// Options say how a Reducer works. A Store is needed; for the rest the zero
// value will do.
type Options struct {
	// Store keeps the originals.
	Store *Store

	// MinBytes is the length below which an output stays as it is. 0: 2048;
	// negative: none.
	MinBytes int

	// Budget and MaxBytes are how many tokens, estimated, and how many bytes a
	// reduced output has at most. 0: no limit. An output that is within them may
	// be reduced all the same, where that loses nothing that matters.
	Budget, MaxBytes int

	// Keep says which lines always stay: those that hold a text, in any case,
	// or match a regular expression between slashes (Go's syntax).
	Keep []string

	// ReduceReads has AfterTool and Transport reduce what a tool shows of a
	// file too. By default that stays as it is: an edit may need its exact bytes.
	ReduceReads bool

	// MinErrorBytes is the length below which AfterTool and Transport leave the
	// result of a call that failed as it is. 0: 8192; negative: none.
	MinErrorBytes int

	// Audit names a file to which a line of JSON is added for each output that is
	// reduced, and for each expansion: sizes, the tool's name and the hash, never
	// content (docs/audit.md). "": none. AuditBytes is the length at which it is
	// put aside and begun anew; 0 or less: never.
	Audit      string
	AuditBytes int64

	// Warn is told what went wrong where an original went on as it came, or
	// where the audit file could not be written. It is called concurrently. nil:
	// nobody is; Result.Err and Totals.Failures tell of the first all the same.
	Warn func(error)

	// Off makes everything pass as it came. Expansions work. A program whose users
	// know the commands sets it if the variable ELIDE is off, as these do.
	Off bool
}

// Reducer reduces outputs and expands what it reduced. The zero Reducer passes
// everything. It is safe for concurrent use.
type Reducer struct {
	opt      Options
	pipeline pipeline.Options
	log      *audit.Log
}

// New returns a Reducer. The error says which option is wrong; nothing is opened
// or written yet.
func New(opt Options) (*Reducer, error) {
	if opt.Store == nil || opt.Store.folder == nil {
		return nil, errors.New("elide: Options.Store is missing, or was not opened by OpenStore")
	}
	if opt.Budget < 0 || opt.MaxBytes < 0 {
		return nil, errors.New("elide: a limit can't be negative")
	}
	if opt.MinErrorBytes == 0 {
		opt.MinErrorBytes = defaultMinErrorBytes
	}
	r := &Reducer{opt: opt, log: audit.Open(opt.Audit, opt.AuditBytes)}
	r.pipeline = pipeline.Options{Budget: opt.Budget, MaxBytes: opt.MaxBytes, MinBytes: opt.MinBytes, TTL: opt.Store.ttl}
	for _, source := range opt.Keep {
		p, err := keep.Parse(source)
		if err != nil {
			return nil, fmt.Errorf("elide: Options.Keep: %w", err)
		}
		r.pipeline.Keep = append(r.pipeline.Keep, p)
	}
	return r, nil
}

// Shapes returns the names that Block.Shape takes and Result.Shape gives.
func Shapes() []string {
	var names []string
	for _, s := range shape.All() {
		names = append(names, s.String())
	}
	return names
}

// passes tells whether the reducer does nothing.
func (r *Reducer) passes() bool { return r == nil || r.opt.Store == nil || r.opt.Off }

// warn tells of what went wrong.
func (r *Reducer) warn(err error) {
	if err != nil && r.opt.Warn != nil {
		r.opt.Warn(err)
	}
}

// panicked is the error of a panic that was caught.
func panicked(p any) error {
	return errors.New("elide: panic: " + strconv.QuoteToASCII(fmt.Sprint(p)))
}

// given returns the context, or one that never ends if there is none.
func given(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// sessionTTL is how long originals are kept that an agent's conversation refers
// to, where nothing else is said.
const sessionTTL = 7 * 24 * time.Hour
