package rewrite

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// program is a file of Go with so many functions, numbered as a host does it.
func program(functions int) string {
	lines := []string{"package cart\n", "\n"}
	for i := range functions {
		lines = append(lines, fmt.Sprintf("// part%d adds what the order needs of kind %d.\n", i, i), fmt.Sprintf("func part%d(order *Order) error {\n", i))
		for k := range 14 {
			lines = append(lines, fmt.Sprintf("\tif err := order.add%d(%d, \"value %d\"); err != nil {\n", k, i*k, i), "\t\treturn err\n", "\t}\n")
		}
		lines = append(lines, "\treturn nil\n", "}\n", "\n")
	}
	return strings.Join(numbered(lines, "%6d→"), "")
}

func newFocused(t testing.TB, reads focus.Reads) (*Rewriter, *store.Store) {
	st := openStore(t, store.Options{})
	return New(Config{Store: st, References: true, Reads: reads}), st
}

func ranged(path string, offset int, output string) step {
	return step{name: "Read", input: map[string]any{"file_path": path, "offset": offset}, output: output}
}

// whole tells whether each line of an output is shown, with or without its number.
func whole(shown, output string) bool {
	var texts []string
	for l := range strings.Lines(output) {
		_, text, _ := strings.Cut(l, "→")
		texts = append(texts, text)
	}
	i := 0
	for l := range strings.Lines(shown) {
		if i == len(texts) {
			break
		}
		if l != texts[i] && !strings.HasSuffix(l, "→"+texts[i]) {
			return false
		}
		i++
	}
	return i == len(texts)
}

// hides tells whether a text has a gap.
func hides(text string) bool {
	for l := range strings.Lines(text) {
		if _, err := fmt.Sscanf(l, "⟦%d", new(int)); err == nil {
			return true
		}
	}
	return false
}

// TestFocus: what is shown of a file by what stands before it.
func TestFocus(t *testing.T) {
	file := program(60)
	search := bash("grep -rn needs .", strings.Repeat("cart.go:1245:\tx\n", 3)) // in part26
	for _, c := range []struct {
		name  string
		reads focus.Reads
		user  string
		steps []step
		part  bool
		shows string
	}{
		{"nothing asked for", focus.Exact, "", []step{read("cart.go", file)}, false, ""},
		{"numbers", focus.Numbers, "", []step{read("cart.go", file)}, false, "return nil"},
		{"nothing points at it", focus.Focus, "", []step{read("cart.go", file)}, true, "func part41(order *Order) error {"},
		{"the user names a function", focus.Focus, "part17 forgets the tax", []step{read("cart.go", file)}, true, "order.add5(85, \"value 17\")"},
		{"the agent names a function", focus.Focus, "", []step{bash("grep -rn part23 .", "cart.go\n"), read("cart.go", file)}, true, "order.add5(115, \"value 23\")"},
		{"a search names a line", focus.Focus, "", []step{search, read("cart.go", file)}, true, "order.add5(130, \"value 26\")"},
		{"a range is numbered by tens", focus.Focus, "", []step{ranged("cart.go", 1, file)}, false, "\n    20→"},
		{"a range", focus.Wide, "", []step{ranged("cart.go", 1, file)}, false, ""},
		{"a command for a range", focus.Wide, "", []step{bash("sed -n 1,3000p cart.go", file)}, false, ""},
		{"a second read", focus.Focus, "", []step{read("cart.go", file), read("cart.go", file)}, false, ""},
		{"a second read by another call", focus.Focus, "", []step{read("cart.go", file), bash("cat cart.go", file)}, false, ""},
		{"a second read after an edit", focus.Focus, "", []step{read("cart.go", file), read("cart.go", strings.Replace(file, "value 9\"", "value nine\"", 1))}, false, ""},
		{"the same in another file", focus.Focus, "", []step{read("cart.go", file), read("copy.go", file)}, false, ""},
		{"a third read", focus.Focus, "", []step{read("cart.go", file), read("cart.go", file), read("cart.go", file)}, false, "same as above"},
		{"a short file", focus.Focus, "", []step{read("cart.go", program(3))}, false, ""},
		{"an order", focus.Focus, "", []step{bash("ELIDE=off cat cart.go", file)}, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, st := newFocused(t, c.reads)
			body := bytes.Replace((&talk{id: "x", steps: c.steps}).body(len(c.steps)), []byte("fix the tests"), []byte("fix the tests. "+c.user), 1)
			out, _ := messages(t, w, body)
			checkLaws(t, st, body, out)
			after, _ := texts(t, out)
			last := after[len(after)-1]
			if hides(last) != c.part || !strings.Contains(last, c.shows) {
				t.Errorf("part: %v, want %v, with %q:\n%.1500s", hides(last), c.part, c.shows, last)
			}
			if output := c.steps[len(c.steps)-1].output; !c.part && c.shows != "same as above" && !whole(last, output) {
				t.Errorf("not each line stands there:\n%.1500s", last)
			}
		})
	}
}

