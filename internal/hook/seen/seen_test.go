package seen

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func memory(t testing.TB) *Memory { return Open(filepath.Join(t.TempDir(), "store"), "claude", "s") }

// TestNothing: without a store or a session nothing is remembered, and nothing
// fails.
func TestNothing(t *testing.T) {
	for _, m := range []*Memory{nil, Open("", "claude", "s"), Open("x", "claude", "")} {
		if m != nil {
			t.Fatal("a memory of nothing")
		}
		if err := m.Expect("make", Call{Background: true}); err != nil {
			t.Error(err)
		}
		_, ok := m.Take("make")
		if ok || m.Show("", "k", [32]byte{}) != Other || m.Show("", "k", [32]byte{}) != Other || m.Stored("h") != nil || m.Due(0, 9) != nil || m.Forget() != nil {
			t.Error("it knows something")
		}
	}
}

// TestAsks: what is only asked for makes nothing.
func TestAsks(t *testing.T) {
	m := memory(t)
	_, ok := m.Take("make")
	if err := m.Forget(); ok || err != nil || m.Due(0, 9) != nil {
		t.Error("it knows something")
	}
	if _, err := os.Stat(m.folder); err == nil {
		t.Error("a folder was made")
	}
}

// TestTake: each note is taken once, and with the background in doubt all are
// taken to be there.
func TestTake(t *testing.T) {
	m := memory(t)
	for _, c := range []Call{{Limit: time.Minute}, {Background: true}, {Limit: time.Hour}} {
		if err := m.Expect("make", c); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := m.Take("other"); ok {
		t.Error("another line was taken")
	}
	for i := range 3 {
		if c, ok := m.Take("make"); !ok || !c.Background {
			t.Errorf("%d: %+v, %v", i, c, ok)
		}
	}
	if c, ok := m.Take("make"); ok {
		t.Errorf("taken again: %+v", c)
	}
	m.Expect("make", Call{Limit: time.Minute})
	if c, ok := m.Take("make"); !ok || c != (Call{Limit: time.Minute}) {
		t.Errorf("%+v, %v", c, ok)
	}
	m.Expect("make", Call{Background: true})
	m.now = func() time.Time { return time.Now().Add(callLife + time.Minute) }
	if c, ok := m.Take("make"); ok {
		t.Errorf("an old note: %+v", c)
	}
}

// TestApart: sessions and hosts know nothing of each other.
func TestApart(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	for i, names := range [][2]string{{"claude", "a"}, {"claude", "b"}, {"codex", "a"}, {"claudea", ""}, {"claude", "../../x"}} {
		m := Open(store, names[0], names[1])
		if m.Show("", "key", [32]byte{1}) != Other {
			t.Errorf("%d: %v was shown it before", i, names)
		}
	}
	entries, err := os.ReadDir(store + "-sessions")
	if err != nil || len(entries) != 5 { // four, and what keeps them from version control
		t.Errorf("%v, %v", entries, err)
	}
}

// model is what a Memory does, in memory.
type model struct {
	shown  map[string]byte
	points map[string]bool
	at     map[string]int64
	stored map[string]int64
	now    int64
}

// TestAgainstModel: whatever is asked of a memory, in any order, by processes
// that come and go.
func TestAgainstModel(t *testing.T) {
	folder := t.TempDir()
	count := 0
	laws.Check(t, func(t *rapid.T) {
		count++
		store := filepath.Join(folder, strconv.Itoa(count))
		is := model{map[string]byte{}, map[string]bool{}, map[string]int64{}, map[string]int64{}, 1e9}
		open := func() *Memory {
			m := Open(store, "h", "s")
			m.now = func() time.Time { return time.Unix(is.now, 0) }
			return m
		}
		t.Repeat(map[string]func(*rapid.T){
			"show": func(t *rapid.T) {
				agent, key := rapid.SampledFrom([]string{"", "a"}).Draw(t, "agent"), rapid.SampledFrom([]string{"k", "l\n m"}).Draw(t, "key")
				sum := rapid.ByteRange(1, 2).Draw(t, "sum")
				want := Other
				if is.shown[agent+key] == sum && is.at[agent+key] >= is.now-3600 {
					want = Same
					if is.points[agent+key] {
						want = Pointed
					}
				}
				if got := open().Show(agent, key, [32]byte{sum}); got != want {
					t.Fatalf("%v, want %v", got, want)
				}
				is.shown[agent+key], is.at[agent+key], is.points[agent+key] = sum, is.now, want == Same
			},
			"point": func(t *rapid.T) {
				open().Point("a", "k")
				is.points["ak"] = true
			},
			"forget": func(t *rapid.T) {
				open().Forget()
				clear(is.shown)
				clear(is.points)
			},
			"store": func(t *rapid.T) {
				hash := rapid.SampledFrom([]string{"aa", "bb", "cc"}).Draw(t, "hash")
				open().Stored(hash)
				is.stored[hash] = is.now
			},
			"refer": func(t *rapid.T) {
				hash := rapid.SampledFrom([]string{"aa", "bb", "cc"}).Draw(t, "hash")
				open().Refers(hash)
				if _, ok := is.stored[hash]; !ok {
					is.stored[hash] = 0
				}
			},
			"wait": func(t *rapid.T) { is.now += int64(rapid.SampledFrom([]int{1, 100, 1800, 3700}).Draw(t, "seconds")) },
			"due": func(t *rapid.T) {
				age := rapid.IntRange(0, 200).Draw(t, "age")
				got := open().Due(time.Duration(age)*time.Second, 9)
				var want []string
				for hash, at := range is.stored {
					if at <= is.now-int64(age) {
						want = append(want, hash)
						is.stored[hash] = is.now
					}
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("due %v, want %v", got, want)
				}
			},
		})
	})
}

// TestMany: of many at once that show the same, every second is told so, and
// nothing is lost.
func TestMany(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	const all = 40
	again := make(chan bool, all)
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() {
			m := Open(store, "h", "s")
			m.wait = time.Minute
			again <- m.Show("", "k", [32]byte{7}) == Same
			m.Stored(strconv.Itoa(i))
		})
	}
	wg.Wait()
	close(again)
	n := 0
	for yes := range again {
		if yes {
			n++
		}
	}
	if stored := len(Open(store, "h", "s").Due(-time.Hour, 2*all)); n != all/2 || stored != all {
		t.Errorf("%d were told, %d are stored", n, stored)
	}
}

