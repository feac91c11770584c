package ledger

import (
	"math"
	"testing"
	"time"
)

// TestMultiples: prices as multiples of an input token's, and none of what is not known.
func TestMultiples(t *testing.T) {
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	input, read, write, output, ok := BuiltinPrices().Multiples("claude-sonnet-4-5-20250929", day)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if !ok || input != 3 || !near(read, 0.1) || !near(write, 1.25) || !near(output, 5) {
		t.Error(input, read, write, output, ok)
	}
	if _, _, _, _, ok := BuiltinPrices().Multiples("nobody-knows", day); ok {
		t.Error("a price of no model")
	}
}
