package main

import (
	"bufio"
	"flag"
	"fmt"
	"strings"
	"time"
	"unicode"

	"elide/internal/cli"
	"elide/internal/config"
	"elide/internal/store"
)

// storeFlags are those of the commands on the store.
type storeFlags struct{ dir string }

func newStore(a *app) *command {
	f := &storeFlags{}
	below := func(name, short string, do func(*store.Store, *bufio.Writer) error) *command {
		return &command{
			name: name, args: "[--store FOLDER]", short: short,
			long:    fmt.Sprintf("elide store %s: %s.", name, short),
			example: "  elide store " + name,
			flags:   func(set *flag.FlagSet) { set.StringVar(&f.dir, "store", "", "the `folder` of the store") },
			run:     func([]string) error { return a.withStore(f, do) },
		}
	}
	return &command{
		name:  "store",
		short: "look at the stored originals",
		long: `elide store looks at the folder that holds the originals: that of --store, or of
ELIDE_STORE, or .elide/store of the nearest project with an .elide folder, or
elide/store in the user's cache folder.

Exit status: 0; 1 if the store could not be read or standard output not be
written; 2 for a mistake in the call.`,
		example: "  elide store ls\n  elide store stat --store /tmp/elide",
		below: []*command{
			below("ls", "list the entries, oldest first", list),
			below("stat", "count entries and bytes", stat),
			below("prune", "remove what expired a day ago or earlier", prune),
			below("path", "print the folder", path),
		},
	}
}

func (a *app) withStore(f *storeFlags, do func(*store.Store, *bufio.Writer) error) error {
	source, err := configSource()
	if err != nil {
		return err
	}
	cfg, err := config.Load(source)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	s, err := openStore(f.dir, source.Dir, store.Options{TTL: cfg.Elision.TTL(), Sync: cfg.Elision.Sync})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.out)
	if err := do(s, out); err != nil {
		return err
	}
	return unwritten(out.Flush())
}

func list(s *store.Store, out *bufio.Writer) error {
	entries, err := s.List()
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Err != nil {
			fmt.Fprintf(out, "%s  corrupt: %v\n", e.Hash, e.Err)
			continue
		}
		state := "expires"
		if e.Expired {
			state = "expired"
		}
		fmt.Fprintf(out, "%s  %s  %s %s  %9d  %-12s  %s\n", e.Hash, stamp(e.CreatedAt),
			state, stamp(e.ExpiresAt()), e.OriginalBytes, e.Type, oneLine(e.Command))
	}
	return nil
}

// oneLine returns text that others wrote as it can be shown in a list.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

func stat(s *store.Store, out *bufio.Writer) error {
	st, err := s.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "folder          %s\n", s.Dir())
	for _, row := range []struct {
		name  string
		count int64
	}{
		{"entries", int64(st.Entries)}, {"live", int64(st.Live)}, {"expired", int64(st.Expired)},
		{"corrupt", int64(st.Corrupt)}, {"temporaries", int64(st.Temporaries)},
		{"original bytes", st.OriginalBytes}, {"disk bytes", st.DiskBytes}, {"expired bytes", st.ExpiredBytes},
	} {
		fmt.Fprintf(out, "%-15s %d\n", row.name, row.count)
	}
	if st.Entries > 0 && !st.Oldest.IsZero() {
		fmt.Fprintf(out, "oldest          %s\nnewest          %s\n", stamp(st.Oldest), stamp(st.Newest))
	}
	return nil
}

func prune(s *store.Store, out *bufio.Writer) error {
	done, err := s.Prune(time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "removed %d entries and %d temporary files, %d bytes\n", done.Entries, done.Temporaries, done.Bytes)
	return nil
}

func path(s *store.Store, out *bufio.Writer) error {
	fmt.Fprintln(out, s.Dir())
	return nil
}
