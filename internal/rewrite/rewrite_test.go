package rewrite

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/wire"
)

// session returns a conversation of n steps such as an agent has: outputs of
// all shapes, runs that are repeated with other times, files that are read
// again after an edit, calls that fail. Expansions are added by who plays it.
func session(t testing.TB, id string, n int) *talk {
	outputs := corpus(t)
	names := make([]string, 0, len(outputs))
	for name := range outputs {
		names = append(names, name)
	}
	slices.Sort(names)
	file := source(120)
	k := &talk{id: id}
	for i := 0; len(k.steps) < n; i++ {
		name := names[i*7%len(names)]
		switch i % 6 {
		case 1:
			k.steps = append(k.steps, bash("make test", testRun(i)))
		case 2:
			file[i%len(file)] = fmt.Sprintf("\tedited%d()\n", i)
			k.steps = append(k.steps, read("/src/main.go", strings.Join(numbered(file, "%6d→"), "")))
		case 4:
			s := bash("check "+name, outputs[name])
			s.failed = true
			k.steps = append(k.steps, s)
		case 5:
			k.steps = append(k.steps, k.steps[len(k.steps)-3])
		default:
			k.steps = append(k.steps, bash("show "+name, outputs[name]))
		}
	}
	k.steps = k.steps[:n]
	return k
}

// testRun is the output of a test run that differs in its times, and now and
// then in a failure.
func testRun(n int) string {
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "=== RUN   TestNumber%d\n--- PASS: TestNumber%d (0.%02ds)\n", i, i, (i+n)%100)
	}
	fmt.Fprintf(&b, "=== RUN   TestLast\n    last_test.go:12: got %d, want 7\n", n/13)
	for i := range 6 {
		fmt.Fprintf(&b, "    last_test.go:%d: the part number %d of the order stands where another one should\n", 20+i, i)
	}
	fmt.Fprintf(&b, "--- FAIL: TestLast (0.%02ds)\nFAIL\nFAIL\texample.com/last\t1.%03ds\n", n%100, n)
	return b.String()
}

// play sends a conversation turn by turn, and checks the laws at each. On
// some turns the agent expands the last marker that it met.
func play(t testing.TB, w *Rewriter, st *store.Store, k *talk) (sent [][]byte, total Report) {
	t.Helper()
	var before []byte
	for n := 1; n <= len(k.steps); n++ {
		if n%9 == 0 {
			k.expandLast(t, st, n-1, sent[len(sent)-1])
		}
		body := k.body(n)
		out, rep := messages(t, w, body)
		if before != nil && !bytes.HasPrefix(out, prefix(before)) {
			t.Fatalf("turn %d changes what was sent before", n)
		}
		if reduced := checkLaws(t, st, body, out); reduced != rep.Reduced || rep.Results != n {
			t.Fatalf("turn %d: %d of %d results are reduced, %d reported", n, reduced, n, rep.Reduced)
		}
		if len(rep.Warnings) > 0 {
			t.Fatal(rep.Warnings)
		}
		total.ExpansionTokens += rep.ExpansionTokens
		before, sent = out, append(sent, out)
		total.Reduced, total.References, total.Expansions = rep.Reduced, rep.References, rep.Expansions
		total.TokensIn, total.TokensOut = total.TokensIn+rep.TokensIn, total.TokensOut+rep.TokensOut
	}
	return sent, total
}

// expandLast makes step n one that expands the last marker in a body.
func (k *talk) expandLast(t testing.TB, st *store.Store, n int, body []byte) {
	results, _ := texts(t, body)
	for _, text := range slices.Backward(results) {
		if strings.Contains(text, "⟦elided:") {
			hash := lastMarker(t, text).Hash
			k.steps[n] = bash("cd /src && elision-get "+hash, expand(t, st, hash))
			return
		}
	}
}

