package rewrite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/focus"
)

// TestInterrupted: what goes with a request that nobody answers stays gone, whatever the user
// or a thought adds to it, as what was sent stands at the front of what follows.
func TestInterrupted(t *testing.T) {
	k := &talk{id: "stopped"}
	for i := range 60 {
		k.steps = append(k.steps, bash(fmt.Sprintf("./records %d", i), strings.Repeat(fmt.Sprintf("record %d says what it has to say of part %d\n", i, i*7), 25)))
	}
	pasted := fmt.Sprintf(`,{"role":"user","content":%s}`, quoted(strings.Repeat("what the user pastes is long and says this and that\n", 60)))
	thought := `,{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"}]}`
	answer := `,{"role":"assistant","content":"fine"},{"role":"user","content":"next"}`
	written := k.written(len(k.steps))
	w, _ := newClearing(t, focus.Wide, ClearDone)
	batches := 0
	for n := 1; n <= len(written); n++ {
		sent, was := messages(t, w, request(written[:n]))
		if bytes.Contains(sent, []byte(" old, ")) {
			batches++
		}
		for _, more := range []string{pasted, pasted + answer, thought + pasted, pasted + thought + pasted, answer} {
			follows, is := messages(t, w, request(append(slices.Clip(written[:n]), []byte(more))))
			another := strings.HasSuffix(more, answer) && len(is.Batches) > len(was.Batches) // one goes with what is asked next
			if !another && !bytes.HasPrefix(follows, prefix(sent)) || bytes.Count(follows, []byte(" old, ")) < bytes.Count(sent, []byte(" old, ")) {
				t.Fatalf("request %d, and then %.60s: what was sent is altered", n, more)
			}
		}
	}
	if batches == 0 {
		t.Error("nothing went")
	}
}

// TestSameFile: a base name alone is of any file of that name, a path of one.
func TestSameFile(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"/p/a/mod.rs", "/p/a/mod.rs", true}, {"/p/a/mod.rs", "mod.rs", true}, {"a/mod.rs", "/p/a/mod.rs", true},
		{"/p/a/mod.rs", "/p/b/mod.rs", false}, {"/mod.rs", "/p/mod.rs", false}, {"d.rs", "mod.rs", false}, {"b/mod.rs", "/p/a/mod.rs", false},
	} {
		if sameFile(c.a, c.b) != c.same || sameFile(c.b, c.a) != c.same {
			t.Errorf("%s and %s: want %v", c.a, c.b, c.same)
		}
	}
}

// TestWaitsForOthers: another file of the name, another edit of the file and another part of
// the same result are none that a result waits for.
func TestWaitsForOthers(t *testing.T) {
	edit := func(old string) step {
		return step{name: "Edit", input: map[string]any{"file_path": "a.go", "old_string": old, "new_string": "y"}, output: "Updated a.go\n"}
	}
	steps := []step{read("/p/a/mod.rs", "a\n"), edit("x"), ranged("/p/b/mod.rs", 3, "x\n"), edit("z")}
	dates := func(n int) {
		for range n {
			steps = append(steps, bash(fmt.Sprintf("date %d", len(steps)), "now\n"))
		}
	}
	dates(careful.place - 3)
	g := goingOf(t, steps)
	if g.after = careful; g.waited(1, inFull) {
		t.Error("an edit's answer goes for another edit of the file")
	}
	dates(careful.done)
	g = goingOf(t, steps)
	if g.after = careful; g.waited(0, inFull) || !g.waited(1, inFull) {
		t.Error("a file goes for another of its name, or an edit's answer stays")
	}

	steps = append(steps[:1], ranged("/p/a/mod.rs", 3, "x\n"))
	for i := range mostTouched {
		if g = goingOf(t, steps); i == mostTouched-1 {
			if g.after = careful; !g.waited(0, inFull) {
				t.Error("a file waits that was worked on long ago")
			}
		}
		steps = append(steps, ranged(fmt.Sprintf("/p/%d/mod.rs", i), 3, "x\n"))
	}
	g = goingOf(t, steps)
	if g.after = careful; g.waited(0, inFull) {
		t.Error("more is looked at than is said")
	}

	parts := []byte(`,{"role":"assistant","content":[{"type":"tool_use","id":"p","name":"Bash","input":{"command":"./two"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"p","content":[{"type":"text","text":"one\n"},{"type":"text","text":"two\n"}]}]}`)
	g = goingBy(t, request([][]byte{parts, (&talk{id: "x", steps: []step{bash("date", "now\n")}}).written(1)[0]}))
	if g.calls != 2 || g.results != 3 || g.waited(0, inFull) {
		t.Errorf("%d calls, %d results; the first part goes: %v", g.calls, g.results, g.waited(0, inFull))
	}
}

// TestReducedAgain: a file that is read a second time is shown whole, also where who came
// before has shown it in part the first time.
func TestReducedAgain(t *testing.T) {
	var source strings.Builder
	names, err := filepath.Glob("*.go") // of a shorter file all is shown
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	var numbered strings.Builder
	for i, line := range strings.Split(source.String(), "\n") {
		fmt.Fprintf(&numbered, "%6d→%s\n", i+1, line)
	}
	file := numbered.String()
	k := &talk{id: "twice", steps: []step{read("a.go", file), read("a.go", file)}}
	w, _ := newClearing(t, focus.Wide, ClearNone)
	once, _ := messages(t, w, k.body(2))
	if all, _ := texts(t, once); len(all[0]) >= len(all[1]) {
		t.Fatalf("of %d bytes %d and %d are shown", len(file), len(all[0]), len(all[1]))
	}
	other, _ := newClearing(t, focus.Wide, ClearNone)
	if twice, _ := messages(t, other, once); !bytes.Equal(twice, once) {
		t.Error("reduced again it is another")
	}
}
