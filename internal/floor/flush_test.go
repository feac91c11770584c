package floor

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestAtTheEdge: between lines that are indented one at the left edge is unlike them,
// and its words count; one among others there isn't.
func TestAtTheEdge(t *testing.T) {
	const wrong = "unitd: the part of the list could not be read\n"
	for indent, want := range map[string]bool{"    ": true, "": false} {
		b := block.New([]byte(strings.Repeat(indent+"a part of the list that can be read\n", 40) + wrong))
		b.Seen, b.Twin, b.Kin = make([]line.Seen, b.Len()), make([]int32, b.Len()), make([]int32, b.Len())
		for i := range b.Len() {
			b.Seen[i], b.Twin[i], b.Kin[i] = line.See(b.Text(i)), int32(i), int32(i)
			b.Seen[i].Kind = line.Other
		}
		marks := make([]mark.Mark, b.Len())
		Raise([]block.Section{{Block: b, End: b.Len(), Shape: shape.Listing}}, marks)
		if got := marks[40].Why == mark.WhyWrong; got != want {
			t.Errorf("indented by %q: %v, want %v", indent, got, want)
		}
	}
}
