package seen

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/above"
)

// passage is one of lines that no other has.
func passage(k *Known, name string, lines int) Passage {
	var text bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&text, "%s has a line %d\n", name, i)
	}
	read := above.Read(text.Bytes())
	k.Sum(read)
	return Passage{Lines: read.Lines, Name: name, Files: []string{"/src/" + name}, Bytes: text.Len()}
}

func (m *Memory) tells(agent string, names ...string) error {
	for _, name := range names {
		k := m.Known(agent, m.now(), 0)
		if err := m.Tell(agent, k, []Passage{passage(k, name, 5)}); err != nil {
			return err
		}
	}
	return nil
}

func names(k *Known) (names []string) {
	for _, p := range k.Passages {
		names = append(names, p.Name)
	}
	return names
}

// TestKnown: what an agent has before it, by the order in which it came; not what
// others have, what is old, what was not there yet, or is further away than it
// may be.
func TestKnown(t *testing.T) {
	m := memory(t)
	now := time.Unix(1e9, 0)
	m.now = func() time.Time { return now }
	later := func(d time.Duration) { now = now.Add(d) }
	must(t, m.tells("", "a"))
	later(30 * time.Minute)
	must(t, m.tells("", "b", "c"))
	must(t, m.tells("sub", "d"))
	began := now.Add(time.Millisecond)
	later(time.Minute)
	must(t, m.tells("", "e"))
	for _, c := range []struct {
		agent  string
		before time.Time
		reach  int
		want   string
	}{
		{"", now.Add(1), 0, "[a b c e]"}, {"", began, 0, "[a b c]"}, {"sub", began, 0, "[d]"}, {"other", began, 0, "[]"}, {"", time.Time{}, 0, "[]"},
		{"", now.Add(1), 200, "[c e]"}, {"", now.Add(1), 1, "[]"},
	} {
		k := m.Known(c.agent, c.before, c.reach)
		if got := fmt.Sprint(names(k)); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		for _, p := range k.Passages {
			if want := passage(k, p.Name, 5); fmt.Sprint(p.Lines) != fmt.Sprint(want.Lines) || !p.Shares([]string{"/x", "/src/" + p.Name}) || p.Shares([]string{"/x"}) {
				t.Errorf("%+v, want %+v", p, want)
			}
		}
	}
	later(30 * time.Minute)
	if k := m.Known("", now, 0); fmt.Sprint(names(k)) != "[b c e]" {
		t.Errorf("after an hour: %s", names(k))
	}
}

// TestForgottenMeanwhile: what refers to what was forgotten in between is told so.
func TestForgottenMeanwhile(t *testing.T) {
	m := memory(t)
	must(t, m.tells("", "a"))
	for again := range 2 {
		k := m.Known("", m.now().Add(time.Hour), 0)
		if len(k.Passages) != 1 {
			t.Fatal(names(k))
		}
		must(t, m.Forget())
		if again == 1 {
			must(t, m.tells("", "b"))
		}
		if m.Tell("", k, []Passage{passage(k, "c", 5)}) == nil || m.Tell("", k, nil) == nil {
			t.Error("it is said to be there still")
		}
		if got := m.Known("", m.now().Add(time.Hour), 0); len(got.Passages) != again {
			t.Errorf("known: %s", names(got))
		}
		must(t, m.Forget())
		must(t, m.tells("", "a"))
	}
}

// TestLinesLocked: also what another process holds is forgotten, and what that
// writes then is nowhere.
func TestLinesLocked(t *testing.T) {
	m := memory(t)
	m.wait = 10 * time.Millisecond
	must(t, m.tells("", "a"))
	path := filepath.Join(m.folder, m.name+linesName)
	release, err := lock(path, time.Minute)
	must(t, err)
	must(t, m.Forget())
	release()
	if k := m.Known("", m.now().Add(time.Hour), 0); len(k.Passages) != 0 {
		t.Errorf("known: %s", names(k))
	}
}

