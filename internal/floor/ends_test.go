package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestEnds: a list of counts at the end of a run is shown, and of what nobody ran the
// last line that begins as no other, and the plan of TAP behind its results; a list that is all there is isn't, nor code.
func TestEnds(t *testing.T) {
	bulk := strings.Repeat("  reading a part\n", 80)
	var many strings.Builder
	for i := range 80 {
		fmt.Fprintf(&many, "part%c: %d\n", 'a'+i%26, i)
	}
	for _, c := range []struct {
		text  string
		shape shape.Shape
		shown int
	}{
		{bulk + "Sums:\n - Passed: 12\n - Skipped: 1\n - Failed: 0\n", shape.TestLog, 3},
		{bulk + " 'retry/count': 1,\n 'items': 20,\n 'errors': 3}\n 'pages': 4,\n", shape.BuildLog, 0},
		{bulk + "Index : 60 [####    ]\nTests made : 251\nPlugins on : 1\n", shape.Prose, 3},
		{bulk + "frame.c: 12\n", shape.TestLog, 0},
		{many.String(), shape.TestLog, 0},
		{bulk + "\nAverage of all: A (3.2)\n", shape.SourceIndent, 1},
		{bulk + "}\n", shape.SourceBrace, 0},
		{bulk + ":    12\n", shape.Prose, 1},
		{bulk + "1..81\n# pass  81\n", shape.TestLog, 1},
		{"1..81\n" + bulk, shape.TestLog, 0},
		{"1..20\n" + bulk[:340], shape.TestLog, 0},
		{bulk + "passed: 7\nfailed: 1\nskipped: 2\n1..10\n", shape.TestLog, 4},
		{bulk + "    1..3\n1..4 of the parts\n", shape.TestLog, 0},
	} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		f := floor{marks: marks}
		f.ends(block.Section{Block: b, End: b.Len(), Shape: c.shape})
		n := 0
		for i := range marks {
			if marks[i].Rank > mark.Bulk {
				n++
			}
		}
		if n != c.shown {
			t.Errorf("%d shown of %q, want %d", n, c.text[max(0, len(c.text)-90):], c.shown)
		}
	}
}

// TestTotals: of a paragraph of keys at the end of which a line is shown all lines are; of
// others, and of longer ones, that line alone.
func TestTotals(t *testing.T) {
	bulk := strings.Repeat("  reading a part\n", 80) + "\n"
	for _, c := range []struct {
		end   string
		shown int
	}{
		{" Tasks:  9 done, 10 in all\nCached:  none\nFailed: api\n", 3},
		{" Tasks:  9 done, 10 in all\nCached:  none\nFailed: api\n\nit took 3 s\n", 3},
		{" Tasks:  9 done, 10 in all\nand what else\nFailed: api\n", 1},
		{strings.Repeat("Cached:  none\n", 6) + "Failed: api\n", 1},
		{"Tasks:  none\nCached:  none\n", 0},
	} {
		b := block.New([]byte(bulk + c.end))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			if strings.HasPrefix(string(b.Text(i)), "Failed") {
				marks[i].Raise(mark.Critical, 200, mark.WhyFailure)
			}
		}
		f := floor{marks: marks}
		f.ends(block.Section{Block: b, End: b.Len(), Shape: shape.TestLog})
		n := 0
		for i := range marks {
			if marks[i].Rank > mark.Bulk {
				n++
			}
		}
		if n != c.shown {
			t.Errorf("%d shown of %q, want %d", n, c.end, c.shown)
		}
	}
}
