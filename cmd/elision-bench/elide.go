package main

import (
	"io"

	"elide/internal/bench"
	"elide/internal/store"
)

// elideFilter is elide with its store in folder. What it stored is read back
// through a store of its own, as another process would.
func elideFilter(folder string, withCommand bool) (bench.Filter, error) {
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
	return bench.Elide(writer, restore, withCommand), nil
}
