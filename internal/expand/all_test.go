package expand_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// shelf is a store of which each entry is a second younger than the one before.
type shelf struct {
	t     testing.TB
	store *store.Store
	place store.Place
	now   time.Time
}

func newShelf(t testing.TB) *shelf {
	s := &shelf{t: t, now: time.Now().Add(-time.Minute), place: store.Place{Dir: t.TempDir(), Whole: true}}
	var err error
	s.store, err = store.Open(s.place.Dir, store.Options{Now: func() time.Time { s.now = s.now.Add(time.Second / 100); return s.now }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *shelf) put(text, command string) (hash string) {
	s.t.Helper()
	digest, err := store.Digest(strings.NewReader(text))
	if err != nil {
		s.t.Fatal(err)
	}
	e, err := s.store.Put(s.t.Context(), strings.NewReader(text), digest, store.Meta{Type: "log", Command: command})
	if err != nil {
		s.t.Fatal(err)
	}
	return e.Hash
}

func (s *shelf) kept() []store.Kept {
	s.t.Helper()
	kept, err := s.place.Kept(store.Owner{}, store.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	return kept
}

func (s *shelf) find(search expand.Search, pattern string) expand.Found {
	s.t.Helper()
	var err error
	if search.Pattern, err = keep.Parse(pattern); err != nil {
		s.t.Fatal(err)
	}
	return search.In(s.t.Context(), s.kept())
}

// TestSearchAll: newest first, with what it takes to fetch each line.
func TestSearchAll(t *testing.T) {
	s := newShelf(t)
	old := s.put("a\nneedle 1\nb\n", "make\ntest")
	s.put("nothing\n", "")
	late := s.put(strings.Repeat("filler\n", 90_000)+"x\nthe NEEDLE\x1b[31m 2\ny\n", "run \x1b]0;evil\a")
	found := s.find(expand.Search{Context: 1}, "needle")
	stamp := regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`)
	got := stamp.ReplaceAllString(string(found.Text), "TIME")
	want := late + "  run ^[]0;evil^G, log, 630022 bytes, TIME\n90001-x\n90002:the NEEDLE^[[31m 2\n90003-y\n" +
		old + "  make…, log, 13 bytes, TIME\n1-a\n2:needle 1\n3-b\n"
	if got != want {
		t.Errorf("%q\nnot %q", got, want)
	}
	if found.Matches != 2 || found.Searched != 3 || found.Next != "" || !slices.Equal(found.Originals, []string{late, old}) {
		t.Errorf("%+v", found)
	}
	if found := s.find(expand.Search{}, "no such"); len(found.Text) > 0 || found.Searched != 3 {
		t.Errorf("%+v", found)
	}
}

// TestSearchAllIsGrep: what is found in all is what Grep finds in each, but for what
// is bounded, whatever stands in them; and nothing of what is shown reaches a
// terminal as a code.
func TestSearchAllIsGrep(t *testing.T) {
	patterns := []string{"needle", "/needle$/", "/x+é/", "/^[^a]*needle/", "é", "/./"}
	laws.Check(t, func(rt *rapid.T) {
		s := newShelf(t)
		texts := map[string]string{}
		for range rapid.IntRange(0, 4).Draw(rt, "originals") {
			text := string(anyText(rt))
			texts[s.put(text, "")] = text
		}
		p, err := keep.Parse(rapid.SampledFrom(patterns).Draw(rt, "pattern"))
		if err != nil {
			rt.Fatal(err)
		}
		search := expand.Search{Pattern: p, MaxBytes: rapid.IntRange(1, 100_000).Draw(rt, "bytes"), Context: rapid.IntRange(0, 2).Draw(rt, "context")}
		seen := map[string]bool{}
		for pages := 0; ; pages++ {
			found := search.In(rt.Context(), s.kept())
			if len(found.Text) > max(search.MaxBytes, 512) || bytes.ContainsAny(found.Text, "\x1b\r\b") {
				rt.Fatalf("%d bytes of %d: %q", len(found.Text), search.MaxBytes, found.Text)
			}
			for _, hash := range found.Originals {
				if seen[hash] {
					rt.Fatalf("%s was found twice", hash)
				}
				seen[hash] = true
			}
			if search.After = found.Next; found.Next == "" {
				break
			}
			if pages > len(texts) {
				rt.Fatal("the pages lead nowhere")
			}
		}
		for hash, text := range texts {
			var out bytes.Buffer
			any, err := expand.Grep(&out, strings.NewReader(text), p, 0)
			if err != nil || any != seen[hash] {
				rt.Fatalf("%s: %q has it: %v, %v; found: %v", p, text, any, err, seen[hash])
			}
		}
	})
}

// TestSearchAllBounds: one original that is full of matches leaves room for others,
// a line longer than the answer is cut, and lines before a match leave room for it.
func TestSearchAllBounds(t *testing.T) {
	s := newShelf(t)
	other := s.put("one needle\n", "")
	full := s.put(strings.Repeat("needle\n", 5000), "")
	found := s.find(expand.Search{}, "needle")
	if found.Matches != 21 || !bytes.Contains(found.Text, []byte("… more in "+full+"\n")) || !bytes.Contains(found.Text, []byte(other)) {
		t.Errorf("%s", found.Text)
	}
	long := newShelf(t)
	hash := long.put(strings.Repeat(strings.Repeat("y", 300)+"\n", 20)+"needle "+strings.Repeat("x", 1500)+"\n", "")
	found = long.find(expand.Search{MaxBytes: 600, Context: 9}, "needle")
	if found.Matches != 1 || !bytes.Contains(found.Text, []byte("\n21:needle xxx")) || len(found.Text) > 600 || !bytes.HasSuffix(found.Text, []byte("… more in "+hash+"\n")) {
		t.Errorf("%d: %s", found.Matches, found.Text)
	}
}

// TestSearchAllAcrossWindows: a line is found wherever it stands, and however long.
func TestSearchAllAcrossWindows(t *testing.T) {
	longtest.Asked(t)
	const window = 1 << 20
	for _, before := range []int{window - 40, window - 20, window - 5, 2*window - 40} {
		s := newShelf(t)
		s.put(strings.Repeat("x", before-1)+"\nconnection to db refused\n"+strings.Repeat("y\n", 100), "")
		s.put(strings.Repeat("x\n", before/2)+"connection "+strings.Repeat("z", window)+" refused\n", "")
		if found := s.find(expand.Search{MaxBytes: 3 * window}, "/connection .*refused/"); found.Matches != 2 {
			t.Errorf("%d: %d matches", before, found.Matches)
		}
	}
}

// TestSearchAllGoesOn: over what is damaged, gone or expired; and ends with its
// context, when it says where to go on.
func TestSearchAllGoesOn(t *testing.T) {
	longtest.Asked(t)
	s := newShelf(t)
	last := s.put("needle of old\n", "")
	damaged, gone := s.put("needle, damaged\n", ""), s.put("needle, gone\n", "")
	s.put("needle of now\n", "")
	kept := s.kept()
	name := filepath.Join(s.place.Dir, damaged+".json")
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, bytes.Replace(text, []byte("needle"), []byte("neeble"), 1), 0o600)
	}
	if err = errors.Join(err, os.Remove(filepath.Join(s.place.Dir, gone+".json"))); err != nil {
		t.Fatal(err)
	}
	p, _ := keep.Parse("needle")
	found := expand.Search{Pattern: p}.In(t.Context(), kept)
	if found.Matches != 2 || found.Damaged != 1 || found.Originals[1] != last {
		t.Errorf("%+v", found)
	}
	late := errors.New("late")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(late)
	if found := (expand.Search{Pattern: p}).In(ctx, kept); found.Late != late || found.Searched != 0 {
		t.Errorf("%+v", found)
	}
	slow := newShelf(t)
	slow.put(strings.Repeat(strings.Repeat("a", 1000)+"\n", 8000), "")
	first := slow.put("xy\n", "")
	hostile, err := keep.Parse("/(.{0,300}[x-z])[y-z]$/")
	if err != nil {
		t.Fatal(err)
	}
	shelf := slow.kept()
	// On a busy machine a time may be over before anything is searched: then it gets twice as much.
	for limit := 20 * time.Millisecond; ; limit *= 2 {
		ctx, stop := context.WithTimeoutCause(t.Context(), limit, late)
		found := expand.Search{Pattern: hostile}.In(ctx, shelf)
		stop()
		if found.Searched == 0 && found.Late != nil && limit < time.Minute {
			continue
		}
		if found.Matches != 1 || found.Searched > 1 && found.Late == nil || found.Late != nil && found.Next != first {
			t.Errorf("%+v", found)
		}
		return
	}
}

// TestAnswerAll: what a model gets ends in a marker that no front end reduces, and
// goes on where it says.
func TestAnswerAll(t *testing.T) {
	s := newShelf(t)
	for i := range 40 {
		s.put(fmt.Sprintf("%s\nneedle %d\n", strings.Repeat("x", i), i), "make all")
	}
	list := func() ([]store.Kept, error) { return s.place.Kept(store.Owner{}, store.Options{}) }
	r := expand.Request{Pattern: "needle"}
	got := map[int]bool{}
	for page := 0; ; page++ {
		a := r.AnswerAll(t.Context(), list, 700)
		if a.Failed || len(a.Text) > 700 || !marker.Ends(a.Text) || page > 40 {
			t.Fatalf("%d: %+v %s", page, a, a.Text)
		}
		for _, m := range regexp.MustCompile(`(?m)^2:needle (\d+)$`).FindAllSubmatch(a.Text, -1) {
			var n int
			fmt.Sscan(string(m[1]), &n)
			got[n] = true
		}
		_, next, more := strings.Cut(string(a.Text), "next page ")
		if !more {
			break
		}
		r.Page = strings.TrimSuffix(next, "⟧")
	}
	if len(got) != 40 {
		t.Errorf("%d of 40: %v", len(got), got)
	}
	for _, c := range []struct {
		r      expand.Request
		want   string
		failed bool
	}{
		{expand.Request{Pattern: "none"}, "no line of 40 originals has none", false},
		{expand.Request{Pattern: "/(/"}, "pattern /(/: error parsing regexp: missing closing ): `(`", true},
		{expand.Request{Pattern: "x", Range: "1-2"}, "range needs a ref: give the HASH of " + marker.Example, true},
	} {
		if a := c.r.AnswerAll(t.Context(), list, 0); string(a.Text) != c.want || a.Failed != c.failed {
			t.Errorf("%+v: %s", c.r, a.Text)
		}
	}
}

// TestSearchAllSpeed measures: 1,000 originals of 100 KB, of which none has what is
// looked for, so that all of them are read. It is for the log, and fails only where
// it takes so long that something else is wrong.
func TestSearchAllSpeed(t *testing.T) {
	longtest.Only(t) // it stores 100 MB
	const n, size, most = 1000, 100_000, 60 * time.Second
	s := newShelf(t)
	var b strings.Builder
	for i := range n {
		b.Reset()
		for j := 0; b.Len() < size; j++ {
			fmt.Fprintf(&b, "2026-01-02T03:04:%02d INFO  [worker-%d] handled request %d-%d of /api/v2/orders in %d ms, status=200\n", j%60, j%8, i, j, j*7919%997)
		}
		s.put(b.String()[:size-1]+"\n", "./server")
	}
	for _, pattern := range []string{"connection refused", "/panic: .*nil (map|pointer)/", "/[Tt]ime(d )?out/", "/status=[45][0-9]{2}/", "/[A-Z]{6}/", "status=200"} {
		start := time.Now()
		found := s.find(expand.Search{}, pattern)
		took := time.Since(start)
		t.Logf("%d of %d originals of %d bytes, %d matches: %s in %d ms", found.Searched, n, size, found.Matches, pattern, took.Milliseconds())
		if took > most || found.Damaged > 0 {
			t.Errorf("%s: %s, %d damaged", pattern, took, found.Damaged)
		}
	}
}
