package elide

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/toolcall"
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

	// Rules are the texts of rule files (docs/rules.md), which say of lines that they
	// stay, that they may go, or what they are in the output of tests. A file that is
	// bound to a command counts where Block.Command, or the call that a tool result of
	// a request answers, runs it.
	Rules []string

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
		opt.MinErrorBytes = toolcall.MinErrorBytes
	}
	r := &Reducer{opt: opt, log: audit.Open(opt.Audit, opt.AuditBytes)}
	r.pipeline = pipeline.Options{Budget: opt.Budget, MaxBytes: opt.MaxBytes, MinBytes: opt.MinBytes, TTL: opt.Store.ttl}
	kept, err := keep.ParseAll(opt.Keep)
	if err != nil {
		return nil, fmt.Errorf("elide: Options.Keep: %w", err)
	}
	r.pipeline.Keep = kept
	if r.pipeline.Rules, err = rulesOf(opt.Rules); err != nil {
		return nil, err
	}
	return r, nil
}

// rulesOf reads the texts of rule files.
func rulesOf(texts []string) (*rules.Users, error) {
	var users rules.Users
	for i, text := range texts {
		f, err := rules.ParseUser(fmt.Sprintf("elide: Options.Rules[%d]", i), text)
		if err == nil {
			err = users.Add(f)
		}
		if err != nil {
			return nil, err
		}
	}
	return &users, nil
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
