package main

import (
	"context"
	"fmt"
	"time"

	"elide/internal/marker"
	"elide/internal/store"
)

// earlier returns the input that --since names, nil if there is none. What
// will be printed refers to it, so its time to live begins again. If it can't
// be had, the input is reduced as ever.
func (j *job) earlier() *store.Expanded {
	if j.since == "" {
		return nil
	}
	x, err := j.store.renewed(j.since, j.opt.TTL)
	if err != nil {
		j.fail(fmt.Errorf("--since %s: %w", j.since, err))
		return nil
	}
	return x
}

// renewed returns the original that a reference names, kept for ttl from now.
func (l *lazyStore) renewed(reference string, ttl time.Duration) (*store.Expanded, error) {
	ref, err := marker.ParseReference(reference)
	if err != nil {
		return nil, err
	}
	s, err := l.get()
	if err != nil {
		return nil, err
	}
	x, err := s.Expand(ref.Prefix)
	if err != nil {
		return nil, err
	}
	digest, err := store.Digest(x)
	if err == nil {
		meta := store.Meta{Type: x.Entry.Type, Command: x.Entry.Command, TTL: ttl, CompressedBytes: x.Entry.CompressedBytes}
		_, err = s.Put(context.Background(), x, digest, meta)
	}
	if err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}
