package replay

import (
	"testing"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// TestUsedLive: what is told of the requests of a proxy that only looks is what replay
// tells of the transcript: the facts that were used, and of them those that would have
// been hidden.
func TestUsedLive(t *testing.T) {
	cfg := rewrite.Config{Store: store.Nowhere{}, References: true, Reads: focus.Wide}
	all := Used{}
	list := recorded(t)
	// Facts of long logs that are used: of each one that is hidden in the middle, and one
	// that an error names.
	events := []event{{user: "look"}}
	for log := range 4 {
		text := ""
		worker := func(i int) string { return "worker-" + itoa(log) + itoa(i*7919%9973) + "-pool" }
		for i := range 900 {
			text += "2026-01-02 INFO request " + itoa(100+i) + " served by " + worker(i) + " in 3 ms\n"
		}
		text += "2026-01-02 ERROR request 17 failed in " + worker(1000) + ": disk is full\n"
		events = append(events, event{says: "I look.", runs: "make logs" + itoa(log), gives: text},
			event{says: "That one.", runs: "kill " + worker(450), gives: "killed\n"}, event{says: "And that.", runs: "kill " + worker(1000), gives: "killed\n"})
	}
	list = append(list, talk(append(events, event{says: "Done."})...))
	for _, c := range list {
		body := requestOf(c)
		doc, err := jsonspan.Parse(body)
		if err != nil {
			t.Fatal(err)
		}
		sent, _ := rewrite.New(cfg).Rewrite(t.Context(), wire.Messages, body)
		got, err := UsedIn(doc, sent)
		if err != nil {
			t.Errorf("%s: %v", c.Host, err)
			continue
		}
		l := look(c, newCommon())
		texts, err := rewritten(t.Context(), cfg, l)
		if err != nil {
			t.Fatal(err)
		}
		if want := l.usedOf(texts); got != want {
			t.Errorf("%s %s: %+v, replayed %+v", c.Host, c.ID, got, want)
		}
		all.Facts += got.Facts
		all.Hidden += got.Hidden
	}
	if all.Facts < 8 || all.Hidden < 4 || all.Hidden == all.Facts {
		t.Errorf("in all %+v", all)
	}
}

// BenchmarkUsedLive tells of a conversation of recorded outputs.
func BenchmarkUsedLive(b *testing.B) {
	list := recorded(b)
	body := requestOf(list[len(list)-1])
	doc, err := jsonspan.Parse(body)
	if err != nil {
		b.Fatal(err)
	}
	sent, _ := rewrite.New(rewrite.Config{Store: store.Nowhere{}, References: true}).Rewrite(b.Context(), wire.Messages, body)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := UsedIn(doc, sent); err != nil {
			b.Fatal(err)
		}
	}
}
