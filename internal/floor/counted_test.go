package floor

import (
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestCounted: a list that is as long as its title says is shown, and no other.
func TestCounted(t *testing.T) {
	const text = "  Warnings (2):\n  -------------\n  ! A package is old. [PKGS-7392]\n      https://audit.example/7392\n\n  ! No name server answers.\n\n" +
		"  Suggestions (3):\n  * Mend this\n  * Mend that\n\nUnused files (2)\na/b.js\na/c.js\n\nmain (2)\nx\ny\n"
	b := block.New([]byte(text))
	marks := make([]mark.Mark, b.Len())
	f := floor{marks: marks}
	f.counted(block.Section{Block: b, End: b.Len(), Shape: shape.Prose})
	want := map[int]bool{0: true, 2: true, 5: true, 11: true, 12: true, 13: true}
	for i := range marks {
		if got := marks[i].Rank > mark.Bulk; got != want[i] {
			t.Errorf("shown %v: %s", got, b.Text(i))
		}
	}
}
