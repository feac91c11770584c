package rewrite

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/wire"
)

func newClearing(t testing.TB, reads focus.Reads, what Clear) (*Rewriter, *store.Store) {
	st := openStore(t, store.Options{})
	return New(Config{Store: st, References: true, Reads: reads, Clear: what}), st
}

// work returns a conversation of n steps: files that are read first, and then many
// short outputs, with files among them.
func work(n int) *talk {
	k := &talk{id: "over"}
	for i := range n {
		switch {
		case i < 30 || i%40 == 0:
			file := strings.ReplaceAll(program(20+i), "part", fmt.Sprintf("part%dof", i))
			k.steps = append(k.steps, read(fmt.Sprintf("file%d.go", i), file))
		case i%15 == 0:
			k.steps = append(k.steps, bash("make test", testRun(i)))
		default:
			k.steps = append(k.steps, bash(fmt.Sprintf("date %d", i), fmt.Sprintf("%d o'clock\n", i)))
		}
	}
	return k
}

// TestOverLaw: each request begins with the bytes of the one before, but where a batch
// goes; a batch pays; what goes stays gone, and can be expanded; any process sends the
// same, and what hosts change from request to request changes nothing.
func TestOverLaw(t *testing.T) {
	longtest.Only(t)
	for name, c := range map[string]struct {
		reads focus.Reads
		what  Clear
	}{"done": {focus.Wide, ClearDone}, "all": {focus.Wide, ClearAll}, "bold": {focus.Bold, ClearDone}, "exact": {focus.Exact, ClearAll}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overLaw(t, c.reads, c.what)
		})
	}
}

func overLaw(t *testing.T, reads focus.Reads, what Clear) {
	const steps = 150
	written := work(steps).written(steps)
	w, st := newClearing(t, reads, what)
	var before []byte
	batches, outlines := 0, 0
	for n := 1; n <= steps; n++ {
		body := request(written[:n])
		out, _ := messages(t, w, body)
		if before != nil && !bytes.HasPrefix(out, prefix(before)) {
			batches++
			checkBatch(t, w.cfg.patience(), n, before, out)
			checkLaws(t, st, body, out)
			outlines += checkLeft(t, body, out)
		}
		if n%20 == 0 {
			fresh, _ := newClearing(t, reads, what)
			if again, _ := messages(t, fresh, body); !bytes.Equal(again, out) {
				t.Fatalf("request %d: another process sends it otherwise", n)
			}
			marked := bytes.ReplaceAll(body, []byte(`"text":"I look."`), []byte(`"text":"I look.","cache_control":{"type":"ephemeral","ttl":"`+strings.Repeat("long ", 200)+`"}`))
			moved, _ := messages(t, w, marked)
			were, _ := texts(t, out)
			if are, _ := texts(t, moved); strings.Join(are, "") != strings.Join(were, "") {
				t.Fatalf("request %d: a breakpoint changes what is sent", n)
			}
		}
		before = out
	}
	if batches < 1 || batches > 12 {
		t.Errorf("%d batches", batches)
	}
	if reads == focus.Exact && outlines == 0 || reads == focus.Bold && outlines > 0 {
		t.Errorf("%d outlines are left", outlines)
	}
}

// checkLeft checks what is left of results that went: nothing but their marker, or lines of
// theirs in their order with a gap for each run of others, and as many are hidden as the
// marker says. It returns of how many there are lines.
func checkLeft(t *testing.T, body, out []byte) (outlines int) {
	t.Helper()
	before, _ := texts(t, body)
	after, _ := texts(t, out)
	for i, text := range after {
		if !strings.Contains(text, " old, ") {
			continue
		}
		all := slices.Collect(strings.Lines(before[i]))
		at, hidden := 0, 0
		left := slices.Collect(strings.Lines(text))
		for _, line := range left[:len(left)-1] {
			gap, ok := marker.ParseGap([]byte(strings.TrimRight(line, "\n")))
			switch {
			case ok && gap.First == at+1 && gap.Last > at:
				hidden += gap.Last - at
				at = gap.Last
			case at < len(all) && strings.HasSuffix(all[at], line):
				at++
			default:
				t.Fatalf("result %d: line %d of what is left is %q", i, at+1, line)
			}
		}
		if at == 0 { // the marker alone
			at, hidden = len(all), len(all)
		} else {
			outlines++
		}
		if at != len(all) || !strings.Contains(left[len(left)-1], fmt.Sprintf(" old, %d lines,", hidden)) {
			t.Errorf("result %d of %d lines: %d are accounted for, %d hidden, and it says %q", i, len(all), at, hidden, left[len(left)-1])
		}
	}
	return outlines
}

