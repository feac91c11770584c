package rewrite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// flaky is a store that can be made to fail, for all originals or for those of
// one length, and counts what is stored.
type flaky struct {
	*store.Store
	broken   atomic.Bool
	refused  atomic.Int64
	prepared atomic.Int32
}

func (f *flaky) Prepare(ctx context.Context, o store.Original, d [32]byte) (*store.Pending, error) {
	f.prepared.Add(1)
	if f.broken.Load() || o.Size() == f.refused.Load() {
		return nil, &os.PathError{Op: "write", Path: "tmp-0123", Err: errors.New("no space left")}
	}
	return f.Store.Prepare(ctx, o, d)
}

// rig is a Rewriter whose clock and store are in the test's hands.
type rig struct {
	*clock
	st *flaky
	w  *Rewriter
}

func newRig(t *testing.T) rig {
	c := &clock{time.Now()}
	st := &flaky{Store: openStore(t, store.Options{Now: c.now})}
	r := rig{c, st, New(Config{Store: st, References: true})}
	r.w.keeper.now = c.now
	return r
}

// forget removes all entries, as pruning does.
func (r rig) forget(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(r.st.Dir(), "*.json"))
	if len(names) == 0 {
		t.Fatal("nothing is stored")
	}
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// runs is a conversation with two runs, the second sent as a reference.
func runs() []byte {
	return (&talk{steps: []step{bash("make test", testRun(1)), bash("make test", testRun(2))}}).body(2)
}

// TestEntriesAreRenewed: a marker that is sent again expands, also after its
// entry is gone.
func TestEntriesAreRenewed(t *testing.T) {
	r := newRig(t)
	first, _ := messages(t, r.w, runs())
	stored := r.st.prepared.Load()
	if again, _ := messages(t, r.w, runs()); !bytes.Equal(again, first) || r.st.prepared.Load() != stored {
		t.Errorf("%d entries stored at once, %d again", stored, r.st.prepared.Load()-stored)
	}
	r.at = r.at.Add(store.DefaultTTL/3 + time.Second)
	r.forget(t)
	again, rep := messages(t, r.w, runs())
	if !bytes.Equal(again, first) || rep.Reduced != 2 || rep.References != 1 {
		t.Errorf("after a while: %+v", rep)
	}
	checkLaws(t, r.st.Store, runs(), again)
}

// TestEntriesThatAreRemoved: nor does a marker dangle if entries are removed
// just after they were stored, all of them or one.
func TestEntriesThatAreRemoved(t *testing.T) {
	r := newRig(t)
	first, _ := messages(t, r.w, runs())
	names, _ := filepath.Glob(filepath.Join(r.st.Dir(), "*.json"))
	for name, remove := range map[string]func() error{
		"all": func() error { return os.RemoveAll(r.st.Dir()) },
		"one": func() error { return os.Remove(names[0]) },
	} {
		if err := remove(); err != nil {
			t.Fatal(err)
		}
		again, rep := messages(t, r.w, runs())
		if !bytes.Equal(again, first) || rep.Warnings != nil {
			t.Errorf("%s: %+v", name, rep)
		}
		checkLaws(t, r.st.Store, runs(), again)
	}
}

// TestEntriesThatAreDamaged: whatever becomes of an entry's files between two
// requests, each marker of the second can be expanded. Damage is mended from the
// request; where it can't be, the output goes out whole.
func TestEntriesThatAreDamaged(t *testing.T) {
	longtest.Asked(t)
	long := strings.Repeat(testRun(3), 60) + testRun(4) // has a side file
	body := (&talk{steps: []step{bash("make test", testRun(1)), bash("make all", long), bash("make test", testRun(2))}}).body(3)
	for name, c := range map[string]struct {
		damage func(path string, data []byte) error
		mends  bool
	}{
		"a byte": {func(path string, data []byte) error {
			data[len(data)/2] ^= 1
			return os.WriteFile(path, data, 0o600)
		}, true},
		"the last byte": {func(path string, data []byte) error {
			data[len(data)-1] ^= 1
			return os.WriteFile(path, data, 0o600)
		}, true},
		"cut short": {func(path string, data []byte) error { return os.Truncate(path, int64(len(data)/2)) }, true},
		"empty":     {func(path string, _ []byte) error { return os.Truncate(path, 0) }, true},
		"longer":    {func(path string, data []byte) error { return os.WriteFile(path, append(data, 'x'), 0o600) }, true},
		"gone":      {func(path string, _ []byte) error { return os.Remove(path) }, true},
		"a link":    {func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Symlink("nowhere", path)) }, true},
		"a folder":  {func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			first, _ := messages(t, r.w, body)
			if n := checkLaws(t, r.st.Store, body, first); n != 3 {
				t.Fatalf("%d of 3 results are reduced", n)
			}
			names, _ := filepath.Glob(filepath.Join(r.st.Dir(), "????????????.*"))
			if len(names) != 4 {
				t.Fatalf("%d files: %q", len(names), names)
			}
			for _, path := range names {
				messages(t, r.w, body) // it knows again that all is well
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(20 * time.Millisecond) // a file system's clock goes in steps of up to 10 ms
				if err := c.damage(path, data); err != nil {
					t.Fatal(err)
				}
				again, rep := messages(t, r.w, body)
				checkLaws(t, r.st.Store, body, again)
				if c.mends && (!bytes.Equal(again, first) || rep.Warnings != nil) {
					t.Errorf("%s: %+v", filepath.Ext(path), rep)
				}
				if !c.mends {
					break // the output stays lost
				}
			}
		})
	}
}

