package store

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

func hashesOf(list []Listed) (all []string) {
	for _, l := range list {
		all = append(all, l.Hash)
	}
	return all
}

// TestOwners: what was stored for a project or a conversation is found by either,
// whoever stored it last, and by nobody else.
func TestOwners(t *testing.T) {
	dir, a, b := t.TempDir(), t.TempDir(), t.TempDir()
	for_ := func(project, conversation string) *Store {
		s, err := Open(dir, Options{Owner: NewOwner(project, conversation)})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one := put(t, for_(a, "x"), []byte("one")).Hash
	two := put(t, for_(b, "x"), []byte("two")).Hash
	put(t, for_(b, ""), []byte("one"))
	nobody := openStore(t, dir)
	put(t, nobody, []byte("three"))
	for _, c := range []struct {
		owner Owner
		want  []string
	}{
		{NewOwner(a, ""), []string{one}},
		{NewOwner(b, ""), []string{two, one}},
		{NewOwner(a, "x"), []string{one, two}},
		{NewOwner(t.TempDir(), "y"), nil},
		{NewOwner(t.TempDir(), "x"), []string{one, two}},
		{Owner{}, nil},
	} {
		list, err := nobody.ListOf(c.owner)
		got := hashesOf(list)
		slices.Sort(got)
		slices.Sort(c.want)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, not %v: %v", c.owner, got, c.want, err)
		}
	}
	if all, err := nobody.List(); err != nil || len(all) != 3 {
		t.Errorf("%d of all: %v", len(all), err)
	}
}

func openStore(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOwnerSaysNothing: neither a path nor a name nor a byte of an original is in an
// owner's file, nor in its name, and only its owner can read it.
func TestOwnerSaysNothing(t *testing.T) {
	dir, project := t.TempDir(), t.TempDir()
	s, err := Open(dir, Options{Owner: NewOwner(project, "the-session")})
	if err != nil {
		t.Fatal(err)
	}
	hash := put(t, s, []byte("a secret\n")).Hash
	names, err := filepath.Glob(filepath.Join(dir, "of-*"))
	if err != nil || len(names) != 2 {
		t.Fatalf("%v: %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil || string(text) != hash+"\n" || !isOwned(filepath.Base(name)) {
			t.Errorf("%s holds %q: %v", name, text, err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

// TestOwnersOfMany: of many that store at once none is lost, each stands there once,
// and what is gone goes when the store is pruned.
func TestOwnersOfMany(t *testing.T) {
	dir, project := t.TempDir(), t.TempDir()
	now := time.Now()
	opt := Options{Owner: NewOwner(project, ""), TTL: time.Hour, Now: func() time.Time { return now }}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s, err := Open(dir, opt)
			if err != nil {
				t.Error(err)
				return
			}
			for j := range 20 {
				data := []byte{byte(i / 2), byte(j)}
				digest, _ := Digest(bytes.NewReader(data))
				if _, err := s.Put(t.Context(), bytes.NewReader(data), digest, Meta{Type: "plain"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	s, err := Open(dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := s.ListOf(opt.Owner); err != nil || len(list) != 80 {
		t.Fatalf("%d: %v", len(list), err)
	}
	now = now.Add(time.Hour + graceTime/2)
	kept := put(t, s, []byte("new")).Hash
	now = now.Add(graceTime / 2)
	put(t, s, []byte("new"))
	if _, err := s.Prune(now); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, opt.Owner.project)); err != nil || string(text) != kept+"\n" {
		t.Errorf("%q: %v", text, err)
	}
	now = now.Add(time.Hour + graceTime)
	if _, err := s.Prune(now); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, opt.Owner.project)); err == nil {
		t.Error("the file of an owner without entries is there")
	}
}

// TestOwnersFileIsPlanted: what is not a file of ours is not written to, and storing
// goes on.
func TestOwnersFileIsPlanted(t *testing.T) {
	dir, project := t.TempDir(), t.TempDir()
	owner := NewOwner(project, "")
	put(t, openStore(t, dir), []byte("one")) // makes the folder
	target := filepath.Join(dir, "target")
	if err := os.WriteFile(target, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", filepath.Join(dir, owner.project)); err != nil {
		t.Skip(err)
	}
	s, err := Open(dir, Options{Owner: owner})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, []byte("two"))
	if text, err := os.ReadFile(target); err != nil || string(text) != "mine" {
		t.Errorf("%q: %v", text, err)
	}
}

// TestPeek: it gives what Expand does, and changes nothing.
func TestPeek(t *testing.T) {
	s := openStore(t, t.TempDir())
	for _, data := range [][]byte{[]byte("text\r\n\t\"\\\u00e9\u2028\n"), {0xff, 0}, nil, bytes.Repeat([]byte("large\n"), 100_000)} {
		hash := put(t, s, data).Hash
		before := s.Stamp(hash)
		counts, _ := s.Counts()
		x, err := s.Peek(hash)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, x.Size())
		if _, err := x.ReadAt(got, 0); err != nil && len(data) > 0 || !bytes.Equal(got, data) {
			t.Errorf("%q: %v", got, err)
		}
		x.Close()
		if after, _ := s.Counts(); s.Stamp(hash) != before || after != counts {
			t.Error("it was counted")
		}
	}
}
