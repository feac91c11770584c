package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/zeebo/blake3"
)

func requestOf(t *testing.T, s *Store, body string) string {
	t.Helper()
	hash, err := s.Request(blake3.Sum256([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func rememberRequest(t *testing.T, s *Store, body, hash string) {
	t.Helper()
	if err := s.RememberRequest(blake3.Sum256([]byte(body)), hash); err != nil {
		t.Fatal(err)
	}
}

func TestRequest(t *testing.T) {
	s, _ := newStore(t)
	if hash := requestOf(t, s, "a"); hash != "" {
		t.Errorf("an empty store remembers %s", hash)
	}
	first, second := put(t, s, []byte("one")).Hash, put(t, s, []byte("two")).Hash
	rememberRequest(t, s, "a", first)
	rememberRequest(t, s, "b", first)
	rememberRequest(t, s, "a", second)
	if got := requestOf(t, s, "a"); got != second {
		t.Errorf("a leads to %s, want %s", got, second)
	}
	if got := requestOf(t, s, "b"); got != first {
		t.Errorf("b leads to %s, want %s", got, first)
	}
	if info, err := os.Stat(filepath.Join(s.Dir(), requests.name)); err != nil || openToOthers(info, 0o077) {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

// The file stays small. When it is full, what leads to an entry that is gone goes
// first, and then what is oldest.
func TestRequestsAreBounded(t *testing.T) {
	s, _ := newStore(t)
	kept, lost := put(t, s, []byte("kept")).Hash, put(t, s, []byte("lost")).Hash
	if err := os.Remove(filepath.Join(s.Dir(), entryName(lost))); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(s.Dir(), requests.name)
	var text strings.Builder
	for i := range mostRequests {
		hash := kept
		if i == 3 {
			hash = lost
		}
		fmt.Fprintf(&text, "%s %s\n", requestKey(blake3.Sum256(fmt.Append(nil, i))), hash)
	}
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	oldest, second := fmt.Sprint(mostRequests-1), fmt.Sprint(mostRequests-2)
	rememberRequest(t, s, "first", kept)
	if got, oldest := requestOf(t, s, "3"), requestOf(t, s, oldest); got != "" || oldest != kept {
		t.Errorf("the lost one leads to %q, the oldest to %q", got, oldest)
	}
	rememberRequest(t, s, "second", kept)
	for body, want := range map[string]string{"first": kept, "second": kept, "0": kept, second: kept, oldest: ""} {
		if got := requestOf(t, s, body); got != want {
			t.Errorf("%s leads to %q, want %q", body, got, want)
		}
	}
	if info, err := os.Stat(name); err != nil || info.Size() != mostRequests*indexLineLen {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
}

// Of processes that end at once none forgets what another has remembered.
func TestRequestsRememberedAtOnce(t *testing.T) {
	s, _ := newStore(t)
	hash := put(t, s, []byte("one")).Hash
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			if err := s.RememberRequest(blake3.Sum256(fmt.Append(nil, i)), hash); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range 16 {
		if requestOf(t, s, fmt.Sprint(i)) != hash {
			t.Errorf("request %d is forgotten", i)
		}
	}
}

// What stood in the file stands until the new one is whole.
func TestRequestsSurviveAFailure(t *testing.T) {
	s, _ := newStore(t)
	hash := put(t, s, []byte("one")).Hash
	rememberRequest(t, s, "a", hash)
	failed := errors.New("disk full")
	rename := renameFile
	renameFile = func(*os.Root, string, string) error { return failed }
	err := s.RememberRequest(blake3.Sum256([]byte("b")), hash)
	renameFile = rename
	if !errors.Is(err, failed) || requestOf(t, s, "a") != hash {
		t.Errorf("error %v, a leads to %q", err, requestOf(t, s, "a"))
	}
}

// Whatever stands in the file is no reason to fail, and leads nowhere.
func TestPlantedRequests(t *testing.T) {
	s, _ := newStore(t)
	hash := put(t, s, []byte("one")).Hash
	name, key := filepath.Join(s.Dir(), requests.name), requestKey(blake3.Sum256([]byte("a")))
	for _, text := range []string{"", "\n", "\x00\xff", key, key + " ../../etc/passwd\n", strings.Repeat("x", 1<<20)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := requestOf(t, s, "a"); got != "" {
			t.Errorf("%.40q leads to %q", text, got)
		}
	}
	rememberRequest(t, s, "a", hash)
	if got := requestOf(t, s, "a"); got != hash {
		t.Errorf("after that it leads to %q", got)
	}
}
