package floor

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestUnjudged: where a run of tests shows no verdict and hardly a result, what no rule knows is
// shown but for what repeats; where it shows one, or tests that pass, nothing is for that.
func TestUnjudged(t *testing.T) {
	const strange, known = "  a.js:8:12 [Survived] a plus became a minus\n", "=== RUN   TestCart\n"
	for name, c := range map[string]struct {
		shape    shape.Shape
		verdict  bool
		strange  bool
		repeated int
		passed   int
	}{
		"no verdict":    {shape.TestLog, false, true, 3, 1},
		"a verdict":     {shape.TestLog, true, false, 0, 1},
		"it passed":     {shape.TestLog, false, false, 0, 4},
		"another shape": {shape.BuildLog, false, false, 0, 1},
	} {
		b := seen("1 fail\n" + strange + known + strings.Repeat("  as the one above and the one below\n", 60) + strings.Repeat("--- PASS: TestTill (0.00s)\n", c.passed))
		marks := make([]mark.Mark, b.Len())
		if c.verdict {
			marks[0].Rank = mark.Critical
		}
		f := floor{marks: marks}
		f.unjudged(block.Section{Block: b, End: b.Len(), Shape: c.shape})
		shown := 0
		for _, m := range marks[3:63] {
			if m.Rank > mark.Bulk {
				shown++
			}
		}
		if marks[1].Rank > mark.Bulk != c.strange || marks[2].Rank > mark.Bulk || shown < c.repeated || shown > c.repeated+1 {
			t.Errorf("%s: what nobody knows: %v, what a rule knows: %v, %d lines that repeat", name, marks[1], marks[2], shown)
		}
	}
}

// TestOpenings: of lines that say the same of many things four are shown, and the first of those that
// open otherwise; what is opened by no words opens no other way.
func TestOpenings(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  int
	}{
		"words": {[]string{"Doc Warning: Citation `%s' on this page undefined here", "Doc Warning: Reference `%s' on this page undefined here"}, 5},
		"names": {[]string{"`%s' on this page undefined here", "[%s] on this page undefined here"}, 4},
	} {
		f := floor{families: map[uint64]int{}}
		shown := 0
		for _, line := range c.lines {
			for _, of := range []string{"apple", "pear", "plum", "fig", "quince", "medlar"} {
				if f.room([]byte(strings.ReplaceAll(line, "%s", of))) {
					shown++
				}
			}
		}
		if shown != c.want {
			t.Errorf("%s: %d are shown, want %d", name, shown, c.want)
		}
	}
}

// TestUnknownBelowAFinding: what stands below a finding that is hidden is shown no more than that is.
func TestUnknownBelowAFinding(t *testing.T) {
	for head, want := range map[string]bool{"src/a.c:12:3: warning: this is not as it should be": false, "and then as it was": true} {
		b := seen(head + "\nstrange words that nobody knows\n")
		marks := make([]mark.Mark, b.Len())
		f := floor{marks: marks}
		f.unknown(block.Section{Block: b, End: b.Len(), Shape: shape.BuildLog})
		if got := marks[1].Rank > mark.Bulk; got != want {
			t.Errorf("%q: shown below it: %v", head, got)
		}
	}
}
