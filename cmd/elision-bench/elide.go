package main

import (
	"io"
	"os"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/worth"
)

// elideFilter is elide with its store in folder. What it stored is read back
// through a store of its own, as another process would.
func elideFilter(folder string, opt options) (bench.Filter, error) {
	writer, err := store.Open(folder, store.Options{})
	if err != nil {
		return bench.Filter{}, err
	}
	reader, err := store.Open(folder, store.Options{})
	if err != nil {
		return bench.Filter{}, err
	}
	restore := func(hash string) ([]byte, error) {
		original, err := reader.Expand(hash)
		if err != nil {
			return nil, err
		}
		defer original.Close()
		return io.ReadAll(io.NewSectionReader(original, 0, original.Size()))
	}
	table := func(*bench.Case) *worth.Table { return nil }
	if opt.unlearned != "" {
		all, err := worth.Read(os.DirFS(opt.unlearned))
		if err != nil {
			return bench.Filter{}, err
		}
		table = bench.Unlearned(all)
	}
	how := func(c *bench.Case) pipeline.Options {
		o := pipeline.Options{Worth: table(c)}
		if opt.withCommand {
			o.Command = c.Command
		}
		return o
	}
	return bench.Elide(writer, restore, how), nil
}