// TestFocusHears: the same file is shown by what stands before it, also by one Rewriter.
func TestFocusHears(t *testing.T) {
	w, _ := newFocused(t, focus.Focus)
	for _, user := range []string{"part17 forgets the tax", "part31 forgets the tax"} {
		body := bytes.Replace((&talk{id: "x", steps: []step{read("cart.go", program(60))}}).body(1), []byte("fix the tests"), []byte(user), 1)
		out, _ := messages(t, w, body)
		fresh, _ := newFocused(t, focus.Focus)
		if want, _ := messages(t, fresh, body); !bytes.Equal(out, want) {
			t.Errorf("%s: another Rewriter sends it otherwise", user)
		}
	}
}

// TestFocusUtterances: what the agent says between two results is one message in each API.
func TestFocusUtterances(t *testing.T) {
	for name, c := range map[string]struct {
		api  wire.API
		body string
	}{
		"messages": {wire.Messages, `{"messages":[{"role":"user","content":"u"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"I look."},{"type":"tool_use","id":"a","name":"Read","input":{"path":"a.go"}},{"type":"tool_use","id":"b","name":"Read","input":{"path":"b.go"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"A"},{"type":"tool_result","tool_use_id":"b","content":"B"}]},{"role":"assistant","content":"Done."}]}`},
		"chat": {wire.Chat, `{"messages":[{"role":"user","content":"u"},{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"Read","arguments":"{\"path\":\"a.go\"}"}},{"id":"b","type":"function","function":{"name":"Read","arguments":"{\"path\":\"b.go\"}"}}]},
{"role":"tool","tool_call_id":"a","content":"A"},{"role":"tool","tool_call_id":"b","content":"B"},{"role":"assistant","content":"Done."}]}`},
		"responses": {wire.Responses, `{"input":[{"role":"user","content":"u"},{"type":"reasoning","summary":[]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},{"type":"function_call","name":"Read","arguments":"{\"path\":\"a.go\"}","call_id":"a"},{"type":"reasoning","summary":[]},
{"type":"function_call","name":"Read","arguments":"{\"path\":\"b.go\"}","call_id":"b"},{"type":"function_call_output","call_id":"a","output":"A"},{"type":"function_call_output","call_id":"b","output":"B"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}]}`},
	} {
		doc, err := jsonspan.Parse([]byte(c.body))
		if err != nil {
			t.Fatal(name, err)
		}
		req, err := wire.Parse(c.api, doc)
		if err != nil {
			t.Fatal(name, err)
		}
		w, _ := newRewriter(t)
		user, agent := newConversation(w, t.Context(), req).said()
		if len(user) != 1 || len(agent) != 2 || !strings.HasPrefix(string(agent[0].text), "I look.\n") || !strings.Contains(string(agent[0].text), "b.go") || string(agent[1].text) != "Done.\n" {
			t.Errorf("%s: %d of the user's, %d of the agent's: %s", name, len(user), len(agent), agent[0].text)
		}
	}
}

