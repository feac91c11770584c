package tables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestOddForms: a row is shown that has a word where the others have a version, whatever they are;
// where words are as usual, or a unit stands alone, nothing is odd.
func TestOddForms(t *testing.T) {
	for name, c := range map[string]struct {
		word  string
		every int
		shown bool
	}{
		"one": {"MISSING", 300, true}, "five": {"git", 61, true}, "many": {"git", 9, false}, "a sign": {"-", 300, false}, "a unit": {"B", 300, false},
	} {
		var text strings.Builder
		text.WriteString("Package        Current      Wanted      Location\n")
		var odd []int
		for i := range 310 {
			current := fmt.Sprintf("%d.%d.%d", i%7, i*i%31, i%5)
			if i%c.every == c.every-1 {
				current = c.word
				odd = append(odd, i+1)
			}
			fmt.Fprintf(&text, "part-%c%-9d %-12s %-11s node_modules/part-%d\n", 'a'+i%26, i, current, fmt.Sprintf("%d.%d.%d", i%7+1, i%9, i%4), i)
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		hidden := slices.IndexFunc(odd, func(i int) bool { return marks[i].Rank == mark.Bulk })
		if c.shown && hidden >= 0 {
			t.Errorf("%s: %q is hidden", name, b.Text(odd[hidden]))
		}
		if middle := odd[len(odd)/2]; !c.shown && marks[middle].Rank > mark.Bulk {
			t.Errorf("%s: %q is shown", name, b.Text(middle))
		}
	}
}