// TestConversation: over 60 turns each request starts with the bytes of the
// one before, every marker expands to the bytes that it stands for, and no
// expansion is reduced.
func TestConversation(t *testing.T) {
	longtest.Asked(t)
	w, st := newRewriter(t)
	k := session(t, "call", 60)
	sent, total := play(t, w, st, k)
	if total.References < 10 || total.Expansions < 5 || total.Reduced < 30 || total.ExpansionTokens == 0 {
		t.Errorf("%+v: the conversation does not test what it should", total)
	}
	after, _ := texts(t, sent[len(sent)-1])
	for i, s := range k.steps {
		if strings.Contains(fmt.Sprint(s.input), "elision-get") && after[i] != s.output {
			t.Errorf("the expansion of step %d is sent as %.200s", i, after[i])
		}
		if s.failed && len(s.output) < toolcall.MinErrorBytes && after[i] != s.output {
			t.Errorf("the short error of step %d is sent as %.200s", i, after[i])
		}
	}
	t.Logf("%d tokens sent of %d, %+v", total.TokensOut, total.TokensIn, total)

	// Another process, with another number of processors and an empty store,
	// sends the same.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	other, _ := newRewriter(t)
	if out, _ := messages(t, other, k.body(60)); !bytes.Equal(out, sent[59]) {
		t.Error("another process sends other bytes")
	}

	// What was rewritten is not rewritten again, by a proxy behind the proxy.
	if out, rep := messages(t, other, sent[59]); !bytes.Equal(out, sent[59]) {
		t.Errorf("rewritten again: %+v", rep)
	}
}

// TestSubagents: conversations at the same time, which share outputs and the
// Rewriter, are each as stable as if they were alone.
func TestSubagents(t *testing.T) {
	longtest.Asked(t)
	w, st := newRewriter(t)
	talks := []*talk{session(t, "one", 24), session(t, "two", 24), session(t, "three", 24)}
	slices.Reverse(talks[1].steps)
	var wg sync.WaitGroup
	for _, k := range talks {
		wg.Go(func() {
			if sent, _ := play(t, w, st, k); sent == nil {
				t.Error("nothing was sent")
			}
		})
	}
	wg.Wait()
	for _, k := range talks {
		alone, _ := newRewriter(t)
		want, _ := messages(t, alone, k.body(24))
		if got, _ := messages(t, w, k.body(24)); !bytes.Equal(got, want) {
			t.Errorf("%s is sent otherwise than alone", k.id)
		}
	}
}

// TestPrefixLaw: whatever follows, the rewriting of what stands before stays.
func TestPrefixLaw(t *testing.T) {
	pool := []step{
		bash("make test", testRun(1)), bash("make test", testRun(2)), bash("make test", testRun(30)),
		bash("make all test", testRun(1)), bash("elision-get 0a1b2c3d4e5f", testRun(2)),
		read("a.go", strings.Join(source(90), "")), read("a.go", strings.Join(source(94), "")), read("b.go", strings.Join(source(90), "")),
		bash("true", ""), bash("ls", "a\nb\n"), {name: "Bash", input: map[string]any{"command": "make test"}, output: testRun(3), failed: true},
	}
	laws.Check(t, func(rt *rapid.T) {
		k := &talk{id: "x", steps: rapid.SliceOfN(rapid.SampledFrom(pool), 1, 12).Draw(rt, "steps")}
		w, st := newRewriter(t)
		part := rapid.IntRange(0, len(k.steps)).Draw(rt, "part")
		whole, _ := messages(t, w, k.body(len(k.steps)))
		checkLaws(t, st, k.body(len(k.steps)), whole)
		fresh, _ := newRewriter(t)
		if out, _ := messages(t, fresh, k.body(part)); !bytes.HasPrefix(whole, prefix(out)) {
			rt.Fatalf("%d steps of %d are sent otherwise:\n%.3000s\n%.3000s", part, len(k.steps), out, whole)
		}
	})
}

