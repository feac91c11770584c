package redisstore

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"elide.example/elide/internal/fleet"
)

// countRounds bounds how long entries are counted: some thousand keys a round.
const countRounds = 20

// Health asks the servers how they are. Of a cluster's, bytes are added up.
func (s *Store) Health(ctx context.Context) (fleet.Health, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	h, err := s.health(ctx)
	if err != nil {
		return h, s.failed(err)
	}
	return h, nil
}

func (s *Store) health(ctx context.Context) (h fleet.Health, err error) {
	if err := s.client.Ping(ctx).Err(); err != nil { // connects
		return h, err
	}
	before := time.Now()
	if err := s.client.Ping(ctx).Err(); err != nil {
		return h, err
	}
	h.RoundTrip = time.Since(before)
	var mu sync.Mutex
	err = s.each(ctx, func(ctx context.Context, c redis.Cmdable) error {
		text, err := c.Info(ctx, "memory").Result()
		mu.Lock()
		defer mu.Unlock()
		h.Used += number(text, "used_memory")
		h.Most += number(text, "maxmemory")
		h.Policy = field(text, "maxmemory_policy")
		return err
	})
	if err != nil {
		return h, err
	}
	h.Exact, err = s.scan(ctx, prefix+"*", countRounds, func(keys []string) { h.Entries += int64(len(keys)) })
	if err == nil && !h.Exact {
		h.Entries, err = s.client.DBSize(ctx).Result()
	}
	return h, err
}

// field returns a field of what INFO gives.
func field(info, name string) string {
	for line := range strings.Lines(info) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func number(info, name string) int64 {
	n, _ := strconv.ParseInt(field(info, name), 10, 64)
	return n
}
