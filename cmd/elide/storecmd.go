package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"strings"
	"time"
	"unicode"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/fleet"
	"elide.example/elide/internal/store"
)

// storeFlags are those of the commands on the store.
type storeFlags struct {
	dir    string
	repair bool
}

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
	verifying := below("verify", "read every original and report what is damaged", f.verify)
	verifying.args = "[--store FOLDER] [--repair]"
	verifying.long = `elide store verify reads every entry and its whole original, compares schema,
name, seal and digests, and names each entry that is damaged. With --repair it
stores an original anew whose bytes can still be had, and removes the entry of
any other.

Exit status: 0 if nothing is damaged, or all that was is repaired or removed;
5 if something is; 1 if the store could not be read; 2 for a mistake in the call.`
	verifying.example = "  elide store verify\n  elide store verify --repair"
	plain := verifying.flags
	verifying.flags = func(set *flag.FlagSet) {
		plain(set)
		set.BoolVar(&f.repair, "repair", false, "store anew what can be, remove the rest")
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
			verifying,
			below("prune", "remove what expired a day ago or earlier", prune),
			below("path", "print the folder", path),
		},
	}
}

func (a *app) withStore(f *storeFlags, do func(*store.Store, *bufio.Writer) error) error {
	cfg, dir, err := configured()
	if err != nil {
		return err
	}
	s, err := a.newStore(f.dir, dir, cfg).Open()
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
	counts, err := s.Counts()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "folder           %s\n", s.Dir())
	for _, row := range []struct {
		name  string
		count int64
	}{
		{"entries", int64(st.Entries)}, {"live", int64(st.Live)}, {"expired", int64(st.Expired)},
		{"corrupt", int64(st.Corrupt)}, {"temporaries", int64(st.Temporaries)},
		{"original bytes", st.OriginalBytes}, {"disk bytes", st.DiskBytes}, {"expired bytes", st.ExpiredBytes},
		{"prunable bytes", st.PrunableBytes}, {"limit of bytes", s.Limits().Bytes}, {"limit of entries", s.Limits().Entries},
		{"hits", counts.Hits}, {"misses", counts.Misses}, {"asked too late", counts.Expired},
	} {
		fmt.Fprintf(out, "%-16s %d\n", row.name, row.count)
	}
	if st.Entries > 0 && !st.Oldest.IsZero() {
		fmt.Fprintf(out, "oldest           %s\nnewest           %s\n", stamp(st.Oldest), stamp(st.Newest))
	}
	if shared, ok := s.Remote().(*fleet.Client); ok {
		fmt.Fprintf(out, "shared           %s\n", health(shared))
	}
	return nil
}

// health says how the shared store is. That it can't be reached is a finding,
// and no failure of the command.
func health(shared *fleet.Client) string {
	h, err := shared.Health(context.Background())
	if err != nil {
		return oneLine(err.Error())
	}
	return shared.Host() + ": " + h.String()
}

func prune(s *store.Store, out *bufio.Writer) error {
	done, err := s.Prune(time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "removed %d entries and %d temporary files, %d bytes\n", done.Entries, done.Temporaries, done.Bytes)
	return nil
}

// verify looks at every entry. What it finds goes to standard output, as it is
// what was asked for.
func (f *storeFlags) verify(s *store.Store, out *bufio.Writer) error {
	done, err := s.Verify(context.Background(), f.repair, func(hash string, err error) {
		fmt.Fprintf(out, "%s  %s\n", hash, oneLine(err.Error()))
	})
	fmt.Fprintf(out, "%d entries, %d bytes: %d corrupt, %d repaired, %d removed\n",
		done.Entries, done.Bytes, done.Corrupt, done.Repaired, done.Removed)
	if err != nil {
		return err
	}
	if left := done.Corrupt - done.Repaired - done.Removed; left > 0 {
		if err := out.Flush(); err != nil {
			return unwritten(err)
		}
		return cli.WithStatus(fmt.Errorf("%d of %d entries are corrupt: elide store verify --repair stores anew what can be and removes the rest", left, done.Entries), cli.Corrupt)
	}
	return nil
}

func path(s *store.Store, out *bufio.Writer) error {
	fmt.Fprintln(out, s.Dir())
	return nil
}
