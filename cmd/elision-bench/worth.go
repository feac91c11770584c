package main

import (
	"context"
	"io"
	"os"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/store"
)

// measureWorth prints what lines of the cases are worth, by what elide thought of them.
func measureWorth(ctx context.Context, dir string, opt options, stdout io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	cases, err := load(dir, &opt)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "elision-bench-") // 0700
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	st, err := store.Open(folder, store.Options{})
	if err != nil {
		return err
	}
	all, err := bench.Worths(ctx, cases, st)
	if err != nil {
		return err
	}
	return bench.WriteWorths(stdout, all)
}
