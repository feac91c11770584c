package redisstore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"elide.example/elide/internal/fleet"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// Fetch is that of store.Remote. A prefix that is shorter than a hash is looked
// for among all keys of the server.
func (s *Store) Fetch(ctx context.Context, prefix string) (*store.Value, error) {
	if len(prefix) < 6 || len(prefix) > 64 || strings.Trim(prefix, "0123456789abcdef") != "" {
		return nil, &marker.ReferenceError{Text: prefix}
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	hash, err := s.resolve(ctx, prefix)
	if err != nil {
		return nil, err
	}
	v, err := s.read(ctx, hash)
	if err != nil {
		return nil, err
	}
	if v == nil || !strings.HasPrefix(v.Entry.Digest, prefix) {
		return nil, &store.NotFoundError{Prefix: prefix}
	}
	return v, nil
}

// read returns the value of a hash, nil if there is none. No more of it is
// read than one may have, whatever stands there.
func (s *Store) read(ctx context.Context, hash string) (*store.Value, error) {
	key := prefix + hash
	pipe := s.client.Pipeline()
	text := pipe.GetRange(ctx, key, 0, store.MaxValueBytes)
	left := pipe.PTTL(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, s.failed(err)
	}
	if text.Val() == "" {
		return nil, nil
	}
	v, err := store.ReadValue(strings.NewReader(text.Val()))
	if err == nil && (v.Entry.Hash != hash || len(text.Val()) > store.MaxValueBytes) {
		err = errors.New("it is no value of that hash")
	}
	if err != nil {
		return nil, &store.CorruptError{Name: key + " at " + fleet.Host(s.url), Err: err}
	}
	v.Size = int64(len(text.Val()))
	ttl := left.Val()
	switch {
	case ttl == -1: // somebody made it stay
		ttl = v.Entry.TTL
	case ttl <= 0: // expired just now
		return nil, nil
	}
	return v, v.Keep(time.Now(), ttl)
}

// resolve returns the one hash that the prefix may mean.
func (s *Store) resolve(ctx context.Context, start string) (string, error) {
	if len(start) >= marker.HashLen {
		return start[:marker.HashLen], nil
	}
	const most = 100
	var found []string
	_, err := s.scan(ctx, prefix+start+"*", 0, func(keys []string) {
		for _, key := range keys {
			if hash := strings.TrimPrefix(key, prefix); marker.IsHash(hash) && len(found) < most {
				found = append(found, hash)
			}
		}
	})
	if err != nil {
		return "", s.failed(err)
	}
	slices.Sort(found)
	switch found = slices.Compact(found); len(found) {
	case 0:
		return "", &store.NotFoundError{Prefix: start}
	case 1:
		return found[0], nil
	}
	return "", &store.AmbiguousError{Prefix: start, Candidates: found}
}

// scan calls do with the keys that match, on each server that has any, and
// tells whether those were all: after so many rounds it stops, if rounds isn't
// 0.
func (s *Store) scan(ctx context.Context, match string, rounds int, do func(keys []string)) (all bool, err error) {
	var mu sync.Mutex
	all = true
	err = s.each(ctx, func(ctx context.Context, c redis.Cmdable) error {
		cursor := uint64(0)
		for round := 0; ; round++ {
			keys, next, err := c.Scan(ctx, cursor, match, 1000).Result()
			if err != nil {
				return err
			}
			mu.Lock()
			do(keys)
			if next != 0 && rounds > 0 && round+1 >= rounds {
				all, next = false, 0
			}
			mu.Unlock()
			if cursor = next; cursor == 0 {
				return nil
			}
		}
	})
	return all, err
}

// each calls do for each server that holds keys, of a cluster at once.
func (s *Store) each(ctx context.Context, do func(context.Context, redis.Cmdable) error) error {
	if cluster, ok := s.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, c *redis.Client) error { return do(ctx, c) })
	}
	return do(ctx, s.client)
}
