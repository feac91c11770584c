package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/marker"
)

// TestOffInTheLine: in each API, a result whose call says ELIDE=off stays as it
// came, in every request of the conversation, whatever stands before it; the
// results round it are none the worse.
func TestOffInTheLine(t *testing.T) {
	for _, h := range hosts {
		for _, order := range []string{"ELIDE=off make test", "cd x && env ELIDE=off make test | tail"} {
			// The second call is the one behind the first result.
			head, rest, _ := strings.Cut(h.body, "%s")
			body := head + "%s" + strings.Replace(rest, "make test", order, 1)
			if body == h.body {
				t.Fatalf("%s: no call in %s", h.name, rest)
			}
			first, second := h.wrap(1, testRun(1)), h.wrap(2, testRun(1))
			request := fmt.Appendf(nil, body, quoted(first), quoted(second))
			w, _ := newRewriter(t)
			var sent []string
			for range 2 {
				out, rep := w.Rewrite(t.Context(), h.api, request)
				if rep.Results != 2 || rep.Reduced != 1 || rep.References != 0 {
					t.Fatalf("%s, %s: %+v\n%s", h.name, order, rep, out)
				}
				sent = append(sent, string(out))
			}
			fresh, _ := newRewriter(t)
			out, _ := fresh.Rewrite(t.Context(), h.api, request)
			if sent = append(sent, string(out)); sent[0] != sent[1] || sent[0] != sent[2] {
				t.Errorf("%s: the same request is sent in more than one way", h.name)
			}
			after := textsOf(t, h.api, out)
			if after[1] != second || len(marker.Find([]byte(after[0]))) != 1 {
				t.Errorf("%s, %s: sent are\n%.300s\n%.300s", h.name, order, after[0], after[1])
			}
		}
	}
}

// TestOffGrows: as the conversation grows, what was sent stays; a later run may
// refer to what is shown whole.
func TestOffGrows(t *testing.T) {
	k := &talk{id: "off", steps: []step{
		bash("make", testRun(1)), bash("ELIDE=off make", testRun(2)), bash("make", testRun(2)), bash("grep 'ELIDE=off' log", testRun(3)), bash("ELIDE=off make", testRun(2)),
	}}
	w, _ := newRewriter(t)
	before := ""
	for n := 1; n <= len(k.steps); n++ {
		out, _ := messages(t, w, k.body(n))
		if !strings.HasPrefix(string(out), before) {
			t.Fatalf("with %d steps, what was sent before is sent otherwise", n)
		}
		before = string(prefix(out))
		got, _ := texts(t, out)
		for i, text := range got {
			if off := i == 1 || i == 4; off != (text == k.steps[i].output) {
				t.Errorf("of %d steps, %s: sent is %.300s", n, k.steps[i].input, text)
			}
		}
	}
}