// TestFocusShowsWhatWasSought: in a file that is shown in part each line that holds what a
// search before it sought is shown, wherever that found it, also where only comments and
// files were named; none for a search of other words.
func TestFocusShowsWhatWasSought(t *testing.T) {
	file := strings.NewReplacer("value 31\"", "marginOfError\"", "kind 40.", "kind 40, with marginOfError.").Replace(program(60))
	for _, reads := range []focus.Reads{focus.Wide, focus.Focus, focus.Bold} {
		for command, want := range map[string]bool{"grep -rl 'margin[A-Z]fError' .": true, "rg -li 'total|marginoferror'": true, "grep -rl somethingElse .": false} {
			w, st := newFocused(t, reads)
			body := (&talk{id: "x", steps: []step{bash(command, "other.go\n"), bash("true", "\n"), read("cart.go", file)}}).body(3)
			out, _ := messages(t, w, body)
			checkLaws(t, st, body, out)
			after, _ := texts(t, out)
			if got := strings.Count(after[2], "marginOfError"); !hides(after[2]) || (got == strings.Count(file, "marginOfError")) != want {
				t.Errorf("%d, %s: %d of %d lines are shown", reads, command, got, strings.Count(file, "marginOfError"))
			}
		}
	}
}

// TestFocusRanges: what a gap names are the lines that are not there, and what stands
// before it says what they belong to.
func TestFocusRanges(t *testing.T) {
	file := program(60)
	w, st := newFocused(t, focus.Focus)
	out, _ := messages(t, w, (&talk{id: "x", steps: []step{read("cart.go", file)}}).body(1))
	after, _ := texts(t, out)
	lines := strings.SplitAfter(expand(t, st, lastMarker(t, after[0]).Hash), "\n")
	at, gaps := 0, 0
	for l := range strings.Lines(after[0]) {
		first, last := 0, 0
		if n, _ := fmt.Sscanf(l, "⟦%d-%d⟧", &first, &last); n == 2 {
			if first != at+1 {
				t.Errorf("%s behind line %d", l, at)
			}
			if before := lines[first-2]; !strings.Contains(before, "func ") {
				t.Errorf("%s stands behind %q", l, before)
			}
			at, gaps = last, gaps+1
			continue
		}
		if strings.HasPrefix(l, marker.Open) {
			break
		}
		if at++; !strings.HasSuffix(lines[at-1], l) {
			t.Fatalf("line %d is shown as %q, is %q", at, l, lines[at-1])
		}
	}
	if gaps < 10 || at != len(lines)-1 {
		t.Errorf("%d gaps, %d lines of %d are told of", gaps, at, len(lines)-1)
	}
}

// TestRanges: of a range nothing is missing but numbers, and a short one stays as
// it came.
func TestRanges(t *testing.T) {
	file := program(60)
	w, st := newFocused(t, focus.Wide)
	part := strings.Join(strings.SplitAfter(file, "\n")[40:200], "")
	short := strings.ReplaceAll(part, "value", "other")
	short = short[:strings.LastIndexByte(short[:leastNumbered-1], '\n')+1]
	body := (&talk{id: "x", steps: []step{ranged("cart.go", 40, part), ranged("other.go", 40, short)}}).body(2)
	out, _ := messages(t, w, body)
	checkLaws(t, st, body, out)
	after, _ := texts(t, out)
	lines := strings.SplitAfter(part, "\n")
	for i, l := range strings.SplitAfter(after[0], "\n")[:160] {
		if !strings.HasSuffix(lines[i], l) {
			t.Fatalf("line %d is %q, was %q", i, l, lines[i])
		}
	}
	if len(after[0]) >= len(part) || after[1] != short {
		t.Errorf("%d bytes of %d; %.100q", len(after[0]), len(part), after[1])
	}
}

// searched is a search through many files, and why it is made.
func searched(why string) step {
	var out strings.Builder
	for i := range 600 {
		name := "value"
		if i == 333 {
			name = "marginOfError"
		}
		fmt.Fprintf(&out, "src/part%d/cart.go:%d:\t%s := total(order, %d)\n", i/60, 10+i, name, i)
	}
	return step{name: "Bash", input: map[string]any{"command": "grep -rn total src", "description": why}, output: out.String()}
}