// TestForgetLocked: what is to be forgotten is gone also if another process
// doesn't let go of the memory. To refer to what nobody has before him is worse
// than to know nothing.
func TestForgetLocked(t *testing.T) {
	m := memory(t)
	m.wait = 10 * time.Millisecond
	m.Show("", "k", [32]byte{7})
	release, err := lock(filepath.Join(m.folder, m.name), time.Minute)
	must(t, err)
	if err := m.Forget(); err != nil {
		t.Error(err)
	}
	release()
	if m.Show("", "k", [32]byte{7}) != Other {
		t.Error("it was not forgotten")
	}
}

// TestBounded: the file of a session that never ends stays small.
func TestBounded(t *testing.T) {
	m := memory(t)
	s := &state{}
	for i := range 5000 {
		s.store(strconv.Itoa(i), 1)
		s.shown = append(s.shown, shown{strconv.Itoa(i), strings.Repeat("a", 32), 1, false})
		s.expect(expected{strconv.Itoa(i), Call{}, 1})
	}
	data := s.encode()
	if len(data) > longest/4 {
		t.Errorf("%d bytes", len(data))
	}
	if got := parse(data); len(got.shown) != mostShown || got.shown[0].what != strconv.Itoa(5000-mostShown) || len(got.stored) != mostStored || len(got.expected) != mostExpected {
		t.Errorf("%d, %d, %d", len(got.shown), len(got.stored), len(got.expected))
	}
	m.Show("", "k", [32]byte{})
}

// TestPlanted: what others put in the place of the file or the folder is not
// followed.
func TestPlanted(t *testing.T) {
	m := memory(t)
	other := filepath.Join(t.TempDir(), "other")
	must(t, os.WriteFile(other, []byte("precious"), 0o600))
	must(t, os.MkdirAll(m.folder, 0o700))
	must(t, os.Symlink(other, filepath.Join(m.folder, m.name)))
	if err := m.Stored("h"); err == nil {
		t.Error("a link was followed")
	}
	if data, _ := os.ReadFile(other); string(data) != "precious" {
		t.Errorf("%q", data)
	}
	m = memory(t)
	must(t, os.MkdirAll(filepath.Dir(m.folder), 0o700))
	must(t, os.Symlink(t.TempDir(), m.folder))
	if err := m.Stored("h"); err == nil {
		t.Error("a link to a folder was followed")
	}
}

// TestPrivate: nobody else can read it, and git ignores it.
func TestPrivate(t *testing.T) {
	m := memory(t)
	must(t, m.Expect("make secret", Call{Background: true}))
	m.Show("", "/home/user/secret", [32]byte{})
	path := filepath.Join(m.folder, m.name)
	data, err := os.ReadFile(path)
	if err != nil || bytes.Contains(data, []byte("secret")) {
		t.Errorf("%q, %v", data, err)
	}
	file, err := os.Stat(path)
	must(t, err)
	folder, err := os.Stat(m.folder)
	must(t, err)
	if file.Mode().Perm() != 0o600 || folder.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", file.Mode(), folder.Mode())
	}
	if data, _ := os.ReadFile(filepath.Join(m.folder, ignore)); string(data) != "*\n" {
		t.Errorf("%q", data)
	}
}

// TestOld: what no session uses any more is removed when another begins.
func TestOld(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	m := Open(store, "h", "old")
	must(t, m.Stored("h"))
	later := Open(store, "h", "new")
	later.now = func() time.Time { return time.Now().Add(fileLife + time.Hour) }
	must(t, later.Stored("h"))
	if _, err := os.Stat(filepath.Join(m.folder, m.name)); err == nil {
		t.Error("it is still there")
	}
	if _, err := os.Stat(filepath.Join(m.folder, ignore)); err != nil {
		t.Error(err)
	}
}

// FuzzParse: any bytes make a state, which comes back as it was written.
func FuzzParse(f *testing.F) {
	f.Add([]byte(head + "call a background 5 7\nshown a b 3\npointed a b 3\nstored c 9\nstored d x\nnonsense\ncut"))
	f.Add([]byte("elide-session 2\nshown a b\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		once := parse(data).encode()
		if twice := parse(once).encode(); !bytes.Equal(once, twice) {
			t.Fatalf("%q becomes %q", once, twice)
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
