package trace

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestPlaceBelowOtherWords: where the same numbered frames stand below other words, the place of the
// reader's own code is shown with each; not where the words are the same, nor of a flood.
func TestPlaceBelowOtherWords(t *testing.T) {
	stack := func(head string) string {
		return head + "\n    #0 malloc ../libsanitizer/asan_malloc.cpp:69 (libc+0x1)\n    #1 make_node(int) /src/tree.c:12 (tree+0x2)\n    #2 main /src/tree.c:40 (tree+0x3)\n\n"
	}
	var flood strings.Builder
	for i := range 60 {
		flood.WriteString(stack(fmt.Sprintf("  Mutex M%d (%s) acquired here while it is held:", i, strings.Repeat("x", i))))
	}
	for name, c := range map[string]struct {
		text  string
		shown int
	}{
		"other words":    {stack("freed by thread T0 here:") + stack("previously allocated by thread T0 here:") + stack("is held since:"), 3},
		"the same words": {strings.Repeat(stack("freed by thread T0 here:"), 3), 1},
		"a flood":        {flood.String(), 1},
		"exceptions": {"java.lang.IllegalStateException: no lamp\n\tat Till.open(Till.java:7)\n\tat Main.main(Main.java:3)\n\n" +
			"java.lang.IllegalStateException: no sign\n\tat Till.open(Till.java:7)\n\tat Main.main(Main.java:3)\n\n", 1},
	} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		shown := 0
		for i, m := range marks {
			if text := string(b.Text(i)); m.Rank > mark.Bulk && (strings.Contains(text, "tree.c:12") || strings.Contains(text, "Till.java:7")) {
				shown++
			}
		}
		if shown != c.shown {
			t.Errorf("%s: the place is shown %d times, want %d", name, shown, c.shown)
		}
	}
}
