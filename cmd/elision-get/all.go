package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

const (
	// mostFound bounds what a search of all prints: agents' hosts cut what is longer
	// than some 30,000 characters.
	mostFound = 24_000
	// longestSearch is how long one may take. The pattern may be a model's.
	longestSearch = 20 * time.Second
)

var (
	errSlow    = errors.New("the search took too long: give a simpler pattern")
	errStopped = errors.New("the search was interrupted")
)

// getAll searches all originals of the conversation and the project.
func (f flags) getAll(args []string, grep bool, std streams) error {
	switch {
	case !f.all:
		return usage("--after goes with --all")
	case !grep:
		return usage("--all goes with --grep PATTERN; elide store ls lists what there is")
	case len(args) > 0 || len(f.lines) > 0:
		return usage("--all looks through all originals: leave the reference and the range out")
	case f.context < 0:
		return usage("-C N goes with --grep and counts lines")
	case f.after != "" && !marker.IsHash(f.after):
		return usage("--after takes the hash of an original, %d hexadecimal digits", marker.HashLen)
	}
	pattern, err := f.pattern(grep)
	if err != nil {
		return err
	}
	kept, err := f.kept()
	if err != nil {
		return explain(nil, err)
	}
	ctx, undo := interruptible()
	defer undo()
	found := expand.Search{Pattern: *pattern, Context: f.context, MaxBytes: mostFound, After: f.after}.In(ctx, kept)
	account := newAccount(std.err)
	out := account.watch(std.out)
	defer account.expanded(store.Entry{}, out)
	if _, err := out.Write(found.Text); err != nil {
		return err
	}
	if found.Matches == 0 || found.Damaged > 0 || found.Next != "" {
		cli.Warn(std.err, program, hinted(found, *pattern))
	}
	return found.Late
}

// kept returns the originals that are meant.
func (f flags) kept() ([]store.Kept, error) {
	place, err := f.place()
	if err != nil {
		return nil, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return place.Kept(store.NewOwner(cwd, audit.Conversation(os.Getenv)), store.Options{})
}

// interruptible returns a context that ends when time is up, or by a signal.
func interruptible() (ctx context.Context, undo func()) {
	ctx, late := context.WithTimeoutCause(context.Background(), longestSearch, errSlow)
	ctx, cancel := context.WithCancelCause(ctx)
	got := make(chan os.Signal, 1)
	signal.Notify(got, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-got:
			signal.Stop(got) // a second one ends us at once
			cancel(errStopped)
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(got); cancel(nil); late() }
}

// hinted says what was found and how to see more.
func hinted(found expand.Found, pattern keep.Pattern) error {
	told := errors.New(found.What(pattern))
	if found.Next == "" {
		return told
	}
	return cli.Hint(told, "--after "+found.Next+" goes on")
}
