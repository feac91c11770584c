package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/mcpserver"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/stats"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
)

// originals are those that are served. The store is looked for at each call: a
// project may get one of its own while its host runs.
type originals struct {
	app    *app
	folder string // "": that of dir
	dir    string // the working directory
	opt    store.Options
	audit  string // the path of log; "": there is none
	log    *audit.Log
}

// originals finds out where they are. A mistake in the configuration is told, and
// the defaults hold: what a model can't read it must still be able to expand.
func (a *app) originals(o *options) (*originals, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := &originals{app: a, dir: dir}
	if o.store != "" {
		if s.folder, err = filepath.Abs(o.store); err != nil {
			return nil, err
		}
	}
	cfg, err := config.Load(config.Source{Env: os.LookupEnv, Dir: dir})
	if err != nil {
		cli.Warn(a.err, program, err)
		cfg = config.Default()
	}
	if hint, what := cfg.Ignored(); what != nil {
		cli.Warn(a.err, program, cli.Hint(what, hint))
	}
	s.opt = setup.StoreOptions(cfg)
	s.audit, s.log = cfg.AuditPath, audit.Open(cfg.AuditPath, cfg.AuditMaxBytes)
	return s, nil
}

func (s *originals) options() mcpserver.Options {
	return mcpserver.Options{Version: cli.Version(), Find: s.find, List: s.list, Kept: s.kept, Stats: s.stats, Expanded: s.expanded}
}

func (s *originals) place() (store.Place, error) {
	if s.folder != "" {
		return store.Place{Dir: s.folder, Whole: true}, nil
	}
	return store.Find(os.Getenv, s.dir)
}

func (s *originals) find(prefix string) (*store.Expanded, *store.Store, error) {
	place, err := s.place()
	if err != nil {
		return nil, nil, err
	}
	return place.Expand(prefix, s.opt)
}

// stores returns the stores in which originals may be.
func (s *originals) stores() ([]*store.Store, error) {
	place, err := s.place()
	if err != nil {
		return nil, err
	}
	first, err := store.Open(place.Dir, s.opt)
	if err != nil {
		return nil, err
	}
	all := []*store.Store{first}
	if place.Instead != "" && place.Instead != place.Dir {
		if other, err := store.Open(place.Instead, s.opt); err == nil {
			all = append(all, other)
		}
	}
	return all, nil
}

func (s *originals) list() ([]store.Listed, error) {
	stores, err := s.stores()
	if err != nil {
		return nil, err
	}
	var all []store.Listed
	for i := range stores { // the one that goes first at the end
		list, err := stores[len(stores)-1-i].List()
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// kept returns what of it belongs to the project, or to the conversation in which the
// host started this server.
func (s *originals) kept() ([]store.Kept, error) {
	place, err := s.place()
	if err != nil {
		return nil, err
	}
	return place.Kept(store.NewOwner(s.dir, audit.Conversation(os.Getenv)), s.opt)
}

// stats says what is stored, and what was saved where that is written down.
func (s *originals) stats() (string, error) {
	stores, err := s.stores()
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, from := range stores {
		if err := describe(&text, from, from == stores[0]); err != nil {
			return "", err
		}
	}
	if s.audit != "" {
		saved, err := stats.Summary(s.audit)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			saved = fmt.Sprintf("the account can't be read: %v\n", err)
		}
		text.WriteString(saved)
	}
	return text.String(), nil
}

// describe says what a store holds; of an empty one only if it must.
func describe(text *strings.Builder, from *store.Store, must bool) error {
	held, err := from.Stat()
	if err != nil || held.Entries == 0 && !must {
		return err
	}
	counts, err := from.Counts()
	if err != nil {
		return err
	}
	fmt.Fprintf(text, "%s: %d originals, %d bytes; %d expired\n", from.Dir(), held.Live, held.OriginalBytes, held.Expired)
	fmt.Fprintf(text, "asked for: %d times found, %d not there, %d expired\n", counts.Hits, counts.Misses, counts.Expired)
	return nil
}

// expanded writes down that an original was shown.
func (s *originals) expanded(host string, a expand.Answer) {
	_, session := audit.Session(os.Getenv)
	err := s.log.Expanded(audit.Event{
		FrontEnd: audit.MCP, Host: host, Tool: expand.ToolName, Shape: a.Entry.Type, Hash: a.Entry.Hash,
		BytesIn: int(a.Entry.OriginalBytes), BytesOut: len(a.Text), TokensOut: tokens.Estimate(a.Text),
		Correlation: session,
	})
	if err != nil {
		cli.Warn(s.app.err, program, err)
	}
}
