package main

import (
	"context"
	"io"
	"os"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/worth"
)

// observe prints what is hidden of the cases, by families, as package worth learns from.
func observe(ctx context.Context, dir string, opt options, stdout io.Writer) error {
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
	all, err := bench.Observe(ctx, cases, st)
	if err != nil {
		return err
	}
	return worth.Write(stdout, all)
}
