package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/transcript"
)

// words counts words, so that bills can be made by hand.
func words(text string) int { return len(strings.Fields(text)) }

// event is a part of a conversation of the tests.
type event struct {
	user, says, runs, gives string
}

func args(command string) jsonspan.Value {
	quoted, _ := json.Marshal(command)
	doc, err := jsonspan.Parse([]byte(`{"command":` + string(quoted) + `}`))
	if err != nil {
		panic(err)
	}
	return doc.Root()
}

// talk makes a conversation: what the user says, or an answer with a call and what it
// gives.
func talk(events ...event) *transcript.Conversation {
	c := &transcript.Conversation{ID: "t", Host: "test"}
	add := func(e transcript.Event) {
		e.Line = len(c.Events) + 1
		c.Events = append(c.Events, e)
	}
	for i, e := range events {
		id := fmt.Sprint("c", i)
		switch {
		case e.user != "":
			add(transcript.Event{Kind: transcript.User, Text: e.user})
		case e.runs != "":
			add(transcript.Event{Kind: transcript.Agent, Text: e.says, Calls: []transcript.Call{{ID: id, Name: "Bash", Args: args(e.runs)}}})
			add(transcript.Event{Kind: transcript.Results, Results: []transcript.Result{{ID: id, Text: e.gives, Line: len(c.Events) + 1}}})
		default:
			add(transcript.Event{Kind: transcript.Agent, Text: e.says})
		}
	}
	return c
}

