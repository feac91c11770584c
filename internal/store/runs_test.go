package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func lastRun(t *testing.T, s *Store, key RunKey) string {
	t.Helper()
	hash, err := s.LastRun(key)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func remember(t *testing.T, s *Store, key RunKey, hash string) {
	t.Helper()
	if err := s.RememberRun(key, hash); err != nil {
		t.Fatal(err)
	}
}

func TestLastRun(t *testing.T) {
	s, _ := newStore(t)
	key, other := NewRunKey("/src", []string{"go", "test"}), NewRunKey("/src/go", []string{"test"})
	if key == other || key == NewRunKey("/src", []string{"go test"}) {
		t.Error("two commands have one key")
	}
	if hash := lastRun(t, s, key); hash != "" {
		t.Errorf("an empty store remembers %s", hash)
	}
	first, second := put(t, s, []byte("one")).Hash, put(t, s, []byte("two")).Hash
	remember(t, s, key, first)
	remember(t, s, other, first)
	remember(t, s, key, second)
	if got := lastRun(t, s, key); got != second {
		t.Errorf("the last run is %s, want %s", got, second)
	}
	if got := lastRun(t, s, other); got != first {
		t.Errorf("the other's last run is %s, want %s", got, first)
	}
}

// Neither the command nor the folder can be read from the file, which nobody
// else may read.
func TestRunsArePrivate(t *testing.T) {
	s, _ := newStore(t)
	remember(t, s, NewRunKey("/home/ada/secret", []string{"deploy", "--token", "hunter2"}), put(t, s, []byte("one")).Hash)
	name := filepath.Join(s.Dir(), runs.name)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"ada", "secret", "deploy", "token", "hunter2"} {
		if bytes.Contains(text, []byte(word)) {
			t.Errorf("%q stands in %q", word, text)
		}
	}
	if info, err := os.Stat(name); err != nil || openToOthers(info, 0o077) {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

// The file stays small, and runs whose entries are gone go with them.
func TestRunsAreBounded(t *testing.T) {
	s, _ := newStore(t)
	kept, lost := put(t, s, []byte("kept")).Hash, put(t, s, []byte("lost")).Hash
	remember(t, s, NewRunKey("/lost", nil), lost)
	if err := os.Remove(filepath.Join(s.Dir(), entryName(lost))); err != nil {
		t.Fatal(err)
	}
	for i := range mostRuns + 20 {
		remember(t, s, NewRunKey(fmt.Sprint("/src/", i), nil), kept)
		if i == 0 && lastRun(t, s, NewRunKey("/lost", nil)) != "" {
			t.Error("a run is remembered whose entry is gone")
		}
	}
	text, err := os.ReadFile(filepath.Join(s.Dir(), runs.name))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != mostRuns || len(text) != mostRuns*indexLineLen {
		t.Errorf("%d runs in %d bytes", n, len(text))
	}
	if lastRun(t, s, NewRunKey("/src/3", nil)) != "" {
		t.Error("a run is remembered that should be forgotten")
	}
	if lastRun(t, s, NewRunKey(fmt.Sprint("/src/", mostRuns), nil)) != kept {
		t.Error("a late run is forgotten")
	}
}

// Of processes that end at once none forgets another's run.
func TestRunsRememberedAtOnce(t *testing.T) {
	s, _ := newStore(t)
	hash := put(t, s, []byte("one")).Hash
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			if err := s.RememberRun(NewRunKey("/src", []string{fmt.Sprint(i)}), hash); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range 24 {
		if lastRun(t, s, NewRunKey("/src", []string{fmt.Sprint(i)})) != hash {
			t.Errorf("run %d is forgotten", i)
		}
	}
}

// What stood in the file stands until the new one is whole.
func TestRunsSurviveAFailure(t *testing.T) {
	s, _ := newStore(t)
	key, hash := NewRunKey("/src", nil), put(t, s, []byte("one")).Hash
	remember(t, s, key, hash)
	failed := errors.New("disk full")
	rename := renameFile
	renameFile = func(*os.Root, string, string) error { return failed }
	err := s.RememberRun(NewRunKey("/other", nil), hash)
	renameFile = rename
	if !errors.Is(err, failed) || lastRun(t, s, key) != hash {
		t.Errorf("error %v, the last run is %s", err, lastRun(t, s, key))
	}
	if n, err := s.temporaries(); n != 0 || err != nil {
		t.Errorf("%d temporary files are left, %v", n, err)
	}
}

// Whatever stands in the file is no reason to fail, and leads nowhere.
func TestPlantedRuns(t *testing.T) {
	s, _ := newStore(t)
	key := NewRunKey("/src", nil)
	hash := put(t, s, []byte("one")).Hash
	name := filepath.Join(s.Dir(), runs.name)
	for _, text := range []string{
		"", "\n\n", "\x00\xff", string(key), string(key) + " ", string(key) + " ../../etc/passwd\n",
		string(key) + " " + strings.ToUpper("abcdefabcdef") + "\n", strings.Repeat("x", 1<<20),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := lastRun(t, s, key); got != "" {
			t.Errorf("%.40q remembers %q", text, got)
		}
	}
	remember(t, s, key, hash)
	if got := lastRun(t, s, key); got != hash {
		t.Errorf("after that it remembers %q", got)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", name); err != nil {
		t.Skip("no links here: ", err)
	}
	if got := lastRun(t, s, key); got != "" {
		t.Errorf("a link is followed: %q", got)
	}
	remember(t, s, key, hash)
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the link still stands: %v, %v", info.Mode(), err)
	}
}
