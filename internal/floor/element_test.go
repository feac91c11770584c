package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestElement: an element whose text says that something is wrong is shown among others,
// four that say the same; attributes and names of tags say nothing.
func TestElement(t *testing.T) {
	for say, want := range map[string]int{
		"<m id='x'>ERROR: cannot link foo</m>":                     1,
		"<log><at>10:00</at> </log><msg>fatal: no such ref </msg>": 0, // not its first text
		"<m><b>panic: index out of range</b></m>":                  1,
		"<error level='fatal'>all is well</error>":                 0,
		"<failures>0 errors</failures>":                            0,
		"<m>TypeError: x is not a function</m>":                    1,
	} {
		var b strings.Builder
		for i := range 200 {
			if i == 77 {
				b.WriteString(say + "\n")
			}
			fmt.Fprintf(&b, "<m id='%d'>compiled module %d</m>\n", i, i)
		}
		blk := block.New([]byte(b.String()))
		s := block.Section{Block: blk, End: blk.Len(), Shape: shape.SourceIndent}
		f := floor{marks: make([]mark.Mark, blk.Len()), seen: map[uint64]struct{}{}, families: map[uint64]int{}, noted: make([]uint64, blk.Len()), asked: make([]bool, blk.Len()), failing: make([]block.Answer, blk.Len())}
		f.raise(s)
		shown := 0
		for _, m := range f.marks {
			if m.Rank > mark.Bulk {
				shown++
			}
		}
		if shown != want {
			t.Errorf("%s: %d lines are shown, want %d", say, shown, want)
		}
	}
}
