package floor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestTraced: what names the same request as a line that says that something is wrong is
// shown: by an identifier that few lines have, or by two that are rare.
func TestTraced(t *testing.T) {
	log := func(of func(i int) string, wrong ...string) string {
		var b strings.Builder
		for i := range 160 {
			b.WriteString(of(i) + "\n")
			if i == 80 {
				b.WriteString(strings.Join(wrong, "\n") + "\n")
			}
		}
		return b.String()
	}
	served := func(i int) string { return fmt.Sprintf("10:00:%02d conn=%d op=%d served", i%60, 500+i, i%3) }
	for name, c := range map[string]struct {
		text  string
		shape shape.Shape
		shown []string
	}{
		"by what few have": {log(served, "10:00:31 conn=900 took it up", "10:00:31 conn=900 looked for the till", "10:00:31 conn=900 wrong"), shape.Plain,
			[]string{"10:00:31 conn=900 took it up", "10:00:31 conn=900 looked for the till"}},
		"in a log": {log(served, "10:00:31 req-8f3a wants the till", "10:00:31 req-8f3a wrong"), shape.Log, []string{"10:00:31 req-8f3a wants the till"}},
		"by two": {log(func(i int) string { return fmt.Sprintf("10:00:%02d conn=%d op=%d served", i%60, 7+i/8, i%20) }, "10:00:31 conn=10 op=15 adds a coin", "10:00:31 conn=10 op=15 wrong"), shape.Plain,
			[]string{"10:00:31 conn=10 op=15 adds a coin"}},
		"by two, of which one is usual": {log(served, "10:00:31 conn=900 op=0 bound", "10:00:31 conn=900 op=0 let in", "10:00:31 conn=900 op=2 asked for it", "10:00:31 conn=900 op=2 told it",
			"10:00:31 conn=900 op=2 done", "10:00:31 conn=900 op=1 adds a coin", "10:00:31 conn=900 op=1 wrong", "10:00:31 conn=900 op=0 left"), shape.Plain, []string{"10:00:31 conn=900 op=1 adds a coin"}},
		"what all have":  {log(func(i int) string { return fmt.Sprintf("10:00:%02d pid=77 host=a1 served", i%60) }, "10:00:31 pid=77 host=a1 wrong"), shape.Plain, nil},
		"the same again": {log(served, "10:00:31 conn=900 wrong", "10:00:32 conn=900 wrong"), shape.Plain, nil},
		"times":          {log(served, "1117838570 10:00:31 2026-01-02 12.5 took it up", "1117838570 10:00:31 2026-01-02 12.5 wrong"), shape.Plain, nil},
		"of rows":        {log(served, "10:00:31 conn=900 took it up", "10:00:31 conn=900 wrong"), shape.Table, nil},
	} {
		b := block.New([]byte(c.text))
		f := floor{marks: make([]mark.Mark, b.Len())}
		for i := len(f.marks) - 1; i >= 0; i-- {
			if strings.HasSuffix(string(b.Text(i)), "wrong") {
				f.marks[i] = mark.Mark{Rank: mark.Outlier, Why: mark.WhyWrong}
				break
			}
		}
		f.traced(block.Section{Block: b, Shape: c.shape, End: b.Len()})
		var shown []string
		for i, m := range f.marks {
			if m.Why == mark.WhyNear {
				shown = append(shown, string(b.Text(i)))
			}
		}
		if !slices.Equal(shown, c.shown) {
			t.Errorf("%s: shown are %q", name, shown)
		}
	}
}