func TestReferences(t *testing.T) {
	file := strings.Join(source(90), "")
	edited := strings.Replace(file, "step40(", "stepForty(", 1)
	rewritten := strings.Join(source(40), "") + strings.ReplaceAll(strings.Join(source(90)[40:], ""), "step", "stage")
	hooked := testRun(1) + "⟦elided:0a1b2c3d4e5f 9 lines, elision-get⟧\n"
	for _, c := range []struct {
		name    string
		steps   []step
		want    string // start of the last result
		results int
	}{
		{"a file seen first", []step{read("a.go", file)}, "\tif err := step0", 0},
		{"the same file again", []step{read("a.go", file), read("a.go", file)}, "⟦elided:", 1},
		{"another file with the same content", []step{read("a.go", file), read("b.go", file)}, "⟦elided:", 1},
		{"after an edit", []step{read("a.go", file), read("a.go", edited)}, "⟦since ", 1},
		{"after much has changed", []step{read("a.go", file), read("a.go", rewritten)}, "⟦1-40 as in lines 1-40 of a.go above⟧\n\tif err := stage", 1},
		{"another file, nearly the same", []step{read("a.go", file), read("b.go", edited)}, "⟦1-40 as in lines 1-40 of a.go above⟧\n\tif err := stepForty", 1},
		{"a run again, other times", []step{bash("make test", testRun(1)), bash("make test", testRun(2))}, "⟦since ", 1},
		{"another run", []step{bash("make test", testRun(1)), bash("make check", testRun(2))}, "⟦1-160⟧\n⟦161-168 as in lines 161-168 of make test above⟧\n--- FAIL", 1},
		{"the latest run counts", []step{bash("make test", testRun(1)), bash("make test", "make: nothing to be done\n"), bash("make test", testRun(2))}, "⟦1-160⟧\n⟦161-168 as in lines 161-168 of", 1},
		{"a run after one that failed", []step{{name: "Bash", input: map[string]any{"command": "make test"}, output: testRun(1), failed: true}, bash("make test", testRun(2))}, "⟦since ", 1},
		{"no line end", []step{bash("make test", strings.TrimSpace(testRun(1))), bash("make test", strings.TrimSpace(testRun(2)))}, "⟦since ", 1},
		{"reduced by a hook", []step{bash("make test", hooked), bash("make test", hooked)}, "=== RUN", 0},
		{"short, the same", []step{bash("ls", "a\nb\n"), bash("ls", "a\nb\n")}, "a\nb\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, st := newRewriter(t)
			body := (&talk{steps: c.steps}).body(len(c.steps))
			out, rep := messages(t, w, body)
			checkLaws(t, st, body, out)
			after, _ := texts(t, out)
			if last := after[len(after)-1]; !strings.HasPrefix(last, c.want) || rep.References != c.results {
				t.Errorf("%+v\n%s", rep, last)
			}
			off, _ := New(Config{Store: st}).Rewrite(t.Context(), wire.Messages, body)
			if alone, _ := texts(t, off); strings.Contains(strings.Join(alone, ""), "⟦since") || strings.Contains(strings.Join(alone, ""), "above") {
				t.Error("a reference though they are off")
			}
		})
	}
}

// TestRepeatsSayWhich: what is the same as something above, but not as what its
// call gave last, says so.
func TestRepeatsSayWhich(t *testing.T) {
	file := strings.Join(source(90), "")
	edited := strings.Replace(file, "step40(", "stepForty(", 1)
	for want, steps := range map[string][]step{
		" same as above, 90 lines, ":                   {read("a.go", file), read("a.go", file)},
		" same as above, not as last time, 90 lines, ": {read("a.go", file), read("a.go", edited), read("a.go", file)},
		" same as above, of another call, 90 lines, ":  {read("a.go", file), read("b.go", file)},
	} {
		w, _ := newRewriter(t)
		k := &talk{steps: append(steps, read("a.go", file))} // the last one is remembered by another key
		out, _ := messages(t, w, k.body(len(steps)+1))
		after, _ := texts(t, out)
		if got := after[len(steps)-1]; !strings.Contains(got, want) {
			t.Errorf("%s instead of %q", got, want)
		}
		if got := after[len(steps)]; !strings.Contains(got, " same as above, 90 lines, ") {
			t.Errorf("at last: %s", got)
		}
	}
}

// TestCutsAreRepeated: what a host cut out of an output is no part of what is
// the same, so its mark is shown in a difference, and a reference says that there
// is one.
func TestCutsAreRepeated(t *testing.T) {
	const mark = "(1043 more lines below)"
	file := strings.Join(source(90), "") + mark + "\n"
	edited := strings.Replace(file, "step40(", "stepForty(", 1)
	run := func(n int) string { return testRun(n) + "... [4933 characters truncated] ...\n" + testRun(n) }
	for name, c := range map[string]struct {
		steps []step
		want  []string
	}{
		"a file again":   {[]step{read("a.go", file), read("a.go", file)}, []string{" same as above, cut there too, 91 lines, "}},
		"a file, edited": {[]step{read("a.go", file), read("a.go", edited)}, []string{"⟦since ", mark}},
		"a run again":    {[]step{bash("make test", run(1)), bash("make test", run(2))}, []string{"⟦since ", "... [4933 characters truncated] ..."}},
	} {
		w, _ := newRewriter(t)
		out, _ := messages(t, w, (&talk{steps: c.steps}).body(2))
		after, _ := texts(t, out)
		for _, want := range c.want {
			if !strings.Contains(after[1], want) {
				t.Errorf("%s: no %q in\n%s", name, want, after[1])
			}
		}
	}
}