// checkBatch checks that what changed between two requests became markers, or referred to
// what did, and that it pays by the texts of the results alone.
func checkBatch(t *testing.T, after patience, n int, before, out []byte) {
	t.Helper()
	were, _ := texts(t, before)
	are, _ := texts(t, out)
	saved, sent := 0, 0
	for i, text := range are {
		if i < len(were) && were[i] != text {
			goes := strings.Contains(text, " old, ") && n-1-i >= after.again
			if refers := strings.HasPrefix(were[i], "⟦since ") || strings.Contains(were[i], "above"); !goes && !(refers && saved > 0) || strings.Contains(were[i], " old, ") {
				t.Errorf("request %d: result %d becomes %.80q", n, i, text)
			}
			saved += tokens.Estimate([]byte(were[i])) - tokens.Estimate([]byte(text))
		}
		if saved > 0 {
			sent += tokens.Estimate([]byte(text))
		}
	}
	if readPrice*saved*(n-1) < breakPrice*sent {
		t.Errorf("request %d: %d tokens are saved, %d are written anew", n, saved, sent)
	}
}

// TestWaits: what the same call gave anew goes first, then what commands gave, then searches
// and changes; a file goes behind the last call for it, and waits the longest if there
// was none.
func TestWaits(t *testing.T) {
	steps := []step{
		bash("make test", "ok\n"), bash("make test", "ok\n"), bash("grep -rn total .", "a.go:3:total\n"),
		{name: "Edit", input: map[string]any{"file_path": "b.go", "old_string": "x", "new_string": "y"}, output: "Updated b.go\n"},
		read("a.go", "package a\n"), read("b.go", "package b\n"), ranged("b.go", 3, "x\n"),
	}
	for _, a := range []patience{careful, patient, impatient} {
		waits(t, steps, a)
	}
}

// waits checks that each of TestWaits' steps waits for as many others as that says.
func waits(t *testing.T, steps []step, a patience) {
	t.Helper()
	g := goingOf(t, steps)
	g.after = a
	want := []struct{ behind, n int }{{0, a.again}, {1, a.command}, {2, a.place}, {3, a.place}, {4, a.file}, {6, a.done}, {6, a.file}}
	for i, w := range want {
		for _, percent := range []int{inFull, a.behind} {
			least := (w.n*percent + inFull - 1) / inFull
			g.calls = w.behind + least // one too few
			early := g.waited(i, percent)
			g.calls++
			if early || !g.waited(i, percent) {
				t.Errorf("%s %v doesn't wait for %d behind result %d, with %d %% of the patience", steps[i].name, steps[i].input, least, w.behind, percent)
			}
		}
	}
}

// goingOf goes through a conversation with those steps, impatiently.
func goingOf(t *testing.T, steps []step) *going {
	t.Helper()
	return goingBy(t, (&talk{id: "x", steps: steps}).body(len(steps)))
}

func goingBy(t *testing.T, body []byte) *going {
	t.Helper()
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := wire.Parse(wire.Messages, doc)
	if err != nil {
		t.Fatal(err)
	}
	w, _ := newClearing(t, focus.Bold, ClearDone)
	g := newGoing(newConversation(w, t.Context(), req), impatient)
	for i := range req.Results {
		g.add(part{result: i})
		g.open[i] = true
	}
	return g
}