// TestLinesTorn: of a file that a dying process left, what is whole is known, and
// what comes then is added to that.
func TestLinesTorn(t *testing.T) {
	m := memory(t)
	must(t, m.tells("", "a", "b"))
	path := filepath.Join(m.folder, m.name+linesName)
	data, err := os.ReadFile(path)
	must(t, err)
	for cut := 0; cut < len(data); cut += 3 {
		for _, torn := range [][]byte{data[:cut], append(bytes.Clone(data[:cut]), make([]byte, len(data)-cut)...)} {
			must(t, os.WriteFile(path, torn, 0o600))
			before := len(m.Known("", m.now().Add(time.Hour), 0).Passages)
			must(t, m.tells("", "c"))
			got := m.Known("", m.now().Add(time.Hour), 0)
			if n := len(got.Passages); n != before+1 || got.Passages[n-1].Name != "c" || before > 2 || cut > len(data)/2+30 && before != 1 && !bytes.Equal(torn, data) {
				t.Fatalf("cut at %d of %d: %d, then %s", cut, len(data), before, names(got))
			}
		}
	}
}

// TestLinesBounded: the file of a session that never ends stays small, and the
// last passages are in it.
func TestLinesBounded(t *testing.T) {
	m := memory(t)
	for i := range 60 {
		k := m.Known("", m.now(), 0)
		must(t, m.Tell("", k, []Passage{passage(k, strconv.Itoa(i), 900)}))
	}
	info, err := os.Stat(filepath.Join(m.folder, m.name+linesName))
	must(t, err)
	k := m.Known("", m.now().Add(time.Hour), 0)
	if n := len(k.Passages); info.Size() > 300_000 || n < 8 || k.Passages[n-1].Name != "59" {
		t.Errorf("%d bytes, %s", info.Size(), names(k))
	}
	must(t, m.Tell("", k, []Passage{passage(k, "too much", mostLines)}))
	if info.Mode().Perm() != 0o600 || len(m.Known("", m.now().Add(time.Hour), 0).Passages) != len(k.Passages) {
		t.Errorf("%v, or too much is kept", info.Mode())
	}
}

// TestLinesPrivate: no line is in the file, and not what a path is.
func TestLinesPrivate(t *testing.T) {
	m := memory(t)
	must(t, m.tells("agent", "secret"))
	data, err := os.ReadFile(filepath.Join(m.folder, m.name+linesName))
	if err != nil || bytes.Contains(data, []byte("/src")) || bytes.Contains(data[len(linesHead):], []byte("line")) {
		t.Errorf("%q, %v", data, err)
	}
}

// TestManyTell: of many at once nothing is lost.
func TestManyTell(t *testing.T) {
	m := memory(t)
	must(t, m.tells("", "first"))
	var wg sync.WaitGroup
	for i := range 30 {
		wg.Go(func() {
			own := Open(m.folder[:len(m.folder)-len("-sessions")], "claude", "s")
			own.wait = time.Minute
			if err := own.tells("", strconv.Itoa(i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if k := m.Known("", m.now().Add(time.Hour), 0); len(k.Passages) != 31 {
		t.Errorf("%d are known", len(k.Passages))
	}
}

// FuzzLines: any bytes are read as far as they are ones of ours, and come back so.
func FuzzLines(f *testing.F) {
	k := &Known{}
	p := passage(k, "a", 4)
	p.files = []uint64{1, 2}
	whole := (&linesFile{passages: []Passage{p, p}}).encode(append([]byte(linesHead), k.key[:]...))
	f.Add(whole)
	f.Add(whole[:len(whole)-9])
	f.Fuzz(func(t *testing.T, data []byte) {
		l := parseLines(data)
		if l == nil {
			return
		}
		if got := l.encode(append([]byte(linesHead), l.key[:]...)); len(got) > l.whole {
			t.Fatalf("%d bytes of %d", len(got), l.whole)
		}
	})
}
