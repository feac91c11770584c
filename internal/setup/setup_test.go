package setup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// TestOptions: what the configuration says is what the pipeline is told.
func TestOptions(t *testing.T) {
	cfg := config.Default()
	cfg.Budget, cfg.MinBlockBytes, cfg.Keep, cfg.Elision.TTLMillis = 7, 0, []string{"panic"}, 90_000
	opt := Options(cfg)
	if opt.Budget != 7 || opt.MinBytes >= 0 || len(opt.Keep) != 1 || opt.TTL != 90*time.Second {
		t.Errorf("%+v", opt)
	}
	if got := StoreOptions(cfg); got.TTL != 90*time.Second || got.Limits.Bytes != cfg.Elision.MaxBytes || got.Remote != nil {
		t.Errorf("%+v", got)
	}
	cfg.MinBlockBytes, cfg.Elision.URL = 10, "redis://127.0.0.1:1"
	if Options(cfg).MinBytes != 10 || StoreOptions(cfg).Remote == nil {
		t.Error("a length or the remote is not taken over")
	}
}

func block(text string) *strings.Reader { return strings.NewReader(strings.Repeat(text, 3000)) }

// TestOpenLate: a store that can't be opened is tried again, nothing is made
// before it is used, and many may use it at once.
func TestOpenLate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := NewStore(Where{Folder: folder}, store.Options{})
	if _, err := pipeline.Reduce(context.Background(), block("a line\n"), pipeline.Options{}, s); err == nil {
		t.Fatal("stored in a file")
	}
	if _, err := s.Get("0123456789ab"); err == nil || s.Stamp("0123456789ab") != (store.Stamp{}) {
		t.Error("a store that can't be opened holds something")
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, text := range []string{"a line\n", "another\n", "a third\n"} {
		all.Go(func() {
			res, err := pipeline.Reduce(context.Background(), block(text), pipeline.Options{}, s)
			if err != nil || !res.Reduced || s.Stamp(res.Hash) == (store.Stamp{}) {
				t.Errorf("%q: %v %v", text, res.Reason, err)
			}
		})
	}
	all.Wait()
}

// TestMoved: who asked is told when originals are kept elsewhere.
func TestMoved(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(project, ".elide"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(project, ".elide", "store"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string { return map[string]string{"HOME": home, "XDG_CACHE_HOME": home}[name] }
	var wanted, used string
	s := NewStore(Where{Dir: project, Env: env, Moved: func(w, u string) { wanted, used = w, u }}, store.Options{})
	opened, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	if opened.Dir() != used || !strings.HasPrefix(wanted, project) {
		t.Errorf("moved from %q to %q, opened %q", wanted, used, opened.Dir())
	}
}

// TestRenewed: what is referred to again lives as long as what refers to it.
func TestRenewed(t *testing.T) {
	now := time.Now()
	s := NewStore(Where{Folder: t.TempDir()}, store.Options{TTL: time.Minute, Now: func() time.Time { return now }})
	res, err := pipeline.Reduce(context.Background(), block("a line\n"), pipeline.Options{}, s)
	if err != nil || !res.Reduced {
		t.Fatal(res.Reason, err)
	}
	now = now.Add(50 * time.Second)
	x, err := s.Renewed("⟦elided:"+res.Hash+" 2998 lines⟧", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
	now = now.Add(50 * time.Minute)
	if _, err := s.Get(res.Hash); err != nil {
		t.Error(err)
	}
	now = now.Add(time.Hour)
	if _, err := s.Renewed(res.Hash, time.Hour); !errors.Is(err, store.ErrExpired) {
		t.Errorf("expired: %v", err)
	}
	if _, err := s.Renewed("no reference", time.Hour); err == nil {
		t.Error("nonsense is renewed")
	}
}
