package main

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/aside"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

// asides returns what answers context_expand in the agent's place; nil, if nobody does.
func (s *session) asides(originals *setup.Store) *aside.Answerer {
	if !s.opt.expandTool {
		return nil
	}
	find := func(prefix string) (*store.Expanded, *store.Store, error) {
		opened, err := originals.Open()
		if err != nil {
			return nil, nil, err
		}
		x, err := opened.Expand(prefix)
		return x, opened, err
	}
	return aside.New(find, &asides{store: originals, ttl: s.ttl()})
}

// asides keeps recipes in the store, as long as the originals of the conversation, and the
// last ones in memory: a conversation asks for all of its own with each request.
type asides struct {
	store *setup.Store
	ttl   time.Duration

	mu    sync.Mutex
	known map[[32]byte]keptAside
	bytes int
}

type keptAside struct {
	recipe  []byte
	renewed time.Time
}

// mostAsides bounds the recipes in memory. One has some 8 KB, for an answer of a page.
const mostAsides = 32 << 20 // bytes

// Remember stores a recipe.
func (a *asides) Remember(key [32]byte, recipe []byte) error {
	digest := blake3.Sum256(recipe)
	pending, err := a.store.Prepare(context.Background(), bytes.NewReader(recipe), digest)
	if err != nil {
		return err
	}
	if _, err := pending.Commit(store.Meta{Type: shape.JSONObject.String(), TTL: a.ttl}); err != nil {
		return err
	}
	hash := marker.Hash(digest)
	a.know(key, keptAside{recipe, time.Now()})
	return a.store.RememberRequest(key, hash)
}

// Recall returns a recipe, and sees that it stays.
func (a *asides) Recall(key [32]byte) ([]byte, bool) {
	a.mu.Lock()
	known, ok := a.known[key]
	a.mu.Unlock()
	if ok && time.Since(known.renewed) < a.ttl/4 {
		return known.recipe, true
	}
	hash, err := a.store.Request(key)
	if err != nil || hash == "" {
		return nil, false
	}
	x, err := a.store.Renewed(hash, a.ttl)
	if err != nil {
		return nil, false
	}
	defer x.Close()
	recipe, err := io.ReadAll(io.NewSectionReader(x, 0, min(x.Size(), mostAsides)))
	if err != nil {
		return nil, false
	}
	a.know(key, keptAside{recipe, time.Now()})
	return recipe, true
}

func (a *asides) know(key [32]byte, k keptAside) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil || a.bytes+len(k.recipe) > mostAsides {
		a.known, a.bytes = map[[32]byte]keptAside{}, 0
	}
	a.known[key] = k
	a.bytes += len(k.recipe)
}
