package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"elide.example/elide/internal/marker"
)

func TestFolder(t *testing.T) {
	project := t.TempDir()
	below := filepath.Join(project, "a", "b")
	for _, dir := range []string{below, filepath.Join(project, ".elide"), filepath.Join(project, "a", ".elide")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	outside := t.TempDir()
	os.WriteFile(filepath.Join(outside, ".elide"), nil, 0o600) // a file makes no project
	tests := []struct {
		name, cwd, want string
		env             map[string]string
	}{
		{"variable", below, "/s", map[string]string{"ELIDE_STORE": "/s/", "HOME": "/h"}},
		{"relative variable", below, filepath.Join(below, "s"), map[string]string{"ELIDE_STORE": "s"}},
		{"nearest project", below, filepath.Join(project, "a", ".elide", "store"), map[string]string{"HOME": "/h"}},
		{"project", project, filepath.Join(project, ".elide", "store"), map[string]string{"HOME": "/h"}},
		{"cache", outside, "/c/elide/store", map[string]string{"XDG_CACHE_HOME": "/c", "HOME": "/h"}},
		{"relative cache", outside, "/h/.cache/elide/store", map[string]string{"XDG_CACHE_HOME": "c", "HOME": "/h"}},
		{"home", outside, "/h/.cache/elide/store", map[string]string{"HOME": "/h"}},
		{"nowhere", outside, "", nil},
	}
	for _, test := range tests {
		got, err := Folder(func(key string) string { return test.env[key] }, test.cwd)
		if got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
	}
}

// A linked worktree belongs to the project of the main one, if both say so.
func TestFolderOfAWorktree(t *testing.T) {
	dir := t.TempDir()
	project, linked := filepath.Join(dir, "main"), filepath.Join(dir, "linked")
	inGit := filepath.Join(project, ".git", "worktrees", "linked")
	for _, d := range []string{filepath.Join(project, ".elide"), filepath.Join(linked, "sub"), inGit} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{
		filepath.Join(linked, ".git"):     "gitdir: " + inGit + "\n",
		filepath.Join(inGit, "commondir"): "../..\n",
		filepath.Join(inGit, "gitdir"):    filepath.Join(linked, ".git") + "\n",
	}
	home := func(key string) string { return map[string]string{"HOME": "/h"}[key] }
	find := func(want string) {
		t.Helper()
		if got, err := Folder(home, filepath.Join(linked, "sub")); got != want || err != nil {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	const cache = "/h/.cache/elide/store"
	find(cache)
	for name, text := range files {
		os.WriteFile(name, []byte(text), 0o600)
	}
	find(filepath.Join(project, ".elide", "store"))
	for name, text := range files {
		for _, other := range []string{"", "gitdir: ", "/", "../..", filepath.Join(dir, "elsewhere")} {
			os.WriteFile(name, []byte(other), 0o600)
			if filepath.Base(name) != "commondir" || other != "../.." {
				find(cache)
			}
		}
		os.WriteFile(name, []byte(text), 0o600)
	}
}

// Where the place can't be written, the store is elsewhere for all who look.
func TestAPlaceThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	os.WriteFile(file, nil, 0o600)
	p := Place{Dir: filepath.Join(file, "elide", "store"), Instead: filepath.Join(dir, "instead")}
	s, moved, err := p.OpenToWrite(Options{})
	if err != nil || !moved || s.Dir() != p.Instead {
		t.Fatalf("%v, %v", moved, err)
	}
	e := put(t, s, []byte("hello\n"))
	p.Dir = filepath.Join(dir, "home", "store") // as a reader with a home would see it
	x, from, err := p.Expand(e.Hash, Options{})
	if err != nil || from.Dir() != p.Instead {
		t.Fatalf("%v", err)
	}
	x.Close()
	if _, from, err := p.Expand("abcdef123456", Options{}); !errors.Is(err, ErrNotFound) || from.Dir() != p.Dir {
		t.Errorf("missing: %v", err)
	}
	if s, moved, err := p.OpenToWrite(Options{}); err != nil || moved || s.Dir() != p.Dir {
		t.Errorf("a place that can be made: %v, %v", moved, err)
	}
	named, err := Find(func(key string) string { return map[string]string{"ELIDE_STORE": file + "/store"}[key] }, dir)
	if err != nil || named.Instead != "" {
		t.Errorf("a store that the user named has no other place: %+v, %v", named, err)
	}
}

func TestRefusedFolders(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	os.WriteFile(file, nil, 0o600)
	link, dangling := filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	os.Symlink(t.TempDir(), link)
	os.Symlink(filepath.Join(dir, "nothing"), dangling)
	for _, refused := range []string{file, link, link + "/", dangling} {
		var folder *FolderError
		if _, err := Open(refused, Options{}); !errors.As(err, &folder) {
			t.Errorf("%s: %v", refused, err)
		}
	}
	// What becomes of the folder after Open counts as well.
	s, err := Open(filepath.Join(dir, "later"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	os.Symlink(t.TempDir(), s.Dir())
	var folder *FolderError
	if _, err := tryPut(s, []byte("a")); !errors.As(err, &folder) {
		t.Errorf("write: %v", err)
	}
	if _, err := s.Get("abcdef"); !errors.As(err, &folder) {
		t.Errorf("read: %v", err)
	}
}

func TestAFileInTheWayFails(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)
	s, err := Open(filepath.Join(dir, "file", "store"), Options{})
	if err == nil {
		_, err = tryPut(s, []byte("a"))
	}
	if err == nil {
		t.Error("stored below a file")
	}
}

func TestModes(t *testing.T) {
	existing := t.TempDir()
	os.Chmod(existing, 0o755)
	made := filepath.Join(t.TempDir(), "parent", "store")
	for _, dir := range []string{existing, made} {
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, []byte("hello\n"))
		put(t, s, text(1<<20))
		wantMode(t, dir, 0o700)
		files, _ := os.ReadDir(dir)
		if len(files) != 11 { // 2 entries and their locks, a side file, README, .gitignore, lock, gate, stamp, counts
			t.Errorf("%d files", len(files))
		}
		for _, f := range files {
			wantMode(t, filepath.Join(dir, f.Name()), 0o600)
		}
	}
}

func wantMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != want {
		t.Errorf("%s: %v, %v", path, info.Mode(), err)
	}
}

func TestAFolderWithOtherFilesIsLeftAsItIs(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600)
	s, _ := Open(dir, Options{})
	os.Chmod(dir, 0o755)
	put(t, s, []byte("hello\n"))
	wantMode(t, dir, 0o755)
	os.Chmod(dir, 0o777)
	var folder *FolderError
	if _, err := tryPut(s, []byte("hello\n")); !errors.As(err, &folder) {
		t.Errorf("others may write there: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, readmeName)); err == nil {
		t.Error("a README in a folder that is not ours")
	}
}

func TestTheFolderSaysWhatItIs(t *testing.T) {
	s, _ := newStore(t)
	put(t, s, []byte("hello\n"))
	text, err := os.ReadFile(filepath.Join(s.Dir(), readmeName))
	if err != nil || !strings.Contains(string(text), "may be deleted") {
		t.Errorf("%s, %v", text, err)
	}
	os.RemoveAll(s.Dir())
	put(t, s, []byte("hello\n")) // deleting it breaks nothing
}

func TestStaleFilesAreRemoved(t *testing.T) {
	s, _ := newStore(t)
	live := put(t, s, text(1<<20))
	now := time.Now()
	old := now.Add(-2 * time.Hour)
	add := func(name string, at time.Time) {
		path := filepath.Join(s.Dir(), name)
		os.WriteFile(path, []byte("x"), 0o600)
		os.Chtimes(path, at, at)
	}
	add("tmp-left", old)
	add("tmp-held", old)
	root, err := s.enter()
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	hold, err := holdTemp(root, "tmp-held")
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	add("aaaaaaaaaaaa.zst", old)
	add("bbbbbbbbbbbb.zst", now)
	add("notes.txt", old.AddDate(-1, 0, 0))
	add("cccccccccccc.json", old)                   // corrupt, not for long yet
	add("dddddddddddd.json", now.Add(-2*graceTime)) // corrupt for long
	os.Chtimes(filepath.Join(s.Dir(), sideName(live.Hash)), old, old)
	c := live.CreatedAt
	s.now = func() time.Time { return c }
	p, err := s.Prune(now)
	if err != nil {
		t.Fatal(err)
	}
	// The live entry's clock is the test's; it expired in the past of now.
	if p.Temporaries != 3 || p.Entries > 2 || p.Entries < 1 {
		t.Errorf("%+v", p)
	}
	for name, want := range map[string]bool{"tmp-left": false, "tmp-held": true, "aaaaaaaaaaaa.zst": false,
		"bbbbbbbbbbbb.zst": false, "notes.txt": true, "cccccccccccc.json": true, "dddddddddddd.json": false, readmeName: true} {
		if _, err := os.Lstat(filepath.Join(s.Dir(), name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPruningBelievesTheEntryNotItsTime(t *testing.T) {
	s, c := newStore(t)
	e := put(t, s, []byte("hello\n"))
	ancient := c.now.AddDate(-1, 0, 0)
	os.Chtimes(filepath.Join(s.Dir(), entryName(e.Hash)), ancient, ancient)
	if p, err := s.Prune(c.now); err != nil || p.Entries != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := s.Get(e.Hash); err != nil {
		t.Error(err)
	}
}

func TestStoringPrunesOnceInAWhile(t *testing.T) {
	s, c := newStore(t)
	old := put(t, s, []byte("old"))
	c.now = c.now.Add(pruneEvery - time.Second)
	path := filepath.Join(s.Dir(), "tmp-left")
	os.WriteFile(path, nil, 0o600)
	os.Chtimes(path, c.now.AddDate(-1, 0, 0), c.now.AddDate(-1, 0, 0))
	put(t, s, []byte("soon"))
	if _, err := os.Lstat(path); err != nil {
		t.Error("pruned too soon")
	}
	c.now = c.now.Add(2 * time.Second)
	put(t, s, []byte("due"))
	if _, err := os.Lstat(path); err == nil {
		t.Error("not pruned when due")
	}
	if _, err := s.Get(old.Hash); !errors.Is(err, ErrExpired) {
		t.Errorf("within its grace time: %v", err)
	}
	c.now = c.now.AddDate(0, 0, -7) // a clock that was set back must not stop pruning
	os.WriteFile(path, nil, 0o600)
	os.Chtimes(path, c.now.AddDate(-1, 0, 0), c.now.AddDate(-1, 0, 0))
	put(t, s, []byte("back"))
	if _, err := os.Lstat(path); err == nil {
		t.Error("not pruned after the clock was set back")
	}
}

func TestPruningWaitsForWritersAndReaders(t *testing.T) {
	s, _ := newStore(t)
	put(t, s, []byte("hello\n"))
	unlock, err := s.share()
	if err != nil {
		t.Fatal(err)
	}
	var locked *lockedError
	if _, err := s.exclude(5 * time.Millisecond); !errors.As(err, &locked) {
		t.Errorf("beside a writer: %v", err)
	}
	if second, err := s.shareToRead(); err != nil {
		t.Errorf("a reader beside a writer: %v", err)
	} else {
		second()
	}
	unlock()
	alone, err := s.exclude(time.Second)
	if err != nil {
		t.Fatal(err)
	}
	alone()
}

// Whoever wants the lock alone keeps the gate shut while it waits for those that
// share it. None of them may then come to the gate, or wait for one who does.
func TestNobodyWaitsForAWaiter(t *testing.T) {
	s, _ := newStore(t)
	put(t, s, []byte("hello\n"))
	root, err := s.enterToWrite()
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	unlock, err := s.share()
	if err != nil {
		t.Fatal(err)
	}
	var others sync.WaitGroup
	others.Go(func() {
		if alone, err := s.exclude(time.Minute); err != nil {
			t.Error(err)
		} else {
			alone()
		}
	})
	for { // until the gate is shut
		open, err := s.hold(gateName, os.O_RDWR, (*flock.Flock).TryRLockContext, time.Millisecond)
		if err != nil {
			break
		}
		open()
		time.Sleep(time.Millisecond)
	}

	others.Go(func() {
		if err := s.RememberRequest([32]byte{}, strings.Repeat("0", marker.HashLen)); err != nil {
			t.Error(err)
		}
	})
	time.Sleep(100 * time.Millisecond) // long enough to claim and to come to the gate
	done := make(chan error, 1)
	go func() {
		release, err := s.claim(requests.claim)
		if err == nil {
			release()
		}
		root.Remove(countsName)
		s.stored(root, 6)
		done <- err
	}()
	select {
	case err := <-done:
		if _, counted := readCounts(root); err != nil || !counted {
			t.Errorf("claimed: %v, counted: %v", err, counted)
		}
	case <-time.After(lockWait / 2):
		t.Error("one who shares the lock waits for one who wants it alone")
	}
	unlock()
	others.Wait()
}

// TestWrittenAgainWhilePruningWaits: a side file that was found whole and is gone
// when its entry is committed is written by who has the lock already, so it must not
// wait at the gate of who waits for that.
func TestWrittenAgainWhilePruningWaits(t *testing.T) {
	s, _ := newStore(t)
	data := noise(inlineBytes+10, 7)
	put(t, s, data)
	p, err := s.Prepare(t.Context(), bytes.NewReader(data), digestOf(t, data))
	if err != nil || p.reused == 0 {
		t.Fatalf("the side file was not found whole: %v", err)
	}
	if err := os.Remove(filepath.Join(s.dir, sideName(p.hash))); err != nil {
		t.Fatal(err)
	}
	root, err := s.enterToWrite()
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	unlock, err := s.share()
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	alone, err := s.hold(gateName, os.O_CREATE|os.O_RDWR, (*flock.Flock).TryLockContext, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer alone()
	before := lockWait
	lockWait = 50 * time.Millisecond
	t.Cleanup(func() { lockWait = before })
	if err := p.placeSide(root); err != nil {
		t.Error(err)
	}
}