// TestEntriesThatLive: an entry that can't be renewed is as good while it lives.
func TestEntriesThatLive(t *testing.T) {
	r := newRig(t)
	first, _ := messages(t, r.w, runs())
	r.at = r.at.Add(store.DefaultTTL / 2)
	r.st.broken.Store(true)
	again, rep := messages(t, r.w, runs())
	if !bytes.Equal(again, first) || len(rep.Warnings) != 1 {
		t.Errorf("the entries live: %+v", rep)
	}
	checkLaws(t, r.st.Store, runs(), again)
	r.at = r.at.Add(store.DefaultTTL/2 - leastLeft/2)
	if out, rep := messages(t, r.w, runs()); !bytes.Equal(out, runs()) || rep.Reduced != 0 {
		t.Errorf("the entries are over soon: %+v", rep)
	}
}

// TestStoreFails: what can't be stored goes out whole, said once, and stays
// so when the store comes back; what is new then is reduced.
func TestStoreFails(t *testing.T) {
	r := newRig(t)
	r.st.broken.Store(true)
	out, rep := messages(t, r.w, runs())
	if !bytes.Equal(out, runs()) || len(rep.Warnings) != 1 || !strings.Contains(rep.Warnings[0], "no space left") || strings.Contains(rep.Warnings[0], "tmp-") {
		t.Errorf("%+v", rep)
	}
	r.st.broken.Store(false)
	k := &talk{steps: []step{bash("make test", testRun(1)), bash("make test", testRun(2)), bash("make test", testRun(40))}}
	out, rep = messages(t, r.w, k.body(3))
	if !bytes.HasPrefix(out, prefix(runs())) || rep.Reduced != 1 || strings.Contains(string(out), "⟦since") || rep.Warnings != nil {
		t.Errorf("the store is back: %+v", rep)
	}
	checkLaws(t, r.st.Store, k.body(3), out)
}

// TestEarlierIsLost: what refers to an output that can't be stored does
// without it.
func TestEarlierIsLost(t *testing.T) {
	r := newRig(t)
	file := strings.Join(source(90), "")
	steps := []step{read("a.go", file), read("a.go", strings.Replace(file, "step40(", "stepForty(", 1))}
	body := (&talk{steps: steps}).body(2)
	if _, rep := messages(t, r.w, body); rep.References != 1 {
		t.Fatalf("%+v", rep)
	}
	r.at = r.at.Add(store.DefaultTTL * 2)
	r.st.broken.Store(true)
	if out, rep := messages(t, r.w, body); !bytes.Equal(out, body) || rep.References != 0 {
		t.Errorf("%+v", rep)
	}
}

// several is a result that holds several outputs, as Cline sends it.
func several(outputs ...string) step {
	var list []string
	for i, o := range outputs {
		list = append(list, fmt.Sprintf(`{"query":"make part%d","result":%s,"success":true}`, i, quotedPlain(o)))
	}
	return step{name: "run_commands", input: map[string]any{"commands": []string{"make part0", "make part1"}}, output: "[" + strings.Join(list, ",") + "]"}
}

// TestOneOutputIsLost: of a result that holds several outputs, only the one
// that can't be stored any more goes out whole.
func TestOneOutputIsLost(t *testing.T) {
	r := newRig(t)
	first, second := testRun(1), "more\n"+testRun(2)
	body := (&talk{steps: []step{several(first, second)}}).body(1)
	messages(t, r.w, body)
	r.at = r.at.Add(store.DefaultTTL * 2)
	r.st.refused.Store(int64(len(second)))
	out, rep := messages(t, r.w, body)
	if rep.Reduced != 1 || len(rep.Warnings) != 1 {
		t.Fatalf("%+v", rep)
	}
	after, _ := texts(t, out)
	if !strings.Contains(after[0], string(quotedPlain(second))) {
		t.Errorf("the output that can't be stored is not whole: %s", after[0])
	}
	if got := expand(t, r.st.Store, onlyMarker(t, after[0])); got != first {
		t.Errorf("the other expands to %s", got)
	}
}

// TestOutputsOfOneCall: each refers to what the same command of the call gave.
func TestOutputsOfOneCall(t *testing.T) {
	w, _ := newRewriter(t)
	other := func(n int) string { return strings.ReplaceAll(testRun(n), "TestNumber", "TestOther") }
	out, rep := messages(t, w, (&talk{steps: []step{several(testRun(1), other(1)), several(testRun(2), other(2))}}).body(2))
	after, _ := texts(t, out)
	for _, earlier := range []string{testRun(1), other(1)} {
		if since := "⟦since " + marker.Hash(blake3.Sum256([]byte(earlier))); strings.Count(after[1], since) != 1 {
			t.Errorf("no %s in %s: %+v", since, after[1], rep)
		}
	}
}
