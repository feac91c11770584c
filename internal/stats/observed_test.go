package stats

import (
	"testing"
	"time"

	"elide.example/elide/internal/audit"
)

// TestObservedSavesNothing: what was only looked at is in no sum, and no sign of regret
// is told of it.
func TestObservedSavesNothing(t *testing.T) {
	s := New(Options{})
	at := time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC)
	seen := &audit.Record{Event: audit.Observed, Time: at, FrontEnd: audit.Proxy, Tool: "go test", Hash: "0123456789ab", Group: "observe", TokensIn: 900, TokensOut: 90, BytesIn: 9000, BytesOut: 900}
	for range 3 {
		s.Add(seen)
	}
	if !s.Empty() || s.Total() != (Sum{}) {
		t.Errorf("%+v", s.Total())
	}
	shown := *seen
	shown.Event, shown.Time = audit.Compressed, at.Add(time.Minute)
	s.Add(&shown)
	if got := s.Total(); got.Reductions != 1 || got.TokensIn != 900 || got.RunAgain != 0 {
		t.Errorf("%+v", got)
	}
}