// TestPatience: what goes by the settings; nothing where they say so.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		clear string
		reads focus.Reads
		want  patience
	}{
		{"none", focus.Wide, patience{}}, {"none", focus.Bold, patience{}}, {"", focus.Bold, patience{}},
		{"done", focus.Wide, careful}, {"done", focus.Exact, careful}, {"done", focus.Bold, impatient},
		{"all", focus.Wide, patient}, {"all", focus.Bold, impatient},
	} {
		cfg := Config{Reads: c.reads, Clear: ClearOf(c.clear)}
		if got := cfg.patience(); got != c.want || cfg.Alters() != (got != patience{}) {
			t.Errorf("%q, %v: %+v, want %+v", c.clear, c.reads, got, c.want)
		}
	}
}

// TestBehindTheBreak: where a batch goes, what stands behind its first goes with a part of
// the patience; what stands before it doesn't, nor what the agent hasn't answered.
func TestBehindTheBreak(t *testing.T) {
	a := impatient
	few := a.file*a.behind/inFull + 1
	for name, c := range map[string]struct {
		old, unanswered int // where the result stands that pays for the break, -1: nowhere; so many aren't answered
		goes            bool
	}{
		"behind": {0, 0, true}, "before": {2, 0, false}, "no batch": {-1, 0, false}, "unanswered": {0, few + 2, false},
	} {
		var steps []step
		for i := range 3 {
			if i == c.old {
				steps = append(steps, bash("make test", "ok\n"))
			} else {
				steps = append(steps, read(fmt.Sprintf("file%d.go", i), program(60)))
			}
		}
		for i := range few {
			steps = append(steps, bash(fmt.Sprintf("date %d", i), "noon\n"))
		}
		g := goingOf(t, steps)
		for i := range g.parts {
			g.parts[i].tokens = 1000
			if i == c.old {
				g.parts[i].tokens = 1000000
			}
		}
		g.count()
		g.results, g.answered, g.requests = len(steps), len(steps)-c.unanswered, 1000
		g.request()
		if g.gone[1] != c.goes || c.old >= 0 && c.unanswered == 0 && !g.gone[c.old] {
			t.Errorf("%s: %v", name, g.gone)
		}
		sum := 0
		for k, p := range g.parts {
			if p.before != sum || p.large() != slices.Contains(g.large, k) {
				t.Errorf("%s: part %d, %+v, has %d tokens before it", name, k, p, sum)
			}
			sum += p.tokens
		}
		if sum != g.tokens {
			t.Errorf("%s: %d tokens, counted %d", name, sum, g.tokens)
		}
	}
}

// TestNothingToSave: what goes with a batch because the cache ends anyway stays where what is
// left of it is no shorter.
func TestNothingToSave(t *testing.T) {
	steps := []step{bash("make test", "ok\n"), read("file.go", program(60))}
	for i := range patient.file*patient.behind/inFull + 1 {
		steps = append(steps, bash(fmt.Sprintf("date %d", i), "noon\n"))
	}
	for tokens, goes := range map[int]bool{900: false, 30000: true} {
		g := goingOf(t, steps)
		g.c.w.cfg.Reads, g.c.w.cfg.Clear, g.after = focus.Wide, ClearAll, patient
		for i, r := range g.c.results {
			r.facts = r.learn()
			g.parts[i].tokens = 20
		}
		g.parts[0].tokens, g.parts[1].tokens = 1000000, tokens
		g.count()
		g.results, g.answered, g.requests = len(steps), len(steps), 1000
		if g.request(); !g.gone[0] || g.gone[1] != goes {
			t.Errorf("%d tokens, of which %d are left: %v", tokens, g.left(1), g.gone[:2])
		}
	}
}

