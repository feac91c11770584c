package setup

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// TestAProjectOnlyMakesMoreCareful: for any configuration of the user's and any of
// a project that isn't trusted, what is shown of a block without the project's
// file is shown with it, what was stored stays and lives as long, nothing is
// written but into the store, and no command runs.
func TestAProjectOnlyMakesMoreCareful(t *testing.T) {
	base := t.TempDir()
	laws.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(base, "")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		w := &project{rt: rt, dir: dir}
		w.write("home/.config/elide/config.toml", anyConfiguration(rt, "user", dir))
		w.write("home/.config/elide/rules/x.rules", anyRules(rt))
		block := anyBlock(rt)
		with, without := w.open("with"), w.open("without")
		user := w.load()
		old := w.reduce(with, "old\n"+block, config.Default(), 0) // of another command
		w.reduce(without, "old\n"+block, config.Default(), 0)
		const later = 15 * time.Minute // when what is not used may be evicted
		plain := w.reduce(without, block, user, later)

		w.write(".elide/config.toml", anyConfiguration(rt, "project", dir))
		w.write(".elide/rules/x.rules", anyRules(rt))
		cfg := w.load()
		if cfg.Mistake() != nil {
			rt.Fatal(cfg.Mistake())
		}
		res := w.reduce(with, block, cfg, later)
		if hidden := shownOnly(block, plain, res); hidden != "" {
			rt.Fatalf("hidden with the project's file: %s", hidden)
		}
		for _, hash := range []string{old.Hash, res.Hash} {
			was, err := without.Get(hash)
			if hash == "" || err != nil {
				continue // the user's own limits leave no room for it
			}
			is, err := with.Get(hash)
			if err != nil || is.ExpiresAt().Before(was.ExpiresAt().Add(-time.Minute)) {
				rt.Fatalf("%s lives till %v and not till %v: %v", hash, is.ExpiresAt(), was.ExpiresAt(), err)
			}
		}
		w.onlyStored()
	})
}

// project is a folder with a home and a store in it.
type project struct {
	rt  *rapid.T
	dir string
}

func (w *project) write(name, text string) {
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		w.rt.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		w.rt.Fatal(err)
	}
}

func (w *project) load() *config.Config {
	env := func(name string) (string, bool) {
		home := map[string]string{"HOME": filepath.Join(w.dir, "home")}
		return home[name], home[name] != ""
	}
	cfg, err := config.Load(config.Source{Env: env, Dir: w.dir})
	if err != nil {
		w.rt.Fatal(err)
	}
	return cfg
}

func (w *project) open(name string) *Store {
	return NewStore(Where{Folder: filepath.Join(w.dir, "stores", name)}, store.Options{})
}

// reduce does what a front end does, so much later.
func (w *project) reduce(s *Store, block string, cfg *config.Config, later time.Duration) pipeline.Result {
	if !cfg.Enabled {
		return pipeline.Result{}
	}
	opt := StoreOptions(cfg)
	opt.Remote = nil // the network is not in question
	opt.Now = func() time.Time { return time.Now().Add(later) }
	res, err := pipeline.Reduce(context.Background(), strings.NewReader(block), Options(cfg), NewStore(s.where, opt))
	if err != nil {
		return pipeline.Result{}
	}
	return res
}

// onlyStored checks that nothing was written but configuration and store.
func (w *project) onlyStored() {
	filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(w.dir, name)
		if d.IsDir() || rel == ".elide/config.toml" || rel == ".elide/rules/x.rules" || strings.HasPrefix(rel, "home/.config/") || strings.HasPrefix(rel, "stores/") {
			return nil
		}
		w.rt.Fatalf("written: %s", rel)
		return nil
	})
}

// shownOnly returns a part of the block that the first result shows and the second
// doesn't, "" if there is none.
func shownOnly(block string, first, second pipeline.Result) string {
	if !second.Reduced {
		return ""
	}
	shown := make([]bool, len(block))
	for _, p := range second.Pieces {
		for i := p.Off; i < p.Off+p.Len; i++ {
			shown[i] = p.Shown
		}
	}
	if !first.Reduced {
		return "something of a block that passed whole"
	}
	for _, p := range first.Pieces {
		for i := p.Off; p.Shown && i < p.Off+p.Len; i++ {
			if !shown[i] {
				return fmt.Sprintf("%q", block[p.Off:p.Off+p.Len])
			}
		}
	}
	return ""
}

// anyConfiguration draws a file that sets what bears on blocks, and what a stranger
// would set.
func anyConfiguration(rt *rapid.T, who, dir string) string {
	var b strings.Builder
	for _, s := range []struct {
		key    string
		values []string
	}{
		{"enabled", []string{"true", "true", "true", "false"}},
		{"min_block_bytes", []string{"0", "100", "2048", "5000"}},
		{"verify_max_bytes", []string{"1", "3000"}},
		{"keep", []string{"[]", "['request 7']", "['INFO', 'a']", "['/request [0-9]*1 /', 'worker']", "['ERROR']"}},
		{"budget", []string{"0", "1", "60", "200", "1000", "5000"}},
		{"elision.ttl_ms", []string{"1", "60000", "1800000", "2000000000"}},
		{"elision.max_bytes", []string{"0", "1", "100000", "10000000"}},
		{"elision.max_entries", []string{"0", "1", "2", "100"}},
		{"elision.url", []string{"''", "'redis://127.0.0.1:1'"}},
		{"history.summarizer", []string{"''", "'touch " + dir + "/ran'"}},
		{"audit.path", []string{"''", "'" + dir + "/audit'"}},
		{"audit.max_bytes", []string{"0", "1"}},
	} {
		if rapid.Bool().Draw(rt, who+" sets "+s.key) {
			fmt.Fprintf(&b, "%s = %s\n", s.key, rapid.SampledFrom(s.values).Draw(rt, who+" "+s.key))
		}
	}
	return b.String()
}

// anyBlock draws a block as tools print it.
func anyBlock(rt *rapid.T) string {
	line := rapid.SampledFrom([]string{
		"2026-01-02 03:04:05 INFO request %d served in 7 ms", "2026-01-02 03:04:05 ERROR request %d: connection reset", "worker %d: started",
		"=== RUN   TestThing%d", "--- PASS: TestThing%d (0.00s)", "--- FAIL: TestOther%d (0.01s)", "    other_test.go:%d: got 1, want 2",
		"src/main.go:%d: undefined: thing", "   Compiling crate%d v0.1.0", "", "x",
	})
	var b strings.Builder
	for i, n := 0, rapid.IntRange(1, 12).Draw(rt, "runs"); i < n; i++ {
		form := line.Draw(rt, "line")
		for j := range rapid.IntRange(1, 60).Draw(rt, "lines") {
			if strings.Contains(form, "%") {
				fmt.Fprintf(&b, form+"\n", i*100+j)
			} else {
				b.WriteString(form + "\n")
			}
		}
	}
	return b.String()
}

// anyRules draws a rule file that speaks of such blocks.
func anyRules(rt *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(0, 4).Draw(rt, "rules") {
		fmt.Fprintf(&b, "%s %s %q\n", rapid.SampledFrom([]string{"line show", "line show", "line hide", "test pass", "test head", "test noise"}).Draw(rt, "kind"),
			rapid.SampledFrom([]string{"has", "start", "end"}).Draw(rt, "op"),
			rapid.SampledFrom([]string{"request 1", "worker ", "ms", "ERROR", "2026", "--- ", "src/", "7", "x", "got 1"}).Draw(rt, "literal"))
	}
	return b.String()
}
