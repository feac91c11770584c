package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/store"
)

// shelf is where a person looks at originals that were stored before: a store
// that is only read, and the configuration.
type shelf struct {
	cfg   *config.Config
	place store.Place
}

// newShelf returns the store in the folder or, where none is given, that of
// the working directory.
func newShelf(folder string) (*shelf, error) {
	cfg, dir, err := configured()
	if err != nil {
		return nil, err
	}
	if folder != "" {
		return &shelf{cfg, store.Place{Dir: folder}}, nil
	}
	place, err := store.Find(os.Getenv, dir)
	return &shelf{cfg, place}, err
}

// original returns what a reference names. The exit status of an error is that
// of elision-get. The caller closes it.
func (s *shelf) original(reference string) (*store.Expanded, error) {
	ref, err := marker.ParseReference(reference)
	if err != nil {
		return nil, &callError{err}
	}
	x, _, err := s.place.Expand(ref.Prefix, store.Options{Remote: setup.StoreOptions(s.cfg).Remote})
	if err != nil {
		return nil, unexpanded(err)
	}
	if err := x.Check(); err != nil { // so that no part is shown of what is damaged
		x.Close()
		return nil, unexpanded(err)
	}
	return x, nil
}

// unexpanded gives an error of the store its exit status and the next step.
func unexpanded(err error) error {
	var missing *store.NotFoundError
	switch {
	case errors.As(err, &missing) && len(missing.Nearest) > 0:
		return cli.Hint(cli.WithStatus(err, cli.NotFound), "nearest: "+strings.Join(missing.Nearest, ", "))
	case errors.Is(err, store.ErrNotFound):
		return cli.Hint(cli.WithStatus(err, cli.NotFound), "elide store ls lists what there is")
	case errors.Is(err, store.ErrExpired):
		return cli.Hint(cli.WithStatus(err, cli.Expired), "run the command again")
	case errors.Is(err, store.ErrCorrupt):
		return cli.Hint(cli.WithStatus(err, cli.Corrupt), "run the command again: storing the same output repairs the entry")
	case errors.Is(err, store.ErrAmbiguous):
		return cli.Hint(cli.WithStatus(err, cli.Ambiguous), "give more digits")
	}
	return err
}

// plan returns what elide makes of the original as it is configured now. It is
// made in a store of its own, which goes at once: who only looks doesn't renew
// an entry.
func (s *shelf) plan(x *store.Expanded) (pipeline.Result, error) {
	folder, err := os.MkdirTemp("", "elide-show-") // 0700
	if err != nil {
		return pipeline.Result{}, err
	}
	defer os.RemoveAll(folder)
	st, err := store.Open(folder, store.Options{})
	if err != nil {
		return pipeline.Result{}, err
	}
	opt := setup.Options(s.cfg)
	opt.Command = x.Entry.Command
	res, err := pipeline.Reduce(context.Background(), x, opt, st)
	if err != nil {
		return res, fmt.Errorf("nothing can be said of its lines: %w", err)
	}
	return res, nil
}