// TestSearchHears: of a search's many matches those are shown that hold what the agent
// says it is after, each with its file, and none for that which says nothing.
func TestSearchHears(t *testing.T) {
	sent := map[string]string{} // with any setting the same
	for _, reads := range []focus.Reads{focus.Wide, focus.Focus, focus.Bold} {
		for why, want := range map[string]bool{"where is marginOfError made": true, "where is it made": false} {
			sent[why] = searchHears(t, reads, why, want, sent[why])
		}
	}
}

func searchHears(t *testing.T, reads focus.Reads, why string, want bool, same string) string {
	t.Helper()
	w, st := newFocused(t, reads)
	body := (&talk{id: "x", steps: []step{searched(why)}}).body(1)
	out, _ := messages(t, w, body)
	checkLaws(t, st, body, out)
	after, _ := texts(t, out)
	if len(after[0]) > len(searched(why).output)/2 {
		t.Fatalf("%q: %d bytes are shown", why, len(after[0]))
	}
	if strings.Contains(after[0], "marginOfError") != want {
		t.Errorf("%q: %s", why, after[0])
	}
	before, _, _ := strings.Cut(after[0], "marginOfError")
	if file := before[max(0, strings.LastIndex(before, "src/")):]; want && !strings.HasPrefix(file, "src/part5/cart.go:") {
		t.Errorf("the match stands without its file: %s", after[0])
	}
	if same != "" && after[0] != same {
		t.Errorf("%q: with setting %d another text is sent", why, reads)
	}
	return after[0]
}

// TestFocusPrefixLaw: what follows, and what hosts change from request to request, changes
// nothing in what was sent.
func TestFocusPrefixLaw(t *testing.T) {
	file, other := program(60), strings.ReplaceAll(program(70), "part", "other")
	pool := []step{
		read("cart.go", file), read("cart.go", strings.Replace(file, "value 9\"", "nine\"", 1)), read("other.go", other), ranged("other.go", 40, other),
		bash("grep -n needs cart.go", "120:// part3 adds what the order needs of kind 3.\n"), bash("go test ./...", "--- FAIL: TestPart\n    cart.go:512: part9 failed\nFAIL\n"),
		bash("echo add1 add2 add3 add4 add5 add6 add7 add8 add9 part31 other33 part44 value order kind needs what adds err return", "ok\n"),
		bash("make test", testRun(1)), searched("where is marginOfError made"), searched("all"),
	}
	laws.Check(t, func(rt *rapid.T) {
		k := &talk{id: "x", steps: rapid.SliceOfN(rapid.SampledFrom(pool), 1, 8).Draw(rt, "steps")}
		w, st := newFocused(t, focus.Focus)
		all, _ := messages(t, w, k.body(len(k.steps)))
		checkLaws(t, st, k.body(len(k.steps)), all)
		part := rapid.IntRange(0, len(k.steps)).Draw(rt, "part")
		fresh, _ := newFocused(t, focus.Focus)
		out, _ := messages(t, fresh, k.body(part))
		if !bytes.HasPrefix(all, prefix(out)) {
			rt.Fatalf("%d steps of %d are sent otherwise", part, len(k.steps))
		}
		// A breakpoint for the cache behind the last text, as hosts move it.
		marked := bytes.Replace(k.body(len(k.steps)), []byte(`"text":"I look."`), []byte(`"text":"I look.","cache_control":{"type":"ephemeral","ttl":"part7 add1 add2 add3 add4 add5 add6 add7 add8 add9 value order kind needs what adds err return"}`), -1)
		moved, _ := messages(t, w, marked)
		before, _ := texts(t, all)
		if after, _ := texts(t, moved); strings.Join(after, "") != strings.Join(before, "") {
			rt.Fatal("a breakpoint changes what is sent")
		}
	})
}