// TestOverIsSeen: of many calls at once none goes before the agent had its result.
func TestOverIsSeen(t *testing.T) {
	steps := []step{}
	for i := range 100 {
		steps = append(steps, read(fmt.Sprintf("file%d.go", i), program(200)))
	}
	g := goingOf(t, steps)
	for i := range g.parts {
		g.parts[i].tokens = 100000
	}
	g.count()
	g.requests = 1000
	if g.request(); slices.Contains(g.gone, true) {
		t.Error("results went that nobody answered")
	}
	g.add(part{result: notResult, agent: true})
	if g.request(); !slices.Contains(g.gone, true) {
		t.Error("nothing went")
	}
}

// TestOverIsNotAbove: what is gone is not referred to, but for what it declares, and a file
// that is worked on stays.
func TestOverIsNotAbove(t *testing.T) {
	k := work(200)
	for i := range 30 { // so that none has the lines of another
		k.steps[i].output = strings.ReplaceAll(k.steps[i].output, "value", fmt.Sprintf("value of %d,", i))
	}
	again := k.steps[3]
	for i := 16; i < 200; i += 3 { // so that the sixth stays
		k.steps[i] = ranged("file5.go", i, "1\n")
	}
	k.steps = append(k.steps, again, again)
	w, st := newClearing(t, focus.Exact, ClearAll)
	body := k.body(len(k.steps))
	out, _ := messages(t, w, body)
	checkLaws(t, st, body, out)
	all, _ := texts(t, out)
	if !strings.Contains(all[3], " old, ") || strings.Contains(all[5], " old, ") {
		t.Errorf("%.80q, %.80q", all[3], all[5])
	}
	if !strings.Contains(all[3], "func part3of7(") || strings.Contains(all[3], "order.add") {
		t.Errorf("what the file declares isn't what is left of it: %.300q", all[3])
	}
	first, second := all[200], all[201]
	if strings.Contains(first, "above") || len(first) < 1000 {
		t.Errorf("what is gone is referred to: %.200q", first)
	}
	if !strings.Contains(second, "same as above") {
		t.Errorf("what stands above again is sent again: %.200q", second)
	}
}

// TestOutline: what is left of a file; nothing of one that declares nothing, or hardly anything
// else, and numbers that stand in the file itself stay.
func TestOutline(t *testing.T) {
	functions := strings.Repeat("func f() {\n"+strings.Repeat("\tcall(one, two, three)\n", 6)+"}\n\n", 20)
	for _, c := range []struct {
		name, data, want string // want is how the outline begins
		hidden           int
	}{
		{"a.go", "package a\n\n" + functions, "package a\n\nfunc f() {\n⟦4-11⟧\nfunc f() {\n", 160},
		{"a.d.ts", strings.Repeat("// a\n", 5) + strings.Repeat("export declare function thing(a: string): Promise<void>;\n", 100), "", 105},
		{"a.go", strings.Repeat("// nothing is declared\n", 100), "", 100},
		{"a.md", "# List\n1. one\n2. two\n3. three\n# Text\n\n" + strings.Repeat("It says at length what it is for.\n\n", 40), "# List\n1. one\n2. two\n3. three\n# Text\n", 81},
		{"a.go", strings.Repeat(functions, 200), "", 36000},
	} {
		text, hidden := outline([]byte(c.data), c.name)
		if hidden != c.hidden || !strings.HasPrefix(string(text), c.want) || (c.want == "") != (len(text) == 0) {
			t.Errorf("%s, %d bytes: %d lines hidden, %.200q", c.name, len(c.data), hidden, text)
		}
	}
}

// TestOverIsOff: without the setting, and where the server clears, nothing goes.
func TestOverIsOff(t *testing.T) {
	longtest.Asked(t)
	k := work(240)
	w, _ := newFocused(t, focus.Wide)
	out, _ := messages(t, w, k.body(240))
	clearing, _ := newClearing(t, focus.Wide, ClearAll)
	body := bytes.Replace(k.body(240), []byte(`"stream":true`), []byte(`"context_management":{"edits":[{"type":"clear_tool_uses_20250919"}]}`), 1)
	cleared, _ := messages(t, clearing, body)
	if bytes.Contains(out, []byte(" old, ")) || bytes.Contains(cleared, []byte(" old, ")) {
		t.Error("results went")
	}
}
