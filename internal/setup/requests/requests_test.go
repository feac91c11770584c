package requests

import (
	"testing"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/rewrite"
)

// TestHistoryKeeps: of a request that elide sees by itself nothing goes that is over, unless
// the user says so of histories; what the proxy does says nothing of it.
func TestHistoryKeeps(t *testing.T) {
	for said, want := range map[string]rewrite.Clear{"": rewrite.ClearNone, config.ClearDone: rewrite.ClearDone, config.ClearAll: rewrite.ClearAll} {
		cfg := config.Default()
		if said != "" {
			cfg.History.ClearOld = said
		}
		if got := History(cfg).Clear; got != want {
			t.Errorf("%q: %v, want %v", said, got, want)
		}
		if got := Rewriting(cfg).Clear; got != rewrite.ClearDone {
			t.Errorf("%q: the proxy's is %v", said, got)
		}
	}
}
