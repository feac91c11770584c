// Package setup makes of the configuration what every front end needs: the
// options of the pipeline, the store, which is opened when the first original
// is to be kept (most blocks are small and need none), and what the account
// says of a block that was reduced.
package setup

import (
	"context"
	"sync"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/fleet"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// Options returns the options of the pipeline. Whether elide is switched off
// is for the caller to see, in cfg.Enabled.
func Options(cfg *config.Config) pipeline.Options {
	opt := pipeline.Options{Budget: cfg.Budget, TTL: cfg.Elision.TTL(), MinBytes: cfg.MinBlockBytes}
	if opt.MinBytes == 0 {
		opt.MinBytes = -1 // none; 0 is the pipeline's own default
	}
	opt.Keep, _ = keep.ParseAll(cfg.Keep) // config has checked them
	opt.KeepToo, _ = keep.ParseAll(cfg.KeepToo)
	if cfg.Enabled {
		opt.Rules = cfg.Rules()
	}
	return opt
}

// Event returns what an account says of a block that was reduced, and of the
// command that printed it.
func Event(frontEnd, command string, res pipeline.Result) audit.Event {
	return audit.Event{
		FrontEnd: frontEnd, Tool: audit.CommandName(command), Shape: res.Shape.String(), Hash: res.Hash,
		BytesIn: int(res.Bytes), BytesOut: len(res.Text), TokensIn: res.Tokens, TokensOut: res.TokensOut,
	}
}

// StoreOptions returns the options of the store.
func StoreOptions(cfg *config.Config) store.Options {
	opt := store.Options{
		TTL: cfg.Elision.TTL(), Sync: cfg.Elision.Sync,
		Limits: store.Limits{Bytes: cfg.Elision.MaxBytes, Entries: int64(cfg.Elision.MaxEntries)},
	}
	if cfg.Elision.URL != "" {
		opt.Remote = fleet.New(cfg.Elision.URL, cfg.Elision.Timeout(), cfg.Elision.Timeout())
	}
	return opt
}

// Where says which store is meant.
type Where struct {
	Folder string                    // "": that of Dir
	Dir    string                    // the folder that is worked in, absolute
	Env    func(name string) string  // as os.Getenv
	Moved  func(wanted, used string) // told when the store's place can't be written and another is used; nil: nobody is
}

// Store is a store that is opened by its first use. What could not be opened
// is tried again by the next use. It is safe for concurrent use.
type Store struct {
	where Where
	opt   store.Options

	mu     sync.Mutex
	opened *store.Store
}

// NewStore returns the store, not opened yet.
func NewStore(where Where, opt store.Options) *Store { return &Store{where: where, opt: opt} }

// Open opens the store, or returns the one that is open.
func (s *Store) Open() (*store.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened != nil {
		return s.opened, nil
	}
	opened, err := s.open()
	if err != nil {
		return nil, err
	}
	s.opened = opened
	return opened, nil
}

func (s *Store) open() (*store.Store, error) {
	if s.where.Dir != "" {
		conversation := ""
		if s.where.Env != nil {
			conversation = audit.Conversation(s.where.Env)
		}
		s.opt.Owner = store.NewOwner(s.where.Dir, conversation)
	}
	if s.where.Folder != "" {
		return store.Open(s.where.Folder, s.opt)
	}
	place, err := store.Find(s.where.Env, s.where.Dir)
	if err != nil {
		return nil, err
	}
	opened, moved, err := place.OpenToWrite(s.opt)
	if err == nil && moved && s.where.Moved != nil {
		s.where.Moved(place.Dir, opened.Dir())
	}
	return opened, err
}

// Prepare is that of the store.
func (s *Store) Prepare(ctx context.Context, o store.Original, digest [32]byte) (*store.Pending, error) {
	opened, err := s.Open()
	if err != nil {
		return nil, err
	}
	return opened.Prepare(ctx, o, digest)
}

// Get is that of the store.
func (s *Store) Get(prefix string) (store.Entry, error) {
	opened, err := s.Open()
	if err != nil {
		return store.Entry{}, err
	}
	return opened.Get(prefix)
}

// Intact is that of the store.
func (s *Store) Intact(prefix string) (store.Entry, error) {
	opened, err := s.Open()
	if err != nil {
		return store.Entry{}, err
	}
	return opened.Intact(prefix)
}

// Stamp is that of the store; one that can't be opened holds nothing.
func (s *Store) Stamp(hash string) store.Stamp {
	opened, err := s.Open()
	if err != nil {
		return store.Stamp{}
	}
	return opened.Stamp(hash)
}

// Expand is that of the store.
func (s *Store) Expand(prefix string) (*store.Expanded, error) {
	opened, err := s.Open()
	if err != nil {
		return nil, err
	}
	return opened.Expand(prefix)
}

// Request is that of the store.
func (s *Store) Request(digest [32]byte) (hash string, err error) {
	opened, err := s.Open()
	if err != nil {
		return "", err
	}
	return opened.Request(digest)
}

// RememberRequest is that of the store.
func (s *Store) RememberRequest(digest [32]byte, hash string) error {
	opened, err := s.Open()
	if err != nil {
		return err
	}
	return opened.RememberRequest(digest, hash)
}

// Renewed returns the original that a reference names, kept for ttl from now.
// The errors are those of the reference and of store.Store's Expand and Put.
// The caller closes it.
func (s *Store) Renewed(reference string, ttl time.Duration) (*store.Expanded, error) {
	ref, err := marker.ParseReference(reference)
	if err != nil {
		return nil, err
	}
	opened, err := s.Open()
	if err != nil {
		return nil, err
	}
	x, err := opened.Expand(ref.Prefix)
	if err != nil {
		return nil, err
	}
	digest, err := store.Digest(x)
	if err == nil {
		meta := store.Meta{Type: x.Entry.Type, Command: x.Entry.Command, TTL: ttl, CompressedBytes: x.Entry.CompressedBytes}
		_, err = opened.Put(context.Background(), x, digest, meta)
	}
	if err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}
