package history

import (
	"bytes"
	"testing"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread/threadtest"
)

// FuzzReduce: whatever the body, it comes back as it was, or as JSON that can be
// made what it was.
func FuzzReduce(f *testing.F) {
	for i, api := range threadtest.APIs {
		f.Add(encode(talk(2, 2), api), byte(i))
		f.Add(threadtest.Requests(api).Example(i), byte(i+1))
	}
	f.Add([]byte(`[{"role":"user","content":"a\ud800"},{"role":"assistant","content":null}]`), byte(3))
	f.Add([]byte(`{"input":[{"type":"reasoning"},{"role":"user","content":""},{"type":"item_reference","id":"x"}]}`), byte(4))
	st := newStore(f, f.TempDir())
	f.Fuzz(func(t *testing.T, body []byte, which byte) {
		set := Settings{Profile: Profiles()[int(which)%5], Force: true, KeepFirst: -1, KeepLast: -1, KeepTurns: 1, TextBytes: 200, SummaryAfter: -1, ProtectRecent: -1}
		h := newHistory(t, st, set)
		out, rep, err := h.Reduce(background, body)
		if err != nil || rep.Unchanged != "" {
			if !bytes.Equal(out, body) {
				t.Fatalf("%v, %+v: %s", err, rep, out)
			}
			return
		}
		if _, err := jsonspan.Parse(out); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if back, err := h.Expand(background, out); err != nil || !bytes.Equal(back, body) {
			t.Fatalf("%v: %s", err, back)
		}
	})
}
