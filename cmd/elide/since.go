package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/store"
)

// sinceLast is what --since takes instead of a reference: the run of the same
// command, in the same folder, that was reduced last.
const sinceLast = "last"

// errNoCommand is the mistake of the filter that is asked for --since last.
var errNoCommand = errors.New("--since last needs the command, which the filter doesn't know: " +
	"name an earlier input by its hash, or use elide run --since last -- COMMAND")

// keyOf returns the key under which a run of the command is remembered.
func keyOf(args []string) store.RunKey {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return store.NewRunKey(dir, args)
}

// earlier returns the input that --since names, nil if there is none. What
// will be printed refers to it, so its time to live begins again. If it can't
// be had, the input is reduced as ever.
func (j *job) earlier() *store.Expanded {
	if j.since == "" {
		return nil
	}
	x, err := j.renewed(j.since)
	if err != nil {
		j.fail(fmt.Errorf("--since %s: %w", j.since, err))
		return nil
	}
	return x
}

// renewed returns the original that a reference names. That the command has
// not run before, or too long ago, is no failure: it has to begin once.
func (j *job) renewed(reference string) (*store.Expanded, error) {
	if reference != sinceLast {
		return j.store.Renewed(reference, j.opt.TTL)
	}
	s, err := j.store.Open()
	if err != nil {
		return nil, err
	}
	hash, err := s.LastRun(j.runKey)
	if err != nil || hash == "" {
		return nil, err
	}
	x, err := j.store.Renewed(hash, j.opt.TTL)
	if errors.Is(err, store.ErrExpired) || errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return x, err
}

// remember makes the output of this run what the next one with --since last
// is compared with.
func (j *job) remember(held *spool.Spool, res pipeline.Result) {
	if j.runKey == "" {
		return
	}
	hash, err := j.stored(held, res)
	if err == nil && hash != "" {
		var s *store.Store
		if s, err = j.store.Open(); err == nil {
			err = s.RememberRun(j.runKey, hash)
		}
	}
	if err != nil {
		j.warn(fmt.Errorf("this run is not remembered for --since last: %w", err))
	}
}

// stored returns the hash under which the output of a run is stored, "" if it
// is not. One that was shown whole is stored only if the user compares runs:
// what can't be shortened alone may well be as a difference.
func (j *job) stored(held *spool.Spool, res pipeline.Result) (string, error) {
	looked := res.Lines > 0 && res.Shape != shape.Binary
	if res.Reduced || j.since != sinceLast || !looked {
		return res.Hash, nil
	}
	s, err := j.store.Open()
	if err != nil {
		return "", err
	}
	digest, err := store.Digest(held)
	if err != nil {
		return "", err
	}
	meta := store.Meta{Type: res.Shape.String(), Command: j.opt.Command, TTL: j.opt.TTL, CompressedBytes: held.Size()}
	entry, err := s.Put(context.Background(), held, digest, meta)
	return entry.Hash, err
}
