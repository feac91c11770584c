package telling

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestRising: of a list that is sorted by a number, the largest last, the end is shown,
// also where the number is hexadecimal.
func TestRising(t *testing.T) {
	for name, form := range map[string]string{"size": "%[2]d\t./vendor/lib%[1]d", "symbol": "%016[3]x %016[2]x T lib%[1]d_init"} {
		var text strings.Builder
		for i := range 200 {
			fmt.Fprintf(&text, form+"\n", i, 4+i*i*i/7, 4096+i*7919%104729)
		}
		b := block.New([]byte(text.String()))
		s := block.Section{Block: b, End: b.Len()}
		marks := make([]mark.Mark, s.Len())
		Mark(s, marks, Words(s))
		for i := 200 - sorted; i < 200; i++ {
			if marks[i].Rank == mark.Bulk {
				t.Errorf("%s: %s is hidden", name, s.Text(i))
			}
		}
	}
}
