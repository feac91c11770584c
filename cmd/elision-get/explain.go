package main

import (
	"errors"
	"fmt"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/store"
)

// explain gives an error of the store, or of a range that the original lacks,
// its exit status and the next step.
func explain(s *store.Store, err error) error {
	status, known := statusOf(err)
	if !known {
		return err
	}
	told := err
	var ambiguous *store.AmbiguousError
	if errors.As(err, &ambiguous) {
		told = fmt.Errorf("%s may mean %d originals", ambiguous.Prefix, len(ambiguous.Candidates))
	}
	told = cli.WithStatus(told, status)
	if advice := expand.Advice(s, err); advice != "" {
		told = cli.Hint(told, advice)
	}
	return told
}

// statusOf returns the exit status that an error has by what it says; known
// tells whether it says anything.
func statusOf(err error) (status int, known bool) {
	var (
		unasked *store.RemoteError
		beyond  *expand.RangeError
	)
	switch {
	case errors.As(err, &beyond):
		return cli.Usage, true
	case errors.As(err, &unasked): // before what it wraps
		return cli.Failure, true
	case errors.Is(err, store.ErrNotFound):
		return cli.NotFound, true
	case errors.Is(err, store.ErrExpired):
		return cli.Expired, true
	case errors.Is(err, store.ErrCorrupt):
		return cli.Corrupt, true
	case errors.Is(err, store.ErrAmbiguous):
		return cli.Ambiguous, true
	}
	return 0, false
}
