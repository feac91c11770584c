package replay

import (
	"reflect"
	"testing"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
)

// TestPlayedIsEachRequest: what becomes of the outputs is found by the requests with which
// some go as by all of them.
func TestPlayedIsEachRequest(t *testing.T) {
	cfg := rewrite.Config{Store: store.Nowhere{}, References: true, Reads: focus.Wide, Clear: rewrite.ClearAll}
	sent, leaves := 0, 0
	for _, c := range recorded(t) {
		l := look(c, newCommon())
		all := l.requests()
		want, err := l.play(t.Context(), rewrite.New(cfg), all, func(int) bool { sent++; return true })
		if err != nil {
			t.Fatal(err)
		}
		got, err := played(t.Context(), cfg, l)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d texts and %d that leave, want %d and %d (%v)", c.Host, len(got.texts), len(got.leaves), len(want.texts), len(want.leaves), err)
		}
		leaves += len(got.leaves)
	}
	if leaves < 10 {
		t.Errorf("of %d requests %d outputs leave", sent, leaves)
	}
}
