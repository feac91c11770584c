package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestWithin: what takes too long, or fails in a way that nobody expected, ends
// no process and keeps nobody waiting.
func TestWithin(t *testing.T) {
	ctx := context.Background()
	if got, err := within(ctx, func() (int, error) { return 7, nil }); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	if got, err := within(ctx, func() (int, error) { panic("mistake") }); got != 0 || err == nil || !strings.Contains(err.Error(), "mistake") {
		t.Errorf("%d, %v", got, err)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	held := make(chan struct{})
	defer close(held)
	if got, err := within(ctx, func() (int, error) { <-held; return 7, nil }); got != 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d, %v", got, err)
	}
}
