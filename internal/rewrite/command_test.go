package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/store"
)

// TestRulesOfACommand: a rule file that is bound to a command speaks of what the call
// of a result ran, in each API, and of nothing else; as the conversation grows, what
// was sent stays.
func TestRulesOfACommand(t *testing.T) {
	const told = "=== RUN   TestNumber41" // is hidden otherwise
	f, err := rules.ParseUser("mine", "command \"make test\"\nline show is \"=== RUN   TestNumber41\"\n")
	if err != nil {
		t.Fatal(err)
	}
	var users rules.Users
	if err := users.Add(f); err != nil {
		t.Fatal(err)
	}
	rewriter := func() *Rewriter {
		return New(Config{Store: openStore(t, store.Options{}), References: true, Pipeline: pipeline.Options{Rules: &users}})
	}
	for _, h := range hosts {
		head, rest, _ := strings.Cut(h.body, "%s")
		// The second call is the one behind the first result.
		body := head + "%s" + strings.Replace(rest, "make test", "other test", 1)
		output := testRun(1)
		request := fmt.Appendf(nil, body, quoted(h.wrap(1, output)), quoted(h.wrap(2, testRun(14))))
		out, _ := rewriter().Rewrite(t.Context(), h.api, request)
		sent := textsOf(t, h.api, out)
		if !strings.Contains(sent[0], told) || strings.Contains(sent[1], told) {
			t.Errorf("%s: sent are\n%.2000s\n%.2000s", h.name, sent[0], sent[1])
		}
	}

	one := rewriter() // what it remembers of an output is of that command's
	for _, line := range []string{"other", "make test", "cat log"} {
		k := &talk{id: "same", steps: []step{bash(line, testRun(1))}}
		out, _ := messages(t, one, k.body(1))
		if again, _ := messages(t, rewriter(), k.body(1)); string(again) != string(out) {
			t.Errorf("%s: another process sends something else", line)
		}
	}

	k := &talk{id: "rules", steps: []step{bash("make test", testRun(1)), bash("cat log", testRun(1)), bash("other", testRun(14)), bash("make test", testRun(14))}}
	before, w := "", rewriter()
	for n := 1; n <= len(k.steps); n++ {
		out, _ := messages(t, w, k.body(n))
		if again, _ := messages(t, rewriter(), k.body(n)); string(again) != string(out) {
			t.Errorf("with %d steps, another process sends something else", n)
		}
		if !strings.HasPrefix(string(out), before) {
			t.Errorf("with %d steps, what was sent before is sent otherwise", n)
		}
		before = string(prefix(out))
	}
}
