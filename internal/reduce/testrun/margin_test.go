package testrun

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestAvaAtAnyMargin: a failure is told below its name alike, whether the blanks stand before
// each line or were taken for something that others had put there.
func TestAvaAtAnyMargin(t *testing.T) {
	const text = "\n  ✘ [fail]: cart › adds\n  ✔ cart › takes\n  ─\n\n  cart › adds\n\n  test/cart.js:6\n\n   5:\n   6: test('adds', t => t.is(add(1, 2), 4))\n\n  Difference (- actual, + expected):\n\n  - 3\n  + 4\n\n  › file://test/cart.js:6:28\n\n  ─\n\n  1 test failed\n"
	for _, margin := range []string{"  ", ""} {
		b := block.New([]byte(strings.ReplaceAll(text, "\n  ", "\n"+margin)))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		for i, m := range marks {
			switch strings.TrimSpace(string(b.Text(i))) {
			case "- 3", "+ 4", "› file://test/cart.js:6:28":
				if m.Rank != mark.Critical {
					t.Errorf("behind %d blanks %q is %s", len(margin), b.Text(i), m.Rank)
				}
			}
		}
	}
}