// TestClearedResults: what the server drops is no reference.
func TestClearedResults(t *testing.T) {
	w, st := newRewriter(t)
	body := (&talk{steps: []step{bash("make test", testRun(1)), bash("make test", testRun(1))}}).body(2)
	body = append(prefix(body), `],"context_management":{"edits":[{"type":"clear_tool_uses_20250919"}]}}`...)
	out, rep := messages(t, w, body)
	if reduced := checkLaws(t, st, body, out); reduced != 2 || rep.References != 0 {
		t.Errorf("%+v", rep)
	}
}

func TestUnchanged(t *testing.T) {
	w, _ := newRewriter(t)
	long := string((&talk{steps: []step{bash("make test", testRun(1))}}).body(1))
	for _, c := range []struct {
		name, body string
		api        wire.API
		doubt      bool
	}{
		{"no JSON", long[:len(long)-1], wire.Messages, true},
		{"a key twice", strings.Replace(long, `"stream":true`, `"model":"x"`, 1), wire.Messages, true},
		{"attested", strings.Replace(long, "You are", "x-anthropic-billing-header: cc_version=2; cch=0a1b2;", 1), wire.Messages, true},
		{"no API", long, wire.Unknown, false},
		{"a call that the request doesn't hold", strings.Replace(long, `"type":"tool_use"`, `"type":"text"`, 1), wire.Messages, false},
		{"nothing long", string((&talk{steps: []step{bash("ls", "a\n")}}).body(1)), wire.Messages, false},
		{"half a surrogate pair", strings.Replace(long, "TestNumber7", `\ud800`, 1), wire.Messages, false},
		{"reduced by a hook", string((&talk{steps: []step{bash("make", testRun(1)+"⟦elided:0a1b2c3d4e5f 9 lines, elision-get⟧\n")}}).body(1)), wire.Messages, false},
	} {
		body := []byte(c.body)
		out, rep := w.Rewrite(t.Context(), c.api, body)
		if &out[0] != &body[0] || rep.Unchanged == "" || rep.Doubt != c.doubt {
			t.Errorf("%s: %+v", c.name, rep)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, rep := w.Rewrite(ctx, wire.Messages, []byte(long)); string(out) != long || rep.Unchanged == "" || rep.Doubt {
		t.Errorf("the client has gone: %+v", rep)
	}
}

// TestExtra: further edits are made, and what can't be done together is left.
func TestExtra(t *testing.T) {
	st := openStore(t, store.Options{})
	model := func(r *wire.Request) ([]jsonspan.Edit, []string) {
		return []jsonspan.Edit{r.Root.Get("model").Replace([]byte(`"other"`))}, []string{"a warning"}
	}
	body := (&talk{steps: []step{bash("make test", testRun(1))}}).body(1)
	w := New(Config{Store: st, Extra: []Extra{model}})
	out, rep := messages(t, w, body)
	if !bytes.Contains(out, []byte(`"model":"other"`)) || rep.Reduced != 1 || !slices.Equal(rep.Warnings, []string{"a warning"}) {
		t.Errorf("%+v", rep)
	}
	if _, rep := messages(t, w, body); rep.Warnings != nil {
		t.Errorf("warned again: %q", rep.Warnings)
	}
	w = New(Config{Store: st, Extra: []Extra{model, model}})
	if out, rep := w.Rewrite(t.Context(), wire.Messages, body); !bytes.Equal(out, body) || !rep.Doubt {
		t.Errorf("edits that meet: %+v", rep)
	}
	w = New(Config{Store: st, Extra: []Extra{func(*wire.Request) ([]jsonspan.Edit, []string) { panic("mistake") }}})
	if out, rep := w.Rewrite(t.Context(), wire.Messages, body); !bytes.Equal(out, body) || !rep.Doubt || len(rep.Warnings) != 1 {
		t.Errorf("a panic: %+v", rep)
	}
}

// TestExpansionsAreCountedOnce: for each call, and not where nothing is paid.
func TestExpansionsAreCountedOnce(t *testing.T) {
	w, _ := newRewriter(t)
	k := &talk{steps: []step{bash("elision-get 0a1b2c3d4e5f", testRun(1)), bash("elision-get 0a1b2c3d4e5f", testRun(1))}}
	if _, rep := w.Rewrite(t.Context(), wire.CountTokens, k.body(1)); rep.ExpansionTokens != 0 || rep.Expansions != 1 {
		t.Errorf("counted: %+v", rep)
	}
	_, first := messages(t, w, k.body(1))
	_, again := messages(t, w, k.body(1))
	_, second := messages(t, w, k.body(2))
	if first.ExpansionTokens == 0 || again.ExpansionTokens != 0 || second.ExpansionTokens != first.ExpansionTokens {
		t.Errorf("%d, then %d, then %d", first.ExpansionTokens, again.ExpansionTokens, second.ExpansionTokens)
	}
	if n := first.ExpansionTokens; first.ExpansionTokensAgain != 0 || again.ExpansionTokensAgain != n || second.ExpansionTokensAgain != n {
		t.Errorf("again %d, then %d, then %d", first.ExpansionTokensAgain, again.ExpansionTokensAgain, second.ExpansionTokensAgain)
	}
}

// TestReads: what shows a file stays as it is when it is seen first, unless
// the user wants it reduced. What else printed the same is reduced.
func TestReads(t *testing.T) {
	st := openStore(t, store.Options{})
	text := strings.Join(numbered(source(200), "%6d→"), "")
	file, output := &talk{steps: []step{read("a.go", text)}}, &talk{steps: []step{bash("show a.go", text)}}
	exact := New(Config{Store: st, References: true})
	for _, k := range []*talk{file, output, file} {
		if _, rep := messages(t, exact, k.body(1)); (rep.Reduced > 0) != (k == output) {
			t.Errorf("%+v", rep)
		}
	}
	if _, rep := messages(t, New(Config{Store: st, ReduceReads: true}), file.body(1)); rep.Reduced != 1 {
		t.Errorf("to be reduced: %+v", rep)
	}
}

// TestSaid: the report of a subagent is what a model said, and stays, also when
// it comes again.
func TestSaid(t *testing.T) {
	w, _ := newRewriter(t)
	report := step{name: "Task", input: map[string]any{"prompt": "look"}, output: testRun(1)}
	body := (&talk{steps: []step{report, report}}).body(2)
	if out, rep := messages(t, w, body); !bytes.Equal(out, body) || rep.Reduced != 0 {
		t.Errorf("%+v", rep)
	}
}

// TestNotSmaller: what would not be smaller in the request, or has as many
// tokens, is not sent.
func TestNotSmaller(t *testing.T) {
	blanks := strings.Repeat(" ", 400)
	doc, err := jsonspan.Parse((&talk{steps: []step{bash("x", blanks)}}).body(1))
	if err != nil {
		t.Fatal(err)
	}
	req, err := wire.Parse(wire.Messages, doc)
	if err != nil {
		t.Fatal(err)
	}
	r := &result{Result: req.Results[0]}
	r.facts = r.learn()
	for text, want := range map[string]bool{
		"x":                         true,
		strings.Repeat("a b, ", 70): false, // more tokens
		strings.Repeat("\"", 200):   false, // more bytes, once they are escaped
		strings.Repeat(" ", 400):    false,
	} {
		if got := r.replace([][]byte{[]byte(text)}, false, nil).text != nil; got != want {
			t.Errorf("%.20q: %v", text, got)
		}
	}
}

// TestHashesThatCollide: what has the name of another output is no reference
// to it, though it has other bytes.
func TestHashesThatCollide(t *testing.T) {
	own, last := digest{1, 2, 3, 4, 5, 6, 7}, digest{1, 2, 3, 4, 5, 6, 8}
	c := &conversation{originals: map[digest]place{last: {result: &result{}}, {9}: {result: &result{}}}}
	if got, _ := c.earlier(own, last); got != (digest{}) {
		t.Errorf("%x", got)
	}
	if got, _ := c.earlier(own, digest{9}); got != (digest{9}) {
		t.Errorf("%x", got)
	}
}