func measured(t *testing.T, c *transcript.Conversation, ways ...Way) *Measured {
	t.Helper()
	known := newCommon()
	known.of(1)
	m := &measurer{ways: ways, detail: 1, texts: true, count: words, common: known, prices: func(*transcript.Conversation) Prices {
		return Prices{Read: 0.1, Write: 1.25, Output: 5, System: 100}
	}}
	got, err := m.measure(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestBill: the bills of three conversations, computed by hand with tokens that are
// words, a system prompt of 100, and 12 round a call and round a result.
func TestBill(t *testing.T) {
	for name, c := range map[string]struct {
		talk     *transcript.Conversation
		cost     float64
		sent     int
		requests int
	}{
		// One request: 100 + 3 written, 2 answered.
		"one answer": {talk(event{user: "a b c"}, event{says: "d e"}), 103*1.25 + 2*5, 103, 1},
		// The second holds the first, its answer of 1 + (1 + 12) with {"command":"ls"}, and a result of 4 + 12.
		"a call": {
			talk(event{user: "a b c"}, event{says: "d", runs: "ls", gives: "e f g h"}, event{says: "i j"}),
			103*1.25 + 14*5 + 103*0.1 + (14+16)*1.25 + 2*5, 103 + 133, 2,
		},
		// The user speaks between: 100 + 1, an answer of 1, 2 more words.
		"two turns": {
			talk(event{user: "a"}, event{says: "b"}, event{user: "c d"}, event{says: "e"}),
			101*1.25 + 5 + 101*0.1 + 3*1.25 + 5, 101 + 104, 2,
		},
	} {
		got := measured(t, c.talk, Plain(), Plain()).Ways[0].Bill
		if !near(got.Cost, c.cost) || got.Sent != c.sent || got.Requests != c.requests {
			t.Errorf("%s: %+v, want a cost of %g, %d sent, %d requests", name, got, c.cost, c.sent, c.requests)
		}
	}
}

// hiding shows nothing of an output but its first line.
func hiding() Way {
	return Way{Name: "first line", shorten: func(_ context.Context, l *looked) ([]string, error) {
		texts := l.texts()
		for i := range texts {
			texts[i], _, _ = strings.Cut(texts[i], "\n")
		}
		return texts, nil
	}}
}

// TestHiddenFact: what is hidden and then used is counted, and fetched by one more
// request, which is billed as computed by hand; what is shown is not.
func TestHiddenFact(t *testing.T) {
	c := talk(event{user: "fix it"}, event{runs: "ls", gives: "one.go is here\nsrc/deep/two_things.go is there"},
		event{runs: "cat src/deep/two_things.go", gives: "package deep"}, event{says: "done"})
	got := measured(t, c, Plain(), hiding())
	if got.Facts != 1 || got.Used != 1 {
		t.Fatalf("%d facts in %d outputs", got.Facts, got.Used)
	}
	if w := got.Ways[0]; w.Missed != 0 || w.Recovered != w.Bill {
		t.Errorf("plain: %+v", w)
	}
	w := got.Ways[1]
	if w.Missed != 1 || w.NotWhole != 1 || w.Recovered.Requests != w.Bill.Requests+1 {
		t.Errorf("%+v", w)
	}
	// The second of the lines, of 6 tokens in 46 bytes, is 31 bytes and 5: 4 tokens, and 20 round it.
	fetched := 4 + perSearch + fetchTokens + frameTokens
	// It is asked for with all of the second request read, written in the third, and read in the last.
	second := 100 + 2 + (0 + 1 + 12) + (3 + 12) // what the request holds: system, user, answer, the first line
	cost := w.Bill.Cost + float64(second)*0.1 + fetchTokens*5 + float64(fetched)*1.25 + float64(fetched)*0.1
	if !near(w.Recovered.Cost, cost) {
		t.Errorf("recovered for %g, by hand %g; %+v", w.Recovered.Cost, cost, w)
	}
	o := got.Outputs[0]
	if o.Tool != "ls" || o.Line != 3 || len(o.Missed) != 1 || o.Missed[0] != (Missed{Sort: "path", Line: 2, UsedAt: 4, Text: "src/deep/two_things.go"}) {
		t.Errorf("%+v", o)
	}
}

// TestFacts: which uses are facts.
func TestFacts(t *testing.T) {
	for name, c := range map[string]struct {
		gives, then string
		want        int
	}{
		"path":                {"see src/app/main.go", "cat src/app/main.go", 1},
		"end of a path":       {"see /home/dev/src/app/main.go", "cat app/main.go", 1},
		"identifier":          {"func widthOfColumn()", "grep -rn widthOfColumn .", 1},
		"number":              {"process 4711 listens", "kill 4711", 1},
		"quoted":              {"error: the disk is full today", `grep -rn "the disk is full" .`, 1},
		"line":                {"src/a.go:120: wrong", "sed -n '100,140p' src/a.go", 2}, // and the path
		"plain word":          {"something happened", "echo happened", 0},
		"not there":           {"something else", "cat src/app/main.go", 0},
		"known from the user": {"see docs/given.md", "cat docs/given.md", 0},
	} {
		got := measured(t, talk(event{user: "look at docs/given.md"}, event{runs: "make", gives: c.gives}, event{runs: c.then, gives: "x"}, event{says: "so"}), Plain(), hiding())
		if got.Facts != c.want {
			t.Errorf("%s: %d facts, want %d", name, got.Facts, c.want)
		}
	}
}

// TestEdit: the lines that an edit replaces are a fact of the latest output that has
// them, with or without numbers before them.
func TestEdit(t *testing.T) {
	c := talk(event{user: "go on"}, event{runs: "cat a.go", gives: "     1→package a\n     2→\n     3→func Width() int { return 1 }\n"}, event{says: "edit"})
	doc, err := jsonspan.Parse([]byte(`{"file_path":"a.go","old_string":"func Width() int { return 1 }","new_string":"func Width() int { return 2 }"}`))
	if err != nil {
		t.Fatal(err)
	}
	last := &c.Events[len(c.Events)-1]
	last.Calls = []transcript.Call{{ID: "e", Name: "Edit", Args: doc.Root()}}
	got := measured(t, c, Plain(), hiding())
	if got.Facts != 1 || got.Ways[1].Missed != 1 || got.Outputs[0].Missed[0].Line != 3 || got.Outputs[0].Missed[0].Sort != "edit" {
		t.Errorf("%+v", got.Outputs[0])
	}
}

// TestClearing: what a server clears breaks the cache there, once; what masking hides
// breaks it in each request.
func TestClearing(t *testing.T) {
	events := []event{{user: "go on"}}
	big := strings.Repeat("word ", 40_000)
	for range 5 {
		events = append(events, event{runs: "ls", gives: big})
	}
	got := measured(t, talk(append(events, event{says: "done"})...), Plain(), Clear(), Mask())
	plain, clear := got.Ways[0].Bill, got.Ways[1].Bill
	// 112 + 13 an answer + 40,012 a result: at the fourth result there are more than 100,000 tokens, and one is older than the last three.
	if clear.Sent >= plain.Sent || clear.Read >= plain.Read || clear.Requests != plain.Requests {
		t.Errorf("plain %+v, cleared %+v", plain, clear)
	}
	if mask := got.Ways[2].Bill; mask != plain { // there are no more than it keeps
		t.Errorf("masked %+v", mask)
	}
}

// TestComesBack: what left is missed; what referred to it, and is sent in full from then
// on, shows what it has.
func TestComesBack(t *testing.T) {
	text := "src/deep/two_things.go is here"
	c := talk(event{user: "fix it"}, event{runs: "ls", gives: text}, event{runs: "ls src", gives: "src/other/more_things.go is here"},
		event{runs: "date", gives: "noon"}, event{runs: "cat src/deep/two_things.go", gives: "a"}, event{runs: "cat src/other/more_things.go", gives: "b"}, event{says: "done"})
	at := func(n int) int { return 1 + 2*n } // the event of an answer
	all := alters{
		texts:  []string{text, "⟦1 as above⟧", "noon", "a", "b"},
		leaves: []leave{{2, at(2), 0, "⟦elided:0123456789ab old⟧"}, {2, at(2), 1, "src/other/more_things.go is here"}},
	}
	way := Way{Name: "played", play: func(context.Context, *looked) (alters, error) { return all, nil }}
	got := measured(t, c, Plain(), way)
	if w := got.Ways[1]; got.Facts != 2 || w.Missed != 1 {
		t.Errorf("%d facts, %+v", got.Facts, w)
	}
	if o := got.Outputs; len(o[0].Missed) != 1 || len(o[1].Missed) != 0 {
		t.Errorf("%+v", o)
	}
}

// TestNothingIsKept: with a home that can't be written and no folder for temporary
// files, all is measured, and no file changes.
func TestNothingIsKept(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("ok  \tapp/internal/part\t0.01s\n", 400)
	var text bytes.Buffer
	fmt.Fprintf(&text, `{"id":"a","harness":"codex","events":[{"t":"user","text":"go"},{"t":"assistant","text":"","calls":[{"id":"1","name":"bash","args":{"command":"go test ./..."}}]},{"t":"results","results":[{"id":"1","text":%q}]},{"t":"assistant","text":"so","calls":[]}]}`, long)
	file := filepath.Join(dir, "a.json")
	if err := os.WriteFile(file, text.Bytes(), 0o400); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TMPDIR", "ELIDE_STORE"} {
		t.Setenv(name, filepath.Join(dir, "none"))
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	run := Run{Ways: []Way{Plain(), Elide("elide", rewrite.Config{References: true})}, Detail: 1, Count: words}
	rep, err := run.Measure(context.Background(), []string{file, filepath.Join(dir, "gone.json")})
	if err != nil || len(rep.All) != 1 || len(rep.Skipped) != 1 {
		t.Fatal(rep, err)
	}
	if m := rep.All[0]; m.Ways[1].Once >= m.Ways[0].Once {
		t.Errorf("nothing was saved: %+v", m)
	}
	names, _ := os.ReadDir(dir)
	if len(names) != 1 {
		t.Errorf("%d files", len(names))
	}
}

// TestShownSafely: whatever names stand in a transcript, nothing that a terminal or a
// browser acts on gets to the reader, in no form.
func TestShownSafely(t *testing.T) {
	evil := "\x1b[2Jevil\u202e<script>alert(1)</script>"
	c := talk(event{user: "go"}, event{runs: "ls", gives: "one\n" + "src/deep/two_things.go"}, event{runs: "cat src/deep/two_things.go", gives: "x"}, event{says: "done"})
	c.Host, c.Model, c.Path = evil, evil, evil
	c.Events[1].Calls[0].Name = evil
	m := measured(t, c, Plain(), hiding())
	rep := &Report{Ways: []string{"plain", "first line"}, Detail: 1, All: []*Measured{m}, Files: 1, Skipped: []Skipped{{evil, "empty"}}}
	sums := rep.Sums(time.UTC)
	var text, line bytes.Buffer
	if sums.WriteText(&text, TextOptions{All: true}) != nil || sums.WriteJSON(&line, nil) != nil {
		t.Fatal("memory takes all")
	}
	page := string(sums.HTML(nil))
	for _, out := range []string{text.String(), line.String(), page} {
		if strings.ContainsAny(out, "\x1b\x07\u202e") || !strings.Contains(out, "evil") {
			t.Errorf("%q", out)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "NaN") {
		t.Errorf("%s", page)
	}
	if !json.Valid(line.Bytes()) {
		t.Errorf("%s", line.Bytes())
	}
}

// TestPathsAndWords: the scanners find what they are to find, and do so in time that
// grows with the text alone.
func TestPathsAndWords(t *testing.T) {
	for text, want := range map[string]string{
		"see src/a.go:12 and b_test.go, or ./x/y": "src/a.go b_test.go ./x/y",
		"call foo.bar(x) v1.2.3 a.b.go(1) x//y":   "a.b",
		"/usr/lib/x.so ~/dev/app @scope/pkg":      "/usr/lib/x.so ~/dev/app @scope/pkg",
		"http://host.example/a/b":                 "example/a/b",
	} {
		var got []string
		eachPath(text, func(start, end int) { got = append(got, text[start:end]) })
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	start := time.Now()
	for _, unit := range []string{"-", "a.", "+a", "~", "./", "a/", "'"} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		eachPath(text, func(int, int) {})
		eachWord(text, func(string) {})
		eachQuote(text, func(string) {})
		plainText("⟦" + text)
	}
	if passed := time.Since(start); passed > 10*time.Second {
		t.Errorf("%v", passed)
	}
}

// TestDamaged: of every host's transcript cut anywhere, or with bytes of another, as
// much is measured as can be, and what can't is left out with a reason that is not
// our mistake.
func TestDamaged(t *testing.T) {
	names, err := transcript.Find([]string{"../transcript/testdata"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var files []string
	for i, name := range names {
		data, err := os.ReadFile(name)
		if err != nil { // a folder
			files = append(files, name)
			continue
		}
		for n := range 24 {
			bad := bytes.Clone(data)
			switch at := (n*7919 + 13) % len(bad); n % 3 {
			case 0:
				bad = bad[:at]
			case 1:
				bad[at] ^= byte(1 + n)
			case 2:
				bad = append(bad[:at:at], bad[at/2:]...)
			}
			file := filepath.Join(dir, fmt.Sprintf("%d-%d%s", i, n, filepath.Ext(name)))
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	run := Run{Ways: []Way{Plain(), Elide("elide", rewrite.Config{References: true}), Cut("cut", 100), Clear(), Mask(), Perfect()}, Detail: 1, Count: words}
	rep, err := run.Measure(context.Background(), files)
	if err != nil || len(rep.All) < len(names) {
		t.Fatal(len(rep.All), err)
	}
	for _, s := range rep.Skipped {
		if s.Why == errOurs.Error() || strings.ContainsAny(s.Why, "{\x1b") {
			t.Errorf("%s: %s", s.Path, s.Why)
		}
	}
	if sums := rep.Sums(time.UTC); sums.Total.Outputs == 0 || math.IsNaN(sums.Total.Net(sums.Total.Cost)) {
		t.Errorf("%+v", sums.Total)
	}
}
