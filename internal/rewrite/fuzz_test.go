package rewrite

import (
	"bytes"
	"fmt"
	"testing"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// shortRun is a test run that leaves room for the fuzzer.
func shortRun(n int) string {
	run := testRun(n)
	return run[:300] + run[len(run)-300:]
}

// FuzzRewrite: whatever comes, it is sent as it came, or as JSON of the same
// request in which results are shorter, and each time the same.
func FuzzRewrite(f *testing.F) {
	for _, h := range hosts {
		f.Add(uint8(h.api), fmt.Appendf(nil, h.body, quoted(h.wrap(1, shortRun(1))), quoted(h.wrap(2, shortRun(1)))))
	}
	k := &talk{steps: []step{bash("make test", shortRun(1)), read("a.go", shortRun(2)), bash("make test", shortRun(2)), read("a.go", shortRun(3))}}
	f.Add(uint8(wire.Messages), k.body(4))
	f.Add(uint8(wire.CountTokens), bytes.ReplaceAll(k.body(3), []byte("TestNumber"), []byte(`\u00e4\ud83d\ude00⟦elided:`)))
	k.steps = []step{read("a.go", program(8)), ranged("a.go", 3, "x\n")}
	for i := range 20 {
		k.steps = append(k.steps, bash(fmt.Sprint("date ", i), "noon\n"))
	}
	f.Add(uint8(wire.Messages), k.body(len(k.steps)))
	w := New(Config{Store: openStore(f, store.Options{}), Pipeline: pipeline.Options{MinBytes: 200}, References: true, Reads: focus.Wide, Clear: ClearAll})
	if _, rep := w.Rewrite(f.Context(), wire.Messages, k.body(len(k.steps))); len(rep.Batches) == 0 {
		f.Fatal("nothing goes")
	}
	f.Fuzz(func(t *testing.T, api uint8, body []byte) {
		came := bytes.Clone(body)
		out, rep := w.Rewrite(t.Context(), wire.API(api), body)
		if !bytes.Equal(body, came) {
			t.Fatal("the body that came was changed")
		}
		if len(rep.Warnings) > 0 {
			t.Fatal(rep.Warnings)
		}
		if rep.Unchanged != "" {
			if !bytes.Equal(out, body) {
				t.Fatalf("%s, but another body", rep.Unchanged)
			}
			return
		}
		if _, err := jsonspan.Parse(out); err != nil || len(out) >= len(body) {
			t.Fatalf("%d bytes from %d, %v: %s", len(out), len(body), err, out)
		}
		before, after := textsOf(t, wire.API(api), body), textsOf(t, wire.API(api), out)
		for i := range before {
			if len(after[i]) > len(before[i]) {
				t.Fatalf("result %d grew: %s", i, after[i])
			}
		}
		if again, rep := w.Rewrite(t.Context(), wire.API(api), body); !bytes.Equal(again, out) {
			t.Fatalf("the second time otherwise: %+v", rep)
		}
	})
}
