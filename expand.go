package elide

import (
	"context"
	"errors"
	"fmt"
	"math"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
)

// Part says what of an original is asked for. The zero Part is all of it.
type Part struct {
	Lines   string // a range as gaps have it, such as 12-80, or 12.300-4500 for bytes of line 12; several with commas between
	Pattern string // only lines with this text, in any case, or that match /an expression/; it goes without Lines
	Context int    // how many lines around each that matches are given too, 100 at most
	Page    string // Next of the page before; "": the first page

	// MaxBytes is how long a page is at most; 0: all is one page. Less than
	// 512 is taken for 512.
	MaxBytes int
}

// Page is an original or a part of it.
type Page struct {
	Text []byte // the bytes as they were; with a pattern each line has its number in front: 12:text, and 11-text around it
	Next string // Part.Page of the next page; "": there is none
	Hash string // of the original
	What string // which part it is, in words: lines 1-40 of 120
}

// Expand gives an original back, or a part of it. The reference may be a marker,
// its hash, or six digits of that or more, in any case. The error is one of
// ErrNotFound, ErrExpired, ErrCorrupt, ErrAmbiguous and ErrUsage, that of a store
// that could not be read, or the cause for which the context has ended.
func (r *Reducer) Expand(ctx context.Context, ref string, part Part) (page Page, err error) {
	defer func() {
		if p := recover(); p != nil {
			page, err = Page{}, panicked(p)
		}
	}()
	ctx = given(ctx)
	request := expand.Request{Ref: ref, Range: part.Lines, Pattern: part.Pattern, Context: part.Context, Page: part.Page}
	parsed, ask, err := request.Ask()
	if err != nil {
		return Page{}, misuse(err)
	}
	x, err := r.find(ctx, parsed.Prefix)
	if err != nil {
		return Page{}, err
	}
	defer x.Close()
	if part.MaxBytes <= 0 {
		part.MaxBytes = math.MaxInt
	}
	got, err := expand.Read(expand.Within(ctx, x), ask, part.MaxBytes)
	var noRange *expand.RangeError
	var noPage *expand.PageError
	switch {
	case errors.As(err, &noRange) || errors.As(err, &noPage):
		return Page{}, misuse(err)
	case err != nil:
		return Page{}, err
	}
	r.noteExpanded(ctx, x.Entry, got.Text)
	return Page{Text: got.Text, Next: got.Next, Hash: x.Entry.Hash, What: got.What}, nil
}

// misuse makes an ErrUsage of an error.
func misuse(err error) error { return fmt.Errorf("%w: %w", ErrUsage, err) }

// open opens the original that a reference names.
func (r *Reducer) open(ctx context.Context, ref string) (*store.Expanded, error) {
	parsed, _, err := expand.Request{Ref: ref}.Ask()
	if err != nil {
		return nil, misuse(err)
	}
	return r.find(ctx, parsed.Prefix)
}

var errNoStore = errors.New("elide: the Reducer has no store")

func (r *Reducer) find(ctx context.Context, prefix string) (*store.Expanded, error) {
	if r == nil || r.opt.Store == nil {
		return nil, errNoStore
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return r.opt.Store.folder.Expand(prefix)
}

// noteExpanded counts what was given back, and writes it down.
func (r *Reducer) noteExpanded(ctx context.Context, entry store.Entry, text []byte) {
	n := tokens.Estimate(text)
	tallyOf(ctx).expansion(len(text), n)
	r.warn(r.log.Expanded(audit.Event{
		FrontEnd: audit.API, Shape: entry.Type, Hash: entry.Hash, Correlation: sessionOf(ctx),
		BytesIn: int(entry.OriginalBytes), BytesOut: len(text), TokensOut: n,
	}))
}
